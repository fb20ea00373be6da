import GRDB
import PhotoFiles
import PhotoModel
import SystemPackage

/// Finds out what a scan would find of files that the index does not know as they are, within a transaction: they may
/// have been edited, moved or copied since the last one. Nothing of it stays written.
struct ScanTrial {
    private let db: Database
    private var along = DecisionsAlong()
    /// Whether the decisions were read.
    private var isRead = false
    private var fileSystems: [FilePath: FileSystemIdentity] = [:]

    init(_ db: Database) {
        self.db = db
    }

    /// The result of a body that runs as if a scan had found a file with a content, in the row of its path, if it has
    /// one.
    mutating func finding<Value>(
        _ file: HashedFile, content: Int64, row: Int64?, _ body: () throws -> Value
    ) throws -> Value {
        if !isRead { try along.read(in: db) }
        isRead = true
        let found = scanned(file, row: row)
        return try db.takingBack {
            if let row, let known = try ScanDecisions.content(of: row, otherThan: file.sha256, in: db) {
                try ScanDecisions.keep(known, at: file.path.bytes, of: file.sha256, in: db)
            }
            try along.take(found, below: [], row: row, in: db)
            if let row { try db.run("UPDATE file SET content = \(content) WHERE id = \(row) AND state = 'photo'") }
            return try body()
        }
    }

    /// The file as a scan reads it, without what only the photo itself says.
    private mutating func scanned(_ file: HashedFile, row: Int64?) -> ScannedFile {
        let directory = file.path.removingLastComponent()
        let fileSystem =
            fileSystems[directory] ?? (try? FileSystemIdentity(ofDirectory: directory))
            ?? FileSystemIdentity(name: "", keepsInodes: false)
        fileSystems[directory] = fileSystem
        let reading = FileReading(
            fingerprint: file.fingerprint, isRacy: false, digest: file.digest,
            content: .photo(PhotoFacts(format: .jpeg)))
        var scanned = ScannedFile(row: row, path: file.path.bytes, fileSystem: fileSystem, reading: reading)
        scanned.sha256 = file.sha256
        return scanned
    }
}

extension Database {
    /// The result of a body, all changes of which are taken back. Within a transaction.
    func takingBack<Value>(_ body: () throws -> Value) throws -> Value {
        var value: Value?
        try inSavepoint {
            value = try body()
            return .rollback
        }
        guard let value else { throw DatabaseError(message: "a transaction ended early") }
        return value
    }
}
