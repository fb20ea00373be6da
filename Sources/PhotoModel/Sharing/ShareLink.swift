/// The address of something shared. Whoever has the link can read it, so it is in results only, and in no text made of
/// this value, no log and no error.
package struct ShareLink: Hashable, Sendable {
    /// The address itself, for results and for the index.
    package let address: String

    /// A link; nil for an empty text.
    package init?(_ address: String) {
        if address.isEmpty { return nil }
        self.address = address
    }
}

extension ShareLink: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Does not contain the link.
    package var description: String { "(link)" }
    /// Does not contain the link.
    package var debugDescription: String { description }
    /// Nothing to look into, for `dump` and its like.
    package var customMirror: Mirror { Mirror(self, children: []) }
}
