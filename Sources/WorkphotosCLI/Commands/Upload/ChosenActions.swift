import PhotoModel
import PhotoPipeline

/// The actions that `apply` will carry out, by kind.
struct ChosenActions {
    /// Uploads; nil if none were chosen.
    var uploads: PlanOrigin?
    /// Removals; nil if none were chosen.
    var removals: PlanOrigin?
    /// The number of removals.
    var removalCount: Int
    /// Numbers that no staged action has.
    var unknown: [Int64] = []
    /// The numbers of actions that a killed run began. Settling does them or stages them again.
    private(set) var underWay: Set<Int64> = []

    /// Staged actions, including those that a killed run began to carry out.
    ///
    /// - Parameters:
    ///   - ids: the numbers that were typed; nil for all.
    ///   - session: the session.
    /// - Throws: `Failure` or `PipelineError`.
    init(staged ids: [Int64]?, in session: Session) throws {
        var found: [Action.Kind: [Int64]] = [:]
        var begun: Set<Int64> = []
        try session.unjudgedLibrary().staged(ids, includingUnderWay: true) { action in
            guard let id = action.id else { return true }
            found[action.kind, default: []].append(id)
            if action.state == .running { begun.insert(id) }
            return true
        }
        let (sent, removed) = (found[.upload] ?? [], found[.purge] ?? [])
        removalCount = removed.count
        underWay = begun
        if let ids {
            unknown = ids.filter { !sent.contains($0) && !removed.contains($0) }
            if !sent.isEmpty || removed.isEmpty { uploads = .staged(sent) }
            if !removed.isEmpty { removals = .staged(removed) }
        } else {
            if !sent.isEmpty || removed.isEmpty { uploads = .staged(nil) }
            if !removed.isEmpty { removals = .staged(nil) }
        }
    }

    /// The actions of a plan, which are all of one kind.
    init(_ plan: PlanFile) {
        switch plan.header.kind {
        case .purge: removals = .plan(plan)
        case .upload, .undo, .retract: uploads = .plan(plan)
        }
        removalCount = plan.header.kind == .purge ? plan.entries.count : 0
    }
}
