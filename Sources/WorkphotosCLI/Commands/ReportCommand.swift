import ArgumentParser
import PhotoFrontEnd
import PhotoModel
import PhotoPipeline
import PhotoReview

struct ReportCommand: WorkphotosCommand {
    static let configuration = CommandConfiguration(
        commandName: "report",
        abstract: "Write a page with photos, to look at or to pass on.",
        discussion: """
            Writes one HTML file that needs no network: a map with the photos and the fences, a timeline, and each day \
            at each place with small pictures, verdicts, reasons, copies, and what keeps a photo from being removed. \
            --csv, --geojson and --json print the same photos instead.

            The file may be passed on. It contains work photos only, unless --all or a verdict is given, and says at \
            its top what those who get it can see. --no-positions leaves out positions, altitudes, distances, the map, \
            the shapes of fences and all directories; names of files, fences and destinations stay. The small pictures \
            are those that the photos themselves contain, without anything but picture, colours and orientation. A \
            photo that has changed since the scan gets none. Only its owner may read the file, and it replaces nothing \
            but another report.

            Coastlines, lakes and borders are drawn below the photos if Debian's package marble-qt-data is installed, \
            whose maps are Natural Earth's; a directory of XDG_DATA_DIRS may have them too.

            Examples:
              workphotos report --html report.html
              workphotos report --html unsure.html --unsure --since 30d
              workphotos report --html depot.html --no-positions --title Depot --since 30d
              workphotos report --csv --no-positions > photos.csv
            """)

    @Flag(help: "Print the photos as CSV.")
    var csv = false

    @Flag(help: "Print the photos as GeoJSON.")
    var geojson = false

    @Flag(help: "Include photos that are not work, and fences that are never work.")
    var all = false

    @OptionGroup
    var page: PageOptions

    @OptionGroup
    var selection: SelectionOptions

    @OptionGroup
    var reasons: ReasonOption

    @OptionGroup
    var global: GlobalOptions

    func validate() throws {
        let printed = [csv, geojson].count { $0 }
        if page.html == nil, printed + (global.json ? 1 : 0) != 1 {
            throw ValidationError("Name the page with --html, or choose one of --csv, --geojson and --json.")
        }
        if page.html != nil, printed > 0 {
            throw ValidationError("--html writes a page: it cannot be combined with --csv or --geojson.")
        }
    }

    var activity: String { "Searching" }

    func run(in session: Session) async throws -> ExitStatus {
        let report = try PageReport(page, title: all ? "Photos" : "Work photos", showsNever: all, session)
        let selection = try selection(session)
        guard let report else { return try await list(selection, session) }
        let contents = try report.write(selection) { (ReviewRows.Fate(of: $0), true) }
        try report.tell(contents, as: "report")
        await report.open()
        return .success
    }
}

extension ReportCommand {
    /// The selected photos: work only, if no verdict and not all are asked for.
    private func selection(_ session: Session) throws -> PhotoSelection {
        var selection = try selection.selection(in: session)
        selection.reasons = Set(reasons.reason)
        if selection.verdicts.isEmpty, !all { selection.verdicts = [.work] }
        return selection
    }

    /// Prints the photos in a format for programs.
    private func list(_ selection: PhotoSelection, _ session: Session) async throws -> ExitStatus {
        let library = try session.library()
        let listing = PhotoListing(
            format: csv ? .csv : geojson ? .geojson : .json, endsWithNUL: false, reporter: session.reporter,
            escapes: false, row: PhotoTable().row)
        try await listing.print(command: "report") { show in
            try session.forEachReported(selection, in: library) { reported in
                try show(page.hidesPlaces ? reported.photo.withoutPlace : reported.photo)
            }
        }
        return session.environment.interruption.signal.map { ExitStatus($0) } ?? .success
    }
}
