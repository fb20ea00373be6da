import Dispatch
import Foundation
import Synchronization

/// What ends the program: the end of its standard input, SIGINT and SIGTERM.
enum Ending {
    /// Waits for the first of these without blocking a thread of the cooperative pool.
    static func wait() async {
        let queue = DispatchQueue(label: "workphotos-fakedrive.ending")
        let input = DispatchSource.makeReadSource(fileDescriptor: 0, queue: queue)
        let signals = [SIGINT, SIGTERM].map { number in
            signal(number, SIG_IGN)
            return DispatchSource.makeSignalSource(signal: number, queue: queue)
        }
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            let once = Once(continuation)
            input.setEventHandler {
                var byte: UInt8 = 0
                if unsafe read(0, &byte, 1) <= 0 { once.resume() }
            }
            for source in signals {
                source.setEventHandler { once.resume() }
                source.activate()
            }
            input.activate()
        }
        input.cancel()
        for source in signals { source.cancel() }
    }

    private final class Once: Sendable {
        private let continuation: Mutex<CheckedContinuation<Void, Never>?>
        init(_ continuation: CheckedContinuation<Void, Never>) { self.continuation = Mutex(continuation) }
        func resume() {
            continuation.withLock { waiting in
                waiting?.resume()
                waiting = nil
            }
        }
    }
}
