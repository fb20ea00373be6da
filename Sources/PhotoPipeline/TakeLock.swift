import PhotoIndex
import SystemPackage

/// Takes the lock that every run holds while it walks the disk or changes what it means to the index.
///
/// - Parameters:
///   - index: the index's path; links are followed.
///   - wait: how long to wait while another run holds it; a signal ends the wait.
/// - Returns: the lock, released when the value is destroyed.
/// - Throws: `PipelineError`, `locked` where another run keeps it, `interrupted` where the user stopped waiting.
func takeLock(
    beside index: FilePath, waiting wait: Duration, in environment: Environment
) async throws -> ActLock {
    // One index has one lock, whatever link leads to it.
    let index = try PhotoIndex.place(of: index)
    let began = environment.clock.uptime
    while true {
        do throws(ActLockError) {
            return try ActLock(beside: index, now: environment.clock.now)
        } catch {
            guard case .held = error else { throw PipelineError(error) }
            if .nanoseconds(environment.clock.uptime - began) >= wait { throw PipelineError(error) }
        }
        if await !environment.pause(for: .milliseconds(100)) {
            throw PipelineError(.interrupted, "Stopped while waiting for another workphotos; nothing was done")
        }
    }
}

/// Whether another run has the lock at this moment.
func isLocked(beside index: FilePath, in environment: Environment) throws -> Bool {
    let index = try PhotoIndex.place(of: index)
    do throws(ActLockError) {
        _ = try ActLock(beside: index, now: environment.clock.now)
        return false
    } catch {
        if case .held = error { return true }
        return false
    }
}
