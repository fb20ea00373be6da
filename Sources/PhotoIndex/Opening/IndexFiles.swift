import GRDB
import GRDBSQLite
import Glibc
import PhotoFiles
import PhotoModel
import SystemPackage

/// The files that SQLite writes for an index: its own, and beside it the write-ahead log (`-wal`), the shared memory
/// (`-shm`) and a rollback journal (`-journal`), which it rolls back and removes.
///
/// SQLite opens whatever has these names, so they are checked before.
struct IndexFiles {
    /// The path of the index, which is no link.
    let path: FilePath

    /// Checks that the files beside an index are SQLite's.
    ///
    /// - Parameter path: the index; a symbolic link at its end is followed.
    /// - Throws: `foreignFile`; `inaccessible` where one cannot be examined.
    init(_ path: FilePath) throws(IndexError) {
        self.path = try Self.followingLink(path)
        for side in Side.allCases { try refuseForeign(side) }
    }

    /// Checks that no file has another name by a hard link: the index would have two logs and two locks, and what is
    /// written by one name would be missing by the other.
    ///
    /// - Throws: `twoNames`.
    func requireOneName() throws(IndexError) {
        for file in Self.paths(of: path) {
            if let status = try? FileStatus(ifAnyAt: file), status.isRegular, status.links > 1 { throw .twoNames(file) }
        }
    }

    /// The path of an index with links resolved: the files beside it are there, not beside a link that leads there. It
    /// need not exist yet.
    static func followingLink(_ path: FilePath) throws(IndexError) -> FilePath {
        var end = path
        for _ in 0..<40 {
            guard let target = target(of: end) else { return end }
            end = end.removingLastComponent().pushing(target)
        }
        throw .inaccessible(path, Errno.tooManySymbolicLinkLevels.description)
    }

    /// The target of a symbolic link; nil for anything else.
    private static func target(of path: FilePath) -> FilePath? {
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
        let count = unsafe path.withPlatformString { unsafe readlink($0, &bytes, bytes.count - 1) }
        return count <= 0 ? nil : FilePath(bytes: bytes[..<count].map { UInt8(bitPattern: $0) })
    }

    /// A file beside the index.
    enum Side: String, CaseIterable {
        case log = "-wal"
        case memory = "-shm"
        case journal = "-journal"

        func path(beside index: FilePath) -> FilePath { index.appendingToName(rawValue) }
    }

    func path(of side: Side) -> FilePath { side.path(beside: path) }

    /// The paths of an index and of all files that SQLite makes beside it.
    static func paths(of index: FilePath) -> [FilePath] { [index] + Side.allCases.map { $0.path(beside: index) } }

    private func refuseForeign(_ side: Side) throws(IndexError) {
        let file = path(of: side)
        do {
            try side == .memory ? Self.checkMemory(file) : Self.checkBeginning(file, side)
        } catch OwnFile.Failure.foreign(let why) {
            throw .foreignFile(file, why)
        } catch OwnFile.Failure.system(.noSuchFileOrDirectory) {
            // There is none.
        } catch OwnFile.Failure.system(let error) {
            throw IndexError(system: error, at: path)
        } catch {
            throw IndexError(error, at: path)
        }
    }

    /// https://www.sqlite.org/fileformat2.html sections 3 and 4.1. A file that was truncated or zeroed has no content.
    private static func checkBeginning(_ path: FilePath, _ side: Side) throws {
        let file = try OwnFile.open(path, writing: false)
        let magic: [[UInt8]] =
            side == .journal
            ? [[0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]]
            : [[0x37, 0x7F, 0x06, 0x82], [0x37, 0x7F, 0x06, 0x83]]
        let bytes = try file.bytes(atMost: magic[0].count)
        let isOurs = bytes.allSatisfy { $0 == 0 } || magic.contains { $0.starts(with: bytes) }
        if !isOurs { throw OwnFile.Failure.foreign(.otherContent) }
    }

    /// The file is not opened: this process may hold locks on it, which closing any descriptor of it would release.
    /// SQLite makes it 3 bytes long, and then in regions of 32 KiB (https://www.sqlite.org/walformat.html section 2.2),
    /// which it allocates in steps of 4 KiB; a killed process leaves a part of a region.
    private static func checkMemory(_ path: FilePath) throws {
        guard let status = try FileStatus(ifAnyAt: path) else { return }
        if !status.isRegular { throw OwnFile.Failure.foreign(status.isLink ? .link : .notRegular) }
        let size = status.fingerprint.size
        if size > 3, size % 4_096 != 0 { throw OwnFile.Failure.foreign(.otherContent) }
    }
}

extension IndexFiles {
    /// Makes an index where there is none. The log or journal of an index that is gone is moved aside: SQLite would
    /// apply it to the new index. It is not refused, since whoever removed the index wants a new one. Waits for another
    /// process that opens or makes it.
    func makingAnew(waiting timeout: Duration, _ make: () throws(IndexError) -> Void) throws(IndexError) {
        do {
            if try logs().isEmpty { return try make() }
            // Another process may be doing the same: once the index exists, the files beside it belong to it.
            let lock = try DirectoryLock(of: path, exclusive: true, waiting: timeout)
            defer { withExtendedLifetime(lock) {} }
            if let status = try FileStatus(ifAnyAt: path), status.fingerprint.size > 0 { return }
            for log in try logs() { try setAside(log) }
            try make()
        } catch {
            throw IndexError(error, at: path)
        }
    }

    /// The log and the journal beside the index, if they are not empty.
    func logs() throws(Errno) -> [FilePath] {
        var logs: [FilePath] = []
        for log in [path(of: .log), path(of: .journal)] {
            if let status = try FileStatus(ifAnyAt: log), status.fingerprint.size > 0 { logs.append(log) }
        }
        return logs
    }

    private func setAside(_ log: FilePath) throws {
        let aside = log.appendingToName(".\(UInt64.random(in: 0 ... .max)).lost")
        try NamedFile.rename(log, to: aside)
    }
}

/// Opens files beside the index that are written in place: each by its own name only, so that none is a link or a pipe.
enum OwnFile {
    /// Why a file is not opened.
    enum Failure: Error {
        /// Something else has its name.
        case foreign(ForeignFile)
        case system(Errno)
    }

    /// Opens a file, close-on-exec.
    ///
    /// - Parameter isMade: whether to make it, accessible to its owner only, if nothing has the name.
    static func open(
        _ path: FilePath, writing isWriting: Bool = true, making isMade: Bool = false
    ) throws(Failure) -> OpenFile {
        let flags = (isWriting ? O_RDWR : O_RDONLY) | (isMade ? O_CREAT : 0)
        do throws(Errno) {
            // Does not wait for a pipe.
            let file = try OpenFile(path, flags: flags | O_NOFOLLOW | O_NONBLOCK, mode: 0o600)
            if try file.status().isRegular { return file }
        } catch {
            throw failure(error)
        }
        throw .foreign(.notRegular)
    }

    private static func failure(_ error: Errno) -> Failure {
        switch error {
        case .tooManySymbolicLinkLevels: .foreign(.link)
        // The errors for a directory and for a socket.
        case .isDirectory, .noSuchAddressOrDevice: .foreign(.notRegular)
        default: .system(error)
        }
    }
}

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
