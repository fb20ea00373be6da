import Crypto
import PhotoIndex
import PhotoModel

/// An upload of everything. One that finds nothing left to send is recorded in the index. As long as the index learns
/// nothing new, the same upload then ends at once, before any destination is opened: a night without new photos costs
/// nothing, and a destination that is not mounted is an error only once there is something to send.
struct UploadOfAll {
    private let act: UploadAct
    private let context: ActionContext
    private let rules: JudgingRules

    /// Nil if the upload is not one of everything, or may not write.
    init?(_ act: UploadAct, _ context: ActionContext) {
        guard case .selection(let selection) = act.origin, selection.isEverything, !context.mode.onlyReads,
            let rules = context.rules
        else { return nil }
        (self.act, self.context, self.rules) = (act, context, rules)
    }

    /// The counts of the last complete upload with the same key; nil if groups have to be looked for.
    func known() throws -> CompleteUpload? {
        try context.index.completeUpload(of: key(try act.routes(rules, context)))
    }

    /// Records a complete upload, if everything was sent.
    func remember(_ summary: ActionSummary) throws {
        let isComplete =
            summary.endedBy == nil && summary.groups.left == 0 && summary.unsettled == 0
            && summary.groups.byState.allSatisfy { $0.key == .done || $0.value == 0 }
            && context.environment.interruption.signal == nil
        guard isComplete else { return }
        let routes = try act.routes(rules, context)
        guard try listsAreWhole(of: routes) else { return }
        let upload = CompleteUpload(
            upToDate: summary.groups.upToDate + summary.count(.done),
            leftOut: KnownGroup.LeftOut(personal: summary.groups.personal, unsure: summary.groups.unsure))
        try context.index.note(upload, of: try key(routes), since: context.begin)
    }

    /// Whether the destinations' own lists of receipts are complete. The next upload completes an incomplete one, and
    /// has to open the destination for that.
    private func listsAreWhole(of routes: UploadRoutes) throws -> Bool {
        let known = try context.destinations.known()
        return try routes.all.compactMap(\.self).allSatisfy { route in
            guard let row = known.first(where: { [route.spec.text, route.spec.resolved.text].contains($0.spec) }) else {
                return false
            }
            return try !context.index.listed(ofDestination: row.id).isEmpty
        }
    }

    /// A hash of everything that determines what is sent where, apart from the index itself.
    private func key(_ routes: UploadRoutes) throws -> [UInt8] {
        var hash = SHA256()
        hash.update(data: rules.basis.fences + rules.basis.settings)
        let parts =
            [String(rules.basis.rulesVersion)] + (try act.settings(rules)).sidecars.map(\.rawValue).sorted()
            + routes.all.map { $0.map { "\($0.name)\n\($0.spec.text)" } ?? "" }
        for part in parts { hash.update(data: Array("\(part)\0".utf8)) }
        return Array(hash.finalize())
    }
}
