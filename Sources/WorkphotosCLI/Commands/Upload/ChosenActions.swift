import PhotoModel
import PhotoPipeline

/// What `apply` is to carry out, by kind.
struct ChosenActions {
    /// Uploads; nil where none were asked for.
    var uploads: PlanOrigin?
    /// Removals; nil where none were asked for.
    var removals: PlanOrigin?
    /// How many removals that are.
    var removalCount: Int
    /// Numbers that nothing staged has.
    var unknown: [Int64] = []
    /// The numbers of what a killed run had begun: settled first, it is done or staged again.
    private(set) var underWay: Set<Int64> = []

    /// What is staged, or was before a run that was killed began to carry it out.
    ///
    /// - Parameters:
    ///   - ids: the numbers that were typed; nil for all.
    ///   - session: the run.
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

    /// The lines of a plan, which is of one kind.
    init(_ plan: PlanFile) {
        switch plan.header.kind {
        case .purge: removals = .plan(plan)
        case .upload, .undo: uploads = .plan(plan)
        }
        removalCount = plan.header.kind == .purge ? plan.entries.count : 0
    }
}
