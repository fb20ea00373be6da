import PhotoModel

/// Tries again what failed for a moment.
///
/// The waits double from one second to 32, each shortened by chance to between half and the whole of it, so that many
/// who failed together do not come back together.
struct Retry: Sendable {
    /// How often something is tried in all.
    static let tries = 6

    let clock: any Clock
    let interruption: any Interruption
    let random: @Sendable () -> UInt64

    /// Does `work`, again where it fails with `transient`.
    ///
    /// - Throws: what `work` throws last; `interrupted` where the user asked to stop during a wait.
    func run<Value>(
        _ work: () async throws(UploadError) -> Value
    ) async throws(UploadError) -> Value {
        for attempt in 1... {
            do throws(UploadError) {
                return try await work()
            } catch {
                guard error.kind == .transient, attempt < Self.tries else { throw error }
            }
            try await wait(afterAttempt: attempt)
        }
        throw UploadError(.failed, "tried without end")
    }

    /// Waits before the next try, in short pieces, so that a wish to stop is soon noticed.
    ///
    /// - Parameter attempt: how many tries there were, from 1.
    /// - Throws: `interrupted`.
    func wait(afterAttempt attempt: Int) async throws(UploadError) {
        let whole = min(1 << (attempt - 1), 32) * 1_000
        var milliseconds = whole / 2 + Int(random() % UInt64(whole / 2 + 1))
        while milliseconds > 0 {
            if interruption.signal != nil { throw UploadError(.interrupted, "stopped") }
            let piece = min(milliseconds, 250)
            do {
                try await clock.sleep(for: .milliseconds(piece))
            } catch {
                throw UploadError(.interrupted, "stopped")
            }
            milliseconds -= piece
        }
    }
}
