import PhotoModel
package import PhotoPipeline

/// The exit codes of the contract.
package enum ExitStatus: Int32, Sendable {
    case success = 0
    /// Nothing that was asked for succeeded.
    case failed = 1
    /// Partly done.
    case partial = 3
    /// A safety rule refused an action.
    case refused = 4
    /// The space or the daily quota is used up.
    case quota = 8
    /// There is no index, or it belongs to another owner or a newer version.
    case noIndex = 10
    /// Another run holds the lock.
    case locked = 11
    /// Sign-in is needed or has expired.
    case signIn = 12
    /// The command line is invalid.
    case usage = 64
    /// The configuration or the fences are invalid, or there is no home directory.
    case configuration = 78
    /// SIGINT.
    case interrupted = 130
    /// SIGTERM.
    case terminated = 143

    /// The order in which the steps' exit codes take precedence: the contract's order, with refusals before errors that
    /// kept a step from starting.
    private static let order: [ExitStatus] = [
        .interrupted, .terminated, .signIn, .quota, .refused, .configuration, .noIndex, .locked, .usage, .failed,
        .partial,
    ]

    /// The exit status of a run of several steps.
    init(worstOf steps: [ExitStatus]) {
        self = Self.order.first { steps.contains($0) } ?? .success
    }
}

extension ExitStatus {
    /// The exit status after a signal ended the work.
    init(_ signal: InterruptionSignal) {
        switch signal {
        case .interrupt: self = .interrupted
        case .terminate: self = .terminated
        }
    }
}

extension ExitStatus {
    /// The exit status of a run that uploads, removes or restores, in the contract's order.
    ///
    /// - Parameters:
    ///   - summary: the result.
    ///   - inRun: whether `run` carried it out, for which a photo that became personal while it was sent is no fault.
    package init(_ summary: ActionSummary, inRun: Bool = false) {
        if let signal = summary.signal {
            self = ExitStatus(signal)
        } else if summary.endedBy?.kind == .signIn {
            self = .signIn
        } else if summary.endedBy?.kind == .quota {
            self = .quota
        } else if summary.count(.refused) > (inRun ? summary.withdrawn : 0) || !summary.breaches.isEmpty {
            self = .refused
        } else if summary.count(.failed) > 0 || summary.endedBy != nil || !summary.unknown.isEmpty {
            let succeeded = [.done, .planned, .staged].reduce(0) { $0 + summary.count($1) }
            self = succeeded > 0 ? .partial : .failed
        } else {
            let isCopyMissing = summary.lost > 0 || summary.reasons[.notVerified, default: 0] > 0
            self = summary.unsettled > 0 || isCopyMissing ? .partial : .success
        }
    }

    /// The exit status of a command whose first part ended and whose next part failed.
    ///
    /// - Parameters:
    ///   - summary: the result of the first part.
    ///   - failure: the failure of the next part.
    init(_ summary: ActionSummary, then failure: Failure) {
        let order: [ExitStatus] = [.interrupted, .terminated, .signIn, .quota, .refused]
        let both = [ExitStatus(summary), failure.exit]
        self = order.first(where: both.contains) ?? (summary.count(.done) > 0 ? .partial : failure.exit)
    }
}
