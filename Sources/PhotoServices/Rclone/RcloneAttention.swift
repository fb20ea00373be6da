import PhotoModel
import PhotoPipeline
import Synchronization

/// Which remotes have stopped to answer. A call of rclone takes as long as what it does, and rclone waits for minutes
/// for a server that hangs; so a remote that leaves a call without an answer for a while is asked whether it is still
/// there. One that is not stays away for the rest of the run: nobody waits for it again. Shorter limits in rclone's
/// flags would break uploads that a server takes long to finish.
final class RcloneAttention: Sendable {
    /// How long a server that was too busy is not asked. rclone itself may be waiting as long as that server wants.
    private static let respite = Duration.seconds(60)

    /// How long a call may be without an answer before its remote is asked, and how long that may take to answer.
    let patience: Duration

    private struct State {
        /// By what is before their directories.
        var silent: [String: UploadError] = [:]
        /// The places of their markers by which they are asked, if not by the remotes of the calls.
        var questions: [RcloneSpec: RclonePlace] = [:]
        var busyUntil: ContinuousClock.Instant?
    }
    private let state = Mutex(State())

    init(patience: Duration) { self.patience = patience }

    /// Lets a remote be asked by another place of its marker: the calls by one may have to wait for each other.
    func ask(_ remote: RcloneSpec, by place: RclonePlace) { state.withLock { $0.questions[remote] = place } }

    /// The file that a remote is asked about, whether it exists or not.
    func question(of remote: RcloneSpec) -> RclonePlace {
        state.withLock { $0.questions[remote] } ?? RclonePlace(remote, DestinationMarker.fileName)
    }

    /// Fails for remotes that have stopped to answer.
    ///
    /// - Throws: `unavailable`.
    func check(_ remotes: [RcloneSpec]) throws(UploadError) {
        if let error = state.withLock({ state in remotes.compactMap { state.silent[$0.server] }.first }) {
            throw error
        }
    }

    /// Notes that a remote has stopped to answer.
    ///
    /// - Returns: the error of all calls from now on.
    @discardableResult
    func giveUp(
        _ remote: RcloneSpec, because error: UploadError = UploadError(.unavailable, "does not answer any more")
    ) -> UploadError {
        state.withLock { $0.silent[remote.server] = error }
        return error
    }

    /// Waits as long as a call to a remote may be without an answer.
    ///
    /// - Throws: `unavailable` within a second of the remote being given up meanwhile; `CancellationError`.
    func wait(for remote: RcloneSpec) async throws {
        let end = ContinuousClock.now + patience
        while ContinuousClock.now < end {
            try await Task.sleep(for: min(.seconds(1), ContinuousClock.now.duration(to: end)))
            try check([remote])
        }
    }

    /// Notes the answer of a server.
    func note(_ error: UploadError) {
        guard error.kind == .transient, error.lasting != .unavailable else { return }
        let end = ContinuousClock.now + max(Self.respite, error.retryAfter ?? .zero)
        state.withLock { $0.busyUntil = max($0.busyUntil ?? end, end) }
    }

    /// Whether a server said a short while ago that it is too busy.
    var isBusy: Bool { state.withLock { $0.busyUntil.map { $0 > .now } ?? false } }
}
