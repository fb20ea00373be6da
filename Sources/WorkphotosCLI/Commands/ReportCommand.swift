import ArgumentParser
import PhotoFrontEnd
import PhotoModel
import PhotoPipeline
import PhotoReview
import SystemPackage

/// `workphotos report`.
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

            Examples:
              workphotos report --html report.html
              workphotos report --html unsure.html --unsure --since 30d
              workphotos report --html depot.html --no-positions --title 'Depot, May 2026' --since 2026-05-01
              workphotos report --csv --no-positions > photos.csv
            """)

    @Option(help: ArgumentHelp("Page to write.", valueName: "file"), completion: .file())
    var html: String?

    @Flag(help: "Print the photos as CSV.")
    var csv = false

    @Flag(help: "Print the photos as GeoJSON.")
    var geojson = false

    @Flag(help: "Include photos that are not work, and fences that are never work.")
    var all = false

    @Flag(name: .customLong("no-positions"), help: "Leave out everything that says where photos were taken.")
    var hidesPlaces = false

    @Option(help: ArgumentHelp("Heading of the page.", valueName: "text"))
    var title: String?

    @Option(help: ArgumentHelp("At most this many small pictures; 0 for none (default: 500).", valueName: "n"))
    var thumbnails: Int?

    @Flag(help: "Open the page in the browser (BROWSER, else xdg-open).")
    var open = false

    @OptionGroup
    var selection: SelectionOptions

    @OptionGroup
    var reasons: ReasonOption

    @OptionGroup
    var global: GlobalOptions

    func validate() throws {
        let printed = [csv, geojson].count { $0 }
        if html == nil {
            guard printed + (global.json ? 1 : 0) == 1 else {
                throw ValidationError("Name the page with --html, or choose one of --csv, --geojson and --json.")
            }
            if title != nil || thumbnails != nil || open {
                throw ValidationError("--title, --thumbnails and --open require --html.")
            }
        } else if printed > 0 {
            throw ValidationError("--html writes a page: it cannot be combined with --csv or --geojson.")
        }
        if let thumbnails, thumbnails < 0 { throw ValidationError("--thumbnails must not be negative.") }
    }

    var activity: String { "Searching" }

    func run(in session: Session) async throws -> ExitStatus {
        guard let html else { return try list(session) }
        let output = try session.output(html, .report)
        guard let photos = try write(output, session) else {
            throw PipelineError(.interrupted, "Stopped; the report was not written")
        }
        try tell(photos, html, session)
        if open, await !session.environment.openPage(Self.address(of: session.places.absolute(html))) {
            session.reporter.note("No browser could be opened; the page is \(terminalSafe(html))")
        }
        return .success
    }
}

extension ReportCommand {
    /// What a page contains.
    private struct Contents {
        var photos = 0
        var pictures = 0
    }

    /// Writes the page.
    ///
    /// - Returns: what it contains; nil if a signal has stopped the writing.
    private func write(_ output: OutputFile, _ session: Session) throws -> Contents? {
        let rules = try session.rules()
        let library = try session.library(by: rules)
        var rows = ReviewRows(showsPlaces: !hidesPlaces, roots: try library.roots().map(\.path))
        var choice = PictureChoice(most: thumbnails ?? 500)
        try forEach(in: library, session) { reported in
            choice.consider(reported.photo, row: rows.all.photos)
            rows.add(reported.photo, isUploaded: reported.isUploaded, keeps: Self.keeps(reported))
        }
        let fences = rules.fences.fences.filter { all || $0.kind == .work }
        let chosen = choice.chosen
        let page = ReviewPage(
            subject: subject(rows, fences, hasPictures: !chosen.isEmpty, session), rows: rows, fences: fences,
            reasons: Dictionary(uniqueKeysWithValues: Reason.allCases.map { ($0, $0.words.applies) }))
        var contents = Contents(photos: rows.all.photos)
        let interruption = session.environment.interruption
        var rest = chosen[...]
        var reader = EmbeddedPictures()
        do {
            try output.write { put in
                try page.write(to: put) {
                    while let candidate = rest.popFirst() {
                        if interruption.signal != nil { throw Stopped() }
                        guard let picture = reader.picture(of: candidate.photo) else { continue }
                        contents.pictures += 1
                        return (candidate.row, picture)
                    }
                    return nil
                }
                if interruption.signal != nil { throw Stopped() }
            }
        } catch is Stopped {
            return nil
        }
        return contents
    }

    /// A signal stopped the work.
    private struct Stopped: Error {}

    private func subject(
        _ rows: ReviewRows, _ fences: [Fence], hasPictures: Bool, _ session: Session
    ) -> ReviewPage.Subject {
        ReviewPage.Subject(
            title: title ?? (all ? "Photos" : "Work photos"), sentence: ReviewWords.sentence(rows),
            banner: ReviewWords.banner(
                rows, hasPictures: hasPictures, hasNever: fences.contains { $0.kind == .never }),
            made: "Made on \(session.minute(session.environment.clock.now)) by workphotos \(programVersion).")
    }

    /// The photos in a format for programs.
    private func list(_ session: Session) throws -> ExitStatus {
        let library = try session.library(by: try session.rules())
        let listing = PhotoListing(
            format: csv ? .csv : geojson ? .geojson : .json, endsWithNUL: false, reporter: session.reporter,
            escapes: false, row: PhotoTable().row)
        try listing.print(command: "report") { show in
            try forEach(in: library, session) { reported in
                try show(hidesPlaces ? reported.photo.withoutPlace : reported.photo)
            }
        }
        return session.environment.interruption.signal.map { ExitStatus($0) } ?? .success
    }

    /// Calls `body` with each photo of the selection, until a signal arrives.
    private func forEach(in library: Library, _ session: Session, _ body: (ReportedPhoto) throws -> Void) throws {
        var selection = try selection.selection(in: session)
        selection.reasons = Set(reasons.reason)
        if selection.verdicts.isEmpty, !all { selection.verdicts = [.work] }
        try library.reported(
            selection, purge: try session.purgeSettings(), now: session.environment.clock.now
        ) { reported in
            try body(reported)
            return session.environment.interruption.signal == nil
        }
    }

    /// What keeps a photo, in words.
    private static func keeps(_ reported: ReportedPhoto) -> [String] {
        reported.keeps.map { reason in
            reason == .held ? "held (\(reported.photo.held ?? ""))" : reason.words.ofGroups
        }
    }

    private func tell(_ contents: Contents, _ html: String, _ session: Session) throws {
        if session.reporter.isJSON {
            var summary = JSONLine(type: "summary")
            summary.set("command", "report")
            summary.set(path: session.places.absolute(html))
            summary.set("photos", contents.photos)
            summary.set("pictures", contents.pictures)
            try session.reporter.print(summary)
        } else if !session.reporter.isQuiet {
            let counts = "\(contents.photos.counting("photo")), \(contents.pictures.counting("picture"))"
            try session.reporter.print("Written: \(terminalSafe(html)) (\(counts))")
        }
    }

    /// The address of a file (RFC 8089).
    private static func address(of path: FilePath) -> String {
        let plain = Array("/-._~".utf8)
        let digits = Array("0123456789ABCDEF".utf8)
        let encoded = path.bytes.flatMap { byte -> [UInt8] in
            let isPlain = plain.contains(byte) || byte < 0x80 && Character(UnicodeScalar(byte)).isLetterOrDigit
            return isPlain ? [byte] : [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
        }
        return "file://\(String(decoding: encoded, as: UTF8.self))"
    }
}

extension Character {
    fileprivate var isLetterOrDigit: Bool { isLetter || isNumber }
}
