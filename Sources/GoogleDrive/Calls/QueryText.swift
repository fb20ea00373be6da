/// A text as it stands in a query of `files.list`, with its quotation marks: `'` and `\` get a `\` before them.
///
/// - Parameter text: such as a file's name.
/// - Returns: the text of the query.
package func queryText(_ text: String) -> String {
    "'\(text.replacing("\\", with: "\\\\").replacing("'", with: "\\'"))'"
}
