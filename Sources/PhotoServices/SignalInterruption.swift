import CLinux
import Dispatch
package import PhotoPipeline
import Synchronization

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// SIGINT and SIGTERM: the first is a request to stop, the second ends the process at once with the contract's exit
/// code; see ``ReceivedSignals``. SIGHUP, which comes when a terminal is closed, counts as SIGTERM. It stays ignored if
/// the process was started so, as by nohup(1).
///
/// Making a value takes over these signals for the whole process, and ignores SIGPIPE and SIGXFSZ, so that a closed
/// pipe or a file that may not grow (`ulimit -f`) is an error of the write and does not end a scan.
package final class SignalInterruption: Interruption {
    private struct State {
        var received = ReceivedSignals()
        /// The continuations that wait for it, by numbers.
        var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
        var last = 0
    }

    private let state = Mutex(State())
    /// Kept because a source without references is cancelled; not accessed after `init`.
    nonisolated(unsafe) private let sources: [any DispatchSourceSignal]

    /// Takes over the signals.
    package init() {
        Glibc.signal(SIGPIPE, SIG_IGN)
        Glibc.signal(SIGXFSZ, SIG_IGN)
        let queue = DispatchQueue(label: "workphotos.signals")
        var taken: [(number: Int32, signal: InterruptionSignal)] = [(SIGINT, .interrupt), (SIGTERM, .terminate)]
        if workphotos_ignores(SIGHUP) == 0 { taken.append((SIGHUP, .terminate)) }
        unsafe sources = taken.map { taken in
            Glibc.signal(taken.number, SIG_IGN)
            return DispatchSource.makeSignalSource(signal: taken.number, queue: queue)
        }
        for (source, signal) in unsafe zip(sources, taken.map { $0.signal }) {
            source.setEventHandler { [weak self] in self?.receive(signal) }
            source.resume()
        }
    }

    package var signal: InterruptionSignal? {
        state.withLock(\.received.first)
    }

    package func wait() async {
        let number = state.withLock { state in
            state.last += 1
            return state.last
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    if state.received.first != nil || Task.isCancelled { return true }
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
        let (endsNow, waiting) = state.withLock { state in
            defer { state.waiting = [:] }
            return (state.received.note(signal, at: .now), Array(state.waiting.values))
        }
        if endsNow { _exit(signal == .interrupt ? 130 : 143) }
        for continuation in waiting { continuation.resume() }
    }
}

/// The signals that a process has received, and what follows from another one.
package struct ReceivedSignals: Sendable {
    /// How long after the first SIGTERM another one is the same. `timeout` of coreutils and others send it to their
    /// child and then to the child's process group.
    private static let echo = Duration.seconds(1)

    /// The first signal; nil if there was none.
    package private(set) var first: InterruptionSignal?
    private var moment: ContinuousClock.Instant?

    package init() {}

    /// Notes a signal.
    ///
    /// - Returns: whether it ends the process at once: a second signal does, unless it is a SIGTERM within a second of
    ///   the first, which was one too.
    package mutating func note(_ signal: InterruptionSignal, at now: ContinuousClock.Instant) -> Bool {
        guard let first, let moment else {
            (self.first, self.moment) = (signal, now)
            return false
        }
        let isEcho = first == .terminate && signal == .terminate && now - moment < Self.echo
        return !isEcho
    }
}
