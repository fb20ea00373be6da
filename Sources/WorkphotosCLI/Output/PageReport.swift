import PhotoFiles
import PhotoFrontEnd
import PhotoModel
import PhotoPipeline
import PhotoReview
import Synchronization
import SystemPackage

/// What a page says of the photos with which an act does something, and of those that it leaves alone.
typealias PageFates = (going: String, staying: String)

/// Writes a page with photos, and says so.
struct PageReport {
    private let session: Session
    private let options: PageOptions
    /// As typed.
    private let html: String
    private let output: OutputFile
    private let title: String
    /// Whether fences that are never work are drawn.
    private let showsNever: Bool
    private var fates: PageFates?
    /// What follows the sentence; empty for nothing.
    private var remark = ""

    /// What becomes of a photo, and whether it is on the page at all.
    typealias FateOfPhoto = (ReportedPhoto) -> (fate: ReviewRows.Fate?, isIncluded: Bool)

    /// Checks that the page can be written; nil if none is asked for.
    ///
    /// - Parameters:
    ///   - title: the heading if the options have none.
    ///   - showsNever: whether fences that are never work are drawn.
    ///   - fates: what is said of the photos of an act; nil if the page is about none.
    /// - Throws: `unwritable`.
    init?(
        _ options: PageOptions, title: String, showsNever: Bool = false, fates: PageFates? = nil, _ session: Session
    ) throws(PipelineError) {
        guard let html = options.html else { return nil }
        output = try session.output(html, .report)
        (self.session, self.options, self.html) = (session, options, html)
        self.title = options.title ?? title
        (self.showsNever, self.fates) = (showsNever, fates)
    }

    /// Writes the page.
    ///
    /// - Throws: `Failure`, or what the pipeline throws; `interrupted` after a signal.
    func write(
        _ selection: PhotoSelection, fate: FateOfPhoto, adding more: (inout ReviewRows) -> Void = { _ in }
    ) throws -> Contents {
        let rules = try session.rules()
        let library = try session.library(by: rules)
        var rows = ReviewRows(showsPlaces: !options.hidesPlaces, roots: try library.roots().map(\.path))
        var choice = PictureChoice(most: options.thumbnails ?? 500)
        try session.forEachReported(selection, in: library) { reported in
            let (fate, isIncluded) = fate(reported)
            guard isIncluded else { return }
            choice.consider(reported.photo, row: rows.all.photos)
            rows.add(reported.photo, isUploaded: reported.isUploaded, fate: fate)
        }
        more(&rows)
        let fences = rules.fences.fences.filter { fence in
            (showsNever || fence.kind == .work) && (selection.fence.map { $0 == fence.name } ?? true)
        }
        let chosen = try unchanged(
            choice.chosen, LookSinceScan(of: library, rules: rules, clock: session.environment.clock)
        ) { rows.remark($0, on: $1) }
        let page = session.reviewPage(subject(rows, fences, hasPictures: !chosen.isEmpty), rows, fences)
        return Contents(photos: rows.all.photos, pictures: try write(page, chosen, EmbeddedPictures(of: library)))
    }

    /// The chosen photos that are as the last scan found them, with the files beside them. Of the others the page says
    /// that they are not.
    private func unchanged(
        _ chosen: [PictureChoice.Candidate], _ look: consuming LookSinceScan,
        remark: (_ words: String, _ row: Int) -> Void
    ) throws -> [PictureChoice.Candidate] {
        try chosen.filter { candidate in
            try checkSignal()
            guard let difference = look.difference(at: candidate.photo.path) else { return true }
            remark(difference.words.ofGroups, candidate.row)
            return false
        }
    }

    /// Writes the page with the pictures of the chosen photos.
    ///
    /// - Returns: the number of pictures.
    private func write(
        _ page: ReviewPage, _ chosen: [PictureChoice.Candidate], _ reader: EmbeddedPictures
    ) throws -> Int {
        var rest = chosen[...]
        var pictures = 0
        try output.write { put in
            try page.write(to: put) {
                while let candidate = rest.popFirst() {
                    try checkSignal()
                    guard let picture = reader.picture(of: candidate.photo) else { continue }
                    pictures += 1
                    return (candidate.row, picture)
                }
                return nil
            }
            try checkSignal()
        }
        return pictures
    }

    private func checkSignal() throws(PipelineError) {
        if session.environment.interruption.signal != nil {
            throw PipelineError(.interrupted, "Stopped; the page was not written")
        }
    }

    private func subject(_ rows: ReviewRows, _ fences: [Fence], hasPictures: Bool) -> ReviewPage.Subject {
        var subject = ReviewPage.Subject(
            title: title, sentence: ReviewWords.sentence(rows) + remark,
            banner: ReviewWords.banner(
                rows, hasPictures: hasPictures, hasNever: fences.contains { $0.kind == .never }),
            made: session.made)
        subject.fates = fates
        return subject
    }
}

extension PageReport {
    struct Contents {
        let photos: Int
        /// The number of small pictures.
        let pictures: Int

        var words: String { "\(photos.counting("photo")), \(pictures.counting("picture"))" }
    }

    /// The page of removals that are over the limit.
    ///
    /// - Parameter fitting: how many groups, from the first one on, may go now.
    func refused(fitting: Int) -> PageReport {
        var page = self
        page.fates?.going = "over the limit"
        page.remark =
            " Over the limit: as it is, nothing would be removed. "
            + (fitting == 0 ? "Nothing may go now." : "With --limit \(fitting), the first may go.")
        return page
    }

    /// Writes the page of an act: the photos of groups, with what becomes of them.
    ///
    /// - Throws: as ``write(_:fate:adding:)``.
    func write(_ groups: ShownGroups) async throws {
        let hidesPlaces = options.hidesPlaces
        var seen: Set<FilePath> = []
        let contents = try write(PhotoSelection()) { reported in
            let action = groups.action(of: reported.photo.path)
            if action != nil { seen.insert(reported.photo.path) }
            return (action.map { ReviewRows.Fate($0, hidesPlaces: hidesPlaces) }, action != nil)
        } adding: { rows in
            for (action, member) in groups.photos where !seen.contains(member.path) {
                let fate = ReviewRows.Fate(action, hidesPlaces: hidesPlaces)
                rows.add(missing: member.path, bytes: member.fingerprint.size, fate: fate)
            }
        }
        session.reporter.note("They are shown in \(terminalSafe(html)) (\(contents.words))")
        await open()
    }

    /// Says that the page was written: as a summary of the command, since it is all that the command does.
    func tell(_ contents: Contents, as command: String) throws {
        if session.reporter.isJSON {
            var summary = JSONLine(type: "summary")
            summary.set("command", command)
            summary.set(path: session.places.absolute(html))
            summary.set("photos", contents.photos)
            summary.set("pictures", contents.pictures)
            try session.reporter.print(summary)
        } else if !session.reporter.isQuiet {
            try session.reporter.print("Written: \(terminalSafe(html)) (\(contents.words))")
        }
    }

    /// Opens the page, if that is asked for.
    func open() async {
        guard options.open, await !session.environment.openPage(fileAddress(of: session.places.absolute(html))) else {
            return
        }
        session.reporter.note("No browser could be opened; the page is \(terminalSafe(html))")
    }
}

/// The address of a file (RFC 8089).
func fileAddress(of path: FilePath) -> String { "file://\(PercentEncoding.encode(path.bytes))" }

/// The groups that a command has shown, for a page of them.
final class ShownGroups: Sendable {
    private let actions = Mutex<[FilePath: Action]>([:])

    /// Adds a group. Of several actions with a file the last counts.
    func add(_ action: Action) {
        actions.withLock { actions in for member in action.members { actions[member.path] = action } }
    }

    /// What was shown of the group of a file; nil if nothing was.
    func action(of path: FilePath) -> Action? { actions.withLock { $0[path] } }

    /// The stills and videos of all groups, in the order of their paths, each with what was shown of its group.
    var photos: [(action: Action, member: Action.Member)] {
        let actions = actions.withLock(\.self).sorted { $0.key.bytes.lexicographicallyPrecedes($1.key.bytes) }
        return actions.compactMap { path, action in
            action.members.first { $0.path == path && $0.role != .sidecar }.map { (action, $0) }
        }
    }
}

extension ReviewRows.Fate {
    /// What keeps a photo; nil for nothing.
    init?(of reported: ReportedPhoto) {
        if reported.keeps.isEmpty { return nil }
        let keeps = reported.keeps.map { reason in
            reason == .held ? "held (\(reported.photo.held ?? ""))" : reason.words.ofGroups
        }
        self = .stays("stays: \(keeps.joined(separator: ", "))")
    }

    /// What becomes of the files of an action.
    init(_ action: Action, hidesPlaces: Bool) {
        let target = hidesPlaces ? nil : action.target?.string
        let known = [action.destination?.name, target].compactMap(\.self).joined(separator: ": ")
        let place = known.isEmpty ? "a destination" : known
        let why = action.why?.words.ofGroups
        switch action.state {
        case .skipped, .refused: self = .stays("stays: \(why ?? action.state.rawValue)")
        case .failed: self = .stays("failed: \(why ?? action.state.rawValue)")
        case .done: self = .goes(Self.done(action.kind, place))
        case .planned where action.why == .overTheCap: self = .goes("over the limit; its copy is at \(place)")
        case .planned, .staged, .running: self = .goes(Self.planned(action.kind, place))
        }
    }

    private static func planned(_ kind: Action.Kind, _ place: String) -> String {
        switch kind {
        case .upload: "goes to \(place)"
        case .purge: "goes away; its copy is at \(place)"
        case .retract: "is taken back from \(place)"
        case .undo: "comes back"
        }
    }

    private static func done(_ kind: Action.Kind, _ place: String) -> String {
        switch kind {
        case .upload: "was sent to \(place)"
        case .purge: "was removed; its copy is at \(place)"
        case .retract: "was taken back from \(place)"
        case .undo: "came back"
        }
    }
}

extension Session {
    var made: String { "Made on \(minute(environment.clock.now)) by workphotos \(programVersion)." }

    func reviewPage(_ subject: ReviewPage.Subject, _ rows: ReviewRows, _ fences: [Fence]) -> ReviewPage {
        ReviewPage(
            subject: subject, rows: rows, fences: fences,
            reasons: Dictionary(uniqueKeysWithValues: Reason.allCases.map { ($0, $0.words.applies) }),
            ground: ReviewPage.Ground(variables: environment.variables))
    }

    /// Calls `body` with each photo of a selection as it is reported, until a signal arrives.
    func forEachReported(
        _ selection: PhotoSelection, in library: Library, _ body: (ReportedPhoto) throws -> Void
    ) throws {
        try library.reported(selection, purge: try purgeSettings(), now: environment.clock.now) { reported in
            try body(reported)
            return environment.interruption.signal == nil
        }
    }
}

extension ReviewPage.Ground {
    /// The files of Debian's package marble-qt-data below the first directory of `XDG_DATA_DIRS` that has all of them
    /// (XDG Base Directory Specification 0.8); nil if none has, since the map is not needed.
    fileprivate init?(variables: [String: String]) {
        let listed = variables["XDG_DATA_DIRS"].flatMap { $0.isEmpty ? nil : $0 } ?? "/usr/local/share:/usr/share"
        for directory in listed.split(separator: ":") where directory.hasPrefix("/") {
            let place = FilePath(String(directory)).appending("marble/data/naturalearth")
            let files = ["land", "lakes", "admin_0_boundary_lines_land"].map { name in
                (try? SmallFile.read(place.appending("ne_50m_\(name).pn2"))) ?? []
            }
            if files.contains(where: \.isEmpty) { continue }
            self.init(land: files[0], lakes: files[1], borders: files[2])
            return
        }
        return nil
    }
}
