/// Where others see what is shared. Whoever has the link of something that is shared by it can read that: so it is in
/// results, and in no text that is made of this value, no log and no error.
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
    /// Says nothing.
    package var description: String { "(link)" }
    /// Says nothing either.
    package var debugDescription: String { description }
    /// Nothing to look into, for `dump` and its like.
    package var customMirror: Mirror { Mirror(self, children: []) }
}
