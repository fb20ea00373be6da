package import PhotoPipeline
import Synchronization

/// Progress without a terminal: text every half minute while work lasts. Work that is done sooner is not mentioned.
package final class ProgressLog: ProgressReporter {
    /// The time between two texts, in nanoseconds.
    private static let interval: Int64 = 30_000_000_000

    private struct State {
        var name: String?
        var unit = ProgressUnit.things
        var began: Int64 = 0
        var told: Int64 = 0
        var amount: (done: Int, total: Int?)?
        var ticker: Ticker?
    }

    private let clock: any Clock
    private let hasTicker: Bool
    private let tell: @Sendable (String) -> Void
    private let state = Mutex(State())

    /// - Parameter hasTicker: whether it tells by itself; otherwise ``tick()`` has to be called.
    package init(clock: any Clock, hasTicker: Bool, tell: @escaping @Sendable (String) -> Void) {
        (self.clock, self.hasTicker, self.tell) = (clock, hasTicker, tell)
    }

    /// Tells how far the work is if that is due. Called about once a second.
    package func tick() {
        let now = clock.uptime
        let text: String? = state.withLock { state in
            guard let name = state.name, now - state.told >= Self.interval else { return nil }
            state.told = now
            return progressLine(
                name: name, unit: state.unit, done: state.amount?.done, total: state.amount?.total,
                seconds: Double(now - state.began) / 1e9)
        }
        if let text { tell(text) }
    }

    package var isVisible: Bool { false }

    package func begin(_ name: String, counting unit: ProgressUnit) {
        let now = clock.uptime
        state.withLock { state in
            if state.name == nil { state.told = now }
            (state.name, state.unit, state.began, state.amount) = (name, unit, now, nil)
            if hasTicker, state.ticker == nil {
                state.ticker = Ticker(every: 1_000_000_000) { [weak self] in self?.tick() }
            }
        }
    }

    package func update(done: Int, total: Int?) {
        state.withLock { state in
            if state.name != nil { state.amount = (done, total) }
        }
    }

    package func end() { state.withLock { ($0.name, $0.ticker) = (nil, nil) } }

    package func told(by tell: @escaping @Sendable (String) -> Void) -> any ProgressReporter { self }
}
