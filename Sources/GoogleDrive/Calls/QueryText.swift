/// Quotes a text for a query of `files.list`: adds quotation marks, and escapes `'` and `\` with `\`.
///
/// - Parameter text: such as a file's name.
/// - Returns: the quoted text.
package func queryText(_ text: String) -> String {
    "'\(text.replacing("\\", with: "\\\\").replacing("'", with: "\\'"))'"
}
