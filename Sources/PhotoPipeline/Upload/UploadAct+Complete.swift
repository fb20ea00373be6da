import Crypto
import PhotoIndex
import PhotoModel

/// An upload of everything that finds nothing left to send is remembered in the index. The next one that is asked for the
/// same ends there, before any destination is opened, for as long as the index knows nothing new.
extension UploadAct {
    /// What the last upload of the same counted; nil where it has to be looked for.
    func known(to context: ActionContext) throws -> CompleteUpload? {
        guard let rules = rulesOfWhole(context) else { return nil }
        return try context.index.completeUpload(of: key(rules, try routes(rules, context)))
    }

    /// Remembers an upload where all that it had to send is sent.
    func remember(_ summary: ActionSummary, _ context: ActionContext) throws {
        let isComplete =
            summary.endedBy == nil && summary.left == 0 && summary.unsettled == 0
            && summary.byState.allSatisfy { $0.key == .done || $0.value == 0 }
            && context.environment.interruption.signal == nil
        guard isComplete, let rules = rulesOfWhole(context) else { return }
        let routes = try routes(rules, context)
        guard try listsAreWhole(of: routes, context) else { return }
        let upload = CompleteUpload(
            upToDate: summary.upToDate + summary.count(.done),
            leftOut: UploadCandidate.LeftOut(personal: summary.personal, unsure: summary.unsure))
        try context.index.note(upload, of: try key(rules, routes), since: context.begin)
    }

    /// The rules of an upload of everything; nil for one of a part, and where nothing may be written.
    private func rulesOfWhole(_ context: ActionContext) -> JudgingRules? {
        guard case .selection(let selection) = origin, selection.isEverything, !context.mode.onlyReads else {
            return nil
        }
        return context.rules
    }

    private func routes(_ rules: JudgingRules, _ context: ActionContext) throws -> UploadRoutes {
        try UploadRoutes(request: request, settings: try settings(rules), book: try context.destinations.book())
    }

    /// Whether the destinations' own lists of receipts lack nothing: one that did not take a line is completed by the next
    /// upload, which has to open the destination for that.
    private func listsAreWhole(of routes: UploadRoutes, _ context: ActionContext) throws -> Bool {
        let known = try context.destinations.known()
        return try routes.all.compactMap(\.self).allSatisfy { route in
            guard let row = known.first(where: { [route.spec.text, route.spec.resolved.text].contains($0.spec) }) else {
                return false
            }
            return try !context.index.listed(ofDestination: row.id).isEmpty
        }
    }

    /// A hash of all that decides what is to be sent where, besides the index itself.
    private func key(_ rules: JudgingRules, _ routes: UploadRoutes) throws -> [UInt8] {
        var hash = SHA256()
        hash.update(data: rules.basis.fences + rules.basis.settings)
        let parts =
            [String(rules.basis.rulesVersion)] + (try settings(rules)).sidecars.map(\.rawValue).sorted()
            + routes.all.map { $0.map { "\($0.name)\n\($0.spec.text)" } ?? "" }
        for part in parts { hash.update(data: Array("\(part)\0".utf8)) }
        return Array(hash.finalize())
    }
}
