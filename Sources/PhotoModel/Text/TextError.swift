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
