import ArgumentParser
import PhotoModel
import PhotoPipeline
import SystemPackage

struct FileArguments: ParsableArguments {
    @Argument(help: ArgumentHelp("Files to read.", valueName: "file"), completion: .file())
    var files: [String] = []

    @Option(
        name: .customLong("files-from0"),
        help: ArgumentHelp(
            "Read NUL-terminated names from a file; - is standard input.", valueName: "file"))
    var filesFrom0: String?

    func validate() throws {
        if files.isEmpty && filesFrom0 == nil { throw ValidationError("Give at least one file, or --files-from0.") }
    }

    /// The paths as given: first those typed, then those in the list.
    ///
    /// - Throws: `Failure` if the list cannot be read.
    func paths(_ session: Session) throws -> [FilePath] {
        try Self.paths(files, listedIn: filesFrom0, session)
    }

    /// The same for a command that begins before a list on standard input has ended.
    ///
    /// - Throws: as ``paths(_:)``; the list's errors come from the result.
    func directories(_ session: Session) throws -> NamedDirectories {
        guard filesFrom0 == "-" else { return NamedDirectories(try paths(session)) }
        let environment = session.environment
        return NamedDirectories(files.map(FilePath.init(argument:))) { try environment.readSomeInput() }
    }

    /// Combines typed and listed names.
    ///
    /// - Parameter list: a file with NUL-terminated names, or - for standard input. Empty names are skipped.
    /// - Returns: the paths as given: first those typed, then those in the list.
    /// - Throws: `Failure` if the list cannot be read.
    static func paths(_ files: [String], listedIn list: String?, _ session: Session) throws -> [FilePath] {
        files.map(FilePath.init(argument:)) + (try listed(list, session))
    }

    private static func listed(_ list: String?, _ session: Session) throws -> [FilePath] {
        guard let list else { return [] }
        let bytes =
            list == "-"
            ? try session.environment.readInput()
            : try namedFile(session.places.absolute(list), in: session)
        return bytes.split(separator: 0).map { FilePath(bytes: Array($0)) }
    }
}
