import PhotoFrontEnd
import PhotoModel
import PhotoPipeline
import Synchronization
import SystemPackage

/// Reports actions, as text and as JSON: a line for each group, and a summary.
struct ActionReport {
    /// One act of a command, with its summary.
    typealias Part = (act: ActWords, summary: ActionSummary)

    let command: String
    /// The command with a higher limit, to continue after the cap refused removals.
    let again: (Int) -> String
    /// The command that removes so many groups, which the cap allows.
    let fewer: (Int) -> String
    /// The command that removes what was taken at least so many days ago, which the cap allows.
    let older: (Int) -> String
    /// The command of a remedy.
    let next: (Remedy) -> String
    let path: ShownPath
    /// Nanoseconds since 1970-01-01T00:00:00Z, for the age of the last scan.
    let now: Int64
    let reporter: Reporter
    /// What is planned or staged, in place of rows.
    private let table = PlanTable()
    /// Groups kept by a shared cause, such as a destination that cannot be reached.
    private let away = AwayGroups()
    /// Groups that failed for the same reason, each by itself.
    private let alike = AlikeGroups()
    /// Groups that failed, or were left, by the error that ended the run. It is reported once, at the end.
    private let last = LastGroups()

    init(
        command: String, again: @escaping (Int) -> String = { "--max-delete \($0)" },
        fewer: @escaping (Int) -> String = { "--limit \($0)" },
        older: @escaping (Int) -> String = { "--older-than \($0)d" },
        next: @escaping (Remedy) -> String = { $0.command }, path: ShownPath = ShownPath(roots: nil), now: Int64,
        reporter: Reporter
    ) {
        self.command = command
        self.again = again
        self.fewer = fewer
        self.older = older
        self.next = next
        self.path = path
        self.now = now
        self.reporter = reporter
    }

    /// Writes one action. Some are also lines on standard error: a group that failed or was refused; one that is done,
    /// with something the user must know; and, though that is no failure, one that is kept because its copies could not
    /// be verified, because another photo needs its copy, or because a file beside it cannot be read. The summary
    /// reports groups over the cap (a line for each root), the number of further groups kept by the same fault of a
    /// destination, a trash or a directory, and the destination's error that ended the run. In text, groups that are
    /// done are listed one by one only under `--verbose`, and at a terminal those that are planned or staged, too.
    func show(_ action: Action, detail: String?) throws {
        if reporter.isJSON { try reporter.print(JSONLine(action: action)) }
        var text: String { "\(Self.name(action)): \(Self.words(action))\(Self.more(action, detail))" }
        switch action.state {
        case .failed, .refused:
            let isToldLater =
                action.why == .overTheCap || away.hasMet(action, detail) || last.holds(action, detail, text)
                || alike.areMany(action, detail)
            if isToldLater { reporter.detail(text) } else { reporter.warn(text) }
        case .planned, .staged:
            if reporter.tellsTotals {
                return table.add(action, on: action.ground, as: command == "apply" ? action.kind.rawValue : "")
            }
            if !reporter.isJSON, !reporter.isQuiet { try reporter.print(Self.row(action, path)) }
        case .skipped:
            let isWorthALook = [.notVerified, .companyUnreadable, .lastCopy].contains(action.why)
            let isToldLater = action.why == .unavailable && last.holds(action, detail, text)
            if isWorthALook, !isToldLater, !alike.areMany(action, detail) {
                reporter.warn(text)
            } else {
                reporter.detail(text)
            }
        case .done, .running:
            if action.state == .done, detail != nil { return reporter.warn(text) }
            reporter.detail("\(Self.name(action)): done\(Self.place(action).map { ", \($0)" } ?? "")")
        }
    }

    func print(_ summary: ActionSummary, of act: ActWords) throws {
        try print([(act, summary)])
    }

    /// Writes the summary of all acts of a command; under `--quiet` no text.
    func print(_ parts: [Part]) throws {
        let whole = Self.whole(parts)
        for id in whole.unknown { reporter.warn("\(id): no staged action has this number") }
        try reporter.tell(table)
        try reporter.end(
            lines(parts, lastScan: whole.lastScan),
            json: JSONLine(whole, command: command, runs: parts.compactMap(\.summary.run)),
            hasChanges: [.done, .staged, .planned].contains { whole.count($0) > 0 })
        (away.lines + alike.lines).forEach(reporter.warn)
        CapReport(again: again, fewer: fewer, older: older).lines(whole).forEach(reporter.warn)
        let ends = parts.compactMap(\.summary.endedBy)
        for end in ends { reporter.warn("ended early: \(last.named(end.detail))", next: end.remedy.map(next)) }
        last.texts(besides: ends.map(\.detail)).forEach(reporter.warn)
        if whole.signal != nil {
            reporter.warn("stopped; work in progress was finished or undone. To continue, run the same command again")
        }
    }

    static func whole(_ parts: [Part]) -> ActionSummary {
        guard var whole = parts.first?.summary else { return ActionSummary() }
        for part in parts.dropFirst() { whole.add(part.summary) }
        return whole
    }

    private func lines(_ parts: [Part], lastScan: Int64?) -> [String] {
        var lines = parts.flatMap {
            [
                $0.act.heading($0.summary, inFiles: reporter.isVerbose), $0.act.stays($0.summary),
                $0.act.settles($0.summary),
            ].compactMap(\.self)
        }
        let staying = parts.reduce(0) { $0 + $1.summary.staying }
        if staying > 0 { lines.append(staying == 1 ? "1 Takeout file stays" : "\(staying.grouped) Takeout files stay") }
        lines += unsent(parts.flatMap(\.summary.unsentSidecars))
        lines += parts.filter { $0.summary.count(.planned) > 0 }.flatMap(\.summary.readBack).map(\.sentence)
        if let lastScan {
            lines.append("The last scan was \(Duration.nanoseconds(max(now, lastScan) - lastScan).brief) ago")
        }
        return lines
    }
}

extension ActionReport {
    /// Which file keeps a group that is uploaded otherwise, and which setting sends it.
    private func unsent(_ sidecars: [FilePath]) -> [String] {
        guard let first = sidecars.first else { return [] }
        let others = sidecars.count > 1 ? " and \((sidecars.count - 1).grouped) more" : ""
        return ["Kept by \(terminalSafe(first.bytes))\(others), which [upload] sidecars does not send"]
    }

    /// An action as a row: number, bytes, files, and where its copies go or are.
    static func row(_ action: Action, _ path: ShownPath = ShownPath(roots: nil)) -> String {
        let number = action.id.map { padded("\($0)", to: 7) } ?? ""
        let why = action.why.map { "  (\($0.words.ofGroups))" } ?? ""
        let place =
            switch action.kind {
            case .upload: "  -> \(Self.place(action) ?? "–")"
            case .purge: Self.place(action).map { "  copy at \($0)" } ?? ""
            case .retract: "  from \(Self.place(action) ?? "–")"
            case .undo: ""
            }
        return "\(number)\(padded(action.bytes.byteSize, to: 9))\(name(action, path))\(place)\(why)"
    }

    /// The leader's path, and the number of other files in the group.
    static func name(_ action: Action, _ shown: ShownPath = ShownPath(roots: nil)) -> String {
        let path = action.members.first.map { shown.text($0.path) } ?? "–"
        return action.members.count > 1 ? "\(path) (+\(action.members.count - 1))" : path
    }

    /// The destination and the path there, as far as they are known; nil if neither is.
    private static func place(_ action: Action) -> String? {
        let target = action.target.map { terminalSafe($0.bytes) }
        guard let destination = action.destination else { return target }
        return "\(terminalSafe(destination.name)): \(target ?? "–")"
    }

    /// What the detail adds to the leader's path and the reason. A detail about the leader begins with the leader's
    /// path, or consists of it.
    private static func more(_ action: Action, _ detail: String?) -> String {
        guard var detail else { return "" }
        let leader = action.members.first.map { terminalSafe($0.path.bytes) } ?? ""
        if detail == leader { return "" }
        if detail.hasPrefix("\(leader): ") { detail.removeFirst(leader.count + 2) }
        return ": \(detail)"
    }

    private static func words(_ action: Action) -> String {
        action.state.rawValue + (action.why.map { ", \($0.rawValue)" } ?? "")
    }
}

/// Counts groups that are kept or cannot be restored because a destination cannot be reached, or because of a trash or
/// a directory. So many groups share the cause that a line for each would hide all other lines.
final class AwayGroups: Sendable {
    /// The number of photos for each cause, without those of its first group; uploads are not among them.
    private let counts = Mutex<[(reason: String, words: String, more: Int)]>([])

    /// Counts a group that is kept by a shared cause.
    ///
    /// - Parameter detail: the cause in words, which may begin with a file's path.
    /// - Returns: whether a group with the same cause was already counted.
    func hasMet(_ action: Action, _ detail: String?) -> Bool {
        guard action.kind != .upload, let why = action.why, why.isSharedByMany else { return false }
        let reason = "\(action.state.rawValue), \(why.rawValue)"
        let words = action.words(apartFromPaths: detail)
        return counts.withLock { counts in
            guard let index = counts.firstIndex(where: { ($0.reason, $0.words) == (reason, words) }) else {
                counts.append((reason, words, 0))
                return false
            }
            counts[index].more += action.photos
            return true
        }
    }

    /// A line for each cause that several groups share.
    var lines: [String] {
        counts.withLock(\.self).filter { $0.more > 0 }.map { reason, words, count in
            let more = "\(count.counting("photo")) more: \(reason)"
            return words.isEmpty ? more : "\(more): \(words)"
        }
    }
}

/// Groups that were being sent when their destination ended the run, for example because it is full. A line for each
/// would repeat the cause.
final class LastGroups: Sendable {
    /// The first group's line for each cause.
    private let texts = Mutex<[(cause: String, text: String, destination: String?)]>([])

    /// Takes a group that failed, or was left, because of its destination.
    ///
    /// - Parameters:
    ///   - detail: the cause in words, which may begin with a file's path.
    ///   - text: the group's line.
    func holds(_ action: Action, _ detail: String?, _ text: String) -> Bool {
        guard action.kind == .upload, let why = action.why, why.isSharedByMany else { return false }
        let cause = action.words(apartFromPaths: detail)
        texts.withLock { texts in
            if !texts.contains(where: { $0.cause == cause }) {
                texts.append((cause, text, action.destination.map { terminalSafe($0.name) }))
            }
        }
        return true
    }

    /// A cause after the name of the destination whose groups failed by it; by itself where there is none.
    func named(_ cause: String) -> String {
        let destination = texts.withLock(\.self).first { $0.cause == cause }?.destination
        return destination.map { "\($0): \(cause)" } ?? cause
    }

    /// The lines of causes that `said` does not contain.
    func texts(besides said: [String]) -> [String] {
        texts.withLock(\.self).filter { !said.contains($0.cause) }.map(\.text)
    }
}

/// Counts groups that fail or are kept for the same reason, each by itself. The first ones get a line each; the others
/// are counted.
final class AlikeGroups: Sendable {
    private static let most = 10
    private let counts = Mutex<[(words: String, count: Int, more: Int)]>([])

    /// Counts a group.
    ///
    /// - Parameter detail: the cause in words, which may begin with a file's path.
    /// - Returns: whether enough groups with this cause already have a line.
    func areMany(_ action: Action, _ detail: String?) -> Bool {
        let why = [action.state.rawValue, action.why?.rawValue].compactMap(\.self).joined(separator: ", ")
        let more = action.words(apartFromPaths: detail)
        let words = more.isEmpty ? why : "\(why): \(more)"
        return counts.withLock { counts in
            guard let index = counts.firstIndex(where: { $0.words == words }) else {
                counts.append((words, 1, 0))
                return false
            }
            counts[index].count += 1
            if counts[index].count > Self.most { counts[index].more += action.photos }
            return counts[index].count > Self.most
        }
    }

    /// A line for each cause that has further groups.
    var lines: [String] {
        counts.withLock(\.self).filter { $0.more > 0 }.map { words, _, more in
            "and \(more.counting("photo")) more: \(words)"
        }
    }
}

extension Action {
    /// The detail without the path of a file of the group at its beginning.
    fileprivate func words(apartFromPaths detail: String?) -> String {
        let text = detail ?? ""
        let paths = members.map { terminalSafe($0.path.bytes) }
        if paths.contains(text) { return "" }
        let prefix = paths.map { "\($0): " }.first { text.hasPrefix($0) } ?? ""
        return String(text.dropFirst(prefix.count))
    }
}

extension Action.Reason {
    /// Whether the cause is outside the group, so that many groups may share it.
    fileprivate var isSharedByMany: Bool {
        [.unavailable, .noTrash, .removalFailed, .full, .quota, .rootChanged].contains(self)
    }
}

/// Reports removals that were refused because too much of a root, or of all roots, would be removed.
struct CapReport {
    /// The refused command with another limit.
    let again: (Int) -> String
    /// The command that removes so many groups.
    let fewer: (Int) -> String
    /// The command that removes what was taken at least so many days ago.
    let older: (Int) -> String

    /// What the limit means, a line for each root, and one for all roots together. The last lines say what may go now,
    /// and at the end the limit that suffices for everything.
    func lines(_ summary: ActionSummary) -> [String] {
        let breaches = summary.breaches
        if breaches.isEmpty { return [] }
        let rule = "over the limit, which counts what all runs have removed within 7 days"
        if summary.fitting == 0 {
            let end =
                summary.countsAhead
                ? "a run is dated ahead of the clock: removals count until purges or scans on nine days have shown the "
                    + "clock to be right, and a week more"
                : "nothing more may go before what was removed is 7 days old"
            // A line a night says it all where nothing may go for a week.
            return ["\(rule); \(end)"] + lines(breaches).dropLast()
                + lines(breaches).suffix(1).map { "\($0). \(whole(breaches))" }
        }
        return [rule] + lines(breaches) + ["What may go now: \(fewer(summary.fitting))"]
            + (summary.fittingDays.map { ["Or what is oldest: \(older($0))"] } ?? []) + [whole(breaches)]
    }

    private func whole(_ breaches: [ActionSummary.CapBreach]) -> String {
        "To continue all the same: \(again(breaches.map { $0.cap.removed + $0.planned }.max() ?? 0))"
    }

    private func lines(_ breaches: [ActionSummary.CapBreach]) -> [String] {
        breaches.map { breach in
            let gone = breach.cap.removed > 0 ? " (\(breach.cap.removed.grouped) already removed)" : ""
            let place = breach.cap.path.map { terminalSafe($0.bytes) } ?? "all roots together"
            return "refused: \(breach.planned.counting("photo")) would be removed from \(place), "
                + "which had \(breach.cap.largest.grouped) in the last 7 days\(gone); the limit is \(Self.limit(breach))"
        }
    }

    private static func limit(_ breach: ActionSummary.CapBreach) -> String {
        let count = breach.limit.limit(of: breach.cap.largest).grouped
        guard case .percent(let share) = breach.limit else { return count }
        return "\(count) (\(share == share.rounded() ? "\(Int(share))" : "\(share)") %)"
    }
}
