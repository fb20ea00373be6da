import PhotoModel
import PhotoPipeline

/// What a person is asked before a change of marks, holds, fences or of what is staged: by a command, or by a page.
struct ChangeQuestion: Hashable {
    /// What is about to happen, without a full stop.
    let headline: String
    /// What is lost, and how to bring it back.
    let lines: [String]
    /// How many photos it reaches; for many, their number is the answer.
    let photos: Int

    /// Asks whether to go on, unless the user confirmed in advance.
    ///
    /// - Throws: as ``ConfirmationOption/ask(_:_:photos:in:)``.
    func ask(_ confirmation: ConfirmationOption, in session: Session) async throws(PipelineError) {
        try await confirmation.ask(headline, lines, photos: photos, in: session)
    }
}

// Marks and holds.
extension ChangeQuestion {
    /// The question before a decision; nil if it reverses nothing and reaches few photos.
    ///
    /// - Parameters:
    ///   - command: its words, such as `mark work`.
    ///   - effect: what it would reverse, and how many photos it would reach.
    init?(deciding command: String, _ effect: (reverses: OverruledDecisions, photos: Int)) {
        if effect.reverses.isEmpty, effect.photos <= RemovalQuestion.mostForLetter { return nil }
        headline = "\(command) reaches \(effect.photos.counting("photo"))"
        lines = effect.reverses.lines.map { "reverses: \($0)" } + ["to take it back: workphotos mark --undo"]
        photos = effect.photos
    }

    /// The question before a change of marks and holds is undone; nil if that does not go back towards work.
    ///
    /// - Parameters:
    ///   - what: the change, in words.
    ///   - effect: what undoing it would do.
    ///   - sent: what was sent meanwhile, in words.
    ///   - isOther: whether the person has confirmed another one, which is a reason to ask too.
    init?(undoing what: String, _ effect: UndoneDecisions, sent: [String], isOther: Bool = false) {
        let towardsWork = effect.restored.count { $0.before?.verdict != .work && $0.after?.verdict == .work }
        if effect.reverses.isEmpty, towardsWork == 0, !isOther { return nil }
        headline = "This undoes \(what)"
        lines =
            effect.reverses.lines.map { "reverses: \($0)" }
            + (towardsWork == 0 ? [] : ["becomes work: \(towardsWork.counting("photo"))"]) + sent
        photos = effect.restored.count
    }
}

extension ChangeQuestion {
    /// The question before another machine's index is merged; nil if its marks as work reverse nothing and reach few
    /// photos.
    init?(merging merged: MergedIndex) {
        if merged.reverses.isEmpty, merged.becameWork <= RemovalQuestion.mostForLetter { return nil }
        headline = "The other index marks \(merged.becameWork.counting("photo")) as work"
        lines =
            merged.reverses.lines.map { "reverses: \($0)" } + merged.changes.map(\.words)
            + (merged.unread == 0 ? [] : ["not read here, and maybe such: \(merged.unread.counting("photo"))"])
            + ["to be able to go back: workphotos index backup FILE"]
        photos = merged.becameWork
    }
}

// Fences.
extension ChangeQuestion {
    /// The question before a change of fences; nil if it turns few personal photos to work, and none that a fence that
    /// is never work kept personal.
    ///
    /// - Parameters:
    ///   - losesFence: whether any change of a verdict is a reason to ask.
    ///   - unseen: what the person does not know of the fence, which is a reason to ask too; nil for nothing.
    init?(_ headline: String, _ effect: FenceEffect, losesFence: Bool, unseen: String? = nil) {
        let isLoss = losesFence && !effect.changes.isEmpty
        let toWork = effect.changes.toWork
        guard unseen != nil || isLoss || toWork > RemovalQuestion.mostForLetter || (effect.altersNever && toWork > 0)
        else {
            return nil
        }
        self.headline = headline
        lines =
            [unseen].compactMap(\.self) + effect.changes.map(\.words) + ["to take it back: workphotos fence undo"]
        photos = isLoss ? effect.changes.reduce(0) { $0 + $1.photos } : toWork
    }

    /// The question before a change of fences is undone; nil if no personal photo becomes work, and no fence that is
    /// never work goes away.
    ///
    /// - Parameters:
    ///   - what: the change, in words.
    ///   - effect: what undoing it would do.
    ///   - sent: what was sent meanwhile, in words.
    ///   - isUnseen: whether the person may not know which change it is, which is a reason to ask too.
    init?(undoing what: String, _ effect: FenceEffect, sent: [String], isUnseen: Bool = false) {
        let toWork = effect.changes.toWork
        if toWork == 0, effect.lostNever.isEmpty, !isUnseen { return nil }
        headline = "This undoes \(what)"
        lines =
            effect.lostNever.map { "removes the fence \(terminalSafe($0)), which is never work" }
            + effect.changes.map(\.words) + sent
        photos = toWork
    }
}

extension ChangeQuestion {
    /// The question before everything that is staged is dropped; nil if nothing is.
    ///
    /// - Parameter photos: the number of staged photos.
    init?(droppingAll photos: Int) {
        if photos == 0 { return nil }
        headline = "This drops all \(photos.counting("staged photo"))"
        lines = ["to stage them again: workphotos upload --stage, workphotos purge --stage"]
        self.photos = photos
    }
}

// The changes that can be undone, in words.
extension Session {
    /// A change of marks or holds, such as `mark work of 2026-05-01 08:00`.
    func words(of change: DecisionChange) -> String { "\(change.command) of \(minute(change.at))" }

    func words(of change: FenceChangeRecord) -> String { "\(change.command) of \(minute(change.at))" }
}

extension DecisionChange {
    /// What was sent of its photos since, in words; none if nothing was.
    var sentWords: [String] {
        sent == 0 ? [] : ["\(sent.counting("photo")) of these \(sent == 1 ? "was" : "were") sent meanwhile"]
    }
}

extension FenceChangeRecord {
    /// What was sent since a change of fences, in words.
    ///
    /// - Parameter sent: the number of files.
    /// - Returns: one text; none if nothing was sent.
    static func words(ofSent sent: Int) -> [String] {
        sent == 0 ? [] : ["\(sent.counting("file")) \(sent == 1 ? "was" : "were") sent meanwhile"]
    }
}
