/// A value that a user wrote and that means nothing here.
package struct TextError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong and how to write it instead: one sentence without a full stop. Names no coordinates but one that
    /// is out of range.
    package let message: String

    package init(_ message: String) {
        self.message = message
    }

    package var description: String { message }
}

extension TextError {
    /// A pattern with a `[` that has no end. It matches such a name only, and mostly somebody meant something else.
    package static func openSet(in pattern: String) -> TextError {
        TextError("the [ in \(terminalSafe(pattern)) has no ]: write \\[ for one that is part of a name")
    }
}
