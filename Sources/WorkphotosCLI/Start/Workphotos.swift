import ArgumentParser
import PhotoModel
package import PhotoPipeline

/// The program's door: arguments in, exit code out.
package enum Workphotos {
    /// As wide as help is where no terminal says how wide it is.
    private static let standardColumns = 80

    /// Parses the arguments and runs the command they name.
    ///
    /// - Parameters:
    ///   - arguments: what the user typed, without the program's name.
    ///   - console: where help, errors and results go.
    ///   - environment: makes the environment; called only when a command really runs, so that help, the version and a
    ///     usage error open nothing.
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
                // Help, or a command that only groups others: its run is to throw its help.
                try parsed.run()
                return ExitStatus.success.rawValue
            }
            command = named
        } catch {
            return answer(error, at: place, arguments: arguments, console: console)
        }
        return await run(command, typed: TypedCommand(arguments), console: console, environment: environment)
    }

    /// The tree of commands as ArgumentParser describes it in JSON, from which the manual pages are made.
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
        do {
            try environment.checkOpenFiles()
            let session = Session(
                environment: environment, options: command.global, typed: typed, reporter: reporter)
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
            return reporter.report(failure.telling(typed)).rawValue
        }
    }

    /// Help and the version go to standard output; all else is a mistake of who typed it.
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

    /// A mistake goes to standard error, and to standard output too as an `error` line where JSON was asked for.
    private static func answer(_ mistake: UsageMistake, arguments: [String], console: any Console) -> Int32 {
        if wantsJSON(arguments) {
            let failure = Failure(.usage, what: "usage", message: mistake.message, next: mistake.next)
            try? console.write(jsonLine(of: failure))
            try? console.flush()
        }
        console.note(mistake.text + "\n")
        return ExitStatus.usage.rawValue
    }

    /// - Returns: the code, or that of a failure where standard output takes nothing; that nobody reads on is none.
    private static func print(_ text: String, console: any Console, code: Int32) -> Int32 {
        do {
            try console.write(Array((text + "\n").utf8))
            try console.flush()
            return code
        } catch ConsoleError.closed {
            return code
        } catch {
            let failure = Failure(error)
            console.note("workphotos: \(failure.message)\n")
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
/// A command declares its options, turns them into one value and hands that over; the environment it is given is its
/// only way out.
protocol WorkphotosCommand: ParsableCommand {
    /// The flags that every command has.
    var global: GlobalOptions { get }

    /// Whether results are JSON lines.
    var writesJSON: Bool { get }

    /// What it is doing until it says more itself, for the line of progress: `Planning`.
    var activity: String { get }

    /// Does the work.
    ///
    /// - Returns: the exit status.
    /// - Throws: `Failure`, or an error that ``Failure/init(_:)`` knows.
    func run(in session: Session) async throws -> ExitStatus
}

extension WorkphotosCommand {
    var writesJSON: Bool { global.json }

    var activity: String { "Working" }
}
