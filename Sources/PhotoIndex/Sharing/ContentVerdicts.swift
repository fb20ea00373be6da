import GRDB
import PhotoModel
import SystemPackage

/// Determines the verdicts on contents, that is, on what somebody sees who sees a copy, within a transaction.
struct ContentVerdicts {
    private let db: Database
    private let finder: FileFinder
    private let rootPaths: [Int64: [UInt8]]

    init(_ db: Database) throws {
        self.db = db
        finder = try FileFinder(db)
        rootPaths = try RootPaths.byRow(db)
    }

    /// The verdict on a content: the most serious verdict of the photos that have it; if there is none left, of those
    /// that are gone; if nobody has it any more, of the photo with its last path. A personal mark on it takes
    /// precedence.
    ///
    /// - Parameters:
    ///   - content: its row.
    ///   - path: the last known path of a file with it; nil if unknown.
    /// - Returns: the verdict, with the file; nil where nothing is known of it.
    /// - Throws: where the index cannot be read.
    func verdict(of content: Int64, lastAt path: FilePath?) throws -> ExposedFile? {
        let all = try FoundVerdict.fetchAll(
            db,
            sql: """
                SELECT v.verdict, f.root, f.path, f.goneAt IS NOT NULL AS isGone
                FROM file f JOIN verdict v ON v.assetGroup = f.assetGroup WHERE f.content = ?
                """, arguments: [content])
        let present = all.filter { !$0.isGone }
        let gravest = (present.isEmpty ? all : present).compactMap(known).max {
            $0.verdict.gravity < $1.verdict.gravity
        }
        if let marked = try personalMark(on: content) {
            return ExposedFile(path: gravest?.path ?? path ?? marked, verdict: .personal)
        }
        return try gravest ?? path.flatMap(verdict(at:))
    }

    /// The files with copies in a destination's folder that are not work.
    func exposed(inFolder folder: FilePath, ofDestination destination: Int64) throws -> [ExposedFile] {
        let name = folder.bytes
        let contents = try Int64.fetchAll(
            db,
            sql: """
                SELECT content FROM receipt r
                WHERE destination = ?1 AND failedAt IS NULL
                  AND (coalesce(length(?2), 0) = 0 OR target >= ?3 AND target < ?4)
                  AND (EXISTS (
                      SELECT 1 FROM file f JOIN verdict v ON v.assetGroup = f.assetGroup
                      WHERE f.content = r.content AND v.verdict <> 'work')
                    OR EXISTS (
                      SELECT 1 FROM mark m
                      WHERE m.content = r.content AND m.followsContent AND m.verdict = 'personal'))
                GROUP BY content ORDER BY min(target)
                """,
            arguments: [
                destination, Blob(name), Blob(name + [UInt8(ascii: "/")]), Blob(name + [UInt8(ascii: "/") + 1]),
            ])
        return try contents.compactMap { try verdict(of: $0, lastAt: nil) }.filter { $0.verdict != .work }
    }

    private func known(_ found: FoundVerdict) -> ExposedFile? {
        Verdict(rawValue: found.verdict).map {
            ExposedFile(
                path: FilePath(bytes: rootPaths[found.root] ?? []).appending(bytes: found.path.bytes), verdict: $0)
        }
    }

    private func verdict(at path: FilePath) throws -> ExposedFile? {
        guard let group = try finder.file(at: path.bytes)?.group else { return nil }
        let verdict = try String.fetchOne(
            db, sql: "SELECT verdict FROM verdict WHERE assetGroup = ?", arguments: [group])
        return verdict.flatMap(Verdict.init).map { ExposedFile(path: path, verdict: $0) }
    }

    /// The path of the file that somebody marked personal, whatever has its content now; nil if nobody did.
    private func personalMark(on content: Int64) throws -> FilePath? {
        try Blob.fetchOne(
            db,
            sql: "SELECT path FROM mark WHERE content = ? AND followsContent AND verdict = 'personal'",
            arguments: [content])?.path
    }
}

/// The verdict on a file.
private struct FoundVerdict: Decodable, FetchableRecord {
    let verdict: String
    let root: Int64
    let path: Blob
    let isGone: Bool
}

extension Verdict {
    /// How serious it is if others see such a photo.
    fileprivate var gravity: Int {
        switch self {
        case .work: 0
        case .unsure: 1
        case .personal: 2
        }
    }
}
