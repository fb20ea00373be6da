import PhotoModel
package import PhotoPipeline

extension ExitStatus {
    /// What the end of a run that uploads, removes or brings back means to a script; the contract's order.
    package init(_ summary: ActionSummary) {
        if let signal = summary.signal {
            self = ExitStatus(signal)
        } else if summary.endedBy?.kind == .signIn {
            self = .signIn
        } else if summary.endedBy?.kind == .quota {
            self = .quota
        } else if summary.count(.refused) > 0 || !summary.breaches.isEmpty {
            self = .refused
        } else if summary.count(.failed) > 0 || summary.endedBy != nil || !summary.unknown.isEmpty {
            let succeeded = [.done, .planned, .staged].reduce(0) { $0 + summary.count($1) }
            self = succeeded > 0 ? .partial : .failed
        } else {
            self = summary.unsettled > 0 ? .partial : .success
        }
    }

    /// What a command means to a script that came to an end in one part and was given up in the next.
    ///
    /// - Parameters:
    ///   - summary: what the part that ended came to.
    ///   - failure: why the next was given up.
    init(_ summary: ActionSummary, then failure: Failure) {
        let order: [ExitStatus] = [.interrupted, .terminated, .signIn, .quota, .refused]
        let both = [ExitStatus(summary), failure.exit]
        self = order.first(where: both.contains) ?? (summary.count(.done) > 0 ? .partial : failure.exit)
    }
}
