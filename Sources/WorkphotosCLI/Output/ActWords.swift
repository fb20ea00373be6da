import PhotoModel
import PhotoPipeline

/// What was done with groups, in words.
enum ActWords: Hashable {
    case upload
    /// Removal, to the trash or permanently; nil if the way is decided later.
    case removal(RemovalWay?)
    case undo
    case retraction
    case emptyingTrash

    /// The first line of the summary.
    ///
    /// - Parameter inFiles: whether it says the number of groups and files, too.
    func heading(_ summary: ActionSummary, inFiles: Bool = false) -> String {
        let bytes = (summary.bytes - summary.bytesThere).byteSize
        let groups = summary.groups.handled - summary.groups.alreadyThere
        let files = summary.files - summary.filesThere
        let size = inFiles ? "(\(groups.counting("group")), \(files.counting("file")), \(bytes))" : "(\(bytes))"
        return self == .upload ? uploadHeading(summary, files > 0 ? size : nil) : otherHeading(summary, size)
    }

    /// The line that counts the photos that were not done, by reason; nil if there are none.
    func stays(_ summary: ActionSummary) -> String? {
        let photos = summary.photos
        let stays: [(String, Int)] =
            Action.Reason.allCases.map { (Self.words($0, summary), photos.reasons[$0] ?? 0) } + [
                (already, photos.upToDate + photos.alreadyThere), ("already staged", photos.alreadyStaged),
                ("personal", photos.personal), ("unsure", photos.unsure), ("not started", photos.left),
            ]
        let told = stays.filter { $0.1 > 0 }.map { "\($0.1.grouped) \($0.0)" }
        return told.isEmpty ? nil : "\(notDone): \(told.joined(separator: ", "))"
    }

    /// When what changed too recently may be sent; nil if there is nothing of that kind.
    func settles(_ summary: ActionSummary) -> String? {
        guard let settles = summary.settles else { return nil }
        let seconds = Int((settles / .seconds(1)).rounded(.up))
        return "What changed too recently is sent by the same command in \(Duration.seconds(seconds).brief)"
    }

    /// The reason in words. A photo that is uploaded, but to too few destinations, is not reported as not uploaded.
    private static func words(_ reason: Action.Reason, _ summary: ActionSummary) -> String {
        guard reason == .notUploaded, summary.require > 1 else { return reason.words.ofGroups }
        return "at fewer than \(summary.require) destinations"
    }

    private func uploadHeading(_ summary: ActionSummary, _ size: String?) -> String {
        let photos = summary.photos
        let counts =
            [
                (photos.count(.done) - photos.alreadyThere, "uploaded"), (photos.count(.planned), "to upload"),
                (photos.count(.staged), "staged"),
            ].filter { $0.0 > 0 }.map { "\($0.0.counting("photo")) \($0.1)" } + Self.troubles(summary)
        let heading = counts.isEmpty ? nothing(summary) : counts.joined(separator: ", ")
        return size.map { "\(heading) \($0)" + Self.time(summary) } ?? heading
    }

    private func otherHeading(_ summary: ActionSummary, _ size: String) -> String {
        let photos = summary.photos
        let counts = [
            (photos.count(.done) - photos.alreadyThere, done), (photos.count(.planned), planned),
            (photos.count(.staged), (before: "Staged", after: " for removal")),
        ]
        let isOver = !summary.breaches.isEmpty && photos.count(.planned) > 0
        let troubles = ((isOver ? ["over the limit"] : []) + Self.troubles(summary)).joined(separator: ", ")
        guard let (count, words) = counts.first(where: { $0.0 > 0 }) else {
            return troubles.isEmpty ? nothing(summary) : "\(done.before) nothing: \(troubles)"
        }
        return "\(words.before) \(count.counting("photo")) \(size)\(words.after)" + Self.time(summary)
            + (troubles.isEmpty ? "" : "; \(troubles)")
    }

    private func nothing(_ summary: ActionSummary) -> String {
        summary.endedEarly ? "\(done.before) nothing" : "Nothing to do"
    }

    /// What did not go as it should. What is skipped is told once, with its reasons.
    private static func troubles(_ summary: ActionSummary) -> [String] {
        let states: [(Action.State, String)] = [(.failed, "failed"), (.refused, "refused")]
        return states.filter { summary.count($0.0) > 0 }.map { "\(summary.photos.count($0.0).grouped) \($0.1)" }
    }

    private static func time(_ summary: ActionSummary) -> String { " in \(Duration.seconds(summary.seconds).brief)" }
}

extension ActWords {
    /// The words before and after the number of photos that are done.
    private var done: (before: String, after: String) {
        switch self {
        case .upload: ("Uploaded", "")
        case .removal(let way): ("Removed", Self.suffix(way))
        case .undo: ("Restored", "")
        case .retraction: ("Took back", "")
        case .emptyingTrash: ("Deleted", " from the trash")
        }
    }

    /// The same for a dry run or a plan.
    private var planned: (before: String, after: String) {
        switch self {
        case .upload: ("Would upload", "")
        case .removal(let way): ("Would remove", Self.suffix(way))
        case .undo: ("Would restore", "")
        case .retraction: ("Would take back", "")
        case .emptyingTrash: ("Would delete", " from the trash")
        }
    }

    private static func suffix(_ way: RemovalWay?) -> String {
        switch way {
        case .trash: " to the trash"
        case .permanent: " permanently"
        case nil: ""
        }
    }

    private var notDone: String {
        switch self {
        case .upload: "Not sent"
        case .removal: "Not removed"
        case .undo: "Not restored"
        case .retraction: "Not taken back"
        case .emptyingTrash: "Left in the trash"
        }
    }

    /// The words for photos that needed nothing.
    private var already: String {
        switch self {
        case .upload: "already at the destination"
        case .removal: "already removed"
        case .undo: "already restored"
        case .retraction: "already taken back"
        case .emptyingTrash: "no longer in the trash"
        }
    }
}
