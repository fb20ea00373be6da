/// The two streams a command writes and the one it reads.
///
/// Implementations may buffer results until ``flush()``; notes are written at once. Calls come from one task at a time
/// for results, from any for notes.
package protocol Console: Sendable {
    /// Writes bytes of a result to standard output.
    ///
    /// - Throws: `ConsoleError.closed` when nobody reads any more.
    func write(_ bytes: [UInt8]) throws(ConsoleError)

    /// Writes everything that was held back.
    ///
    /// - Throws: `ConsoleError.closed` when nobody reads any more.
    func flush() throws(ConsoleError)

    /// Writes text, line ends included, to standard error. What cannot be written is dropped: there is nobody to tell.
    func note(_ text: String)

    /// Whether a stream is a terminal.
    func isTerminal(_ stream: ConsoleStream) -> Bool

    /// Columns of the terminal on standard error or standard output; nil where neither is one.
    var columns: Int? { get }

    /// All of standard input, to its end.
    ///
    /// - Throws: `ConsoleError.failed` when it cannot be read.
    func readInput() throws(ConsoleError) -> [UInt8]
}

/// One of the three standard streams.
package enum ConsoleStream: Sendable {
    case input, output, error
}

/// A stream that cannot be used any more.
package enum ConsoleError: Error, Equatable {
    /// The reader has closed its end of the pipe.
    case closed
    /// Anything else, such as a full disk under a redirected output; the text is the system's.
    case failed(String)
}

/// Shows how far long work has come, on a terminal that someone looks at.
///
/// From ``begin(_:)`` to ``end()`` there is one line on the screen, from half a second on also where nothing is said of
/// how much is done; after ``end()`` it is gone. Other work that begins takes the line over. Updates may come far more
/// often than a person can read: the reporter shows what it likes. Nobody has to take the line away to write something:
/// the console sees to that. Calls come from one task at a time.
package protocol ProgressReporter: Sendable {
    /// Whether anybody sees it. Work that is done only to show a time left is left out where nobody does.
    var isVisible: Bool { get }

    /// Starts a line for work of the given name, such as `Scanning`, that is counted in a unit.
    func begin(_ name: String, counting unit: ProgressUnit)

    /// Says how much is done, and how much there is in all where that is known or estimated.
    func update(done: Int, total: Int?)

    /// Takes the line off the screen for good.
    func end()
}

/// In what work is counted.
package enum ProgressUnit: Sendable {
    /// Files, groups, whatever the work's name makes clear.
    case things
    /// Bytes, which are shown as sizes.
    case bytes
}

extension ProgressReporter {
    /// Starts a line for work that is counted in things.
    package func begin(_ name: String) { begin(name, counting: .things) }
}

/// Shows nothing: the reporter for when nobody looks.
package struct HiddenProgress: ProgressReporter {
    package init() {}

    package var isVisible: Bool { false }
    package func begin(_ name: String, counting unit: ProgressUnit) {}
    package func update(done: Int, total: Int?) {}
    package func end() {}
}

/// Asks a person.
package protocol Confirmation: Sendable {
    /// Whether there is a person to ask: standard input is a terminal.
    var canAsk: Bool { get }

    /// Shows a question on the terminal and waits for a line.
    ///
    /// - Parameter question: the text, with what may be answered, without a line end.
    /// - Returns: the line without its end; nil where the input ended or the user asked to stop.
    func ask(_ question: String) async -> String?
}

/// Runs a command of the user's own, to tell them how a run came out.
package protocol Notifier: Sendable {
    /// Runs a command and waits for its end. No shell is between.
    ///
    /// - Parameters:
    ///   - command: the program, looked for in `PATH` where it holds no slash, and its arguments; not empty.
    ///   - text: what it reads on its standard input.
    /// - Returns: why it failed, in one sentence without a full stop; nil where it ended well.
    func notify(_ command: [String], text: String) async -> String?
}

/// The user's or the system's wish that the program stop.
///
/// Work that holds a thread asks between steps that are safe to stop after; work that waits is cancelled by whoever
/// waits for the signal. A second wish is not asked for: it ends the program at once.
package protocol Interruption: Sendable {
    /// The first signal that came; nil where none did.
    var signal: InterruptionSignal? { get }

    /// Waits for the first signal; returns at once where it has come already, or where the task is cancelled.
    func wait() async
}

extension Environment {
    /// Waits for something else to change. A wish to stop, and the task's being cancelled, end it.
    ///
    /// - Parameter duration: how long.
    /// - Returns: whether it took so long.
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
}

/// The signals that ask the program to stop.
package enum InterruptionSignal: Sendable {
    /// SIGINT: Ctrl-C.
    case interrupt
    /// SIGTERM.
    case terminate
}

/// Nobody is heard who wants it to stop: for what is put right.
struct NeverInterrupted: Interruption {
    var signal: InterruptionSignal? { nil }

    func wait() async {
        // A stream that nobody gives anything ends when the task is cancelled.
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        for await _ in stream {}
        withExtendedLifetime(continuation) {}
    }
}
