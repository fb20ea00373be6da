/// Runs a command of the user's own, to tell them how a run came out.
package protocol Notifier: Sendable {
    /// Runs a command and waits for its end. No shell is between.
    ///
    /// - Parameters:
    ///   - command: the program, looked for in `PATH` where it holds no slash, and its arguments; not empty.
    ///   - text: what it reads on its standard input.
    /// - Returns: why it failed, in one sentence without a full stop; nil where it ended well.
    func notify(_ command: [String], text: String) async -> String?
}
