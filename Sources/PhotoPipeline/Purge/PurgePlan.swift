import PhotoModel

/// What a purge means to do: made once, and then shown, staged or carried out.
struct PurgePlan {
    /// What goes, in the order of the selection.
    var removals: [PlannedRemoval] = []
    /// What stays for now, or is refused, with why; in the order of the selection.
    var kept: [Action] = []
    /// What there is to say of the rest.
    var summary = ActionSummary()
    /// The destinations that copies are asked for at, by row.
    var destinations: [Int64: OpenDestination] = [:]

    /// Bytes that are to go.
    var bytes: Int64 { removals.reduce(0) { $0 + $1.action.bytes } }

    /// How many stills and videos are to go of each root.
    var photosByRoot: [Int64: Int] {
        removals.reduce(into: [:]) { $0[$1.root, default: 0] += $1.photos }
    }

    /// Refuses all that is planned where of any root more would go than may (SAFETY.md, "Removing").
    ///
    /// - Parameters:
    ///   - caps: what was removed of the roots lately.
    ///   - limit: what the user allows.
    mutating func apply(_ caps: [RemovalCap], limit: CountOrShare) {
        let planned = photosByRoot
        for cap in caps {
            guard let photos = planned[cap.root], let allowance = cap.allowance(limit), photos > allowance else {
                continue
            }
            summary.breaches.append(ActionSummary.CapBreach(cap: cap, limit: limit, planned: photos))
        }
        if summary.breaches.isEmpty { return }
        kept += removals.map { removal in
            var action = removal.action
            (action.state, action.why) = (.refused, .overTheCap)
            return action
        }
        removals = []
    }
}
