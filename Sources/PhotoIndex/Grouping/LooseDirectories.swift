import GRDB
import PhotoModel

/// The directories whose groups are to be worked out anew, because a file came, went or changed there.
struct LooseDirectories {
    private let insert: PreparedQuery
    private var last: ArraySlice<UInt8>?

    init(_ db: Database, root: Int64) throws {
        insert = try PreparedQuery(db, "INSERT OR IGNORE INTO looseDirectory (root, path) VALUES (?, ?)")
        insert.bind(root, at: 1)
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

    /// Adds every directory that has photos, of an index whose photos were never put together.
    static func addAll(_ db: Database) throws {
        var roots: [Int64: LooseDirectories] = [:]
        let query = try PreparedQuery(db, "SELECT root, path FROM file WHERE state = 'photo' AND goneAt IS NULL")
        while try query.step() {
            let root = query.integer(0)
            var directories = try roots[root] ?? LooseDirectories(db, root: root)
            try directories.addDirectory(of: query.bytes(1))
            roots[root] = directories
        }
        query.reset()
    }

    /// The directory of a path below a root.
    static func directory(of path: [UInt8]) -> ArraySlice<UInt8> {
        path[..<(path.lastIndex(of: UInt8(ascii: "/")) ?? 0)]
    }

    /// Whether there is any.
    static func areAny(_ db: Database) throws -> Bool {
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
