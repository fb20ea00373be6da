/// Text that nobody may read who is not its user, such as a token or the address of an upload session: it is in no text
/// that is made of this value, nor of one that holds it, so in no log, error or JSON.
package struct HiddenText: Hashable, Sendable {
    /// The text itself, for whoever stores or sends it.
    package let text: String

    /// Has a text be hidden.
    package init(_ text: String) { self.text = text }
}

extension HiddenText: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Says nothing.
    package var description: String { "(secret)" }
    /// Says nothing either.
    package var debugDescription: String { description }
    /// Nothing to look into, for `dump` and its like.
    package var customMirror: Mirror { Mirror(self, children: []) }
}

extension [HiddenText] {
    /// A text of somebody else's, such as a server's error, without what is hidden: as it is, and as it stands in
    /// addresses and forms.
    func blanked(_ text: String) -> String {
        reduce(text) { text, secret in
            // A short text would be found everywhere, and no secret is short.
            guard secret.text.utf8.count >= 6 else { return text }
            return text.replacing(secret.text, with: "(secret)")
                .replacing(formEncoded(secret.text), with: "(secret)")
        }
    }
}
