/// Standard output, standard error and standard input.
///
/// Implementations may buffer results until ``flush()``; notes are written at once. Results are written by one task at
/// a time, notes by any.
package protocol Console: Sendable {
    /// Writes bytes of a result to standard output.
    ///
    /// - Throws: `ConsoleError.closed` when the reader has closed the pipe.
    func write(_ bytes: [UInt8]) throws(ConsoleError)

    /// Writes everything that is buffered.
    ///
    /// - Throws: `ConsoleError.closed` when the reader has closed the pipe.
    func flush() throws(ConsoleError)

    /// Writes text, which includes its line ends, to standard error. If that fails, the text is dropped: there is
    /// nobody to tell.
    func note(_ text: String)

    func isTerminal(_ stream: ConsoleStream) -> Bool

    /// The columns of the terminal on standard error or standard output; nil if neither is a terminal.
    var columns: Int? { get }

    /// The next bytes of standard input, as soon as there are any; none at its end, nil if none come within a tenth of
    /// a second. One task at a time reads.
    ///
    /// - Throws: `ConsoleError.failed` when it cannot be read.
    func readSomeInput() throws(ConsoleError) -> [UInt8]?
}

extension Environment {
    /// The next bytes of standard input, as soon as there are any; none at its end, nil after a signal. Whoever writes
    /// them may take any time.
    ///
    /// - Throws: `ConsoleError.failed` when it cannot be read.
    package func readSomeInput() throws(ConsoleError) -> [UInt8]? {
        while interruption.signal == nil {
            if let some = try console.readSomeInput() { return some }
        }
        return nil
    }

    /// All of standard input, to its end.
    ///
    /// - Throws: `ConsoleError.failed` when it cannot be read; `PipelineError`, `interrupted` after a signal.
    package func readInput() throws -> [UInt8] {
        var all: [UInt8] = []
        while let some = try readSomeInput() {
            if some.isEmpty { return all }
            all += some
        }
        throw PipelineError.stopped
    }
}

/// One of the three standard streams.
package enum ConsoleStream: Sendable {
    case input, output, error
}

/// A stream that can no longer be used.
package enum ConsoleError: Error, Equatable {
    /// The reader has closed its end of the pipe.
    case closed
    /// Anything else, such as a full disk under a redirected output; the text is the system's.
    case failed(String)
}

/// Shows the progress of long work on a terminal that somebody watches.
///
/// From ``begin(_:)`` to ``end()`` there is one line on the screen. It appears after half a second, even if no progress
/// was reported; after ``end()`` it is gone. Work that begins later takes the line over. Updates may come far more
/// often than a person can read: the reporter decides which it shows. Callers need not remove the line before they
/// write something, which the console does. Calls come from one task at a time.
package protocol ProgressReporter: Sendable {
    /// Whether anybody sees it. If not, callers skip work whose only purpose is to estimate the remaining time.
    var isVisible: Bool { get }

    /// Starts a line for work with the given name, such as `Scanning`, counted in the given unit.
    func begin(_ name: String, counting unit: ProgressUnit)

    /// Reports how much is done, and the total if it is known or estimated.
    func update(done: Int, total: Int?)

    /// Removes the line.
    func end()

    /// The progress for a log: text every half minute, as long as work lasts.
    ///
    /// - Parameter tell: receives the text, without a line end.
    /// - Returns: the reporter to use instead of this one.
    func told(by tell: @escaping @Sendable (String) -> Void) -> any ProgressReporter
}

/// The unit in which work is counted.
package enum ProgressUnit: Sendable {
    /// Files or groups, as the work's name makes clear.
    case things
    /// Bytes, shown as sizes.
    case bytes
}

extension ProgressReporter {
    /// Starts a line for work that is counted in things.
    package func begin(_ name: String) { begin(name, counting: .things) }
}

/// A reporter that shows nothing.
package struct HiddenProgress: ProgressReporter {
    package init() {}

    package var isVisible: Bool { false }
    package func begin(_ name: String, counting unit: ProgressUnit) {}
    package func update(done: Int, total: Int?) {}
    package func end() {}
    package func told(by tell: @escaping @Sendable (String) -> Void) -> any ProgressReporter { self }
}

/// Asks a person questions.
package protocol Confirmation: Sendable {
    /// Whether there is a person to ask, that is, whether standard input is a terminal.
    var canAsk: Bool { get }

    /// Shows a question on the terminal and waits for a line.
    ///
    /// - Parameter question: the text, with the possible answers, without a line end.
    /// - Returns: the line without its end; nil where the input ended or the user asked to stop.
    func ask(_ question: String) async -> String?
}

/// Runs a command that the user has set, to report how a run ended.
package protocol Notifier: Sendable {
    /// Runs a command and waits for its end. No shell is involved.
    ///
    /// - Parameters:
    ///   - command: the program, which is searched for in `PATH` if it contains no slash, and its arguments; not empty.
    ///   - text: the command's standard input.
    /// - Returns: why it failed, in one sentence without a full stop; nil where it succeeded.
    func notify(_ command: [String], text: String) async -> String?
}

/// A request by the user or the system to stop the program.
///
/// Work that occupies a thread checks for it between steps, where stopping is safe. Work that waits is cancelled by a
/// task that waits for the signal. A second signal ends the program at once, unless it
/// is a SIGTERM within a second of the first.
package protocol Interruption: Sendable {
    /// The first signal received; nil if there was none.
    var signal: InterruptionSignal? { get }

    /// Waits for the first signal. Returns at once if it has been received or the task is cancelled.
    func wait() async
}

extension Environment {
    /// Waits for something else to change. A signal or the task's cancellation ends the wait.
    ///
    /// - Returns: whether the full time passed.
    func pause(for duration: Duration) async -> Bool {
        if interruption.signal != nil { return false }
        return await withTaskGroup(of: Bool.self) { tasks in
            tasks.addTask { (try? await clock.sleep(for: duration)) != nil }
            tasks.addTask {
                await interruption.wait()
                return false
            }
            defer { tasks.cancelAll() }
            return await tasks.next() ?? false
        }
    }

    /// Does what has no end of its own, such as waiting for a person, a server or a destination. A signal cancels it.
    ///
    /// - Parameter body: what is done; it leaves nothing half done where it is cancelled, and what it has recorded then
    ///   is true.
    /// - Throws: what `body` throws; `PipelineError`, `interrupted`, where that was after a signal.
    package func untilSignal<Value: Sendable>(
        _ body: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        let interruption = interruption
        let result = await withTaskGroup(of: Result<Value, any Error>?.self) { tasks -> Result<Value, any Error>? in
            tasks.addTask { await Result { try await body() } }
            tasks.addTask {
                await interruption.wait()
                return nil
            }
            let first = await tasks.next() ?? nil
            tasks.cancelAll()
            if let first { return first }
            return await tasks.next() ?? nil
        }
        if case .success(let value)? = result { return value }
        if case .failure(let error)? = result, interruption.signal == nil { throw error }
        throw PipelineError.stopped
    }
}

/// The signals that ask the program to stop.
package enum InterruptionSignal: Sendable {
    /// SIGINT: Ctrl-C.
    case interrupt
    /// SIGTERM, or SIGHUP where it is not ignored.
    case terminate
}

/// Ignores requests to stop: for work that restores files, and for one short step that is finished.
package struct NeverInterrupted: Interruption {
    package init() {}

    package var signal: InterruptionSignal? { nil }

    package func wait() async {
        // A stream without values ends when the task is cancelled.
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        for await _ in stream {}
        withExtendedLifetime(continuation) {}
    }
}
