import ArgumentParser
import PhotoModel
import PhotoPipeline
import SystemPackage

/// The photos that a person says something of: files, directories with all known photos in them, and selections as list
/// has them.
struct PhotoArguments: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "Files, or directories (all photos in them that the index knows).", valueName: "file"),
        completion: .file())
    var files: [String] = []

    @Option(
        name: .customLong("files-from0"),
        help: ArgumentHelp(
            "Read NUL-terminated names from a file; - is standard input.", valueName: "file"))
    var filesFrom0: String?

    @OptionGroup
    var selection: SelectionOptions

    /// The files that are meant.
    ///
    /// - Parameters:
    ///   - session: the run.
    ///   - change: narrows the selection further.
    /// - Returns: absolute paths: those typed, then those listed; of directories and selections the photos in the order
    ///   of their paths.
    /// - Throws: `Failure` where a list cannot be read, or files are named beside a selection; `PipelineError`.
    func paths(
        _ session: Session, change: (inout PhotoSelection) -> Void = { _ in }
    ) throws -> [FilePath] {
        let named = try FileArguments.paths(files, listedIn: filesFrom0, session)
            .map(session.environment.currentDirectory.pushing)
        var selection = try selection.selection(in: session)
        change(&selection)
        let directories = named.compactMap(resolvedDirectory)
        if named.isEmpty, filesFrom0 == nil, selection.isEverything {
            throw Failure(
                .usage, what: "usage",
                message: "Give a file, a directory, --files-from0, or a selection such as --unsure")
        }
        if directories.isEmpty, selection.isEverything { return named }
        guard directories.count == named.count else {
            throw Failure(
                .usage, what: "usage",
                message: "Files and a selection cannot be combined; a directory and a selection can")
        }
        selection.order = .path
        if selection.places.isEmpty { selection.places = directories.map { Glob(below: $0) } }
        var found: [FilePath] = []
        try session.library().photos(matching: selection) { photo in
            if directories.isEmpty || directories.contains(where: photo.path.starts) { found.append(photo.path) }
            return session.environment.interruption.signal == nil
        }
        if found.isEmpty { session.reporter.note("No photo matches; name photos that were never scanned file by file") }
        return found
    }
}
