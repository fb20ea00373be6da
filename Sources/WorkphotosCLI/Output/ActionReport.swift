import PhotoFrontEnd
import PhotoModel
import PhotoPipeline
import Synchronization
import SystemPackage

/// What became of groups, for people and for programs: a line each, and a summary.
struct ActionReport {
    /// What a run did, and what it came to.
    typealias Part = (act: ActWords, summary: ActionSummary)

    /// The command's name.
    let command: String
    /// The command with another limit, to go on with where too much would have been removed.
    let again: (Int) -> String
    /// Nanoseconds since 1970-01-01T00:00:00Z, to say how long ago the last scan was.
    let now: Int64
    let reporter: Reporter
    /// What was said of groups that stay by the fault of something else.
    private let away = AwayGroups()
    /// What was said of groups that fail, each for itself.
    private let alike = AlikeGroups()
    /// Groups that fail by what ends the run, which is said once, at its end.
    private let last = LastGroups()

    init(
        command: String, again: @escaping (Int) -> String = { "--max-delete \($0)" }, now: Int64, reporter: Reporter
    ) {
        self.command = command
        self.again = again
        self.now = now
        self.reporter = reporter
    }

    /// Writes one action. A group that failed or was refused is also a line on standard error; so is one that stays
    /// since its copies could not be verified, or a file beside it cannot be read, which is no failure, and one that is
    /// done but for something that a person has to know. The summary has those over the cap, a line a root, the number
    /// of those after the first that stay by the same fault of a destination, a trash or a directory, and what of a
    /// destination ended the run. For people, those that are done are not listed one by one unless they ask for more.
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
            if !reporter.isJSON, !reporter.isQuiet { try reporter.print(Self.row(action)) }
        case .skipped:
            let isWorthALook = action.why == .notVerified || action.why == .companyUnreadable
            if isWorthALook, !alike.areMany(action, detail) { reporter.warn(text) } else { reporter.detail(text) }
        case .done, .running:
            if action.state == .done, detail != nil { return reporter.warn(text) }
            reporter.detail("\(Self.name(action)): done\(Self.place(action).map { ", \($0)" } ?? "")")
        }
    }

    /// Writes the summary of a command that did one thing.
    func print(_ summary: ActionSummary, of act: ActWords) throws {
        try print([(act, summary)])
    }

    /// Writes the summary of all that a command did; under `--quiet` nothing for people.
    func print(_ parts: [Part]) throws {
        let whole = Self.whole(parts)
        for id in whole.unknown { reporter.warn("\(id): no staged action has this number") }
        try reporter.end(
            lines(parts, lastScan: whole.lastScan),
            json: JSONLine(whole, command: command, runs: parts.compactMap(\.summary.run)),
            hasChanges: [.done, .staged, .planned].contains { whole.count($0) > 0 })
        (away.lines + alike.lines).forEach(reporter.warn)
        CapReport(again: again).lines(whole.breaches).forEach(reporter.warn)
        let ends = parts.compactMap(\.summary.endedBy?.detail)
        ends.map { "ended early: \($0)" }.forEach(reporter.warn)
        last.texts(besides: ends).forEach(reporter.warn)
        if whole.signal != nil {
            reporter.warn("stopped; work in progress was finished or undone. To continue, run the same command again")
        }
    }

    /// What all parts of a command came to together.
    static func whole(_ parts: [Part]) -> ActionSummary {
        guard var whole = parts.first?.summary else { return ActionSummary() }
        for part in parts.dropFirst() { whole.add(part.summary) }
        return whole
    }

    private func lines(_ parts: [Part], lastScan: Int64?) -> [String] {
        var lines = parts.flatMap { [$0.act.heading($0.summary), $0.act.stays($0.summary)].compactMap(\.self) }
        lines += parts.filter { $0.summary.count(.planned) > 0 }.flatMap(\.summary.readBack).map(\.sentence)
        if let lastScan {
            lines.append("The last scan was \(Duration.nanoseconds(max(0, now - lastScan)).brief) ago")
        }
        return lines
    }
}

extension ActionReport {
    /// An action as a row: number, bytes, files, and where the copies go or are.
    static func row(_ action: Action) -> String {
        let number = action.id.map { padded("\($0)", to: 7) } ?? ""
        let why = action.why.map { "  (\($0.rawValue))" } ?? ""
        let place =
            switch action.kind {
            case .upload: "  -> \(Self.place(action) ?? "–")"
            case .purge: Self.place(action).map { "  copy at \($0)" } ?? ""
            case .undo: ""
            }
        return "\(number)\(padded(action.bytes.byteSize, to: 9))\(name(action))\(place)\(why)"
    }

    /// The leader's path, and how many files are with it.
    static func name(_ action: Action) -> String {
        let path = action.members.first.map { terminalSafe($0.path.bytes) } ?? "–"
        return action.members.count > 1 ? "\(path) (+\(action.members.count - 1))" : path
    }

    /// Destination and path there, as far as they are known; nil where neither is.
    private static func place(_ action: Action) -> String? {
        let target = action.target.map { terminalSafe($0.bytes) }
        guard let destination = action.destination else { return target }
        return "\(terminalSafe(destination.name)): \(target ?? "–")"
    }

    /// What a detail adds to the leader's path and the reason: one about the leader begins with the path, or is no
    /// more.
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

/// Groups that cannot come back, or stay, since a destination cannot be asked, or a trash or a directory is at fault:
/// so many share the reason that a line each would hide all others.
final class AwayGroups: Sendable {
    /// How many groups there are for each reason, in words; those of uploads are not among them.
    private let counts = Mutex<[(reason: String, words: String, count: Int)]>([])

    /// Counts a group that stays by the fault of something else.
    ///
    /// - Parameters:
    ///   - action: the group.
    ///   - detail: why it stays, in words; a file's path may stand before them.
    /// - Returns: whether another stays for the same reason.
    func hasMet(_ action: Action, _ detail: String?) -> Bool {
        guard action.kind != .upload, let why = action.why, why.isSharedByMany else { return false }
        let reason = "\(action.state.rawValue), \(why.rawValue)"
        let words = action.words(apartFromPaths: detail)
        return counts.withLock { counts in
            guard let place = counts.firstIndex(where: { ($0.reason, $0.words) == (reason, words) }) else {
                counts.append((reason, words, 1))
                return false
            }
            counts[place].count += 1
            return true
        }
    }

    /// A line for each reason that several groups have.
    var lines: [String] {
        counts.withLock(\.self).filter { $0.count > 1 }.map { reason, words, count in
            let more = "\((count - 1).counting("group")) more: \(reason)"
            return words.isEmpty ? more : "\(more): \(words)"
        }
    }
}

/// Groups that were being sent when their destination ended the run, as by being full: a line each would say the same.
final class LastGroups: Sendable {
    /// The first for each cause.
    private let texts = Mutex<[(cause: String, text: String)]>([])

    /// Takes a group that fails by its destination.
    ///
    /// - Parameters:
    ///   - action: the group.
    ///   - detail: why, in words; a file's path may stand before them.
    ///   - text: the line about it.
    /// - Returns: whether it is one of these.
    func holds(_ action: Action, _ detail: String?, _ text: String) -> Bool {
        guard action.kind == .upload, let why = action.why, why.isSharedByMany else { return false }
        let cause = action.words(apartFromPaths: detail)
        texts.withLock { texts in
            if !texts.contains(where: { $0.cause == cause }) { texts.append((cause, text)) }
        }
        return true
    }

    /// The lines about causes that are not said otherwise.
    func texts(besides said: [String]) -> [String] {
        texts.withLock(\.self).filter { !said.contains($0.cause) }.map(\.text)
    }
}

/// Groups that fail or stay by one cause, each for itself: the first ones are told one by one, and of the others how
/// many there are.
final class AlikeGroups: Sendable {
    private static let most = 10
    private let counts = Mutex<[(words: String, count: Int)]>([])

    /// Counts a group.
    ///
    /// - Parameters:
    ///   - action: the group.
    ///   - detail: why, in words; a file's path may stand before them.
    /// - Returns: whether enough others were told already.
    func areMany(_ action: Action, _ detail: String?) -> Bool {
        let why = [action.state.rawValue, action.why?.rawValue].compactMap(\.self).joined(separator: ", ")
        let more = action.words(apartFromPaths: detail)
        let words = more.isEmpty ? why : "\(why): \(more)"
        return counts.withLock { counts in
            guard let place = counts.firstIndex(where: { $0.words == words }) else {
                counts.append((words, 1))
                return false
            }
            counts[place].count += 1
            return counts[place].count > Self.most
        }
    }

    /// A line for each cause that more groups have.
    var lines: [String] {
        counts.withLock(\.self).filter { $0.count > Self.most }.map { words, count in
            "and \((count - Self.most).counting("group")) more: \(words)"
        }
    }
}

extension Action {
    /// What a detail says, without the path of a file of the group before it.
    fileprivate func words(apartFromPaths detail: String?) -> String {
        let text = detail ?? ""
        let paths = members.map { terminalSafe($0.path.bytes) }
        if paths.contains(text) { return "" }
        let prefix = paths.map { "\($0): " }.first { text.hasPrefix($0) } ?? ""
        return String(text.dropFirst(prefix.count))
    }
}

extension Action.Reason {
    /// Whether many groups may fail by it that are all right themselves.
    fileprivate var isSharedByMany: Bool {
        [.unavailable, .noTrash, .removalFailed, .full, .quota, .rootChanged].contains(self)
    }
}

/// What people are told of removals that were refused because too much of a root, or of all of them, would go.
struct CapReport {
    /// The command that was refused, with another limit.
    let again: (Int) -> String

    /// A line a root, and one for all together. The number to go on with is one that suffices for all of them.
    func lines(_ breaches: [ActionSummary.CapBreach]) -> [String] {
        let enough = breaches.map { $0.cap.removed + $0.planned }.max() ?? 0
        return breaches.map { breach in
            let gone = breach.cap.removed > 0 ? " (\(breach.cap.removed.grouped) already removed)" : ""
            let place = breach.cap.path.map { terminalSafe($0.bytes) } ?? "all roots together"
            return "refused: \(breach.planned.counting("photo")) would be removed from \(place), "
                + "which had \(breach.cap.largest.grouped) in the last 7 days\(gone); the limit is \(Self.limit(breach)). "
                + "To continue: \(again(enough))"
        }
    }

    private static func limit(_ breach: ActionSummary.CapBreach) -> String {
        let count = breach.limit.limit(of: breach.cap.largest).grouped
        guard case .percent(let share) = breach.limit else { return count }
        return "\(count) (\(share == share.rounded() ? "\(Int(share))" : "\(share)")%)"
    }
}
