import PhotoFiles
import PhotoModel
import PhotoPipeline
import PhotoReview
import SystemPackage

// Marks and holds.
extension ReviewLibrary {
    func decide(_ request: DecisionRequest) throws(ReviewRefusal) -> DecisionAnswer {
        try refusing {
            try refresh()
            try check(request)
            let subject = AskedChange.subject(request)
            if asked?.subject != subject { _ = findings.take() }
            let decision = UserDecision(request.decision)
            var left: [DecisionAnswer.Left] = []
            var named = request.rows.flatMap { range in range.map { paths[$0] } }
            var files: [HashedFile]?
            if !decision.keeps {
                let hashed = asked?.subject == subject ? asked?.files ?? [] : decisions.hash(named)
                let unlike = try unlikeShown(hashed)
                let unchanged = hashed.filter { unlike[$0] == nil }
                let question = ChangeQuestion(
                    deciding: decision.command, try decisions.effect(of: decision, on: unchanged))
                if let overview = unseen(question, of: subject, request.confirmed, hashed) { return .ask(overview) }
                left = unlike.compactMap { file, why in
                    row(of: file.path).map { .init(row: $0, why: why.words.ofGroups) }
                }
                (files, named) = (unchanged, unchanged.map(\.path))
            }
            let (decided, copies) = try record(decision, of: named, hashed: files)
            left += findings.take().compactMap { finding in
                row(of: finding.path).map { .init(row: $0, why: finding.words) }
            }
            try show(decided.union(named).union(copies))
            return .done(
                toldChanges, photos: decided.count, left: left.sorted { $0.row < $1.row },
                words: words(on: decided, decision))
        }
    }

    func undo(confirmed: Bool) throws(ReviewRefusal) -> DecisionAnswer {
        try refusing {
            try refresh()
            guard let change = try decisions.lastChange() else {
                throw ReviewRefusal(.refused, "There is no change of marks or holds to undo")
            }
            let subject: [AnyHashable] = ["undo", change.id]
            let question = ChangeQuestion(
                undoing: session.words(of: change), try decisions.undo(change, isPreview: true), sent: change.sentWords,
                isOther: confirmed && asked?.subject != subject)
            if let overview = unseen(question, of: subject, confirmed) { return .ask(overview) }
            let undone = try decisions.undo(change)
            try show(undone.reached)
            let left = undone.left.compactMap { path in
                row(of: path).map { DecisionAnswer.Left(row: $0, why: "decided on again or moved since") }
            }
            return .done(
                toldChanges, photos: undone.restored.count, left: left,
                words: session.words(of: undone, by: change))
        }
    }

    /// Refuses a request for photos that are not what the page showed.
    private func check(_ request: DecisionRequest) throws(ReviewRefusal) {
        let isKnown = request.rows.allSatisfy { $0.lowerBound >= 0 && $0.upperBound < paths.count }
        let count = request.rows.reduce(0) { $0 + $1.count }
        guard isKnown, count > 0, count == request.count, rows.stampHash(of: request.rows) == request.stamp,
            !request.rows.contains(where: { $0.contains { isGone($0) } })
        else {
            throw ReviewRefusal(.changed, "These photos are not as they were shown any more; look at them again")
        }
    }

    /// The files that are not as the page shows them, and those that were judged with other files beside them than are
    /// there now; each with the reason.
    private func unlikeShown(_ hashed: [HashedFile]) throws -> [HashedFile: Action.Reason] {
        let library = try session.unjudgedLibrary()
        var look = try LookSinceScan(of: library, rules: rules, clock: session.environment.clock)
        var unlike: [HashedFile: Action.Reason] = [:]
        for file in hashed {
            guard let row = row(of: file.path) else { continue }
            let isShown = try library.photo(at: file.path).map {
                $0.isSame(as: file.fingerprint) && rows.shows($0, in: row)
            }
            unlike[file] = isShown == true ? look.difference(at: file.path) : .changedSinceScan
        }
        return unlike
    }

    /// Records a decision.
    ///
    /// - Returns: the files on which it was recorded, and the copies that it reached.
    private func record(
        _ decision: UserDecision, of named: [FilePath], hashed: [HashedFile]?
    ) throws -> (decided: Set<FilePath>, copies: Set<FilePath>) {
        var (decided, copies): (Set<FilePath>, Set<FilePath>) = ([], [])
        _ = try decisions.record(decision, of: named, hashed: hashed, by: decision.command) { outcome, _ in
            decided.insert(outcome.path)
            copies.formUnion(outcome.copies)
        }
        return (decided, copies)
    }

    /// What a person should know of photos that are kept from being sent or removed, and are on their way already; nil
    /// if there is none.
    private func words(on decided: Set<FilePath>, _ decision: UserDecision) -> String? {
        guard decision.keeps else { return nil }
        let parked = decided.count { !SmallFile.exists($0) }
        let sent =
            decision == .mark(.personal)
            ? decided.count { row(of: $0).map { !rows.told($0).uploads.isEmpty } ?? false } : 0
        let retract = terminalSafe(session.options.keepingPlaces(in: "workphotos retract FILE"))
        let parts = [
            sent == 0
                ? nil
                : "\(sent.counting("photo")) of these \(sent == 1 ? "was" : "were") sent before: "
                    + "\(retract) takes copies back",
            parked == 0
                ? nil
                : "\(parked.counting("photo")) of these \(parked == 1 ? "is" : "are") parked by a removal, for which "
                    + "this counts too",
        ]
        let words = parts.compactMap(\.self).joined(separator: "; ")
        return words.isEmpty ? nil : words
    }
}

/// A change of which a person sees the overview.
struct AskedChange {
    /// What is to be changed, and as of what.
    let subject: [AnyHashable]
    let question: ChangeQuestion
    let files: [HashedFile]

    /// What a decision is about, confirmed or not.
    static func subject(_ request: DecisionRequest) -> [AnyHashable] {
        var request = request
        request.confirmed = false
        return [request]
    }
}

extension ReviewLibrary {
    /// What a person has to see before a change.
    ///
    /// - Parameters:
    ///   - question: what is asked; nil for nothing.
    ///   - subject: what is to be changed, and as of what.
    ///   - confirmed: whether the page says that the person has seen an overview.
    ///   - files: what was hashed for it.
    /// - Returns: nil if nothing is asked, or just that was the last overview and is confirmed.
    func unseen(
        _ question: ChangeQuestion?, of subject: [AnyHashable], _ confirmed: Bool, _ files: [HashedFile] = []
    ) -> ReviewOverview? {
        let seen = asked
        asked = nil
        guard let question, !confirmed || seen?.subject != subject || seen?.question != question else { return nil }
        asked = AskedChange(subject: subject, question: question, files: files)
        return ReviewOverview(headline: question.headline, lines: question.lines, photos: question.photos)
    }
}

extension UserDecision {
    init(_ decision: DecisionRequest.Decision) {
        self =
            switch decision {
            case .work: .mark(.work)
            case .personal: .mark(.personal)
            case .auto: .unmark
            case .hold: .hold(reason: HoldCommand.standardReason)
            case .unhold: .unhold
            }
    }
}
