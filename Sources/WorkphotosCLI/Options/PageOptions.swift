import ArgumentParser

struct PageOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Write a page with the photos, to look at.", valueName: "file"), completion: .file())
    var html: String?

    @Flag(name: .customLong("no-positions"), help: "Leave out everything that says where photos were taken.")
    var hidesPlaces = false

    @Option(help: ArgumentHelp("Heading of the page.", valueName: "text"))
    var title: String?

    @Option(help: ArgumentHelp("At most this many small pictures; 0 for none (default: 500).", valueName: "n"))
    var thumbnails: Int?

    @Flag(help: "Open the page in the browser (BROWSER, else xdg-open).")
    var open = false

    func validate() throws {
        if html == nil, title != nil || thumbnails != nil || open {
            throw ValidationError("--title, --thumbnails and --open require --html.")
        }
        if html == "-" {
            throw ValidationError("--html needs the name of a file: no page is written to standard output.")
        }
        if let thumbnails, thumbnails < 0 { throw ValidationError("--thumbnails must not be negative.") }
    }

    /// Checks the options of a command that writes a page of a plan.
    func validatePlan(isShown: Bool) throws {
        if html != nil, !isShown { throw ValidationError("--html requires --dry-run.") }
        if html == nil, hidesPlaces { throw ValidationError("--no-positions requires --html.") }
    }
}
