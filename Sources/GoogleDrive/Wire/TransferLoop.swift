import CCurl
import Glibc
import Synchronization

/// The thread on which libcurl works, with the connections that its transfers share.
///
/// Only this thread calls libcurl; others leave orders and wake it. It starts with the first order and ends with
/// ``end()``.
@safe final class TransferLoop: Sendable {
    /// What the thread is to do.
    enum Order: Sendable {
        case begin(Transfer)
        /// To go on with a transfer that waited for its reader or its source.
        case resume(Transfer)
        case cancel(Transfer)
    }

    private struct Inbox {
        var orders: [Order] = []
        var isRunning = false
        var isEnded = false
    }
    private let inbox = Mutex(Inbox())
    nonisolated(unsafe) private let multi: UnsafeMutableRawPointer

    /// - Throws: `library`.
    init() throws(DriveError) {
        if let problem = LibCurl.problem { throw problem }
        guard let multi = unsafe workphotos_multi_init() else { throw DriveError(.library, "libcurl does not start") }
        unsafe self.multi = multi
    }

    deinit {
        unsafe workphotos_multi_cleanup(multi)
    }

    /// Leaves an order. After the end, a transfer that is to begin is cancelled.
    func order(_ order: Order) {
        let (isFirst, isEnded) = inbox.withLock { inbox in
            if !inbox.isEnded { inbox.orders.append(order) }
            defer { inbox.isRunning = true }
            return (!inbox.isRunning && !inbox.isEnded, inbox.isEnded)
        }
        if isEnded {
            if case .begin(let transfer) = order { transfer.finish(.failure(DriveError(.cancelled, "stopped"))) }
        } else if isFirst {
            start()
        } else {
            unsafe workphotos_multi_wakeup(multi)
        }
    }

    /// Cancels all transfers, closes all connections and ends the thread; does not wait for that.
    func end() {
        inbox.withLock { $0.isEnded = true }
        unsafe workphotos_multi_wakeup(multi)
    }

    private func start() {
        // Signals belong to other threads; a write of TLS to a closed connection would raise SIGPIPE here.
        var (all, before) = (sigset_t(), sigset_t())
        unsafe sigfillset(&all)
        unsafe pthread_sigmask(SIG_BLOCK, &all, &before)
        var thread = pthread_t()
        let me = unsafe Unmanaged.passRetained(self)
        let code = unsafe pthread_create(
            &thread, nil,
            { context in
                if let context = unsafe context {
                    unsafe Unmanaged<TransferLoop>.fromOpaque(context).takeRetainedValue().run()
                }
                return nil
            }, me.toOpaque())
        unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
        if code == 0 {
            pthread_detach(thread)
        } else {
            unsafe me.release()
            end()
            for case .begin(let transfer) in inbox.withLock({ $0.orders }) {
                transfer.finish(.failure(DriveError(.settings, "no thread can be started")))
            }
        }
    }

    private func run() {
        var active: [UnsafeMutableRawPointer: Transfer] = unsafe [:]
        while true {
            let (orders, isEnded) = inbox.withLock { inbox in
                defer { inbox.orders = [] }
                return (inbox.orders, inbox.isEnded)
            }
            for order in orders { unsafe carryOut(order, &active) }
            if isEnded { break }
            unsafe workphotos_multi_perform(multi)
            unsafe takeEnded(&active)
            unsafe workphotos_multi_poll(multi, untilNextLimit(&active))
        }
        for transfer in unsafe Array(active.values) {
            unsafe drop(transfer, DriveError(.cancelled, "stopped"), &active)
        }
    }

    private func carryOut(_ order: Order, _ active: inout [UnsafeMutableRawPointer: Transfer]) {
        switch order {
        case .begin(let transfer):
            guard let easy = unsafe transfer.open() else { return }
            unsafe active[easy] = transfer
            if unsafe workphotos_multi_add_handle(multi, easy) != CURLM_OK {
                unsafe drop(transfer, DriveError(.library, "libcurl does not start"), &active)
            }
        case .resume(let transfer): transfer.resume()
        case .cancel(let transfer): unsafe drop(transfer, DriveError(.cancelled, "stopped"), &active)
        }
    }

    private func takeEnded(_ active: inout [UnsafeMutableRawPointer: Transfer]) {
        var code = CURLE_OK
        while let easy = unsafe workphotos_multi_ended(multi, &code) {
            guard let transfer = unsafe active.removeValue(forKey: easy) else { continue }
            unsafe workphotos_multi_remove_handle(multi, easy)
            transfer.close(code)
        }
    }

    /// Ends a transfer that has not ended.
    private func drop(
        _ transfer: Transfer, _ error: DriveError, _ active: inout [UnsafeMutableRawPointer: Transfer]
    ) {
        guard let easy = unsafe transfer.easy, unsafe active.removeValue(forKey: easy) != nil else {
            transfer.finish(.failure(error))
            return
        }
        unsafe workphotos_multi_remove_handle(multi, easy)
        transfer.close(error)
    }

    /// Ends the transfers that were silent for too long, and returns the milliseconds until the next may be.
    private func untilNextLimit(_ active: inout [UnsafeMutableRawPointer: Transfer]) -> Int32 {
        let now = ContinuousClock.now
        var next = Duration.seconds(600)
        for transfer in unsafe Array(active.values) {
            guard let left = transfer.timeLeft(at: now) else { continue }
            if left <= .zero {
                unsafe drop(transfer, DriveError(.timedOut, "\(transfer.host) does not answer"), &active)
            } else {
                next = min(next, left)
            }
        }
        return Int32(next / .milliseconds(1)) + 1
    }
}

/// The library itself.
package enum LibCurl {
    /// Why HTTP cannot be spoken; nil if it can. Loads the library.
    package static var problem: DriveError? {
        guard let reason = unsafe workphotos_curl_load() else { return nil }
        return DriveError(
            .library, "\(unsafe String(cString: reason)); Google Drive and rclone's remotes need it",
            next: "sudo apt install libcurl4")
    }

    /// The version of the loaded library.
    package static var version: String { unsafe String(cString: workphotos_curl_version()) }
}
