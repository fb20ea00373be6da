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

    /// The order in which exit codes take precedence: the contract's order, with refusals before errors that kept a
    /// step from starting.
    private static let order: [ExitStatus] = [
        .interrupted, .terminated, .signIn, .quota, .refused, .configuration, .noIndex, .locked, .usage, .failed,
        .partial,
    ]

    /// The exit status for several causes of one, such as the steps of a run; success if there is none.
    init(worstOf causes: [ExitStatus?]) {
        self = Self.order.first { causes.contains($0) } ?? .success
    }

    /// The exit status where something failed: partly done if something else succeeded.
    ///
    /// - Returns: nil if nothing failed.
    static func failed(if isFailed: Bool, besides succeeded: Int) -> ExitStatus? {
        isFailed ? succeeded > 0 ? .partial : .failed : nil
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

    /// The exit status of a command that an error ended.
    init(_ kind: PipelineError.Kind) {
        switch kind {
        case .noIndex, .unusableIndex: self = .noIndex
        case .locked: self = .locked
        case .interrupted: self = .interrupted
        case .fences, .configuration, .noDestination, .noHome: self = .configuration
        case .overlap, .cachedMount, .unsettled: self = .refused
        case .signIn: self = .signIn
        case .quota: self = .quota
        case .unconfirmed, .unshareable, .fileExists: self = .usage
        case .declined, .indexFailed, .destination, .google, .credentials, .unwritable, .unknown: self = .failed
        }
    }

    /// The exit status that an error gives to work of which some may be done; nil if it only makes it incomplete.
    init?(ending kind: PipelineError.Kind) {
        let status = ExitStatus(kind)
        guard [.signIn, .quota, .refused].contains(status) else { return nil }
        self = status
    }

    /// The exit status of a run that uploads, removes or restores.
    ///
    /// - Parameter inRun: whether `run` carried it out, for which a photo that became personal while it was sent is no
    ///   fault.
    package init(_ summary: ActionSummary, inRun: Bool = false) {
        let isRefused = summary.count(.refused) > (inRun ? summary.withdrawn : 0) || !summary.breaches.isEmpty
        // What a destination that does not answer keeps from being sent is left as it is, and has not failed.
        let isAway = summary.endedBy?.kind == .unavailable
        let isIncomplete =
            isAway || summary.unsettled > 0 || summary.lost > 0 || summary.groups.reasons[.notVerified, default: 0] > 0
        self.init(worstOf: [
            summary.signal.map { ExitStatus($0) },
            summary.endedBy?.kind == .signIn ? .signIn : nil,
            summary.endedBy?.kind == .quota ? .quota : nil,
            isRefused ? .refused : nil,
            .failed(
                if: !isAway && (summary.count(.failed) > 0 || summary.endedBy != nil) || !summary.unknown.isEmpty,
                besides: summary.groups.handled),
            isIncomplete ? .partial : nil,
        ])
    }

    /// The exit status of a command whose first part ended and whose next part failed.
    ///
    /// - Parameters:
    ///   - summary: the result of the first part.
    ///   - failure: the failure of the next part.
    init(_ summary: ActionSummary, then failure: Failure) {
        let worst = ExitStatus(worstOf: [ExitStatus(summary), failure.exit])
        let isDecided = [.interrupted, .terminated, .signIn, .quota, .refused].contains(worst)
        self = isDecided ? worst : summary.count(.done) > 0 ? .partial : failure.exit
    }
}
