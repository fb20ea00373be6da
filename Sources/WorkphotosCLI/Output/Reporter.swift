import Logging
import PhotoModel
import PhotoPipeline
import Synchronization
import SystemPackage

/// Writes a command's results and notes. Only this type deals with `--json`, `--quiet` and colours.
final class Reporter: Sendable {
    let isJSON: Bool
    /// Whether only problems and errors are reported.
    let isQuiet: Bool
    /// Whether everything is told, one by one.
    let isVerbose: Bool
    private let logger: Logger
    private let console: any Console
    private let problemCount = Mutex(0)
    private let causes = Mutex(SharedCauses())
    private let news = Mutex(RunNotification())

    /// - Parameter variables: the environment variables, for `NO_COLOR` and `TERM`.
    init(console: any Console, options: GlobalOptions, isJSON: Bool, variables: [String: String]) {
        self.console = console
        self.isJSON = isJSON
        isQuiet = options.quiet
        isVerbose = options.verbose
        let level: Logger.Level = options.verbose ? .debug : options.quiet ? .warning : .notice
        let colors = wantsColor(options.color, isTerminal: console.isTerminal(.error), variables: variables)
        logger = Logger(label: "workphotos") { _ in
            ConsoleLogHandler(console: console, level: level, format: options.logFormat, colors: colors)
        }
    }

    /// What the notification of a run contains.
    var told: RunNotification { news.withLock(\.self) }

    var problems: Int { problemCount.withLock { $0 } }

    /// Writes text for people, with lines that fit the terminal; see ``FittedText/lines(_:indent:)``. Not for JSON.
    func print(_ text: String, indent: Int = 2) throws(ConsoleError) {
        for line in fitting.lines(text, indent: indent) { try print(exactly: line) }
    }

    /// Writes a text line as it is: a row of a table that fits by itself, or a line that programs read. Nothing in it
    /// steers a terminal.
    func print(exactly line: String) throws(ConsoleError) {
        try console.write(Array(terminalLines("\(line)\n").utf8))
    }

    /// Writes a row whose colours are ours and whose names were made safe before.
    func print(colored row: String) throws(ConsoleError) {
        try console.write(Array("\(row)\n".utf8))
    }

    /// Whether a person reads the results, who is told totals instead of a line for each photo.
    var tellsTotals: Bool { !isJSON && !isVerbose && console.isTerminal(.output) }

    /// Writes the totals of what is planned or staged, and how to see each photo; nothing under `--quiet`, or if there
    /// are none.
    func tell(_ table: PlanTable) throws(ConsoleError) {
        let lines = table.lines(fitting: fitting.columns)
        if isQuiet || lines.isEmpty { return }
        for line in lines { try print(exactly: line) }
        note("To list each photo: -v")
    }

    /// How text for people fits the terminal.
    var fitting: FittedText { FittedText(columns: console.isTerminal(.output) ? console.columns : nil) }

    func print(_ line: JSONLine) throws(ConsoleError) {
        try console.write(line.line)
    }

    /// Writes bytes of a result: unchanged for programs, with nothing that steers it at a terminal.
    func print(bytes: [UInt8]) throws(ConsoleError) {
        try console.write(console.isTerminal(.output) ? terminalLines(bytes) : bytes)
    }

    /// Writes buffered results, for a user who waits for them.
    func flush() throws(ConsoleError) {
        try console.flush()
    }

    /// Writes a text heading; not in JSON and not under `--quiet`.
    func head(_ line: String) throws(ConsoleError) {
        news.withLock { $0.lines.append(line) }
        if !isJSON, !isQuiet { try print(line) }
    }

    /// Writes the end of a command that changes something: text lines, which `--quiet` hides, or a JSON line.
    ///
    /// - Parameter hasChanges: whether there was anything to do.
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

    /// Writes a note; not under `--quiet`.
    func note(_ text: String) {
        logger.notice("\(text)")
    }

    /// Writes a detail for finding errors; only under `--verbose`.
    func detail(_ text: String) {
        logger.debug("\(text)")
    }

    func warn(_ text: String) { warn(text, next: nil) }

    /// Writes a warning, and the command to type next if there is one.
    func warn(_ text: String, next: String?) {
        logger.warning("\(text)", metadata: next.map { ["next": "\($0)"] })
        news.withLock { $0.add(problem: text + (next.map { "\n  next: \($0)" } ?? "")) }
    }

    /// Reports a problem with one file: a line on standard error, and a `problem` line in JSON. A problem that leaves
    /// no work undone does not change the exit status, so `--quiet` hides it. Problems that an earlier scan reported,
    /// and problems after the first few with the same cause, are only counted; ``tellOfMore()`` reports the counts.
    func report(_ finding: Finding) {
        problemCount.withLock { $0 += 1 }
        if isJSON { try? print(jsonLine(of: finding)) }
        let text = "\(terminalSafe(finding.path.bytes)): \(finding.words)"
        if causes.withLock({ $0.isNew(finding) }) {
            if finding.kind.leavesWorkUndone { warn(text) } else { note(text) }
        } else {
            detail(text)
            // The notification has a bounded list of its own.
            if finding.kind.leavesWorkUndone, !finding.isKnown { news.withLock { $0.add(problem: text) } }
        }
    }

    /// Reports the number of problems that got no line of their own.
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

    /// Reports why a command failed: a line on standard error, and an `error` line in JSON.
    func report(_ failure: Failure) -> ExitStatus {
        let failure = failure.shortened
        logger.error("\(failure.textWithoutNext)", metadata: failure.next.map { ["next": "\($0)"] })
        news.withLock { $0.add(problem: failure.text) }
        if isJSON { try? console.write(jsonLine(of: failure)) }
        try? console.flush()
        return failure.exit
    }
}

extension Failure {
    /// The text for people: file and line, cause, and what to type next.
    var text: String { textWithoutNext + (next.map { "\n  next: \($0)" } ?? "") }

    /// The same without what to type next.
    var textWithoutNext: String {
        let place = path.map { path in
            line.map { "\(terminalSafe(path.bytes)):\($0): " } ?? "\(terminalSafe(path.bytes)): "
        }
        return (place ?? "") + message
    }
}

/// Whether notes are coloured. `NO_COLOR` counts if it is not empty (no-color.org).
func wantsColor(_ choice: Visibility, isTerminal: Bool, variables: [String: String]) -> Bool {
    switch choice {
    case .always: true
    case .never: false
    case .auto: isTerminal && variables["NO_COLOR", default: ""].isEmpty && variables["TERM"] != "dumb"
    }
}

/// Decides which problems get a line of their own: the first few of each cause, and none that an earlier scan reported.
struct SharedCauses {
    /// The number of problems of one cause that get a line.
    private static let most = 10

    /// What problems have in common.
    struct Cause: Hashable {
        /// The problem and its remedy.
        let words: String
        /// Whether it changes the exit status.
        let leavesWorkUndone: Bool
    }

    private var counts: [(cause: Cause, count: Int)] = []
    private var known = 0

    /// Counts a problem. Returns whether it gets a line of its own.
    mutating func isNew(_ finding: Finding) -> Bool {
        if finding.isKnown {
            known += 1
            return false
        }
        let cause = Cause(words: finding.words, leavesWorkUndone: finding.kind.leavesWorkUndone)
        guard let index = counts.firstIndex(where: { $0.cause == cause }) else {
            counts.append((cause, 1))
            return true
        }
        counts[index].count += 1
        return counts[index].count <= Self.most
    }

    /// The number of further problems of each cause, and the number that an earlier scan reported. Resets the counts.
    mutating func takeRest() -> (more: [(words: String, leavesWorkUndone: Bool, count: Int)], known: Int) {
        defer { self = SharedCauses() }
        let more = counts.filter { $0.count > Self.most }
            .map { ($0.cause.words, $0.cause.leavesWorkUndone, $0.count - Self.most) }
        return (more, known)
    }
}

/// The `problem` line.
func jsonLine(of finding: Finding) -> JSONLine {
    var line = JSONLine(type: "problem")
    line.set(path: shortened(finding.path))
    line.set("what", finding.kind.rawValue)
    line.set("detail", finding.words)
    line.set("new", !finding.isKnown)
    return line
}

/// The `error` line.
func jsonLine(of failure: Failure) -> [UInt8] {
    var line = JSONLine(type: "error")
    line.set("exit", failure.exit.rawValue)
    line.set("what", failure.what)
    line.set("message", failure.message)
    line.set("path", failure.path?.string)
    line.set("line", failure.line)
    line.set("next", failure.next)
    return line.line
}
