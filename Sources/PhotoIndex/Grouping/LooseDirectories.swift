import GRDB
import PhotoModel

/// The directories whose groups are to be worked out anew, because a file came, went or changed there.
///
/// Where removals took whole groups, or brought them back, the other groups stand as they are: such directories are left
/// to the next who works groups out, and nobody minds them until then.
struct LooseDirectories {
    private let insert: PreparedQuery
    private let insertForLater: PreparedQuery
    private var last: ArraySlice<UInt8>?

    init(_ db: Database, root: Int64) throws {
        insert = try PreparedQuery(
            db,
            """
            INSERT INTO looseDirectory (root, path) VALUES (?, ?)
            ON CONFLICT (root, path) DO UPDATE SET isForLater = 0 WHERE isForLater
            """)
        insert.bind(root, at: 1)
        insertForLater = try PreparedQuery(
            db, "INSERT OR IGNORE INTO looseDirectory (root, path, isForLater) VALUES (?, ?, 1)")
        insertForLater.bind(root, at: 1)
    }

    /// Adds the directory of a file, given by its path below the root.
    mutating func addDirectory(of path: [UInt8]) throws {
        try add(Self.directory(of: path))
    }

    /// Adds a directory, given by its path below the root, empty for the root itself.
    mutating func add(_ directory: ArraySlice<UInt8>) throws {
        if last?.elementsEqual(directory) == true { return }
        last = directory
        insert.bind(Array(directory), at: 2)
        try insert.run()
    }

    /// Adds a directory whose groups stand as they are for now.
    func addForLater(_ directory: ArraySlice<UInt8>) throws {
        insertForLater.bind(Array(directory), at: 2)
        try insertForLater.run()
    }

    /// Adds every directory that has photos, of an index whose photos were never put together: one of version 3, which
    /// knows nothing of later ones.
    static func addAll(_ db: Database) throws {
        let insert = try PreparedQuery(db, "INSERT OR IGNORE INTO looseDirectory (root, path) VALUES (?, ?)")
        var last: (root: Int64, path: [UInt8])?
        let query = try PreparedQuery(db, "SELECT root, path FROM file WHERE state = 'photo' AND goneAt IS NULL")
        try query.forEachRow {
            let directory = (root: query.integer(0), path: Array(directory(of: query.bytes(1))))
            if let last, last == directory { return }
            last = directory
            insert.bind(directory.root, at: 1)
            insert.bind(directory.path, at: 2)
            try insert.run()
        }
    }

    /// The directory of a path below a root.
    static func directory(of path: [UInt8]) -> ArraySlice<UInt8> {
        path[..<(path.lastIndex(of: UInt8(ascii: "/")) ?? 0)]
    }

    /// Whether there is any whose groups do not stand.
    static func areAny(_ db: Database) throws -> Bool {
        let query = try PreparedQuery(db, "SELECT 1 FROM looseDirectory WHERE NOT isForLater LIMIT 1")
        return try query.first { true } ?? false
    }

    /// Whether there is any at all.
    static func areAnyEvenForLater(_ db: Database) throws -> Bool {
        let query = try PreparedQuery(db, "SELECT 1 FROM looseDirectory LIMIT 1")
        return try query.first { true } ?? false
    }

    /// The first of them, in an order of their own.
    static func first(_ count: Int, in db: Database) throws -> [(root: Int64, path: [UInt8])] {
        let query = try PreparedQuery(db, "SELECT root, path FROM looseDirectory LIMIT ?")
        query.bind(Int64(count), at: 1)
        var directories: [(root: Int64, path: [UInt8])] = []
        try query.forEachRow { directories.append((query.integer(0), query.bytes(1))) }
        return directories
    }

    /// Takes one off the list.
    static func remove(_ directory: (root: Int64, path: [UInt8]), in db: Database) throws {
        let delete = try PreparedQuery(db, "DELETE FROM looseDirectory WHERE root = ? AND path = ?")
        delete.bind(directory.root, at: 1)
        delete.bind(directory.path, at: 2)
        try delete.run()
    }
}
