import GRDB
package import PhotoModel

extension PhotoIndex {
    /// Stores how far cameras' clocks are ahead of UTC. If anything changes, the recorded judging basis is deleted. No
    /// offset for ``CameraChoice/others`` means none at all: those of named cameras are forgotten too.
    ///
    /// - Returns: the number of cameras; 1 for ``CameraChoice/others``, 0 if no camera in the index has that name.
    package func keep(_ clock: CameraClock) throws(IndexError) -> Int {
        try write { db in
            let rows = try CameraOffsets.rows(clock.choice, db)
            let before = db.totalChangesCount
            for row in rows {
                if let offset = clock.offset {
                    try db.execute(
                        sql: """
                            INSERT INTO cameraOffset (camera, microseconds, source) VALUES (?, ?, ?)
                            ON CONFLICT (camera) DO UPDATE SET microseconds = excluded.microseconds,
                              source = excluded.source
                            WHERE microseconds <> excluded.microseconds
                            """, arguments: [row, offset.microseconds, clock.source.rawValue])
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

extension PhotoIndex {
    /// All stored offsets, those of named cameras first, by name.
    package func cameraOffsets() throws(IndexError) -> [KnownCameraOffset] {
        try read { db in
            let names = try CameraNames(db)
            let known = try Row.fetchAll(db, sql: "SELECT camera, microseconds, source FROM cameraOffset")
                .map { try CameraOffsets.known($0, names) }
            return known.sorted {
                ($0.camera == nil ? 1 : 0, $0.camera ?? "") < ($1.camera == nil ? 1 : 0, $1.camera ?? "")
            }
        }
    }

    /// The offset by which tracks look for a photo; nil if there is none, or the photo's own counts.
    package func cameraOffset(for photo: Photo) throws(IndexError) -> KnownCameraOffset? {
        guard let time = photo.facts.captureTime else { return nil }
        return try read { db in
            let offsets = try CameraOffsets(db)
            if offsets.isEmpty { return nil }
            let names = try CameraNames(db)
            guard let camera = names.row(make: photo.facts.make, model: photo.facts.model),
                let (_, isOfCamera) = offsets.offset(of: time, camera: camera)
            else { return nil }
            let row = isOfCamera ? camera : CameraOffsets.rowOfOthers
            return try Row.fetchOne(
                db, sql: "SELECT camera, microseconds, source FROM cameraOffset WHERE camera = ?", arguments: [row]
            ).map { try CameraOffsets.known($0, names) }
        }
    }

    /// The photos that no track can place, since neither they nor their cameras have an offset from UTC; nil if a track
    /// placed any photo, there is no track, or there are none. A configured time zone gives offsets too: whoever has
    /// one does not ask.
    package func clocklessPhotos() throws(IndexError) -> ClocklessPhotos? {
        try read { db in
            let row = try Row.fetchOne(
                db,
                sql: """
                    SELECT f.camera AS camera, sum(count(*)) OVER () AS photos FROM file f NOT INDEXED
                    WHERE \(PositionInferring.lacksPosition) AND f.utcOffset IS NULL
                      AND f.camera NOT IN (SELECT camera FROM cameraOffset)
                      AND NOT EXISTS (SELECT 1 FROM cameraOffset WHERE camera = \(CameraOffsets.rowOfOthers))
                      AND NOT EXISTS (SELECT 1 FROM inferredPosition WHERE method = 'track')
                      AND EXISTS (SELECT 1 FROM trackPart)
                    GROUP BY f.camera ORDER BY count(*) DESC LIMIT 1
                    """)
            guard let row else { return nil }
            return ClocklessPhotos(
                photos: try row.value("photos"), camera: try CameraNames(db)[row.value("camera")].text)
        }
    }
}

extension CameraOffsets {
    fileprivate var isEmpty: Bool { byCamera.isEmpty && others == nil }

    /// No camera has the row 0; it stands for all other cameras.
    fileprivate static let rowOfOthers: Int64 = 0

    fileprivate static func known(_ row: Row, _ names: CameraNames) throws -> KnownCameraOffset {
        let camera: Int64 = try row.value("camera")
        return KnownCameraOffset(
            camera: camera == rowOfOthers ? nil : names[camera].text,
            offset: CameraOffset(microseconds: try row.value("microseconds")),
            source: KnownCameraOffset.Source(rawValue: try row.value("source")) ?? .cameraOffset)
    }

    init(_ db: Database) throws {
        self.init()
        for row in try Row.fetchAll(db.statement("SELECT camera, microseconds FROM cameraOffset")) {
            byCamera[try row.value("camera")] = CameraOffset(microseconds: try row.value("microseconds"))
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
