import Dispatch
import Synchronization

/// Values that are made on a thread of their own, a few ahead of the caller who takes them.
///
/// The two wait for each other with semaphores. The thread is Dispatch's and may block on a disk or an index; it never
/// waits for a thread that Swift runs tasks on.
package final class LookAhead<Element: Sendable, Output: Sendable, Failure: Error>: Sendable {
    private struct State {
        var ready: [Element] = []
        /// How the making ended; nil as long as it goes on.
        var end: Result<Output, Failure>?
        var isStopped = false
    }

    private let state = Mutex(State())
    /// Counts values to take, and the end.
    private let filled = DispatchSemaphore(value: 0)
    /// Counts places for values. A semaphore may not end below the value it was made with, so this one starts at 0.
    private let free = DispatchSemaphore(value: 0)
    private let finished = DispatchGroup()

    /// Starts the thread. ``finish()`` must be called.
    ///
    /// - Parameters:
    ///   - most: the number of values at which the thread waits.
    ///   - make: makes the values and gives each to its argument, which returns whether to go on.
    package init(most: Int, make: @escaping @Sendable (_ give: (Element) -> Bool) throws(Failure) -> Output) {
        for _ in 0..<most { free.signal() }
        DispatchQueue(label: "workphotos.ahead").async(group: finished) { [self] in
            let end = Result { () throws(Failure) in try make(give) }
            state.withLock { $0.end = end }
            filled.signal()
        }
    }

    /// The next value; nil at the end.
    package func next() throws(Failure) -> Element? {
        filled.wait()
        let (value, end) = state.withLock { state in
            (state.ready.isEmpty ? nil : state.ready.removeFirst(), state.end)
        }
        if let value {
            free.signal()
            return value
        }
        // The next call finds the end again.
        filled.signal()
        _ = try end?.get()
        return nil
    }

    /// Ends the making where it is, and waits for that. Values that were not taken are dropped.
    @discardableResult
    package func finish() throws(Failure) -> Output {
        state.withLock { $0.isStopped = true }
        free.signal()
        finished.wait()
        guard let end = state.withLock({ $0.end }) else { preconditionFailure("the thread has ended") }
        return try end.get()
    }

    private func give(_ value: Element) -> Bool {
        free.wait()
        let goesOn = state.withLock { state in
            if !state.isStopped { state.ready.append(value) }
            return !state.isStopped
        }
        // The place stays free for the next value that is refused.
        if goesOn { filled.signal() } else { free.signal() }
        return goesOn
    }
}
