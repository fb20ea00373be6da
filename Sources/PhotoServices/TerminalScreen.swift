import Dispatch
import PhotoModel
package import PhotoPipeline
import Synchronization

/// The standard streams, with a progress line below everything that is written: how much is done, how fast, and how
/// long it will take.
///
/// All writing goes through here, so the line makes room and is drawn again at once. It is overwritten and never erased
/// first, so that the screen is never without it.
package final class TerminalScreen: Sendable {
    /// The least time between two drawings, in nanoseconds.
    static let interval: Int64 = 100_000_000
    /// Work that takes less time than this, in nanoseconds, and reports no progress is not shown.
    private static let patience: Int64 = 500_000_000

    private struct Work {
        var name: String
        var unit: ProgressUnit
        var began: Int64
        /// How much is done and the total; nil until it is reported.
        var amount: (done: Int, total: Int?)?
    }

    private struct State {
        var work: Work?
        /// When the first of several successive works began.
        var began: Int64 = 0
        /// The line on the screen; nil if there is none.
        var line: String?
        /// When that was drawn.
        var drawn: Int64 = 0
        var ticker: Ticker?
    }

    private let console: any Console
    private let clock: any Clock
    private let hasTicker: Bool
    private let state = Mutex(State())

    /// - Parameter hasTicker: whether the line is redrawn by itself if the work reports nothing for a while; otherwise
    ///   ``tick()`` has to be called.
    package init(over console: any Console, clock: any Clock, hasTicker: Bool) {
        self.console = console
        self.clock = clock
        self.hasTicker = hasTicker
    }

    /// Redraws the line if it is due. Called some ten times a second.
    package func tick() {
        state.withLock { state in
            if state.work == nil || state.line == nil && clock.uptime - state.began < Self.patience { return }
            draw(&state)
        }
    }

    private func draw(_ state: inout State) {
        guard let work = state.work else { return }
        let now = clock.uptime
        let text = progressLine(
            name: work.name, unit: work.unit, done: work.amount?.done, total: work.amount?.total,
            seconds: Double(now - work.began) / 1e9)
        let line = String(terminalSafe(text).prefix((console.columns ?? 80) - 1))
        state.drawn = now
        if line == state.line { return }
        state.line = line
        console.note(Self.drawing(line))
    }

    private static func drawing(_ line: String) -> String { "\r\(line)\u{1B}[K" }

    private static let erasing = "\r\u{1B}[K"
}

extension TerminalScreen: ProgressReporter {
    package var isVisible: Bool { true }

    package func begin(_ name: String, counting unit: ProgressUnit) {
        let now = clock.uptime
        state.withLock { state in
            if state.work == nil { state.began = now }
            state.work = Work(name: name, unit: unit, began: now)
            if state.line != nil { draw(&state) }
            if hasTicker, state.ticker == nil {
                state.ticker = Ticker(every: Self.interval) { [weak self] in self?.tick() }
            }
        }
    }

    package func update(done: Int, total: Int?) {
        state.withLock { state in
            guard state.work != nil else { return }
            state.work?.amount = (done, total)
            if state.line == nil || clock.uptime - state.drawn >= Self.interval { draw(&state) }
        }
    }

    package func end() {
        state.withLock { state in
            end(&state)
            state.ticker = nil
        }
    }

    package func told(by tell: @escaping @Sendable (String) -> Void) -> any ProgressReporter {
        ProgressLog(clock: clock, hasTicker: hasTicker, tell: tell)
    }

    private func end(_ state: inout State) {
        state.work = nil
        if state.line != nil { console.note(Self.erasing) }
        state.line = nil
    }
}

extension TerminalScreen: Console {
    /// Work without reported progress ends with its first result, which may be shown by a pager on the same terminal.
    package func write(_ bytes: [UInt8]) throws(ConsoleError) {
        state.withLock { if $0.work?.amount == nil { end(&$0) } }
        guard console.isTerminal(.output) else { return try console.write(bytes) }
        try state.withLock { state throws(ConsoleError) in
            guard let line = state.line else { return try console.write(bytes) }
            console.note(Self.erasing)
            defer { console.note(Self.drawing(line)) }
            try console.write(bytes)
        }
    }

    package func flush() throws(ConsoleError) { try console.flush() }

    /// A note without a line end is a question: the work is over until more of it begins.
    package func note(_ text: String) {
        state.withLock { state in
            let isQuestion = text.last?.isNewline != true
            guard let line = state.line else {
                if isQuestion { state.work = nil }
                return console.note(text)
            }
            if isQuestion { (state.work, state.line) = (nil, nil) }
            console.note(Self.erasing + text + (isQuestion ? "" : Self.drawing(line)))
        }
    }

    package func isTerminal(_ stream: ConsoleStream) -> Bool { console.isTerminal(stream) }

    package var columns: Int? { console.columns }

    package func readSomeInput() throws(ConsoleError) -> [UInt8]? { try console.readSomeInput() }
}

/// The words of a progress line: `Scanning: 1,200 of 10,000, 12 %, 24,000/s, 1 s left`; of one that counts bytes,
/// `Uploading: 12 MB of 1.2 GB, 1 %, 24 MB/s, 50 s left`, at the end `1.2 GB of 1.2 GB, 100 %, finishing`; and of one
/// without reported progress, `Planning: 3 s`.
///
/// The rate is the mean since the start; it and the time left are shown after a quarter of a second, when they are
/// meaningful. More than a week left is not shown: it comes from a first file that took long to begin.
func progressLine(name: String, unit: ProgressUnit, done: Int?, total: Int?, seconds: Double) -> String {
    guard let done else { return "\(name): \(whole(seconds.rounded(.down)))" }
    func text(_ amount: Int) -> String { unit == .bytes ? Int64(amount).byteSize : amount.grouped }
    var parts: [String] = []
    if let total, total > 0, total >= done {
        parts.append("\(text(done)) of \(text(total))")
        parts.append("\(Int(Double(done) * 100 / Double(total))) %")
    } else {
        parts.append(text(done))
    }
    if done > 0, done == total {
        // What was sent or read still has to be proved or recorded.
        parts.append("finishing")
    } else if seconds >= 0.25, done > 0 {
        let rate = Double(done) / seconds
        parts.append("\(text(Int(rate.rounded())))/s")
        if let total, total >= done, case let left = Double(total - done) / rate, left < 604_800 {
            parts.append("\(whole(left.rounded(.up))) left")
        }
    }
    return "\(name): \(parts.joined(separator: ", "))"
}

private func whole(_ seconds: Double) -> String {
    seconds < 60 ? "\(Int(seconds)) s" : Duration.seconds(seconds).brief
}

/// Calls something repeatedly, on a thread of its own, until it is destroyed.
final class Ticker: Sendable {
    /// Kept because a source without references is cancelled; accessed by `deinit` only.
    nonisolated(unsafe) private let source: any DispatchSourceTimer

    /// - Parameter interval: the nanoseconds between two calls.
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
