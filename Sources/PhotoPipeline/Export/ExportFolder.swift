import Glibc
import PhotoFiles
import PhotoModel
import SystemPackage

/// The directory into which copies are put. No link below it is followed.
struct ExportFolder {
    private static let mostAlternatives = 100_000

    /// Its path, with links resolved.
    let path: FilePath
    private let isDryRun: Bool
    /// It itself; nil until it is needed, and in a dry run as long as it is missing.
    private var top: DirectoryHandle?
    /// The directory below it that was opened last, for the next group mostly goes there too.
    private var last: (path: FilePath, open: DirectoryHandle?)?
    /// The directories in which nothing needs to be tidied any more.
    private var tidied: Set<FilePath> = []
    /// The copies of a dry run, in lower case, which take names as if they were there.
    private var planned: Set<String> = []

    /// - Parameters:
    ///   - path: the directory, which need not exist; absolute, without links.
    ///   - isDryRun: whether nothing is written.
    init(_ path: FilePath, isDryRun: Bool) {
        self.path = path
        self.isDryRun = isDryRun
    }

    /// The names of a group's copies: the first of its alternatives under which there are no other files.
    ///
    /// - Parameters:
    ///   - targets: the alternatives.
    ///   - sources: the files, in their order; nil for those that are not copied.
    /// - Returns: for each file its path below the directory, and whether its copy is there.
    /// - Throws: `failed`.
    mutating func places(
        _ targets: GroupTargets, for sources: [ExportSource?]
    ) throws(ExportFailure) -> [(path: FilePath, isThere: Bool)] {
        do {
            for number in 1...Self.mostAlternatives {
                let paths = targets.targets(number)
                let states = try zip(paths, sources).map { path, source in
                    try source.map { try look(at: path, $0) } ?? .free
                }
                if !states.contains(.taken) { return zip(paths, states).map { ($0, $1 == .equal) } }
            }
        } catch {
            throw ExportFailure(error)
        }
        throw .failed("has no copy: all names are taken")
    }

    private enum Place {
        case free, equal, taken
    }

    private mutating func look(at target: FilePath, _ source: ExportSource) throws -> Place {
        if planned.contains(target.string.lowercased()) { return .taken }
        guard let name = target.lastComponent?.path, let directory = try directory(target.removingLastComponent()),
            try directory.status(name) != nil
        else { return .free }
        guard let file = try? directory.open(name, flags: OpenFlags.reading) else { return .taken }
        return try source.isEqual(to: file) ? .equal : .taken
    }

    /// Writes a copy under its name; in a dry run only remembers the name.
    ///
    /// - Parameters:
    ///   - source: the file.
    ///   - target: the path below the directory.
    /// - Throws: `failed`; `refused` where the copy cannot be proved to be clean. Then nothing has its name.
    mutating func put(_ source: ExportSource, at target: FilePath) throws(ExportFailure) {
        if isDryRun {
            planned.insert(target.string.lowercased())
            return
        }
        do {
            let above = target.removingLastComponent()
            guard let name = target.lastComponent?.path, let directory = try directory(above) else {
                throw Errno.noSuchFileOrDirectory
            }
            var new = try NewFile(name, in: directory, flags: O_RDWR, mode: source.mode)
            if tidied.insert(above).inserted { new.removeLeftovers() }
            try source.write(to: new.file, at: path.appending(target.components))
            try new.finish(replacing: false)
        } catch {
            throw ExportFailure(error)
        }
    }

    /// A directory below this one, which is made where it is missing; nil if it is missing in a dry run.
    private mutating func directory(_ below: FilePath) throws -> DirectoryHandle? {
        if let last, last.path == below { return last.open }
        if top == nil {
            let real = ExistingDirectory(path)
            let existing = DirectoryHandle(try OpenFile(real.path, flags: OpenFlags.path | O_DIRECTORY | O_NOFOLLOW))
            top = try opened(real.rest.map { FilePath(bytes: $0) }, below: existing)
        }
        let directory = try top.flatMap { try opened(below.components.map(\.path), below: $0) }
        last = (below, directory)
        return directory
    }

    private func opened(_ names: [FilePath], below existing: DirectoryHandle) throws(Errno) -> DirectoryHandle? {
        var directory = existing
        for name in names {
            if isDryRun {
                if try directory.status(name) == nil { return nil }
            } else if try directory.makeDirectory(name) {
                try directory.sync()
            }
            directory = try directory.directory(name)
        }
        return directory
    }
}
