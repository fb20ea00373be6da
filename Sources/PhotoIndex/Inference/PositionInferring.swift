import GRDB
import PhotoModel

/// Infers positions for all photos of an index that have none, within a transaction.
///
/// Photos that are gone count like others: they were where they say, and a removal must not change what was inferred
/// from them. Memory holds the points of all tracks, and of each photo that has a position and whose camera made photos
/// without, some 100 bytes.
struct PositionInferring {
    /// A photo of a group in which nobody has a position, and which says enough to get one.
    private static let lacksPosition = """
        f.state = 'photo' AND f.latitude IS NULL AND f.positionProblem IS NULL AND f.camera NOTNULL AND f.takenAt NOTNULL
        AND (NOT f.hasCompany OR NOT EXISTS (
          SELECT 1 FROM file m WHERE m.assetGroup = f.assetGroup AND m.latitude NOTNULL))
        """

    private let db: Database
    private var inference: PositionInference

    /// - Parameters:
    ///   - db: the index.
    ///   - triage: what photos are judged by.
    ///   - settings: how positions are inferred.
    /// - Throws: `IndexError` where tracks and offsets cannot be read.
    init(_ db: Database, triage: Triage, settings: InferenceSettings) throws {
        self.db = db
        inference = PositionInference(
            triage: triage, settings: settings, tracks: try TrackRows.tracks(db), offsets: try CameraOffsets(db))
    }

    /// Infers, and writes what is otherwise than it was.
    mutating func run() throws {
        try addNeighbours()
        var row = JudgingRow()
        var writing = try InferredWriting(db)
        let query = try PreparedQuery(
            db, "SELECT f.id, f.camera, \(JudgingRow.columns) FROM file f NOT INDEXED WHERE \(Self.lacksPosition)")
        try query.forEachRow {
            row.read(query, from: 2)
            guard let position = inference.position(of: row.facts[0], camera: query.integer(1)) else { return }
            try writing.write(position, of: query.integer(0))
        }
        try writing.removeOthers()
    }

    /// Adds the photos with positions of cameras that made photos without.
    private mutating func addNeighbours() throws {
        var cameras: [String] = []
        let lacking = try PreparedQuery(
            db, "SELECT DISTINCT f.camera FROM file f NOT INDEXED WHERE \(Self.lacksPosition)")
        try lacking.forEachRow { cameras.append(String(lacking.integer(0))) }
        var row = JudgingRow()
        let query = try PreparedQuery(
            db,
            """
            SELECT f.id, f.camera, \(JudgingRow.columns) FROM file f NOT INDEXED
            WHERE f.state = 'photo' AND f.latitude NOTNULL AND f.takenAt NOTNULL
              AND f.camera IN (\(cameras.joined(separator: ", ")))
            """)
        try query.forEachRow {
            row.read(query, from: 2)
            inference.add(row.facts[0], camera: query.integer(1), file: query.integer(0))
        }
        inference.sort()
    }
}

extension PhotoIndex {
    /// Infers positions by the rules of a triage, or forgets those that were inferred where it infers none; in a
    /// transaction of its own, so that several can then judge by them. The index forgets what it was judged by where
    /// one is not what it was.
    func infer(by triage: Triage) throws(IndexError) {
        let settings = triage.inference
        let areAny = try read(InferredRows.areAny)
        if settings == nil, !areAny { return }
        try write { db in
            let before = db.totalChangesCount
            if let settings {
                var inferring = try PositionInferring(db, triage: triage, settings: settings)
                try inferring.run()
            } else {
                try db.execute(sql: "DELETE FROM inferredPosition")
            }
            if db.totalChangesCount != before { try db.execute(sql: "DELETE FROM judgingBasis") }
        }
    }
}
