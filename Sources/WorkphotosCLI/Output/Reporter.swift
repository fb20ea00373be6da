import Logging
import PhotoModel
import PhotoPipeline
import Synchronization

/// Where a command's results and notes go: the one place that knows about `--json`, `--quiet` and colours.
final class Reporter: Sendable {
    /// Whether results are JSON lines.
    let isJSON: Bool
    /// Whether only problems and errors are to be said.
    let isQuiet: Bool
    /// Notes for people.
    private let logger: Logger
    private let console: any Console
    private let problemCount = Mutex(0)
    private let causes = Mutex(SharedCauses())
    private let news = Mutex(RunNotification())

    /// - Parameters:
    ///   - console: where everything goes.
    ///   - options: the flags that every command has.
    ///   - isJSON: whether results are JSON lines.
    ///   - variables: the environment variables, for `NO_COLOR` and `TERM`.
    init(console: any Console, options: GlobalOptions, isJSON: Bool, variables: [String: String]) {
        self.console = console
        self.isJSON = isJSON
        isQuiet = options.quiet
        let level: Logger.Level = options.verbose ? .debug : options.quiet ? .warning : .notice
        let colors = wantsColor(options.color, isTerminal: console.isTerminal(.error), variables: variables)
        logger = Logger(label: "workphotos") { _ in
            ConsoleLogHandler(console: console, level: level, format: options.logFormat, colors: colors)
        }
    }

    /// What is told to somebody who was not there.
    var told: RunNotification { news.withLock(\.self) }

    /// How many problems were reported.
    var problems: Int { problemCount.withLock { $0 } }

    /// Writes a line of a result for people. Not for JSON.
    func print(_ line: String) throws(ConsoleError) {
        try console.write(Array("\(line)\n".utf8))
    }

    /// Writes a JSON line of a result.
    func print(_ line: JSONLine) throws(ConsoleError) {
        try console.write(line.line)
    }

    /// Writes bytes of a result as they are.
    func print(bytes: [UInt8]) throws(ConsoleError) {
        try console.write(bytes)
    }

    /// Writes out what was held back, for somebody who waits for it.
    func flush() throws(ConsoleError) {
        try console.flush()
    }

    /// Writes a line above what follows, for people only; not under `--quiet`.
    func head(_ line: String) throws(ConsoleError) {
        news.withLock { $0.lines.append(line) }
        if !isJSON, !isQuiet { try print(line) }
    }

    /// Writes the end of a command that changes something: lines for people, which `--quiet` keeps back, or one for
    /// programs.
    ///
    /// - Parameters:
    ///   - lines: for people.
    ///   - json: for programs.
    ///   - hasChanges: whether there was anything to do.
    /// - Throws: where standard output takes nothing.
    func end(_ lines: [String], json: JSONLine, hasChanges: Bool) throws(ConsoleError) {
        news.withLock { news in
            news.lines += lines
            news.hasChanges = news.hasChanges || hasChanges
        }
        if isJSON {
            try print(json)
        } else if !isQuiet {
            for line in lines { try print(line) }
        }
    }

    /// Something a person may want to know; not under `--quiet`.
    func note(_ text: String) {
        logger.notice("\(text)")
    }

    /// Something a person wants to know who looks for a mistake; under `--verbose` only.
    func detail(_ text: String) {
        logger.debug("\(text)")
    }

    /// Something a person has to know.
    func warn(_ text: String) {
        logger.warning("\(text)")
        news.withLock { $0.add(problem: text) }
    }

    /// A problem with one file: a line on standard error, and a `problem` line where results are JSON. One that leaves
    /// nothing undone is no reason for another exit status than 0, and so no line under `--quiet`. What an earlier scan
    /// told already, and of many with one cause those after the first, are counted; ``tellOfMore()`` says how many.
    func report(_ finding: Finding) {
        problemCount.withLock { $0 += 1 }
        if isJSON { try? print(jsonLine(of: finding)) }
        let text = "\(terminalSafe(finding.path.bytes)): \(finding.words)"
        if causes.withLock({ $0.isNew(finding) }) {
            if finding.kind.leavesWorkUndone { warn(text) } else { note(text) }
        } else {
            detail(text)
            // Whoever was not there gets a bounded list of its own.
            if finding.kind.leavesWorkUndone, !finding.isKnown { news.withLock { $0.add(problem: text) } }
        }
    }

    /// Says how many problems were not told one by one.
    func tellOfMore() {
        let (more, known) = causes.withLock { $0.takeRest() }
        for cause in more {
            let text = "and \(cause.count.grouped) more: \(cause.words)"
            if cause.leavesWorkUndone { logger.warning("\(text)") } else { note(text) }
        }
        if known > 0 {
            note(
                "\(known.counting("problem")) reported before; to list \(known == 1 ? "it" : "them"): workphotos problems"
            )
        }
    }

    /// The reason why a command gave up: a line on standard error, and an `error` line where results are JSON.
    func report(_ failure: Failure) -> ExitStatus {
        logger.error("\(failure.text)")
        news.withLock { $0.add(problem: failure.text) }
        if isJSON { try? console.write(jsonLine(of: failure)) }
        try? console.flush()
        return failure.exit
    }
}

extension Failure {
    /// What a person reads: what, which file and line, why, and what to type next.
    var text: String {
        let place = path.map { path in
            line.map { "\(terminalSafe(path.bytes)):\($0): " } ?? "\(terminalSafe(path.bytes)): "
        }
        return (place ?? "") + message + (next.map { "\n  next: \($0)" } ?? "")
    }
}

/// Whether notes are coloured. `NO_COLOR` counts where it is not empty (no-color.org).
func wantsColor(_ choice: Visibility, isTerminal: Bool, variables: [String: String]) -> Bool {
    switch choice {
    case .always: true
    case .never: false
    case .auto: isTerminal && variables["NO_COLOR", default: ""].isEmpty && variables["TERM"] != "dumb"
    }
}
