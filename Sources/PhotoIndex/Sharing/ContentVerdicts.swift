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

    /// Whether a photo that is not work may have a content although it was never hashed: it agrees with a file that has
    /// it in size and in the digest of head and tail.
    func mayBeAnother(_ content: Int64) throws -> Bool {
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

    /// Determines what viewers of a destination's folder see. A copy whose bytes are no longer in the library counts as
    /// the photo at its path.
    ///
    /// - Parameters:
    ///   - folder: relative to the destination's root; empty for the root.
    ///   - destination: the destination's row.
    ///   - found: what the destination says is in the folder.
    /// - Returns: the files that are not work, sorted by the bytes of their copies' targets, then those only found in
    ///   the folder; and the contents of which the index knows no file.
    /// - Throws: an error if the index cannot be read.
    func view(
        ofFolder folder: FilePath, ofDestination destination: Int64, finding found: FolderFindings
    ) throws -> FolderView {
        let copies = try FolderCopy.fetchAll(
            db,
            sql: """
                SELECT * FROM (
                  SELECT r.id, r.content, c.sha256, c.size, r.target, r.remoteID, r.failedAt NOTNULL AS hasFailed,
                    EXISTS (SELECT 1 FROM file f WHERE f.content = r.content) AS isKnown,
                    EXISTS (
                      SELECT 1 FROM file f JOIN verdict v ON v.assetGroup = f.assetGroup
                      WHERE f.content = r.content AND \(Self.verdict) <> 'work')
                    OR EXISTS (
                      SELECT 1 FROM mark m
                      WHERE m.content = r.content AND m.followsContent AND m.verdict = 'personal') AS isSuspect
                  FROM receipt r JOIN content c ON c.id = r.content
                  WHERE r.destination = ?1 AND \(Self.isInFolder("r.target")))
                WHERE isSuspect OR NOT isKnown ORDER BY target
                """, arguments: Self.range(folder, destination)
        ).filter { !$0.hasFailed || found.edited.contains($0.id) }
        let sources = copies.allSatisfy(\.isKnown) ? [:] : try sources(inFolder: folder, ofDestination: destination)
        var view = FolderView()
        var seen: Set<Int64> = []
        for copy in copies where seen.insert(copy.content).inserted {
            let source = sources[CopyLocation(copy.target.path, id: copy.remoteID)]
            let verdict = try verdict(of: copy.content, lastAt: source)
            view.add(verdict, copy.isKnown ? nil : RecordedContent(size: copy.size, sha256: copy.sha256.bytes))
        }
        let listed = try rows(of: found.contents)
        for (row, content) in listed.known where seen.insert(row).inserted {
            view.add(try verdict(of: row, lastAt: nil), try hasFile(row) ? nil : content)
        }
        view.unknown.formUnion(listed.unknown)
        let files = found.files.subtracting(view.exposed.map(\.path))
        for path in files.sorted(by: { $0.bytes.lexicographicallyPrecedes($1.bytes) }) {
            view.add(try verdict(at: path), nil)
        }
        return view
    }

    /// The rows of contents, in their order, and the contents that have none.
    private func rows(
        of contents: Set<RecordedContent>
    ) throws -> (known: [(row: Int64, content: RecordedContent)], unknown: Set<RecordedContent>) {
        var (known, unknown): ([(row: Int64, content: RecordedContent)], Set<RecordedContent>) = ([], [])
        for content in contents {
            guard let sha256 = content.sha256 else { continue }
            if let row = try Contents.row(ifKnown: sha256, in: db) {
                known.append((row, content))
            } else {
                unknown.insert(content)
            }
        }
        return (known.sorted { $0.row < $1.row }, unknown)
    }

    /// Whether a file has a content, be it one without a verdict, such as a sidecar whose photo is gone.
    private func hasFile(_ content: Int64) throws -> Bool {
        let query = try PreparedQuery(db, "SELECT 1 FROM file WHERE content = ?")
        query.bind(content, at: 1)
        return try query.first { true } ?? false
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
    let sha256: Blob
    let size: Int64
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

extension FolderView {
    /// Adds a content in the folder.
    ///
    /// - Parameters:
    ///   - found: its file and verdict; nil if the index has none.
    ///   - content: what counts as unknown then; nil for nothing.
    fileprivate mutating func add(_ found: ExposedFile?, _ content: RecordedContent?) {
        if let found {
            if found.verdict != .work { exposed.append(found) }
        } else if let content {
            unknown.insert(content)
        }
    }
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
