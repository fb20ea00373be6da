import GRDB
import PhotoModel
import SystemPackage

/// Determines the verdicts on contents, that is, on what the viewers of a copy see. Works within a transaction.
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
    /// - Parameters:
    ///   - content: the row of the content.
    ///   - path: the last known path of a file with it; nil if unknown.
    /// - Returns: the file and its verdict; nil if nothing is known.
    /// - Throws: an error if the index cannot be read.
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

    /// Returns the files with copies in a destination's folder that are not work. A copy whose bytes are no longer in
    /// the library counts as the photo at its path.
    ///
    /// - Parameters:
    ///   - folder: relative to the destination's root; empty for the root.
    ///   - destination: the destination's row.
    ///   - found: what the destination says is in the folder.
    /// - Returns: the files, sorted by the bytes of their copies' targets; then those only found in the folder.
    /// - Throws: an error if the index cannot be read.
    func exposed(
        inFolder folder: FilePath, ofDestination destination: Int64, finding found: FolderFindings = FolderFindings()
    ) throws -> [ExposedFile] {
        let copies = try FolderCopy.fetchAll(
            db,
            sql: """
                SELECT * FROM (
                  SELECT r.id, r.content, r.target, r.remoteID, r.failedAt NOTNULL AS hasFailed,
                    EXISTS (SELECT 1 FROM file f WHERE f.content = r.content) AS isKnown,
                    EXISTS (
                      SELECT 1 FROM file f JOIN verdict v ON v.assetGroup = f.assetGroup
                      WHERE f.content = r.content AND \(Self.verdict) <> 'work')
                    OR EXISTS (
                      SELECT 1 FROM mark m
                      WHERE m.content = r.content AND m.followsContent AND m.verdict = 'personal') AS isSuspect
                  FROM receipt r WHERE r.destination = ?1 AND \(Self.isInFolder("r.target")))
                WHERE isSuspect OR NOT isKnown ORDER BY target
                """, arguments: Self.range(folder, destination)
        ).filter { !$0.hasFailed || found.edited.contains($0.id) }
        let sources = copies.allSatisfy(\.isKnown) ? [:] : try sources(inFolder: folder, ofDestination: destination)
        var seen: Set<Int64> = []
        let recorded: [ExposedFile] = try copies.compactMap { copy in
            guard seen.insert(copy.content).inserted else { return nil }
            return try verdict(of: copy.content, lastAt: sources[CopyLocation(copy.target.path, id: copy.remoteID)])
        }
        let listed: [ExposedFile] = try rows(of: found.contents).compactMap { content in
            seen.insert(content).inserted ? try verdict(of: content, lastAt: nil) : nil
        }
        return (recorded + listed).filter { $0.verdict != .work }
    }

    /// The rows of the contents that the index knows, in their order.
    private func rows(of contents: Set<[UInt8]>) throws -> [Int64] {
        try contents.compactMap { sha256 in
            try Int64.fetchOne(
                db.cachedStatement(sql: "SELECT id FROM content WHERE sha256 = ?"), arguments: [Blob(sha256)])
        }.sorted()
    }

    /// The library paths of what was uploaded to the locations in a folder.
    private func sources(
        inFolder folder: FilePath, ofDestination destination: Int64
    ) throws -> [CopyLocation: FilePath] {
        let copies = try SentCopy.fetchAll(
            db,
            sql: """
                SELECT m.target, m.remoteID, m.path FROM action a JOIN actionMember m ON m.action = a.id
                WHERE a.kind = 'upload' AND a.state = 'done' AND a.destination = ?1
                  AND \(Self.isInFolder("m.target")) ORDER BY a.id
                """, arguments: Self.range(folder, destination))
        return Dictionary(copies.map { (CopyLocation($0.target.path, id: $0.remoteID), $0.path.path) }) { $1 }
    }

    /// The condition that a target is in the folder of ``range(_:_:)``. The path of the root is empty, and an empty
    /// blob may be bound as NULL.
    private static func isInFolder(_ target: String) -> String {
        "\(target) >= coalesce(?2, x'') AND (?3 IS NULL OR \(target) < ?3)"
    }

    private static func range(_ folder: FilePath, _ destination: Int64) -> StatementArguments {
        if folder.isEmpty { return [destination, nil, nil] }
        let name = folder.bytes
        return [destination, Blob(name + [UInt8(ascii: "/")]), Blob(name + [UInt8(ascii: "/") + 1])]
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

/// A copy in a folder whose content may not be work.
private struct FolderCopy: Decodable, FetchableRecord {
    let id: Int64
    let content: Int64
    let target: Blob
    let remoteID: String?
    let hasFailed: Bool
    let isKnown: Bool
}

/// An uploaded copy and its path in the library.
private struct SentCopy: Decodable, FetchableRecord {
    let target: Blob
    let remoteID: String?
    let path: Blob
}

/// The verdict on a file.
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
