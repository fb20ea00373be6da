import ArgumentParser
import PhotoModel
import PhotoPipeline

/// `workphotos list`.
struct ListCommand: WorkphotosCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List photos of the index.",
        discussion: """
            Every flag narrows the list; without one it is the whole library. Verdicts are those of the fences as they \
            are now.

            Examples:
              workphotos list --work --since 2026-05-01 --until 2026-05-31
              workphotos list --unsure --format csv
              workphotos list --work -0 | xargs -0 ls -l
            """)

    @OptionGroup
    var selection: SelectionOptions

    @Option(help: ArgumentHelp("The order.", valueName: "key"))
    var sort = PhotoSelection.Order.taken

    @Flag(help: "Reverse the order.")
    var reverse = false

    @OptionGroup
    var format: FormatOptions

    @OptionGroup
    var global: GlobalOptions

    func validate() throws {
        _ = try format.resolved(isJSON: global.json)
    }

    var writesJSON: Bool { (try? format.resolved(isJSON: global.json)) == .json }

    var activity: String { "Searching" }

    func run(in session: Session) async throws -> ExitStatus {
        let library = try session.library()
        try noteUnknownFence(session)
        var selection = selection.selection
        selection.order = sort
        selection.isReversed = reverse
        let listing = PhotoListing(
            format: try format.resolved(isJSON: global.json), endsWithNUL: format.print0, reporter: session.reporter,
            escapes: session.environment.console.isTerminal(.output), row: PhotoTable.row)
        try listing.print(command: "list") { show in
            try library.photos(matching: selection) { photo in
                try show(photo)
                return session.environment.interruption.signal == nil
            }
        }
        return session.environment.interruption.signal.map(ExitStatus.init) ?? .success
    }
}

extension ListCommand {
    /// A fence of another name is no error, as photos of none are listed then; but it is hardly what was meant.
    private func noteUnknownFence(_ session: Session) throws {
        guard let fence = selection.fence else { return }
        let names = try session.fenceStore().load().fences.map(\.name)
        if names.contains(fence) { return }
        session.reporter.note(unknownFence(fence, among: names).message)
    }
}

extension PhotoSelection.Order: ExpressibleByArgument {}
