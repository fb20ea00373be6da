import GRDB
import GRDBSQLite
import Glibc
import PhotoFiles
import PhotoModel
import SystemPackage

/// Makes index files: completely or not at all, whenever the program is killed, and never over a file with content.
enum NewIndexFile {
    /// Makes an empty index with a schema, accessible to its owner only (0600), and missing directories above
    /// it (0700). If another process makes it first, its file stays.
    static func make(at path: FilePath, owner: String, schema: IndexSchema) throws(IndexError) {
        do {
            try NamedFile.makeDirectories(path.removingLastComponent(), mode: 0o700)
            let queue = try Connection.inMemory()
            try schema.migrator(owner: owner).migrate(queue)
            let bytes = try queue.inDatabase(serialized)
            try put(Self.writeAhead(bytes), at: path)
        } catch {
            throw IndexError(error, at: path)
        }
    }

    /// The same database with a write-ahead log, if perhaps an empty one: read and write version 2
    /// (https://www.sqlite.org/fileformat2.html section 1.3.3). If the file were converted after it got its name, a
    /// kill could leave a rollback journal, and then nobody could open it for reading.
    private static func writeAhead(_ bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        bytes.replaceSubrange(18..<20, with: [2, 2])
        return bytes
    }

    private static func put(_ bytes: [UInt8], at path: FilePath) throws(Errno) {
        var new = try NewFile(at: path, mode: 0o600)
        try new.file.write(bytes)
        try new.file.sync()
        do throws(Errno) {
            try new.takeName(replacing: isEmptyFile(path))
        } catch .fileExists {
            // Another process was first.
        }
        try new.directory.sync()
    }

    private static func isEmptyFile(_ path: FilePath) -> Bool {
        (try? FileStatus(at: path, followingLinks: true))?.fingerprint.size == 0
    }

    private static func serialized(_ db: Database) throws -> [UInt8] {
        var count: sqlite3_int64 = 0
        guard let start = unsafe sqlite3_serialize(db.sqliteConnection, "main", &count, 0) else {
            throw DatabaseError(resultCode: .SQLITE_NOMEM)
        }
        defer { unsafe sqlite3_free(start) }
        return unsafe Array(UnsafeBufferPointer(start: start, count: Int(count)))
    }
}
