import GRDB
import PhotoFiles
import PhotoModel
package import SystemPackage

/// Another machine's index, open to be merged. It is only read, and no file is made beside it.
package struct OtherIndex: Sendable {
    let index: PhotoIndex
    private let files: IndexFiles
    private let fingerprint: Fingerprint?

    /// Opens and checks an index as if it were ours. It is read without a log and without locks, so it must have no log
    /// with content: another program may be writing to it, and SQLite could not read the log without files of its own.
    ///
    /// - Parameters:
    ///   - path: the file. A link is followed.
    ///   - owner: who opens it; never empty.
    /// - Throws: as ``PhotoIndex/open(forReadingAt:owner:schema:)``; `inUse` where it has a log, `damaged` where it is
    ///   inconsistent, `unsettled` where something in it has not ended.
    package init(at path: FilePath, owner: String) throws(IndexError) {
        files = try IndexFiles(path)
        try files.requireOneName()
        let found = try IndexHeader.look(at: files.path)
        fingerprint = try Self.fingerprint(of: files)
        guard case .index = found else {
            throw fingerprint == nil ? .missing(files.path) : .notAnIndex(files.path, "it is empty")
        }
        let header = IndexHeader(canBeReadInPlace: false, hasRollbackJournal: false)
        let (opened, isOld) = try PhotoIndex.examine(files.path, header: header, owner: owner, schema: .current)
        index = isOld ? try opened.copied(to: .current) : opened
        if let fault = try index.checkIntegrity().first { throw .damaged(files.path, fault) }
        if let what = try index.read(Self.unsettled) { throw .unsettled(files.path, what) }
    }

    /// Checks that nobody has written to the file since it was opened: pages of two states may have been read.
    ///
    /// - Throws: `inUse`.
    func requireUnchanged() throws(IndexError) {
        if try Self.fingerprint(of: files) != fingerprint { throw .inUse(files.path) }
    }

    private static func fingerprint(of files: IndexFiles) throws(IndexError) -> Fingerprint? {
        do throws(Errno) {
            if try files.logs().isEmpty { return try FileStatus(ifAnyAt: files.path)?.fingerprint }
        } catch {
            throw IndexError(system: error, at: files.path)
        }
        throw .inUse(files.path)
    }

    /// What keeps an index from being merged. What is under way there has no outcome yet, and is no removal to count
    /// and no hold to hear; photos under parked names are nowhere by their paths.
    private static func unsettled(_ db: Database) throws -> String? {
        let conditions: [(what: String, sql: SQL)] = [
            (
                "actions are staged or under way in it",
                "SELECT 1 FROM action WHERE state = 'staged' OR state = 'running'"
            ),
            ("a run in it has not ended", "SELECT 1 FROM run WHERE ended IS NULL AND command <> 'scan'"),
            ("its last scan found parked photos", "SELECT 1 FROM problem WHERE what = 'parked'"),
        ]
        return try conditions.first { try db.has($0.sql) }?.what
    }
}
