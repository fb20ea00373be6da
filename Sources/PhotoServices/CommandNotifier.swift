import PhotoModel
import PhotoPipeline
import SystemPackage

/// Runs the user's commands as processes. Their standard output is discarded.
package struct CommandNotifier: Notifier {
    private static let longestReason = 300
    private let variables: [String: String]
    private let limit: Duration
    private let grace: Duration

    /// - Parameters:
    ///   - variables: the commands' environment; they are searched for in its `PATH`.
    ///   - limit: how long one may take; then it and the processes that it started get SIGTERM.
    ///   - grace: how long after that they get SIGKILL.
    package init(variables: [String: String], limit: Duration, grace: Duration) {
        self.variables = variables
        self.limit = limit
        self.grace = grace
    }

    package func notify(_ command: [String], text: String) async -> String? {
        let run = ProgramRun(command: command, variables: variables, limit: limit, grace: grace)
        switch await run.outcome(reading: text) {
        case .failure(.notFound): return "there is no such program in PATH"
        case .failure(.system(let error)): return "it cannot be started: \(error.description)"
        case .end(.exit(0), _): return nil
        case .end(.exit(let code), let line): return "it ended with exit status \(code)\(said(line))"
        case .end(.signal(let number), let line): return "signal \(number) ended it\(said(line))"
        case .timeOut: return "it did not end within \(limit.brief) and was ended"
        }
    }

    private func said(_ line: [UInt8]?) -> String {
        line.map { ": \(terminalSafe(Array($0.prefix(Self.longestReason))))" } ?? ""
    }
}
