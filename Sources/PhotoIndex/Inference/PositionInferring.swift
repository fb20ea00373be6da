import GRDB
import PhotoModel

/// Infers positions for all photos of an index that have none, within a transaction.
///
/// Photos that are gone are used too: their positions remain true, and a removal must not change what was inferred from
/// them. Memory holds the points of all tracks, and about 100 bytes for each photo with a position whose camera also
/// took photos without one.
struct PositionInferring {
    /// The condition for photos of groups of which no file says anything of its place, with enough facts to get one.
    static let lacksPosition = """
        f.state = 'photo' AND f.latitude IS NULL AND f.positionProblem IS NULL AND f.camera NOTNULL AND f.takenAt NOTNULL
        AND (NOT f.hasCompany OR NOT EXISTS (
          SELECT 1 FROM file m
          WHERE m.assetGroup = f.assetGroup AND (m.latitude NOTNULL OR m.positionProblem NOTNULL)))
        """

    private let db: Database
    private var unread: UnreadSources
    private var inference: PositionInference

    /// - Throws: `IndexError` if tracks and offsets cannot be read.
    init(_ db: Database, triage: Triage, settings: InferenceSettings) throws {
        self.db = db
        unread = try UnreadSources(db)
        let tracks = unread.areTracksWhole ? try TrackRows.tracks(db) : []
        inference = PositionInference(
            triage: triage, settings: settings, tracks: tracks, offsets: try CameraOffsets(db))
    }

    /// Infers the positions, and writes those that changed.
    mutating func run() throws {
        try addNeighbours()
        var row = JudgingRow()
        var writing = try InferredWriting(db)
        let query = try PreparedQuery(
            db,
            """
            SELECT f.id, f.camera, f.assetGroup, f.root, f.path, \(JudgingRow.columns) FROM file f NOT INDEXED
            WHERE \(Self.lacksPosition)
            """)
        try query.forEachRow {
            let path = UnreadSources.SourcePath(root: query.integer(3), path: query.bytes(4))
            if try unread.areBeside(group: query.integer(2), of: path) { return }
            row.read(query, from: 5)
            guard let position = inference.position(of: row.facts[0], camera: query.integer(1)) else { return }
            try writing.write(position, of: query.integer(0))
        }
        try writing.removeOthers()
    }

    /// Adds the photos with positions of those cameras that also took photos without.
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
    /// Infers positions by the rules of a triage, or deletes the inferred positions if it infers none. It uses a
    /// transaction of its own, so that several judgings can follow. If a position changes, the recorded judging basis
    /// is deleted.
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
