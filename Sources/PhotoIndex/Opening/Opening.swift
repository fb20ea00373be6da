import GRDB
import GRDBSQLite
import PhotoFiles
package import PhotoModel
package import SystemPackage

extension PhotoIndex {
    /// Opens an index for reading and writing. Makes it, accessible to its owner only, if there is none, and migrates
    /// one with an older schema. An empty file counts as none.
    ///
    /// - Parameters:
    ///   - path: the file. A link is followed, even if nothing is at its end yet.
    ///   - owner: who opens it; never empty.
    ///   - busyTimeout: how long a write waits for another process.
    /// - Throws: any but `missing`. A file that is refused is unchanged, and so is its directory.
    package static func open(
        forWritingAt path: FilePath, owner: String, busyTimeout: Duration = .seconds(5), schema: IndexSchema = .current
    ) throws(IndexError) -> PhotoIndex {
        let files = try IndexFiles(path)
        try files.requireOneName()
        let path = files.path
        switch try IndexHeader.look(at: path, schema: schema) {
        case .nothing:
            try files.makingAnew(waiting: busyTimeout) { () throws(IndexError) in
                try NewIndexFile.make(at: path, owner: owner, schema: schema)
            }
        case .index(let header):
            if !header.hasRollbackJournal {
                _ = try examine(path, header: header, owner: owner, schema: schema, waiting: busyTimeout)
            }
        }
        do {
            let queue = try Connection.writing(path, busyTimeout: busyTimeout)
            let index = PhotoIndex(path: path, owner: owner, queue: queue)
            try index.checkIdentity(schema)
            let migrator = schema.migrator(owner: owner)
            if try !queue.read(migrator.hasCompletedMigrations) { try migrator.migrate(queue) }
            return index
        } catch {
            throw IndexError(error, at: path)
        }
    }

    /// Opens an index for reading. Nothing on disk changes except its `-shm` file, if the write-ahead log has content;
    /// an index with an older schema is read as a copy in memory.
    ///
    /// - Parameters:
    ///   - path: the file. A link is followed.
    ///   - owner: who opens it; never empty.
    ///   - schema: the schema that it has, or that the copy gets.
    /// - Throws: `missing` if there is none; otherwise any error but `readOnly`, `full` and `exists`.
    package static func open(
        forReadingAt path: FilePath, owner: String, schema: IndexSchema = .current
    ) throws(IndexError) -> PhotoIndex {
        let files = try IndexFiles(path)
        try files.requireOneName()
        let path = files.path
        guard case .index(let header) = try IndexHeader.look(at: path, schema: schema) else { throw .missing(path) }
        let (index, isOld) = try examine(path, header: header, owner: owner, schema: schema)
        return isOld ? try copyInMemory(of: path, owner: owner, schema: schema) : index
    }

    /// Copies an index, including its write-ahead log, into memory, for work that must not change it: a dry run, or a
    /// reader that judges again.
    ///
    /// - Parameters:
    ///   - path: the index to copy; an empty one is made if this is nil or there is no file.
    ///   - owner: who opens it; never empty.
    /// - Returns: the copy, whose ``path`` is the original's.
    /// - Throws: as ``open(forReadingAt:owner:schema:)``, but not `missing`.
    package static func copyInMemory(
        of path: FilePath?, owner: String, schema: IndexSchema = .current
    ) throws(IndexError) -> PhotoIndex {
        guard let files = try path.map(IndexFiles.init),
            case .index(let header) = try IndexHeader.look(at: files.path, schema: schema)
        else { return try inMemory(owner: owner, schema: schema) }
        try files.requireOneName()
        let path = files.path
        return try examine(path, header: header, owner: owner, schema: schema).index.copied(to: schema)
    }

    /// A copy in memory, brought to a schema.
    func copied(to schema: IndexSchema) throws(IndexError) -> PhotoIndex {
        do {
            let copy = try Connection.inMemory()
            try queue.backup(to: copy)
            try schema.migrator(owner: owner).migrate(copy)
            return PhotoIndex(path: path, owner: owner, queue: copy)
        } catch {
            throw IndexError(error, at: path)
        }
    }

    /// The path of an index with links resolved, which is also that of the files beside it.
    ///
    /// - Throws: `inaccessible` where links form a cycle.
    package static func place(of path: FilePath) throws(IndexError) -> FilePath {
        try IndexFiles.followingLink(path)
    }

    /// The index and the files that SQLite has made beside it, as they are now; those that cannot be examined are left
    /// out.
    package func files() -> [FileIdentity] { Self.files(at: path) }

    private static func files(at path: FilePath) -> [FileIdentity] {
        IndexFiles.paths(of: path).compactMap { (try? FileStatus(at: $0))?.identity }
    }

    /// Whether a path leads to the index or to a file that SQLite makes beside it, there or not: nothing else may be
    /// written there. Links are followed.
    package func owns(_ target: FilePath) -> Bool { Self.owns(target, at: path) }

    /// The same for the index at a path, there or not.
    package static func owns(_ target: FilePath, at path: FilePath) -> Bool {
        let path = (try? IndexFiles.followingLink(path)) ?? path
        let target = (try? IndexFiles.followingLink(target)) ?? target
        if let there = try? FileStatus(at: target), files(at: path).contains(there.identity) { return true }
        guard IndexFiles.paths(of: path).contains(where: { $0.lastComponent == target.lastComponent }) else {
            return false
        }
        func directory(_ path: FilePath) -> FileIdentity? {
            let above = path.removingLastComponent()
            return (try? FileStatus(at: above.isEmpty ? "." : above, followingLinks: true))?.identity
        }
        return directory(target).map { $0 == directory(path) } ?? false
    }

    /// An empty index in memory only.
    ///
    /// - Throws: `failed` where there is no memory.
    package static func inMemory(owner: String, schema: IndexSchema = .current) throws(IndexError) -> PhotoIndex {
        do {
            let queue = try Connection.inMemory()
            try schema.migrator(owner: owner).migrate(queue)
            return PhotoIndex(path: ":memory:", owner: owner, queue: queue)
        } catch {
            throw IndexError(error, at: ":memory:")
        }
    }

    /// Opens a file for reading, and checks its owner, version and layout before anything may write to it.
    static func examine(
        _ path: FilePath, header: IndexHeader, owner: String, schema: IndexSchema,
        waiting timeout: Duration = .seconds(5)
    ) throws(IndexError) -> (index: PhotoIndex, isOld: Bool) {
        do {
            let queue = try Connection.reading(path, inPlace: header.canBeReadInPlace, waiting: timeout)
            let index = PhotoIndex(path: path, owner: owner, queue: queue)
            try index.checkIdentity(schema)
            return (index, try queue.read { try !schema.migrator(owner: owner).hasCompletedMigrations($0) })
        } catch {
            throw IndexError(error, at: path)
        }
    }

    private func checkIdentity(_ schema: IndexSchema) throws {
        let (isNewer, isTrial) = try queue.read { db in
            let version = try IndexSchema.version(of: db)
            let isNewer = try version > schema.version || schema.migrator(owner: owner).hasBeenSuperseded(db)
            return try (isNewer, schema.isOfTrial(db))
        }
        if isNewer { throw IndexError.newer(path) }
        if isTrial { throw IndexError.beforeRelease(path) }
        let maker = try queue.read { try String.fetchOne($0, sql: "SELECT owner FROM identity") }
        guard let maker else { throw IndexError.damaged(path, "it does not say who made it") }
        if maker != owner { throw IndexError.foreign(path, owner: maker) }
    }
}

/// How connections to an index are set up.
///
/// They are opened one by one, not by GRDB's pool: it opens readers when they are first needed and tells nobody before,
/// while ours need the directory's lock (``DirectoryLock``); it can be neither in memory nor immutable; and it keeps
/// its readers, with 16 MiB of pages each.
enum Connection {
    /// 16 MiB of pages; sorting spills into a temporary file beyond the same amount. This bounds the memory of a scan
    /// of a million photos.
    private static let cacheKibibytes = 16_384

    /// 4,000 pages of 4 KiB: the write-ahead log is checkpointed when it has 16 MB, and truncated to that.
    private static let logPages = 4_000

    /// A connection that reads the file and the log beside it.
    ///
    /// `inPlace` is false for a file whose log was removed, so that nobody writes to it. It is opened as immutable:
    /// otherwise SQLite would make an empty log in order to read it.
    ///
    /// It waits for a process that is recovering the log, closing it, or replacing files.
    static func reading(_ path: FilePath, inPlace: Bool, waiting timeout: Duration = .seconds(5)) throws
        -> DatabaseQueue
    {
        var configuration = basis
        configuration.readonly = true
        configuration.busyMode = .timeout(timeout / .seconds(1))
        let lock = try DirectoryLock(of: path, exclusive: false, waiting: timeout)
        defer { withExtendedLifetime(lock) {} }
        // It reads, and so takes SQLite's own lock.
        return try DatabaseQueue(path: name(of: path, isImmutable: !inPlace), configuration: configuration)
    }

    /// A connection that reads and writes.
    ///
    /// - Throws: `IndexError.readOnly` where SQLite fell back to reading.
    static func writing(_ path: FilePath, busyTimeout: Duration) throws -> DatabaseQueue {
        var configuration = basis
        configuration.busyMode = .timeout(busyTimeout / .seconds(1))
        let lock = try DirectoryLock(of: path, exclusive: false, waiting: busyTimeout)
        defer { withExtendedLifetime(lock) {} }
        let queue = try DatabaseQueue(path: name(of: path, isImmutable: false), configuration: configuration)
        try queue.inDatabase { db in
            guard unsafe sqlite3_db_readonly(db.sqliteConnection, "main") == 0 else { throw IndexError.readOnly(path) }
            try setUpForWriting(db)
        }
        return queue
    }

    /// A connection to a new file that no other process can know yet.
    static func plain(_ path: FilePath) throws -> DatabaseQueue {
        try DatabaseQueue(path: name(of: path, isImmutable: false), configuration: basis)
    }

    /// A connection to a new, empty database in memory.
    static func inMemory() throws -> DatabaseQueue {
        try DatabaseQueue(configuration: basis)
    }

    private static var basis: Configuration {
        var configuration = Configuration()
        configuration.foreignKeysEnabled = true
        configuration.prepareDatabase { db in
            try db.execute(sql: "PRAGMA mmap_size = 0; PRAGMA cache_size = -\(cacheKibibytes)")
            try RowQuestion.addFunction(to: db)
        }
        return configuration
    }

    /// The log stays when the last connection closes, so that a reader finds it and makes no file. FULL: a commit is on
    /// the disk when it returns. Both are set here, after opening, and not left to defaults.
    private static func setUpForWriting(_ db: Database) throws {
        try db.execute(sql: "PRAGMA journal_mode = WAL")
        var persists: Int32 = 1
        _ = unsafe sqlite3_file_control(db.sqliteConnection, "main", SQLITE_FCNTL_PERSIST_WAL, &persists)
        try db.execute(
            sql: """
                PRAGMA synchronous = FULL;
                PRAGMA wal_autocheckpoint = \(logPages);
                PRAGMA journal_size_limit = \(logPages * 4096)
                """)
    }

    /// The path or, if it is not UTF-8 or must be marked immutable, a URI for it (https://www.sqlite.org/uri.html).
    static func name(of path: FilePath, isImmutable: Bool) -> String {
        let bytes = path.bytes
        if !isImmutable, let text = String(validating: bytes, as: UTF8.self) { return text }
        let uri = (bytes.first == UInt8(ascii: "/") ? "file://" : "file:") + PercentEncoding.encode(bytes)
        return isImmutable ? uri + "?immutable=1" : uri
    }
}
