import GRDB
import Glibc
import PhotoFiles
package import PhotoModel
package import SystemPackage

extension PhotoIndex {
    /// Writes a copy of one state of the index, as a single file that needs no other beside it, and waits until it is
    /// on the disk. The copy is accessible to its owner only (0600). Writers are not blocked.
    ///
    /// - Parameters:
    ///   - target: the file to make. Its directory exists.
    ///   - replacing: whether an existing copy may be replaced. It stays until the new one is complete. A link to it is
    ///     followed.
    /// - Throws: `exists`; `otherFile` if the existing file is not an index; `ownFile`; errors of writing, all with the
    ///   path of `target`.
    package func backup(to target: FilePath, replacing: Bool = false) throws(IndexError) {
        if owns(target) { throw .ownFile(target) }
        do {
            let end = replacing ? try IndexFiles.followingLink(target) : target
            if replacing { try refuseToReplace(end, as: target) }
            var new = try NewFile(at: end, mode: 0o600)
            try copy(to: end.removingLastComponent().pushing(new.temporary))
            try new.finish(replacing: replacing)
        } catch {
            throw IndexError(error, at: target)
        }
    }

    /// Checks that a backup may replace what is at a path. Writes nothing.
    ///
    /// - Throws: `otherFile`, `ownFile`, `busy`, as ``backup(to:replacing:)`` does.
    package func checkBackup(to target: FilePath) throws(IndexError) {
        if owns(target) { throw .ownFile(target) }
        do {
            try refuseToReplace(try IndexFiles.followingLink(target), as: target)
        } catch {
            throw IndexError(error, at: target)
        }
    }

    /// Refuses to replace a file that is neither an index nor empty, since a typing error may name a photo; an index
    /// from before the first release, whose marks are nowhere else; and one with a log beside it, which belongs to the
    /// old bytes.
    private func refuseToReplace(_ end: FilePath, as target: FilePath) throws {
        guard let there = try FileStatus(ifAnyAt: end) else { return }
        guard there.isRegular, try Self.mayReplace(end) else { throw IndexError.otherFile(target) }
        if try !IndexFiles(end).logs().isEmpty { throw IndexError.busy(target) }
    }

    private static func mayReplace(_ path: FilePath) throws -> Bool {
        do {
            guard case .index(let header) = try IndexHeader.look(at: path) else { return true }
            return try !Connection.reading(path, inPlace: header.canBeReadInPlace).read(IndexSchema.current.isOfTrial)
        } catch let error as DatabaseError where [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(error.resultCode) {
            return true
        } catch IndexError.notAnIndex, IndexError.beforeRelease {
            return false
        } catch IndexError.newer, IndexError.damaged {
            return true
        }
    }

    private func copy(to temporary: FilePath) throws {
        do {
            let copy = try Connection.plain(temporary)
            try queue.backup(to: copy)
            try copy.inDatabase { try $0.execute(sql: "PRAGMA journal_mode = DELETE") }
            try copy.close()
        } catch {
            for side in IndexFiles.Side.allCases { NamedFile.remove(side.path(beside: temporary)) }
            throw error
        }
    }
}

extension PhotoIndex {
    /// The size of the index, and how much of it is unused.
    package func size() throws(IndexError) -> IndexSize {
        try read { db in
            func number(_ name: String) throws -> Int64 { try Int64.fetchOne(db, sql: "PRAGMA \(name)") ?? 0 }
            let (pages, free, page) = (try number("page_count"), try number("freelist_count"), try number("page_size"))
            let bytes = ["", "-wal"].reduce(0) { $0 + Self.size(of: path.appendingToName($1)) }
            // The log contains pages that are not in the file yet, and others that are.
            return IndexSize(bytes: bytes, unused: max(0, bytes - (pages - free) * page))
        }
    }

    /// Rewrites the whole index without unused space. Its content does not change, and a kill leaves it as it was.
    ///
    /// Temporarily needs twice the size of the index: in the directory of temporary files, and in the write-ahead log.
    ///
    /// - Returns: whether the file is smaller already. If another program is reading it, it shrinks when the next
    ///   writer has ended.
    /// - Throws: where the index cannot be written, such as `full` and `busy`.
    package func vacuum() throws(IndexError) -> Bool {
        do {
            return try queue.inDatabase { db in
                try db.execute(sql: "VACUUM")
                let isHeldUp = try Row.fetchOne(db, sql: "PRAGMA wal_checkpoint(TRUNCATE)")?[0] as Int64?
                return isHeldUp != 1
            }
        } catch {
            throw IndexError(error, at: path)
        }
    }

    private static func size(of path: FilePath) -> Int64 {
        (try? FileStatus(at: path, followingLinks: true))?.fingerprint.size ?? 0
    }
}
