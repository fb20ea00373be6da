import ArgumentParser
import PhotoModel
package import PhotoPipeline

/// The program's entry: takes arguments, returns an exit code.
package enum Workphotos {
    /// The width of help without a terminal.
    private static let standardColumns = 80

    /// Parses the arguments and runs the command that they name.
    ///
    /// - Parameters:
    ///   - arguments: what the user typed, without the program's name.
    ///   - environment: makes the environment. Called only if a command runs, so that help, the version and usage
    ///     errors open nothing.
    /// - Returns: the exit code.
    package static func run(
        _ arguments: [String], console: any Console, environment: () -> Environment
    ) async -> Int32 {
        let command: any WorkphotosCommand
        let ordered = ArgumentOrder.normalized(arguments)
        let place = CommandPlace(ordered)
        if let mistake = UsageMistake(place) { return answer(mistake, arguments: arguments, console: console) }
        do {
            var parsed = try place.parsed()
            guard let named = parsed as? any WorkphotosCommand else {
                // Help, or a command that only groups others: it throws its help.
                try parsed.run()
                return ExitStatus.success.rawValue
            }
            command = named
        } catch {
            return answer(error, at: place, arguments: arguments, console: console)
        }
        return await run(command, typed: TypedCommand(arguments), console: console, environment: environment)
    }

    /// The command tree as JSON, made by ArgumentParser. The manual pages are made from it.
    package static func dumpHelp() -> String {
        RootCommand._dumpHelp()
    }

    private static func run(
        _ command: any WorkphotosCommand, typed: TypedCommand, console: any Console,
        environment: () -> Environment
    ) async -> Int32 {
        let environment = environment()
        let reporter = Reporter(
            console: console, options: command.global, isJSON: command.writesJSON, variables: environment.variables)
        let session = Session(environment: environment, options: command.global, typed: typed, reporter: reporter)
        do {
            try environment.checkOpenFiles()
            let progress = session.progress
            progress.begin(command.activity)
            defer { progress.end() }
            let status = try await command.run(in: session)
            reporter.tellOfMore()
            try console.flush()
            return status.rawValue
        } catch ConsoleError.closed {
            return ExitStatus.success.rawValue
        } catch {
            let failure = Failure(error, options: command.global, interruption: environment.interruption)
            let home = environment.variables["HOME"]
            return reporter.report(session.explaining(failure).telling(typed, home: home)).rawValue
        }
    }

    /// Prints help and the version to standard output; anything else is a usage error.
    private static func answer(
        _ error: any Error, at place: CommandPlace, arguments: [String], console: any Console
    ) -> Int32 {
        let columns = console.columns ?? standardColumns
        let code = RootCommand.exitCode(for: error).rawValue
        if code == ExitStatus.success.rawValue {
            return print(HelpText.text(for: error, columns: columns), console: console, code: code)
        }
        return answer(UsageMistake(error, at: place, columns: columns), arguments: arguments, console: console)
    }

    /// Prints a usage error to standard error, and for JSON also as an `error` line to standard output.
    private static func answer(_ mistake: UsageMistake, arguments: [String], console: any Console) -> Int32 {
        if wantsJSON(arguments) {
            let failure = Failure(.usage, what: "usage", message: mistake.message, next: mistake.next)
            try? console.write(jsonLine(of: failure.shortened))
            try? console.flush()
        }
        let fitting = FittedText(columns: console.isTerminal(.error) ? console.columns : nil)
        let lines = terminalLines(mistake.text).split(separator: "\n", omittingEmptySubsequences: false).map(
            String.init)
        // The usage is left whole: broken like a note, it would begin a line with the command.
        let fitted = lines.flatMap { $0.hasPrefix("Usage: ") ? [$0] : fitting.lines($0, indent: 2) }
        console.note(fitted.joined(separator: "\n") + "\n")
        return ExitStatus.usage.rawValue
    }

    /// Prints help, a version or a script of completions, all in our own words.
    ///
    /// - Returns: the code, or that of a failure if standard output cannot be written. A closed pipe is not a failure.
    private static func print(_ text: String, console: any Console, code: Int32) -> Int32 {
        do {
            try console.write(Array((text + "\n").utf8))
            try console.flush()
            return code
        } catch ConsoleError.closed {
            return code
        } catch {
            let failure = Failure(error)
            console.note(terminalLines("workphotos: \(failure.message)\n"))
            return failure.exit.rawValue
        }
    }

    private static func wantsJSON(_ arguments: [String]) -> Bool {
        let options = arguments.prefix { $0 != "--" }
        return options.contains("--json") || options.contains("--format=json")
            || zip(options, options.dropFirst()).contains { $0 == "--format" && $1 == "json" }
    }
}

/// A command that does something, as opposed to one that only groups others.
///
/// A command declares its options, converts them to one value and passes that on. Everything else goes through the
/// environment that it is given.
protocol WorkphotosCommand: ParsableCommand {
    var global: GlobalOptions { get }

    /// Whether results are JSON lines.
    var writesJSON: Bool { get }

    /// The name of the work on the progress line until the command gives another one, such as `Planning`.
    var activity: String { get }

    /// Does the work.
    ///
    /// - Throws: `Failure`, or an error that ``Failure/init(_:)`` can convert.
    func run(in session: Session) async throws -> ExitStatus
}

extension WorkphotosCommand {
    var writesJSON: Bool { global.json }

    var activity: String { "Working" }
}
