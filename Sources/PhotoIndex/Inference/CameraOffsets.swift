import GRDB
package import PhotoModel

extension PhotoIndex {
    /// Stores how far cameras' clocks are ahead of UTC. If anything changes, the recorded judging basis is deleted. No
    /// offset for ``CameraChoice/others`` means none at all: those of named cameras are forgotten too.
    ///
    /// - Parameter clock: the cameras and their offset.
    /// - Returns: the number of cameras; 1 for ``CameraChoice/others``, 0 if no camera in the index has that name.
    /// - Throws: `IndexError` if the index cannot be written.
    package func keep(_ clock: CameraClock) throws(IndexError) -> Int {
        try write { db in
            let rows = try CameraOffsets.rows(clock.choice, db)
            let before = db.totalChangesCount
            for row in rows {
                if let offset = clock.offset {
                    try db.execute(
                        sql: """
                            INSERT INTO cameraOffset (camera, microseconds) VALUES (?, ?)
                            ON CONFLICT (camera) DO UPDATE SET microseconds = excluded.microseconds
                            WHERE microseconds <> excluded.microseconds
                            """, arguments: [row, offset.microseconds])
                } else if clock.choice == .others {
                    try db.execute(sql: "DELETE FROM cameraOffset")
                } else {
                    try db.execute(sql: "DELETE FROM cameraOffset WHERE camera = ?", arguments: [row])
                }
            }
            if db.totalChangesCount != before { try InferredRows.noteNewFacts(in: db) }
            return rows.count
        }
    }
}

extension CameraOffsets {
    /// No camera has the row 0; it stands for all other cameras.
    private static let rowOfOthers: Int64 = 0

    /// Reads the stored offsets.
    init(_ db: Database) throws {
        self.init()
        for row in try Row.fetchAll(db, sql: "SELECT camera, microseconds FROM cameraOffset") {
            byCamera[row["camera"]] = CameraOffset(microseconds: row["microseconds"])
        }
        others = byCamera.removeValue(forKey: Self.rowOfOthers)
    }

    fileprivate static func rows(_ choice: CameraChoice, _ db: Database) throws -> [Int64] {
        switch choice {
        case .others: return [rowOfOthers]
        case .named(let part): return try CameraNames(db).rows(containing: part)
        case .exactly(let make, let model):
            var cameras = CameraRows()
            return try cameras.row(make: make, model: model, in: db).map { [$0] } ?? []
        }
    }
}
