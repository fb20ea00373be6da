import ArgumentParser
import PhotoPipeline

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
