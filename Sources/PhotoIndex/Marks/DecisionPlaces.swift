import GRDB
import PhotoFiles
import PhotoModel
import SystemPackage

/// What had a path when a person last decided on it, or when a scan last saw it: the file, which no scan may know yet,
/// and its directory, which tells where a name is after the directory was renamed.
///
/// Only on file systems that keep inodes.
struct DecisionPlace: Hashable {
    /// A file or a directory, known by its inode, and by when it was made where the file system tells.
    struct Thing: Hashable {
        let inode: UInt64
        /// Nanoseconds since 1970-01-01T00:00:00Z; nil if it is not known.
        let made: Int64?

        /// Nil if nothing has the path.
        init?(at path: FilePath) {
            guard let status = try? FileStatus(at: path) else { return nil }
            inode = status.fingerprint.inode
            made = FileStatus.birth(ofInode: inode, at: path)
        }

        /// From two columns; nil if there is no inode.
        init?(_ query: PreparedQuery, from first: Int32) {
            guard let inode = query.optionalInteger(first) else { return nil }
            self.inode = UInt64(bitPattern: inode)
            made = query.optionalInteger(first + 1)
        }
    }

    /// The name of the file system.
    let fileSystem: String
    /// Nil if nothing had the path.
    let file: Thing?
    let directory: Thing

    /// What has a path now; nil if its directory is not there, or on a file system that does not keep inodes.
    init?(at path: FilePath) {
        let parent = path.removingLastComponent()
        guard let system = try? FileSystemIdentity(ofDirectory: parent), system.keepsInodes,
            let directory = Thing(at: parent)
        else { return nil }
        (fileSystem, self.directory) = (system.name, directory)
        file = Thing(at: path)
    }

    init?(fileSystem: String, _ query: PreparedQuery, from first: Int32) {
        guard let directory = Thing(query, from: first + 2) else { return nil }
        (self.fileSystem, self.directory) = (fileSystem, directory)
        file = Thing(query, from: first)
    }
}

/// The table of decisions' places, within a transaction.
struct DecisionPlaces {
    private let db: Database
    private let insert: PreparedQuery

    init(_ db: Database) throws {
        self.db = db
        insert = try PreparedQuery(db, "INSERT OR REPLACE INTO decisionPlace VALUES (?, ?, ?, ?, ?, ?)")
    }

    /// Notes what has the path of a decision that stays with it, if that is known. What is not there any more keeps its
    /// place, since it may have been renamed.
    func note(_ path: [UInt8]) throws {
        guard let place = DecisionPlace(at: FilePath(bytes: path)) else { return }
        if try place.file == nil && isKnown(path) { return }
        insert.bind(path, at: 1)
        insert.bind(place.fileSystem, at: 2)
        insert.bind(place.file.map { Int64(bitPattern: $0.inode) }, at: 3)
        insert.bind(place.file?.made, at: 4)
        insert.bind(Int64(bitPattern: place.directory.inode), at: 5)
        insert.bind(place.directory.made, at: 6)
        try insert.run()
    }

    /// Notes what has the paths of all decisions now, and forgets paths on which nobody decides any more.
    func noteAll() throws {
        for path in try Self.paths(in: db) { try note(path) }
        try PreparedQuery(
            db,
            """
            DELETE FROM decisionPlace WHERE
              NOT EXISTS (SELECT 1 FROM mark m WHERE m.path = decisionPlace.path AND m.staysWithPath)
              AND NOT EXISTS (SELECT 1 FROM hold h WHERE h.path = decisionPlace.path AND h.staysWithPath)
            """
        ).run()
    }

    /// The paths of decisions that stay with them.
    static func paths(in db: Database) throws -> [[UInt8]] {
        let query = try PreparedQuery(
            db, "SELECT path FROM mark WHERE staysWithPath UNION SELECT path FROM hold WHERE staysWithPath")
        var paths: [[UInt8]] = []
        try query.forEachRow { paths.append(query.bytes(0)) }
        return paths
    }

    private func isKnown(_ path: [UInt8]) throws -> Bool {
        let query = try PreparedQuery(db, "SELECT 1 FROM decisionPlace WHERE path = ?")
        query.bind(path, at: 1)
        return try query.first { true } ?? false
    }
}
