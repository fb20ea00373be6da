/// Why a text is not JSON, and where.
package struct JSONSyntaxError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The line, from 1. Lines end with LF, CR LF or CR.
    package let line: Int
    /// The character within the line, from 1, in Unicode scalars; bytes where the line is not UTF-8.
    package let column: Int
    /// What is wrong and, where that is known, what to write; one sentence without a full stop.
    package let message: String

    package var description: String { "line \(line), column \(column): \(message)" }
}
