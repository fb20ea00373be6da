/// A secret text, such as a token or the address of an upload session. It is redacted in every description of this
/// value or of one that contains it, and so in all logs, errors and JSON.
package struct HiddenText: Hashable, Sendable {
    /// The text itself, for storing or sending.
    package let text: String

    /// Wraps a text.
    package init(_ text: String) { self.text = text }
}

extension HiddenText: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// A placeholder.
    package var description: String { "(secret)" }
    /// The same placeholder.
    package var debugDescription: String { description }
    /// Empty, for `dump` and similar.
    package var customMirror: Mirror { Mirror(self, children: []) }
}

extension [HiddenText] {
    /// Removes the secrets from a foreign text, such as a server's error, in plain and in percent-encoded form.
    func blanked(_ text: String) -> String {
        reduce(text) { text, secret in
            // A short text would match everywhere, and no secret is short.
            guard secret.text.utf8.count >= 6 else { return text }
            return text.replacing(secret.text, with: "(secret)")
                .replacing(formEncoded(secret.text), with: "(secret)")
        }
    }
}
