import ArgumentParser
import PhotoModel
import PhotoPipeline
import SystemPackage

/// The photos that a decision applies to: files, directories with all photos in them that the index knows, and the
/// selections of `list`.
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

    /// The files that the arguments select.
    ///
    /// - Parameter change: narrows the selection further.
    /// - Returns: absolute paths: first those typed, then those listed. The photos of a directory or a selection are in
    ///   order of their paths. And the directories that stand for all photos in them, none inside another: whether
    ///   there are any is for the caller to tell.
    /// - Throws: `Failure` if a list cannot be read or files are combined with a selection; what the pipeline throws.
    func paths(
        _ session: Session, change: (inout PhotoSelection) -> Void = { _ in }
    ) throws -> (files: [FilePath], directories: [FilePath]) {
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
        if directories.isEmpty, selection.isEverything { return (named, []) }
        guard directories.count == named.count else {
            throw Failure(
                .usage, what: "usage",
                message: "Files and a selection cannot be combined; a directory and a selection can")
        }
        let whole = selection.isEverything ? outermost(directories) : []
        selection.order = .path
        if selection.paths.isEmpty { selection.paths = directories.map { Glob(below: $0) } }
        var found: [FilePath] = []
        try session.library().photos(matching: selection) { photo in
            if directories.isEmpty || directories.contains(where: photo.path.starts) { found.append(photo.path) }
            return session.environment.interruption.signal == nil
        }
        if found.isEmpty, whole.isEmpty { noteNoneMatches(session) }
        return (found, whole)
    }

    /// Notes that no photo that the index knows matches.
    func noteNoneMatches(_ session: Session) {
        session.reporter.note("No photo matches; name photos that were never scanned file by file")
    }

    private func outermost(_ directories: [FilePath]) -> [FilePath] {
        var outermost: [FilePath] = []
        for directory in directories.sorted(by: { $0.bytes.count < $1.bytes.count })
        where !outermost.contains(where: directory.starts) { outermost.append(directory) }
        return outermost
    }
}
