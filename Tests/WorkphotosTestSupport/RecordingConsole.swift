package import PhotoPipeline
import Synchronization

/// A console that records output and has prepared input. Every JSON line is checked against the schema of its type.
package final class RecordingConsole: Console {
    private struct State {
        var output: [UInt8] = []
        var notes = ""
        var isClosed = false
        var read = 0
    }

    private let state = Mutex(State())
    private let input: [UInt8]?
    private let terminals: Set<ConsoleStream>
    private let width: Int

    /// - Parameters:
    ///   - input: all of standard input; nil if it must not be read.
    ///   - width: the columns of a terminal.
    package init(input: [UInt8]? = nil, terminals: Set<ConsoleStream> = [], width: Int = 100) {
        self.input = input
        self.width = width
        self.terminals = terminals
    }

    /// The bytes written to standard output.
    package var output: [UInt8] { state.withLock { $0.output } }

    /// The text written to standard error.
    package var notes: String { state.withLock { $0.notes } }

    /// Closes the reading end of standard output.
    package func close() {
        state.withLock { $0.isClosed = true }
    }

    package func write(_ bytes: [UInt8]) throws(ConsoleError) {
        let isClosed = state.withLock { state in
            if !state.isClosed { state.output += bytes }
            return state.isClosed
        }
        if isClosed { throw .closed }
        Contract.hold(bytes)
    }

    package func flush() throws(ConsoleError) {}

    package func note(_ text: String) {
        state.withLock { $0.notes += text }
        Contract.hold(text.utf8)
    }

    package func isTerminal(_ stream: ConsoleStream) -> Bool { terminals.contains(stream) }

    package var columns: Int? { terminals.isEmpty ? nil : width }

    package func readSomeInput() throws(ConsoleError) -> [UInt8]? {
        guard let input else { throw .failed("this test gave no standard input") }
        return state.withLock { state in
            // As a pipe gives it: in pieces.
            let piece = Array(input.dropFirst(state.read).prefix(64))
            state.read += piece.count
            return piece
        }
    }
}
