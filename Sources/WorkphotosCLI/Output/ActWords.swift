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
    func heading(_ summary: ActionSummary) -> String {
        self == .upload ? uploadHeading(summary) : otherHeading(summary)
    }

    /// The line that counts the groups that were not done, by reason; nil if there are none.
    func stays(_ summary: ActionSummary) -> String? {
        let stays: [(String, Int)] =
            Action.Reason.allCases.map { (Self.words($0, summary), summary.reasons[$0] ?? 0) } + [
                (already, summary.upToDate + summary.alreadyThere), ("already staged", summary.alreadyStaged),
                ("personal", summary.personal), ("unsure", summary.unsure), ("not started", summary.left),
            ]
        let told = stays.filter { $0.1 > 0 }.map { "\($0.1.grouped) \($0.0)" }
        return told.isEmpty ? nil : "\(notDone): \(told.joined(separator: ", "))"
    }

    /// The reason in words. A photo that is uploaded, but to too few destinations, is not reported as not uploaded.
    private static func words(_ reason: Action.Reason, _ summary: ActionSummary) -> String {
        guard reason == .notUploaded, summary.require > 1 else { return reason.words.ofGroups }
        return "at fewer than \(summary.require) destinations"
    }

    private func uploadHeading(_ summary: ActionSummary) -> String {
        let counts =
            [
                (summary.count(.done) - summary.alreadyThere, "uploaded"), (summary.count(.planned), "to upload"),
                (summary.count(.staged), "staged"),
            ].filter { $0.0 > 0 }.map { "\($0.0.grouped) \($0.1)" } + Self.troubles(summary)
        let heading = counts.isEmpty ? "Nothing to do" : counts.joined(separator: ", ")
        let (files, bytes) = (summary.files - summary.filesThere, summary.bytes - summary.bytesThere)
        guard files > 0 else { return heading }
        return "\(heading) (\(files.counting("file")), \(bytes.byteSize))" + Self.time(summary)
    }

    private func otherHeading(_ summary: ActionSummary) -> String {
        let (files, bytes) = (summary.files - summary.filesThere, summary.bytes - summary.bytesThere)
        let size = "(\(files.counting("file")), \(bytes.byteSize))"
        let counts = [
            (summary.count(.done) - summary.alreadyThere, done), (summary.count(.planned), planned),
            (summary.count(.staged), (before: "Staged", after: " for removal")),
        ]
        let troubles = Self.troubles(summary).joined(separator: ", ")
        guard let (count, words) = counts.first(where: { $0.0 > 0 }) else {
            return troubles.isEmpty ? "Nothing to do" : "\(done.before) nothing: \(troubles)"
        }
        return "\(words.before) \(count.counting("group")) \(size)\(words.after)" + Self.time(summary)
            + (troubles.isEmpty ? "" : "; \(troubles)")
    }

    private static func troubles(_ summary: ActionSummary) -> [String] {
        let states: [(Action.State, String)] = [
            (.failed, "failed"), (.refused, "refused"), (.skipped, "skipped"),
        ]
        return states.filter { summary.count($0.0) > 0 }.map { "\(summary.count($0.0).grouped) \($0.1)" }
    }

    private static func time(_ summary: ActionSummary) -> String { " in \(Duration.seconds(summary.seconds).brief)" }
}

extension ActWords {
    /// The words before and after the number of groups that are done.
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

    /// The words for groups that needed nothing.
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
