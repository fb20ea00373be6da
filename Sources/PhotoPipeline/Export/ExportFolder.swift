import Glibc
import PhotoFiles
import PhotoIndex
import PhotoModel
import SystemPackage

/// The directory into which copies are put. No link below it is followed.
struct ExportFolder {
    private static let mostAlternatives = 100_000

    /// Its path, with links resolved.
    let path: FilePath
    private let isDryRun: Bool
    private let index: PhotoIndex
    /// It itself; nil until it is needed, and in a dry run as long as it is missing.
    private var top: DirectoryHandle?
    /// The directory below it that was opened last, for the next group mostly goes there too.
    private var last: (path: FilePath, open: DirectoryHandle?)?
    /// The directories that were looked at before the first copy in them.
    private var examined: Set<FilePath> = []
    /// What other exports seem to have left in them unfinished, or are writing.
    private(set) var unfinished: [FilePath] = []
    /// The paths of copies that have no names yet, in lower case. In a dry run these are all copies: they take names as
    /// if they were there.
    private var planned: Set<String> = []
    /// The directories whose names are on the disk.
    private var synced: Set<FilePath> = []

    /// - Parameters:
    ///   - path: the directory, which need not exist; absolute, without links.
    ///   - index: knows the library, which the directory must not be under another path.
    init(_ path: FilePath, index: PhotoIndex, isDryRun: Bool) {
        (self.path, self.index, self.isDryRun) = (path, index, isDryRun)
    }

    /// The names of a group's copies: the first of its alternatives under which there are no other files.
    ///
    /// - Parameter sources: the files, in their order; nil for those that are not copied.
    /// - Returns: for each file its path below the directory, and whether its copy is there; nil if a copy that has no
    ///   name yet decides that: ``forgetStaged()``.
    /// - Throws: `ExportFailure`, `failed`, where all are taken; why the directory cannot be looked at;
    ///   `PipelineError`, `overlap` where it is the library under another path.
    mutating func places(
        _ targets: GroupTargets, for sources: [ExportSource?]
    ) throws -> [(path: FilePath, isThere: Bool)]? {
        for number in 1...Self.mostAlternatives {
            let paths = targets.targets(number)
            let states = try zip(paths, sources).map { path, source in
                try source.map { try look(at: path, $0) } ?? .free
            }
            if states.contains(.awaited) { return nil }
            if !states.contains(.taken) { return zip(paths, states).map { ($0, $1 == .equal) } }
        }
        throw ExportFailure.failed("has no copy: all names are taken")
    }

    private enum NameState {
        case free, equal, taken, awaited
    }

    private mutating func look(at target: FilePath, _ source: ExportSource) throws -> NameState {
        if planned.contains(target.string.lowercased()) { return isDryRun ? .taken : .awaited }
        guard let name = target.lastComponent?.path, let directory = try directory(target.removingLastComponent()),
            try directory.status(name) != nil
        else { return .free }
        guard let file = try? directory.open(name, flags: OpenFlags.reading) else { return .taken }
        return try source.isEqual(to: file) ? .equal : .taken
    }

    /// Writes a copy under a temporary name; in a dry run only remembers the name.
    ///
    /// - Parameter target: the path below the directory.
    /// - Returns: the copy; nil in a dry run.
    /// - Throws: why it cannot be written; `PipelineError`, `overlap` where the directory is the library under another
    ///   path.
    mutating func stage(_ source: ExportSource, at target: FilePath) throws -> StagedCopy? {
        planned.insert(target.string.lowercased())
        if isDryRun { return nil }
        let above = target.removingLastComponent()
        guard let name = target.lastComponent?.path, let directory = try directory(above) else {
            throw Errno.noSuchFileOrDirectory
        }
        let new = try NewFile(name, in: directory, flags: O_RDWR, mode: source.mode)
        if examined.insert(above).inserted {
            let whole = path.appending(above.components)
            try refuseLibrary(in: directory, at: whole, showing: new.temporary)
            unfinished += new.leftovers.map { whole.appending($0.components) }
        }
        try source.write(to: new.file)
        return StagedCopy(new, of: source, at: path.appending(target.components))
    }

    /// Waits until the names in the directory of a copy are on the disk.
    mutating func syncNames(around copy: StagedCopy) throws(Errno) {
        let directory = copy.path.removingLastComponent()
        if synced.contains(directory) { return }
        try copy.directory.sync()
        synced.insert(directory)
    }

    /// Forgets the copies that were staged: they have their names, or never get them.
    mutating func forgetStaged() {
        synced = []
        if !isDryRun { planned = [] }
    }

    /// Refuses a directory of the library that is reached by another path, through a file system that has its own
    /// numbers for the same files: what is made here shows there. If the file system keeps numbers, comparing them has
    /// told before.
    private func refuseLibrary(in directory: DirectoryHandle, at path: FilePath, showing file: FilePath) throws {
        if directory.file.keepsInodes { return }
        let aliases = LibraryAliases(index: index, file: file)
        var found = try aliases.directory(like: path)
        if found == nil, examined.count < 2 {
            found = try aliases.directory(with: Set((try? directory.names())?.map(\.bytes) ?? []))
        }
        guard let found else { return }
        throw PipelineError(
            .overlap,
            "The directory is the library under another path: what is written there shows in "
                + "\(terminalSafe(found.bytes)); choose another one",
            path: self.path, remedy: .listRoots)
    }

    /// A directory below this one, which is made where it is missing; nil if it is missing in a dry run.
    private mutating func directory(_ below: FilePath) throws -> DirectoryHandle? {
        if let last, last.path == below { return last.open }
        if top == nil {
            let real = ExistingDirectory(path)
            let existing = DirectoryHandle(try OpenFile(real.path, flags: OpenFlags.path | O_DIRECTORY | O_NOFOLLOW))
            if !isDryRun, !existing.file.keepsInodes {
                let sign = try NewFile("export", in: existing, mode: 0o600)
                try refuseLibrary(in: existing, at: real.path, showing: sign.temporary)
            }
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

/// A copy that is written and has no name yet. It is removed when it is released before it gets one.
final class StagedCopy {
    private var new: NewFile
    private let source: ExportSource
    /// The path that it will have.
    let path: FilePath
    let directory: DirectoryHandle

    fileprivate init(_ new: consuming NewFile, of source: ExportSource, at path: FilePath) {
        directory = new.directory
        self.new = new
        self.source = source
        self.path = path
    }

    /// It, open until it has its name.
    var file: OpenFile { get throws(Errno) { try new.file } }

    /// Reads it back and proves it.
    ///
    /// - Throws: errors of reading; `ExportFailure` and `CleanFailure` where it is not what it should be.
    func prove() throws { try source.prove(file, at: path) }

    /// Gives it its name and, to a plain copy, the file's time.
    ///
    /// - Throws: what link(2) or rename(2) fails with. Then nothing has its name.
    func takeName() throws(Errno) {
        let file = try new.file
        try new.takeName(replacing: false)
        source.passTime(to: file)
    }
}
