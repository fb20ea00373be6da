import GRDB
package import PhotoModel
import SystemPackage

/// A photo of an album that a purge of this index removed, and that is not back.
package struct RemovedPhoto: Hashable, Sendable {
    /// The photo, in the form of an upload: alone in its group, with its copy in the album as the target.
    package let action: Action
    /// Whether its content is work by now, as ``PhotoIndex/objections(toSharing:basis:)`` sees it.
    package let isWork: Bool
}

extension PhotoIndex {
    /// The photos of an album that a purge removed and that are not back.
    ///
    /// - Returns: the photos, in the order of the album's copies.
    package func removedPhotos(of album: Album) throws(IndexError) -> [RemovedPhoto] {
        try read { db in
            let (removals, verdicts) = (try RemovedFiles(db), try ContentVerdicts(db))
            return try album.copies.compactMap { copy in
                guard let file = try removals.file(at: copy.path, sha256: copy.sha256) else { return nil }
                let member = Action.Member(
                    path: copy.path, role: .still,
                    fingerprint: Fingerprint(size: copy.size, modified: 0, changed: 0, inode: 0),
                    target: copy.location, sha256: copy.sha256)
                let action = Action(
                    kind: .upload, group: file.group, members: [member], destination: album.destination)
                return RemovedPhoto(action: action, isWork: try verdicts.isWork(file.content))
            }
        }
    }
}

extension PhotoIndex {
    /// The photos of an album that are not work by now, although their copies may be there.
    ///
    /// - Returns: the photos, in the order of the album's copies.
    package func unwantedPhotos(of album: Album) throws(IndexError) -> [ExposedFile] {
        try read { db in
            let verdicts = try ContentVerdicts(db)
            return try album.copies.filter(\.mayBeThere).compactMap { copy in
                let content = try ContentRows.row(ifKnown: copy.sha256, in: db)
                let photo = try content.flatMap { try verdicts.verdict(of: $0, lastAt: copy.path) }
                return photo?.verdict == .work ? nil : photo
            }
        }
    }
}

/// Finds files that purges removed and that are not back. Works within a transaction.
struct RemovedFiles {
    private let db: Database
    private let finder: FileFinder

    init(_ db: Database) throws {
        self.db = db
        finder = try FileFinder(db)
    }

    /// The rows of the group and of the content of a removed file.
    ///
    /// - Parameter sha256: what it consisted of.
    /// - Returns: the rows; nil where no purge removed such a file, or it is back.
    func file(at path: FilePath, sha256: [UInt8]) throws -> (group: Int64, content: Int64)? {
        guard let row = try finder.file(at: path.bytes)?.row else { return nil }
        let found = try Row.fetchOne(
            db.statement(
                """
                SELECT f.assetGroup, f.content FROM file f JOIN content c ON c.id = f.content
                WHERE f.id = \(row) AND f.goneAt NOTNULL AND c.sha256 = \(sha256) AND \(sql: Removals.haveFile)
                """))
        return try found.map { (try $0.value("assetGroup"), try $0.value("content")) }
    }
}
