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
