import Dispatch

/// Calls something again and again, on a thread of its own, until it goes.
final class Ticker: Sendable {
    /// Kept because a source that nobody holds is cancelled; touched by `deinit` only.
    nonisolated(unsafe) private let source: any DispatchSourceTimer

    /// - Parameters:
    ///   - interval: how many nanoseconds lie between two calls.
    ///   - tick: what is called.
    init(every interval: Int64, _ tick: @escaping @Sendable () -> Void) {
        unsafe source = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "workphotos.ticker"))
        unsafe source.schedule(
            deadline: .now() + .nanoseconds(Int(interval)), repeating: .nanoseconds(Int(interval)),
            leeway: .milliseconds(10))
        unsafe source.setEventHandler(handler: tick)
        unsafe source.resume()
    }

    deinit { unsafe source.cancel() }
}
