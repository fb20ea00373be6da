/// Bytes that only their user may read. No text made of this value, or of a value that contains it, has the bytes, so
/// they appear in no log, error or JSON.
package struct Secret: Hashable, Sendable {
    /// The bytes themselves, for code that stores or sends them.
    package let bytes: [UInt8]

    /// A secret with the given bytes.
    package init(_ bytes: [UInt8]) { self.bytes = bytes }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Does not contain the bytes.
    package var description: String { "(secret)" }
    /// Does not contain the bytes.
    package var debugDescription: String { description }
    /// Has no children, so that `dump` shows no bytes.
    package var customMirror: Mirror { Mirror(self, children: []) }
}
