import GRDB
import PhotoModel
import SystemPackage

/// Determines the verdicts on contents, that is, on what the viewers of a copy see: it has the bytes that were sent,
/// whatever has become of the photo. Works within a transaction.
struct ContentVerdicts {
    private let db: Database
    private let finder: FileFinder
    private let rootPaths: [Int64: [UInt8]]

    /// The verdict of the row `v`. Work by an inferred position counts as unsure, because nobody confirms it for a
    /// share.
    private static let verdict = """
        CASE WHEN v.verdict = 'work' AND \(InferredRows.isInferred(group: "v.assetGroup", verdict: "v"))
        THEN 'unsure' ELSE v.verdict END
        """

    init(_ db: Database) throws {
        self.db = db
        finder = try FileFinder(db)
        rootPaths = try RootPaths.byRow(db)
    }

    /// Returns the verdict on a content: the most serious verdict on the present photos with that content; or on those
    /// that are gone; or else on the photo at its last path. A personal mark on the content takes precedence.
    ///
    /// - Parameter path: the last known path of a file with it; nil if unknown.
    /// - Returns: the file and its verdict; nil if nothing is known.
    func verdict(of content: Int64, lastAt path: FilePath?) throws -> ExposedFile? {
        let all = try FoundVerdict.fetchAll(
            db,
            sql: """
                SELECT \(Self.verdict) AS verdict, f.root, f.path, f.goneAt IS NOT NULL AS isGone
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

    /// Whether every photo that has, or may have, a content is work.
    func isWork(_ content: Int64) throws -> Bool {
        try verdict(of: content, lastAt: nil)?.verdict == .work && !mayBeAnother(content)
    }

    /// Whether a photo that is not work may have a content although it was never hashed: it agrees with a file that has
    /// it in size and in the digest of head and tail.
    private func mayBeAnother(_ content: Int64) throws -> Bool {
        try Bool.fetchOne(
            db,
            sql: """
                SELECT EXISTS (
                  SELECT 1 FROM file k CROSS JOIN file f ON f.size = k.size AND f.digest = k.digest
                  JOIN verdict v ON v.assetGroup = f.assetGroup
                  WHERE k.content = ? AND f.content IS NULL AND f.state = 'photo' AND f.goneAt IS NULL
                    AND \(Self.verdict) <> 'work')
                """, arguments: [content]) ?? false
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
            db, sql: "SELECT \(Self.verdict) FROM verdict v WHERE v.assetGroup = ?", arguments: [group])
        return verdict.flatMap(Verdict.init).map { ExposedFile(path: path, verdict: $0) }
    }

    /// The path of the file that was marked personal, whatever files have its content now; nil if there is no such
    /// mark.
    private func personalMark(on content: Int64) throws -> FilePath? {
        try Blob.fetchOne(
            db,
            sql: "SELECT path FROM mark WHERE content = ? AND followsContent AND verdict = 'personal'",
            arguments: [content])?.path
    }
}

private struct FoundVerdict: Decodable, FetchableRecord {
    let verdict: String
    let root: Int64
    let path: Blob
    let isGone: Bool
}

extension Verdict {
    /// How serious it is to expose such a photo.
    fileprivate var gravity: Int {
        switch self {
        case .work: 0
        case .unsure: 1
        case .personal: 2
        }
    }
}
