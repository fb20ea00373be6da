import ArgumentParser
import PhotoFrontEnd
import PhotoModel
import PhotoPipeline

struct ListCommand: WorkphotosCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List photos in the index.",
        discussion: """
            Each flag narrows the list; without flags, the whole library is listed. Verdicts are those of the fences \
            as they are now. The table shows the newest photos first; all other formats are in order of time, unless \
            --sort or --reverse says otherwise. Photos that are gone are not listed: --personal --uploaded says if \
            destinations still have copies of personal ones, and workphotos doctor names these.

            Examples:
              workphotos list --work --since 2026-05-01 --until 2026-05-31
              workphotos list --unsure --reason near-boundary --since 30d
              workphotos list --held --path '*.dng'
              workphotos list --weekday sat,sun --time 22:00-06:00
              workphotos list --work --count
              workphotos list --unsure --format csv --fields path,takenAt,reason
              workphotos list --work -0 | xargs -0 ls -l
            """)

    @OptionGroup
    var selection: SelectionOptions

    @OptionGroup
    var reasons: ReasonOption

    @Flag(help: "List only the leader of each group, without its RAW, edits and clip.")
    var group = false

    @Option(
        help: ArgumentHelp("Sort order (default: taken; in a table, newest first).", valueName: "key"))
    var sort: PhotoSelection.Order?

    @Flag(help: "Reverse the order.")
    var reverse = false

    @Flag(help: "Print only the number of photos.")
    var count = false

    @Option(
        help: ArgumentHelp(
            "Columns of a tab-separated table, or of CSV, separated by commas: "
                + "\(PhotoColumn.all.map(\.name).joined(separator: ", ")).",
            valueName: "names"),
        transform: photoFields)
    var fields: PhotoColumns?

    @Flag(inversion: .prefixedNo, help: "End with the number of photos, on a terminal and in JSON.")
    var summary = true

    @OptionGroup
    var format: FormatOptions

    @OptionGroup
    var global: GlobalOptions

    func validate() throws {
        let format = try format.resolved(isJSON: global.json)
        if fields != nil, ![.table, .csv].contains(format) {
            throw ValidationError("--fields requires a table or --format csv.")
        }
        if count, fields != nil || ![.table, .json].contains(format) {
            throw ValidationError(
                "--count prints a number: it cannot be combined with --fields or a format other than JSON.")
        }
    }

    var writesJSON: Bool { (try? format.resolved(isJSON: global.json)) == .json }

    var activity: String { "Searching" }

    func run(in session: Session) async throws -> ExitStatus {
        let format = try format.resolved(isJSON: global.json)
        let selection = try selection(session, format)
        let library = try session.library()
        if count { return try count(selection, in: library, session) }
        let isTerminal = session.environment.console.isTerminal(.output)
        let listing = PhotoListing(
            format: format, endsWithNUL: self.format.print0, reporter: session.reporter, escapes: isTerminal,
            end: !summary ? .nothing : isTerminal ? .total : .summary, fields: fields?.fields,
            row: PhotoTable(try style(session, library)).row)
        var isEmpty = true
        try await listing.print(command: "list") { show in
            try library.photos(matching: selection) { photo in
                isEmpty = false
                try show(photo)
                return session.environment.interruption.signal == nil
            }
        }
        if isEmpty { try tellOfSwapped(selection, session) }
        try tellOfGone(selection, library, session)
        return session.environment.interruption.signal.map { ExitStatus($0) } ?? .success
    }
}

extension ListCommand {
    /// The photos to list. Without `--sort`, a table shows the newest first.
    private func selection(_ session: Session, _ format: ListFormat) throws -> PhotoSelection {
        var selection = try selection.selection(in: session)
        selection.reasons = Set(reasons.reason)
        selection.isLeader = group
        selection.order = sort ?? .taken
        selection.isReversed = (sort == nil && format == .table && fields == nil) != reverse
        return selection
    }

    /// Tells if photos are near the point that has latitude and longitude of the chosen one in the other order.
    private func tellOfSwapped(_ selection: PhotoSelection, _ session: Session) throws {
        guard let near = selection.near else { return }
        let shape = FenceShape.circle(center: near.center, radius: near.meters)
        let photos = try FenceGround.photosIfSwapped(
            shape, in: try session.places.index(), owner: session.environment.owner)
        guard photos > 0, let center = shape.swapped?.center else { return }
        let words = FenceGroundText.swapped(at: center, photos)
        session.reporter.note("\(words): \(session.typed.replacing("--near", with: center.text))")
    }

    /// Tells of the copies of personal photos that are in no list, because the photos are gone.
    private func tellOfGone(_ selection: PhotoSelection, _ library: Library, _ session: Session) throws {
        guard selection.upload?.isDone == true, selection.verdicts.contains(.personal) else { return }
        let copies = try library.goneCopies().count
        if copies == 0 { return }
        session.reporter.note(
            "destinations also have \(copies == 1 ? "a copy" : "\(copies.grouped) copies") of personal photos that are "
                + "gone from the library; to list \(copies == 1 ? "it" : "them"): "
                + global.keepingPlaces(in: "workphotos doctor"))
    }

    /// How the terminal shows the table; nil if the output is not a terminal.
    private func style(_ session: Session, _ library: Library) throws -> PhotoTable.Style? {
        let console = session.environment.console
        guard console.isTerminal(.output), let columns = console.columns else { return nil }
        // A terminal without TERM may not support colours.
        let variables = session.environment.variables
        let colors = wantsColor(global.color, isTerminal: variables["TERM"] != nil, variables: variables)
        return PhotoTable.Style(columns: columns, colors: colors, path: try session.shownPath { library })
    }

    private func count(_ selection: PhotoSelection, in library: Library, _ session: Session) throws -> ExitStatus {
        var (photos, bytes) = (0, Int64(0))
        try library.photos(matching: selection) { photo in
            photos += 1
            bytes += photo.bytes
            return session.environment.interruption.signal == nil
        }
        if let signal = session.environment.interruption.signal { return ExitStatus(signal) }
        if session.reporter.isJSON {
            var line = JSONLine(type: "summary")
            line.set("command", "list")
            line.set("photos", photos)
            line.set("bytes", bytes)
            line.set("problems", session.reporter.problems)
            try session.reporter.print(line)
        } else {
            try session.reporter.print("\(photos)")
        }
        if photos == 0 { try tellOfSwapped(selection, session) }
        try tellOfGone(selection, library, session)
        return .success
    }
}

extension PhotoSelection.Order: ExpressibleByArgument {}

struct PhotoColumns: Sendable {
    let fields: [PhotoColumn]
}

/// Parses comma-separated column names.
func photoFields(_ text: String) throws -> PhotoColumns {
    do {
        return PhotoColumns(fields: try PhotoColumn.named(text))
    } catch {
        throw ValidationError(error.message)
    }
}
