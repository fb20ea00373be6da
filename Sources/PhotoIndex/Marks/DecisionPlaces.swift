import GRDB
import PhotoFiles
import PhotoModel
import SystemPackage

/// A file or a directory, known by its inode, and by when it was made where the file system tells.
struct KnownInode: Hashable {
    let inode: UInt64
    /// Nanoseconds since 1970-01-01T00:00:00Z; nil if it is not known.
    let made: Int64?

    init(inode: UInt64, made: Int64?) {
        (self.inode, self.made) = (inode, made)
    }

    /// Nil if nothing has the path.
    init?(at path: FilePath) {
        if let birth = FileStatus.birth(at: path) {
            (inode, made) = (birth.inode, birth.made)
        } else {
            guard let status = try? FileStatus(at: path) else { return nil }
            (inode, made) = (status.fingerprint.inode, nil)
        }
    }

    /// The columns of a row.
    init(_ row: Row, inode: String, made: String) throws {
        self.inode = UInt64(bitPattern: try row.value(inode) as Int64)
        self.made = try row.value(made)
    }
}

/// A file or a directory on a file system that keeps inodes, with that one's name.
struct PlacedInode: Hashable {
    let fileSystem: String
    let thing: KnownInode

    init(fileSystem: String, thing: KnownInode) {
        (self.fileSystem, self.thing) = (fileSystem, thing)
    }

    /// The file of a row of `file`, made when it was last changed at the latest; nil on another file system.
    init?(file row: Int64, in db: Database) throws {
        let row = try Row.fetchOne(
            db.statement(
                """
                SELECT s.name, f.inode, f.changed FROM file f CROSS JOIN fileSystem s ON s.id = f.fileSystem
                WHERE f.id = \(row) AND s.keepsInodes
                """))
        guard let row else { return nil }
        self.init(fileSystem: try row.value("name"), thing: try KnownInode(row, inode: "inode", made: "changed"))
    }
}

/// The tables of what had a path when a person last decided on it, or when a scan saw it, within a transaction: the
/// files, which no scan may know yet, and the directory, which tells where a name is after the directory was renamed.
///
/// A file that was once known at the path is known until it is found elsewhere, also if another has its name by now: it
/// may be below another root, or where a later scan looks.
final class DecisionPlaces {
    private let db: Database
    /// The directories that were looked at.
    private var directories: [FilePath: PlacedInode?] = [:]
    /// Their file systems by device number, for each of which the mount table is read once.
    private var fileSystems: [UInt64: FileSystemIdentity] = [:]

    init(_ db: Database) {
        self.db = db
    }

    /// Notes what has the path of a decision that stays with it, if that is known. What is not there any more keeps its
    /// place, since it may have been renamed with its directory.
    func note(_ path: [UInt8]) throws {
        try note(path, Self.directory(of: path, in: db), Self.files(at: path, in: db))
    }

    private func note(_ bytes: [UInt8], _ known: PlacedInode?, _ files: [PlacedInode]) throws {
        let path = FilePath(bytes: bytes)
        guard let directory = directory(of: path) else { return }
        let file = KnownInode(at: path).map { PlacedInode(fileSystem: directory.fileSystem, thing: $0) }
        if file == nil, known != nil { return }
        if directory != known {
            try db.run(
                """
                INSERT OR REPLACE INTO decisionPlace (path, fileSystem, directory, directoryMade)
                VALUES (\(path), \(directory.fileSystem), \(Int64(bitPattern: directory.thing.inode)),
                  \(directory.thing.made))
                """)
        }
        if let file, !files.contains(file) { try add(file, at: bytes) }
    }

    /// Notes that a file had the path of a decision. Writes nothing that is known.
    func note(_ file: PlacedInode, at path: [UInt8]) throws {
        if try !Self.files(at: path, in: db).contains(file) { try add(file, at: path) }
    }

    private func add(_ file: PlacedInode, at path: [UInt8]) throws {
        try db.run(
            """
            INSERT OR REPLACE INTO decidedFile (path, fileSystem, inode, made)
            VALUES (\(path), \(file.fileSystem), \(Int64(bitPattern: file.thing.inode)), \(file.thing.made))
            """)
    }

    /// Notes that a file had a path, if a decision stays with that, or would after an undo.
    func note(ifDecided path: [UInt8], _ file: PlacedInode) throws {
        let isDecided = try db.has(
            """
            SELECT 1 FROM mark WHERE path = \(path) AND staysWithPath
            UNION ALL SELECT 1 FROM hold WHERE path = \(path) AND staysWithPath
            UNION ALL SELECT 1 FROM heldPath WHERE path = \(path)
            UNION ALL SELECT 1 FROM decisionChangeRow WHERE path = \(path) AND staysWithPath AND NOT isAfter
            """)
        if isDecided { try note(file, at: path) }
    }

    /// Notes the files that the index knows in a root at paths of decisions, where nothing tells which file was decided
    /// on: it is about to forget them.
    func noteKnown(inRoot root: Int64) throws {
        let (roots, finder, files) = try (RootPaths(db), FileFinder(db), Self.files(in: db))
        for path in try Self.paths(in: db) where files[path] == nil && roots.find(path)?.root == root {
            let row = try finder.file(at: path)?.row
            if let file = try row.flatMap({ try PlacedInode(file: $0, in: db) }) { try add(file, at: path) }
        }
    }

    /// Notes that a file is found elsewhere, so that nobody need look for it as that of other paths.
    func found(_ inode: UInt64, on fileSystem: String, at path: [UInt8]) throws {
        try db.run(
            """
            DELETE FROM decidedFile
            WHERE inode = \(Int64(bitPattern: inode)) AND fileSystem = \(fileSystem) AND path <> \(path)
            """)
        try note(path)
    }

    /// Files that are not found yet belong to what is decided at another path, once it ends at this one.
    static func move(from old: FilePath, to new: [UInt8], in db: Database) throws {
        try db.run("UPDATE OR IGNORE decidedFile SET path = \(new) WHERE path = \(old)")
    }

    private func directory(of path: FilePath) -> PlacedInode? {
        let parent = path.removingLastComponent()
        if let known = directories[parent] { return known }
        var found: PlacedInode?
        if let system = fileSystem(of: parent), system.keepsInodes, let thing = KnownInode(at: parent) {
            found = PlacedInode(fileSystem: system.name, thing: thing)
        }
        directories[parent] = .some(found)
        return found
    }

    private func fileSystem(of directory: FilePath) -> FileSystemIdentity? {
        guard let device = try? FileStatus(at: directory, followingLinks: true).identity.device else { return nil }
        if let known = fileSystems[device] { return known }
        let found = try? FileSystemIdentity(ofDirectory: directory)
        fileSystems[device] = found
        return found
    }

    /// Notes what has the paths of all decisions now, and forgets paths on which nobody decides any more. Writes only
    /// what has changed.
    func noteAll() throws {
        var (directories, files) = try (Self.directories(in: db), Self.files(in: db))
        for path in try Self.paths(in: db) {
            try note(path, directories.removeValue(forKey: path), files.removeValue(forKey: path) ?? [])
        }
        if directories.isEmpty, files.isEmpty { return }
        for path in try Blob.fetchAll(db.statement(Self.disputed)).map(\.bytes) {
            directories[path] = nil
            files[path] = nil
        }
        for path in directories.keys { try db.run("DELETE FROM decisionPlace WHERE path = \(path)") }
        for path in files.keys { try db.run("DELETE FROM decidedFile WHERE path = \(path)") }
    }

    /// Selects the paths of marks as work on bytes on which something else is decided too: which file was meant tells
    /// whether it goes before that.
    private static let disputed: SQL = """
        SELECT path FROM mark w WHERE verdict = 'work' AND (\(isDisputed("w.content")))
        """

    /// The condition that a content, which is SQL, is or was held from a destination, or that a decision on it stays
    /// with a path.
    private static func isDisputed(_ content: SQL) -> SQL {
        """
        EXISTS (SELECT 1 FROM mark WHERE content = \(content) AND staysWithPath)
          OR EXISTS (SELECT 1 FROM destinationHold WHERE content = \(content))
        """
    }

    /// Notes what has the path of a mark as work on a content, if something else is decided on that too.
    func note(_ path: [UInt8], ofWork content: Int64) throws {
        if try db.has("SELECT 1 WHERE \(Self.isDisputed("\(content)"))") { try note(path) }
    }

    /// Selects the paths of decisions that stay with them, or would after an undo.
    private static let decided: SQL = """
        SELECT path FROM mark WHERE staysWithPath UNION SELECT path FROM hold WHERE staysWithPath
        UNION SELECT path FROM heldPath
        UNION SELECT path FROM decisionChangeRow WHERE staysWithPath AND NOT isAfter
        """

    /// The paths of decisions that stay with them, or would after an undo.
    static func paths(in db: Database) throws -> [[UInt8]] {
        try Blob.fetchAll(db.statement(decided)).map(\.bytes)
    }

    /// The directory of a path; nil if it is not known.
    static func directory(of path: [UInt8], in db: Database) throws -> PlacedInode? {
        try directories("WHERE path = \(path)", in: db)[path]
    }

    /// The directories of paths, as far as they are known; of all paths without a condition.
    static func directories(_ condition: SQL = "", in db: Database) throws -> [[UInt8]: PlacedInode] {
        try things("SELECT path, fileSystem, directory, directoryMade FROM decisionPlace \(condition)", in: db)
            .compactMapValues(\.first)
    }

    /// The files that had a path.
    static func files(at path: [UInt8], in db: Database) throws -> [PlacedInode] {
        try files("WHERE path = \(path)", in: db)[path] ?? []
    }

    /// The files that had paths; all of them without a condition.
    static func files(_ condition: SQL = "", in db: Database) throws -> [[UInt8]: [PlacedInode]] {
        try things("SELECT path, fileSystem, inode, made FROM decidedFile \(condition)", in: db)
    }

    private static func things(_ sql: SQL, in db: Database) throws -> [[UInt8]: [PlacedInode]] {
        let query = try db.query(sql)
        var things: [[UInt8]: [PlacedInode]] = [:]
        try query.forEachRow {
            let thing = KnownInode(inode: UInt64(bitPattern: query.integer(2)), made: query.optionalInteger(3))
            things[query.bytes(0), default: []].append(PlacedInode(fileSystem: query.text(1) ?? "", thing: thing))
        }
        return things
    }
}
