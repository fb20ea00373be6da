/// Bytes that nobody may read who is not their user: they are in no text that is made of this value, nor of one that
/// holds it, so in no log, error or JSON.
package struct Secret: Hashable, Sendable {
    /// The bytes themselves, for whoever stores or sends them.
    package let bytes: [UInt8]

    /// Has bytes be secret.
    package init(_ bytes: [UInt8]) { self.bytes = bytes }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Says nothing.
    package var description: String { "(secret)" }
    /// Says nothing either.
    package var debugDescription: String { description }
    /// Nothing to look into, for `dump` and its like.
    package var customMirror: Mirror { Mirror(self, children: []) }
}
