import PhotoModel
package import PhotoPipeline

/// The contract's exit codes.
package enum ExitStatus: Int32, Sendable {
    case success = 0
    /// Nothing of what was asked for succeeded.
    case failed = 1
    /// Done in part.
    case partial = 3
    /// A safety rule refused.
    case refused = 4
    /// Out of quota, or of the day's.
    case quota = 8
    /// No index, or another's, or a newer one's.
    case noIndex = 10
    /// Another run holds the lock.
    case locked = 11
    /// Sign-in is needed or has expired.
    case signIn = 12
    /// The command line makes no sense.
    case usage = 64
    /// The configuration or the fences are invalid, or there is no home.
    case configuration = 78
    /// SIGINT.
    case interrupted = 130
    /// SIGTERM.
    case terminated = 143

    /// Which of several steps' ends says most: after the contract's order, with what kept a step from beginning behind
    /// what a step refused.
    private static let order: [ExitStatus] = [
        .interrupted, .terminated, .signIn, .quota, .refused, .configuration, .noIndex, .locked, .usage, .failed,
        .partial,
    ]

    /// What a run of several steps comes to.
    init(worstOf steps: [ExitStatus]) {
        self = Self.order.first { steps.contains($0) } ?? .success
    }
}

extension ExitStatus {
    /// What a signal that ended the work means to a script.
    init(_ signal: InterruptionSignal) {
        switch signal {
        case .interrupt: self = .interrupted
        case .terminate: self = .terminated
        }
    }
}

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
