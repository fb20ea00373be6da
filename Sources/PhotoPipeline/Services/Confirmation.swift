/// Asks a person.
package protocol Confirmation: Sendable {
    /// Whether there is a person to ask: standard input is a terminal.
    var canAsk: Bool { get }

    /// Shows a question on the terminal and waits for a line.
    ///
    /// - Parameter question: the text, with what may be answered, without a line end.
    /// - Returns: the line without its end; nil where the input ended or the user asked to stop.
    func ask(_ question: String) async -> String?
}
