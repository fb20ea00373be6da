import Dispatch
package import PhotoPipeline
import Synchronization

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// SIGINT and SIGTERM: the first is a request to stop, the second ends the process at once with the contract's exit
/// code.
///
/// Making a value takes over both signals for the whole process, and ignores SIGPIPE and SIGXFSZ, so that a closed pipe
/// or a file that may not grow (`ulimit -f`) is an error of the write and does not end a scan.
package final class SignalInterruption: Interruption {
    private struct State {
        /// The first signal.
        var first: InterruptionSignal?
        /// The continuations that wait for it, by numbers.
        var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
        var last = 0
    }

    private let state = Mutex(State())
    /// Kept because a source without references is cancelled; not accessed after `init`.
    nonisolated(unsafe) private let sources: [any DispatchSourceSignal]

    /// Takes over both signals.
    package init() {
        Glibc.signal(SIGPIPE, SIG_IGN)
        Glibc.signal(SIGXFSZ, SIG_IGN)
        let queue = DispatchQueue(label: "workphotos.signals")
        unsafe sources = [SIGINT, SIGTERM].map { number in
            Glibc.signal(number, SIG_IGN)
            return DispatchSource.makeSignalSource(signal: number, queue: queue)
        }
        for (source, signal) in unsafe zip(sources, [InterruptionSignal.interrupt, .terminate]) {
            source.setEventHandler { [weak self] in self?.receive(signal) }
            source.resume()
        }
    }

    package var signal: InterruptionSignal? {
        state.withLock { $0.first }
    }

    package func wait() async {
        let number = state.withLock { state in
            state.last += 1
            return state.last
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    if state.first != nil || Task.isCancelled { return true }
                    state.waiting[number] = continuation
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiting.removeValue(forKey: number) }?.resume()
        }
    }

    private func receive(_ signal: InterruptionSignal) {
        let (isSecond, waiting) = state.withLock { state in
            defer {
                state.first = state.first ?? signal
                state.waiting = [:]
            }
            return (state.first != nil, Array(state.waiting.values))
        }
        if isSecond { _exit(signal == .interrupt ? 130 : 143) }
        for continuation in waiting { continuation.resume() }
    }
}
