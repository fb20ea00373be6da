import Logging
import PhotoModel
import PhotoPipeline

/// Writes notes to standard error, as plain lines or as one JSON object a line.
///
/// A text line begins with the program's name, as is usual in cron mails. The level is written only if the words do not
/// make it clear.
struct ConsoleLogHandler: LogHandler {
    var metadata: Logger.Metadata = [:]
    var logLevel: Logger.Level
    private let console: any Console
    private let format: LogFormat
    private let colors: Bool

    init(console: any Console, level: Logger.Level, format: LogFormat, colors: Bool) {
        self.console = console
        self.format = format
        self.colors = colors
        logLevel = level
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let next = event.metadata?["next"].map { "\n  next: \($0)" } ?? ""
        switch format {
        case .text: console.note(text(event.level, terminalLines(event.message.description + next)))
        case .json: console.note(json(event))
        }
    }

    private func text(_ level: Logger.Level, _ message: String) -> String {
        let prefix = level >= .warning ? "workphotos: " : ""
        let fitting = FittedText(columns: console.isTerminal(.error) ? console.columns : nil)
        // Where no line may end: the first word stays beside the program's name, however long it is.
        let start = prefix.replacing(" ", with: "\u{A0}")
        let message = fitting.lines(start + message, indent: 2).joined(separator: "\n").dropFirst(start.count)
        guard colors, level >= .warning else { return "\(prefix)\(message)\n" }
        return "\u{1B}[\(level == .warning ? 33 : 31)m\(prefix)\u{1B}[0m\(message)\n"
    }

    private func json(_ event: LogEvent) -> String {
        var line = JSONLine(type: "log")
        line.set("level", event.level.rawValue)
        line.set("message", event.message.description)
        line.set("next", event.metadata?["next"]?.description)
        return String(decoding: line.line, as: UTF8.self)
    }
}
