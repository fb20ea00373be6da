import PhotoModel
import PhotoPipeline
import SystemPackage

/// Records a user's decision on files and reports the result.
struct DecisionReport {
    let command: String
    let isDryRun: Bool
    let confirmation: ConfirmationOption?
    let session: Session

    /// - Parameter confirmation: whether the user confirmed in advance; nil for a command that never asks.
    init(command: String, isDryRun: Bool, confirmation: ConfirmationOption? = nil, session: Session) {
        self.command = command
        self.isDryRun = isDryRun
        self.confirmation = confirmation
        self.session = session
    }

    /// Records the decision and writes a line for each file. Asks before, if it reverses what was said, or reaches many
    /// photos.
    ///
    /// - Parameter reasons: narrows a selection to photos whose verdicts have these reasons.
    func record(
        _ decision: UserDecision, of photos: PhotoArguments, because reasons: ReasonOption? = nil
    ) async throws -> ExitStatus {
        let (paths, directories) = try photos.paths(session) { $0.reasons = Set(reasons?.reason ?? []) }
        let interruption = session.environment.interruption
        let work = try self.work()
        var hashed: [HashedFile]?
        if let confirmation, !confirmation.yes, !isDryRun, !decision.keeps {
            let files = work.hash(paths)
            if let signal = interruption.signal { return ExitStatus(signal) }
            let question = ChangeQuestion(deciding: decision.command, try work.effect(of: decision, on: files))
            try await question?.ask(confirmation, in: session)
            hashed = files
        }
        var totals = DecisionTotals()
        totals.files = try work.record(
            decision, of: paths, hashed: hashed, by: decision.command
        ) { outcome, content in
            totals.add(outcome)
            // Of one photo, that is the total.
            if paths.count == 1 || !session.reporter.tellsTotals {
                var outcome = outcome
                // The decision may be on the other file, too.
                if paths.count > 1, outcome.isChanged { outcome.isKeptByOther = false }
                try show(decision, outcome, content)
            }
        }
        let unscanned = try self.unscanned(in: directories)
        if paths.isEmpty, !directories.isEmpty, interruption.signal == nil {
            throw unscanned.isEmpty ? nothingThere(directories) : nothingScanned(decision, unscanned)
        }
        for (directory, photos) in unscanned { tellOfUnscanned(photos, in: directory) }
        totals.unscanned = unscanned.map(\.photos).reduce(0, +)
        try end(decision, totals, isShown: paths.count == 1)
        if let signal = interruption.signal { return ExitStatus(signal) }
        return totals.files == paths.count ? .success : totals.files == 0 ? .failed : .partial
    }

    /// Undoes the last change of marks or holds. Asks before, if that goes back towards work.
    func undo() async throws -> ExitStatus {
        let work = try self.work()
        guard let change = try work.lastChange() else {
            throw Failure(.failed, what: "unknown", message: "There is no change of marks or holds to undo")
        }
        if let confirmation, !confirmation.yes, !isDryRun {
            let question = ChangeQuestion(
                undoing: session.words(of: change), try work.undo(change, isPreview: true), sent: change.sentWords)
            try await question?.ask(confirmation, in: session)
        }
        try show(try work.undo(change), of: change)
        return .success
    }

    private func work() throws -> DecisionOnFiles {
        try DecisionOnFiles(
            index: session.places.index(), isDryRun: isDryRun, rules: session.rules,
            environment: session.environment, progress: session.progress, report: session.reporter.report)
    }

    private func show(_ undone: UndoneDecisions, of change: DecisionChange) throws {
        let reporter = session.reporter
        if reporter.isJSON {
            for one in undone.restored { try reporter.print(json(one)) }
            var line = JSONLine(type: "summary")
            line.set("command", "mark --undo")
            line.set("undone", change.command)
            line.set("files", undone.restored.count + undone.left.count)
            line.set("changed", undone.restored.count)
            line.set("sentSince", change.sent)
            line.set("heldAgain", undone.heldAgain)
            line.set("problems", reporter.problems)
            line.set("dryRun", isDryRun)
            return try reporter.print(line)
        }
        guard !reporter.isQuiet else { return }
        for one in undone.restored where !reporter.tellsTotals || undone.restored.count == 1 {
            let verdicts = verdict(one.before, one.after).map { ": \($0)" } ?? ""
            try reporter.print("\(terminalSafe(one.path.bytes))\(verdicts)")
        }
        try reporter.print("\(isDryRun ? "Would undo" : "Undid") \(session.words(of: undone, by: change))")
    }

    private func json(_ one: UndoneDecisions.Restored) -> JSONLine {
        var line = JSONLine(type: "restoredWord")
        line.set(path: one.path)
        line.set("was", one.before?.verdict.rawValue)
        line.set("verdict", one.after?.verdict.rawValue)
        line.set("reason", one.after?.reason.rawValue)
        return line
    }

    /// The directories with photos that the decision does not reach, because no scan has found them.
    private func unscanned(in directories: [FilePath]) throws -> [(directory: FilePath, photos: Int)] {
        if directories.isEmpty { return [] }
        let options = ScanOptions(try session.configuration(), places: session.places)
        let interruption = session.environment.interruption
        var unscanned: [(directory: FilePath, photos: Int)] = []
        for directory in directories where interruption.signal == nil {
            let photos = try session.unjudgedLibrary().unscannedPhotos(
                in: directory, options: options, interruption: interruption)
            if photos > 0 { unscanned.append((directory, photos)) }
        }
        return unscanned
    }

    private func tellOfUnscanned(_ photos: Int, in directory: FilePath) {
        let scan = session.options.keepingPlaces(in: Remedy.scan([directory]).command)
        session.reporter.warn(
            "\(photos.counting("photo")) in \(terminalSafe(directory.bytes)) "
                + "\(photos == 1 ? "was" : "were") never scanned and left out; next: \(scan)")
    }

    /// The error where the decision reaches no photo at all.
    private func nothingScanned(
        _ decision: UserDecision, _ unscanned: [(directory: FilePath, photos: Int)]
    ) -> Failure {
        let directories = unscanned.map(\.directory)
        var again = ["workphotos", decision.command] + directories.map { shellQuoted($0.bytes) }
        if case .hold(let reason) = decision, reason != HoldCommand.standardReason {
            again += ["--reason", shellQuoted(reason)]
        }
        let places = directories.map { terminalSafe($0.bytes) }.joined(separator: " and ")
        return Failure(
            .failed, what: "not-scanned",
            message: "No scan has found the photos in \(places) (\(unscanned.map(\.photos).reduce(0, +).grouped)). "
                + "Scan first, then type: \(session.options.keepingPlaces(in: again.joined(separator: " ")))",
            path: directories.count == 1 ? directories[0] : nil, next: Remedy.scan(directories).command)
    }

    /// The error where there is no photo at all that the decision could reach.
    private func nothingThere(_ directories: [FilePath]) -> Failure {
        let places = directories.map { terminalSafe($0.bytes) }.joined(separator: " or ")
        let look = ["ls", "-la"] + directories.map { shellQuoted($0.bytes) }
        return Failure(
            .failed, what: "missing",
            message: "There is no photo in \(places) that the index knows or a scan would find. What scans leave out "
                + "is named file by file",
            path: directories.count == 1 ? directories[0] : nil, next: look.joined(separator: " "))
    }

    /// Writes a file. In text only those that changed are named.
    private func show(_ decision: UserDecision, _ outcome: DecisionOutcome, _ content: HashedContent) throws {
        if session.reporter.isJSON { return try session.reporter.print(json(decision, outcome, content)) }
        guard !session.reporter.isQuiet, outcome.isChanged || outcome.isKeptByOther else { return }
        try session.reporter.print("\(terminalSafe(outcome.path.bytes)): \(text(decision, outcome))")
    }

    /// Writes the summary; in text, a line of totals, and the number of files that were so already.
    private func end(_ decision: UserDecision, _ totals: DecisionTotals, isShown: Bool) throws {
        if session.reporter.isJSON { return try session.reporter.print(summary(totals)) }
        guard !session.reporter.isQuiet else { return }
        let isAlone = isShown || !session.reporter.tellsTotals
        if totals.changed > (isAlone ? 1 : 0) || !totals.reverses.isEmpty {
            let parts =
                ["\(totals.changed.counting("photo")) \(isDryRun ? would(decision) : recorded(decision))"]
                + (totals.copies == 0
                    ? [] : [totals.copies == 1 ? "1 copy too" : "\(totals.copies.grouped) copies too"])
                + totals.verdicts.sorted { $0.key < $1.key }.map { "\($0.value.grouped) \($0.key)" }
                + (totals.sentAgain == 0
                    ? [] : ["\(totals.sentAgain.grouped) sent again to \(totals.sentAgain.placesOfCopies)"])
                + (totals.reverses.isEmpty
                    ? []
                    : ["\(isDryRun ? "would reverse" : "reversed"): " + totals.reverses.lines.joined(separator: ", ")])
            try session.reporter.print(parts.joined(separator: "; "))
        }
        if totals.kept > 0, !isAlone {
            try session.reporter.print("\(totals.kept.counting("photo")) still \(kept(decision)), \(Self.byOther)")
        }
        let same = totals.files - totals.changed - totals.kept
        if same == 0 { return }
        let already =
            switch decision {
            case .mark(let mark): "already marked \(mark.rawValue)"
            case .unmark: "without a mark"
            case .hold(let reason): "already \(held(reason))"
            case .unhold: "not held"
            }
        try session.reporter.print("\(same.counting("photo")) \(already)")
    }

    private func text(_ decision: UserDecision, _ outcome: DecisionOutcome) -> String {
        let parts = [
            outcome.isChanged ? isDryRun ? would(decision) : recorded(decision) : nil,
            outcome.isKeptByOther ? "still \(kept(decision)), \(Self.byOther)" : nil,
            verdict(outcome.before, outcome.after),
            copies(outcome), outcome.isSentAgain ? "sent again to \(1.placesOfCopies)" : nil,
            outcome.isCurrent ? nil : state(of: outcome),
        ]
        return parts.compactMap(\.self).joined(separator: ", ")
    }

    /// Why the index does not know a file as it is.
    private func state(of outcome: DecisionOutcome) -> String {
        if let run = outcome.removedBy { return "removed by run \(run)\(Remedy.undo(run: run).clause)" }
        return outcome.after == nil ? "not scanned yet" : "changed since the scan"
    }

    /// The other photos that the decision changes, by name; of many, the first.
    private func copies(_ outcome: DecisionOutcome) -> String? {
        let (count, named) = (outcome.changedCopies.count, outcome.changedCopies.prefix(Self.namedCopies))
        if count == 0 { return nil }
        let more = count > named.count ? " and \((count - named.count).grouped) more" : ""
        let names = named.map { terminalSafe($0.bytes) }.joined(separator: " ")
        return "\(count == 1 ? "1 copy" : "\(count.grouped) copies") too (\(names)\(more))"
    }

    private static let namedCopies = 5

    private func recorded(_ decision: UserDecision) -> String {
        switch decision {
        case .mark(let mark): "marked \(mark.rawValue)"
        case .unmark: "mark removed"
        case .hold(let reason): held(reason)
        case .unhold: "no longer held"
        }
    }

    /// The same in a dry run.
    private func would(_ decision: UserDecision) -> String {
        switch decision {
        case .mark, .hold: "would be \(recorded(decision))"
        case .unmark: "mark would be removed"
        case .unhold: "would no longer be held"
        }
    }

    /// What a decision ends.
    private func kept(_ decision: UserDecision) -> String {
        switch decision {
        case .mark: "personal"
        case .unmark: "marked"
        case .hold, .unhold: "held"
        }
    }

    /// Why a photo is still what a decision ends.
    private static let byOther = "by what was decided on another of its files or paths"

    private func held(_ reason: String) -> String {
        reason == HoldCommand.standardReason ? "held" : "held (\(terminalSafe(reason)))"
    }

    private func verdict(_ before: Judgement?, _ after: Judgement?) -> String? {
        guard let before, let after, before.verdict != after.verdict else { return nil }
        return "\(before.verdict.rawValue) -> \(after.verdict.rawValue)"
    }

    private func json(_ decision: UserDecision, _ outcome: DecisionOutcome, _ content: HashedContent) -> JSONLine {
        var line = JSONLine(type: "word")
        line.set(path: outcome.path)
        line.set("bytes", content.bytes)
        line.set("sha256", hexText(content.sha256))
        line.set("said", decision.name ?? decision.command)
        line.set("changed", outcome.isChanged)
        line.set("was", outcome.before?.verdict.rawValue)
        line.set("verdict", outcome.after?.verdict.rawValue)
        line.set("reason", outcome.after?.reason.rawValue)
        line.set("copies", outcome.copies.count)
        line.set("copyPaths", outcome.copies) { path, object in object.set(path: path) }
        line.set("scanned", outcome.isCurrent)
        line.set("sentAgain", outcome.isSentAgain)
        return line
    }

    private func summary(_ totals: DecisionTotals) -> JSONLine {
        var line = JSONLine(type: "summary")
        line.set("command", command)
        line.set("files", totals.files)
        line.set("changed", totals.changed)
        line.set("copies", totals.copies)
        line.set("reversedMarks", totals.reverses.personalMarks)
        line.set("reversedHolds", totals.reverses.holds)
        line.set("reversedFences", totals.reverses.neverFences)
        line.set("sentAgain", totals.sentAgain)
        line.set("unscanned", totals.unscanned)
        line.set("problems", session.reporter.problems)
        line.set("dryRun", isDryRun)
        return line
    }
}

extension Session {
    /// What undoing a change of marks or holds did, in words that follow `Undid`.
    func words(of undone: UndoneDecisions, by change: DecisionChange) -> String {
        let (restored, left) = (undone.restored.count, undone.left.count)
        let done = restored + left == 0 ? "none of it stands any more" : restored.counting("photo")
        let parts =
            ["\(words(of: change)): \(done)"]
            + (left == 0 ? [] : ["\(left.counting("photo")) decided on again or moved since, and left alone"])
            + (undone.heldAgain == 0
                ? [] : ["\(undone.heldAgain.grouped) held again from \(undone.heldAgain.placesOfCopies)"])
            + change.sentWords
        return parts.joined(separator: "; ")
    }
}

/// What a decision did to all its files.
private struct DecisionTotals {
    /// The files on which it was recorded.
    var files = 0
    /// The photos in named directories that no scan has found.
    var unscanned = 0
    /// Those of which something changed.
    private(set) var changed = 0
    /// The other photos that changed with them.
    private(set) var copies = 0
    /// The files of which nothing changed, since another decision keeps what this one ends.
    private(set) var kept = 0
    /// Those that are sent again to destinations from which their copies were taken back.
    private(set) var sentAgain = 0
    private(set) var reverses = OverruledDecisions()
    /// The number of photos for each change of the verdict, copies too.
    private(set) var verdicts: [String: Int] = [:]

    mutating func add(_ outcome: DecisionOutcome) {
        reverses.add(outcome.reverses)
        copies += outcome.changedCopies.count
        for change in outcome.changes {
            guard let from = change.from else { continue }
            verdicts["\(from.rawValue) -> \(change.to.rawValue)", default: 0] += change.photos
        }
        if outcome.isChanged { changed += 1 }
        if outcome.isSentAgain { sentAgain += 1 }
        if !outcome.isChanged, outcome.isKeptByOther { kept += 1 }
    }
}

extension Int {
    /// The places from which the copies of so many photos were taken back, in words.
    fileprivate var placesOfCopies: String { "where \(self == 1 ? "its copy was" : "their copies were") taken back" }
}

extension UserDecision {
    /// The words of the command that decides so, such as `mark work`.
    var command: String {
        switch self {
        case .mark, .unmark: (["mark"] + [name].compactMap(\.self)).joined(separator: " ")
        case .hold: "hold"
        case .unhold: "unhold"
        }
    }

    /// The decision as an argument of `mark`; nil for holds.
    var name: String? {
        switch self {
        case .mark(let mark): mark.rawValue
        case .unmark: "auto"
        case .hold, .unhold: nil
        }
    }
}
