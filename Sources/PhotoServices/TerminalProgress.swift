package import PhotoPipeline
import Synchronization

/// A line on standard error that is drawn over at most ten times a second: how much, how fast, how long still.
package final class TerminalProgress: ProgressReporter {
    private struct State {
        var name = ""
        var unit = ProgressUnit.things
        var began: Int64 = 0
        var drawn: Int64?
    }

    private static let interval: Int64 = 100_000_000
    private let console: any Console
    private let clock: any Clock
    private let state = Mutex(State())

    package init(console: any Console, clock: any Clock) {
        self.console = console
        self.clock = clock
    }

    package var isVisible: Bool { true }

    package func begin(_ name: String, counting unit: ProgressUnit) {
        let now = clock.uptime
        state.withLock { $0 = State(name: name, unit: unit, began: now) }
    }

    package func update(done: Int, total: Int?) {
        let now = clock.uptime
        let line: String? = state.withLock { state in
            if let drawn = state.drawn, now - drawn < Self.interval { return nil }
            state.drawn = now
            return progressLine(
                name: state.name, unit: state.unit, done: done, total: total,
                seconds: Double(now - state.began) / 1e9)
        }
        if let line { console.note("\r\(line.prefix((console.columns ?? 80) - 1))\u{1B}[K") }
    }

    package func hide() {
        let wasDrawn = state.withLock { state in
            defer { state.drawn = nil }
            return state.drawn != nil
        }
        if wasDrawn { console.note("\r\u{1B}[K") }
    }

    package func end() {
        hide()
    }
}
