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
