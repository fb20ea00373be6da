import Dispatch
package import PhotoPipeline
import Synchronization

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// SIGINT and SIGTERM: the first is a wish, the second ends the process at once with the contract's exit code.
///
/// Making one takes both signals over for the whole process, and has SIGPIPE ignored, so that a closed pipe is an error
/// of the write that meets it and not the end of a scan.
package final class SignalInterruption: Interruption {
    private let first: Mutex<InterruptionSignal?>
    /// Kept because a source that nobody holds is cancelled; not touched after `init`.
    nonisolated(unsafe) private let sources: [any DispatchSourceSignal]

    /// Takes both signals over.
    package init() {
        Glibc.signal(SIGPIPE, SIG_IGN)
        let queue = DispatchQueue(label: "workphotos.signals")
        unsafe sources = [SIGINT, SIGTERM].map { number in
            Glibc.signal(number, SIG_IGN)
            return DispatchSource.makeSignalSource(signal: number, queue: queue)
        }
        first = Mutex(nil)
        for (source, signal) in unsafe zip(sources, [InterruptionSignal.interrupt, .terminate]) {
            source.setEventHandler { [weak self] in self?.receive(signal) }
            source.resume()
        }
    }

    package var signal: InterruptionSignal? {
        first.withLock { $0 }
    }

    private func receive(_ signal: InterruptionSignal) {
        let isSecond = first.withLock { first in
            defer { first = first ?? signal }
            return first != nil
        }
        if isSecond { _exit(signal == .interrupt ? 130 : 143) }
    }
}
