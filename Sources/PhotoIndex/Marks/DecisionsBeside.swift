import GRDB
import PhotoModel
import SystemPackage

/// The paths of a photo's other files with which a decision that keeps the photo stays too, within a transaction: of
/// files that no scan knows as they are, since one that finds them edited cannot tell whose they were.
struct DecisionsBeside {
    private let decision: UserDecision
    private let db: Database
    private let finder: FileFinder
    private let table: SQL

    init(_ decision: UserDecision, finder: FileFinder, _ db: Database) {
        self.decision = decision
        self.finder = finder
        self.db = db
        table = SQL(sql: decision.table)
    }

    /// The other files of a photo on the disk at whose paths the decision begins.
    func beginning(_ files: [HashedFile]) throws -> [HashedFile] {
        if !decision.keeps { return [] }
        return try files.filter { file in
            try !db.has(
                """
                SELECT 1 FROM file f CROSS JOIN content c ON c.id = f.content
                  WHERE f.id = \(finder.file(at: file.path.bytes)?.row) AND c.sha256 = \(file.sha256) AND f.goneAt IS NULL
                UNION ALL SELECT 1 FROM \(table) WHERE path = \(file.path) AND staysWithPath
                """)
        }
    }

    /// Lets the decision stay with the paths of files.
    func begin(at files: [HashedFile]) throws {
        guard let (column, value) = decision.row else { return }
        for file in files {
            try db.run(
                """
                INSERT INTO \(table) (content, \(sql: column), path, followsContent, staysWithPath)
                SELECT id, \(value), \(file.path), 0, 1 FROM content WHERE sha256 = \(file.sha256)
                ON CONFLICT (content, path) DO UPDATE SET staysWithPath = 1 WHERE \(sql: column) = excluded.\(sql: column)
                """)
            try DecisionPlaces(db).note(file.path.bytes)
        }
    }

    /// The paths beside a photo where what was decided on the photo ends with it: nothing was decided there since.
    func ending(_ path: [UInt8]) throws -> [[UInt8]] {
        if decision.keeps { return [] }
        let photo = FilePath(bytes: path)
        let paths = try Blob.fetchAll(
            db.statement(
                """
                SELECT DISTINCT o.path FROM \(table) w CROSS JOIN \(table) o ON o.content = w.content
                WHERE w.path = \(path) AND NOT w.staysWithPath AND o.staysWithPath AND NOT o.followsContent
                """))
        return paths.map(\.bytes).filter { other in
            let names = [path, other].map(DecisionsAlong.name(of:))
            return FilePath(bytes: other).removingLastComponent() == photo.removingLastComponent()
                && NameFamilies(photos: names, sidecars: []).photos(with: names[0]) == names
        }
    }

    /// Ends what was decided on a photo at paths beside it, and on the bytes that these had then.
    func end(at others: [[UInt8]], of path: [UInt8]) throws {
        for other in others {
            try db.run(
                """
                DELETE FROM \(table) WHERE path = \(path) AND NOT staysWithPath
                  AND content IN (SELECT content FROM \(table) WHERE path = \(other))
                """)
            try db.run("DELETE FROM \(table) WHERE path = \(other)")
        }
    }
}
