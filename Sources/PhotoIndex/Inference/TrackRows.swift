import FoundationEssentials
import GRDB
package import PhotoModel
package import SystemPackage

/// A file of tracks in the index.
package struct KnownTrack: Hashable, Sendable {
    /// The row of the file.
    package let id: Int64
    /// Absolute.
    package let path: FilePath
    /// Whether a person named it to a scan; otherwise it is from the configuration.
    package let isNamed: Bool
    /// The fingerprint of the file when it was read.
    package let fingerprint: Fingerprint
    /// The SHA-256 of its bytes; nil if it could not be read.
    package let sha256: [UInt8]?
    /// Why its tracks are not used, to follow the path and a colon; nil if they are.
    package let problem: String?
}

/// A file of tracks read from disk.
package struct ReadTrack: Sendable {
    /// Absolute.
    package var path: FilePath
    /// Whether a person named it to a scan.
    package var isNamed: Bool
    /// The fingerprint of the file when it was read.
    package var fingerprint: Fingerprint
    /// The SHA-256 of its bytes; nil if it could not be read.
    package var sha256: [UInt8]?
    /// Its tracks; empty if there is a problem.
    package var tracks: [Track]
    /// Why its tracks are not used; nil if they are.
    package var problem: String?

    /// A file that could not be read, unless the hash is set later.
    package init(
        path: FilePath, isNamed: Bool, fingerprint: Fingerprint, sha256: [UInt8]? = nil, tracks: [Track] = [],
        problem: String? = nil
    ) {
        self.path = path
        self.isNamed = isNamed
        self.fingerprint = fingerprint
        self.sha256 = sha256
        self.tracks = tracks
        self.problem = problem
    }
}

extension PhotoIndex {
    /// Returns the files of tracks in the index, sorted by path.
    package func tracks() throws(IndexError) -> [KnownTrack] {
        try read { db in
            try Row.fetchAll(db, sql: "SELECT * FROM track ORDER BY path").map { row in
                try KnownTrack(
                    id: row.value("id"), path: row.path("path"), isNamed: row.value("isNamed"),
                    fingerprint: row.fingerprint, sha256: row.optionalBytes("sha256"), problem: row.value("problem"))
            }
        }
    }

    /// Stores files that were read, replacing earlier versions, and deletes others, in one transaction. If the bytes of
    /// any file changed, the recorded judging basis is deleted. If the index cannot be written, nothing has changed.
    package func update(tracks read: [ReadTrack], forgetting forgotten: [Int64]) throws(IndexError) {
        if read.isEmpty, forgotten.isEmpty { return }
        try write { db in
            for row in forgotten { try db.execute(sql: "DELETE FROM track WHERE id = ?", arguments: [row]) }
            var areOthers = !forgotten.isEmpty
            for track in read where try TrackRows.write(track, in: db) { areOthers = true }
            if areOthers { try InferredRows.noteNewFacts(in: db) }
        }
    }
}

/// The rows of `track` and `trackPart`.
enum TrackRows {
    /// The size of a stored point: its time in microseconds since 1970 and two Doubles in degrees, all little-endian.
    private static let pointBytes = 24

    /// Reads all tracks, with the rows of their files.
    static func tracks(_ db: Database) throws -> [(row: Int64, track: Track)] {
        var tracks: [(Int64, Track)] = []
        let rows = try Row.fetchCursor(db, sql: "SELECT track, points FROM trackPart ORDER BY track, number")
        while let row = try rows.next() {
            let points = try unsafe row.bytes("points").withUnsafeBytes { unsafe Self.points(in: $0) }
            if let track = Track(points) { tracks.append((try row.value("track"), track)) }
        }
        return tracks
    }

    /// Writes a file's row and its points.
    ///
    /// - Returns: whether the bytes differ from those in the index; true for a new file.
    static func write(_ track: ReadTrack, in db: Database) throws -> Bool {
        let old = try Row.fetchOne(
            db, sql: "SELECT id, sha256, problem FROM track WHERE path = ?", arguments: [Blob(track.path)])
        let isSame = try old.map { old in
            try old.optionalBytes("sha256") == track.sha256 && old.value("problem") == track.problem
        }
        let print = track.fingerprint
        let row = try Int64.fetchOne(
            db,
            sql: """
                INSERT INTO track (path, isNamed, size, modified, changed, inode, sha256, problem)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (path) DO UPDATE SET isNamed = excluded.isNamed, size = excluded.size,
                  modified = excluded.modified, changed = excluded.changed, inode = excluded.inode,
                  sha256 = excluded.sha256, problem = excluded.problem
                RETURNING id
                """,
            arguments: [
                Blob(track.path), track.isNamed, print.size, print.modified, print.changed,
                Int64(bitPattern: print.inode), track.sha256.map(Blob.init), track.problem,
            ])
        if isSame == true { return false }
        guard let row else { return true }
        try db.execute(sql: "DELETE FROM trackPart WHERE track = ?", arguments: [row])
        for (number, part) in track.tracks.enumerated() {
            try db.execute(
                sql: "INSERT INTO trackPart (track, number, points) VALUES (?, ?, ?)",
                arguments: [row, number, Data(bytes(of: part.points))])
        }
        return true
    }

    private static func bytes(of points: [TrackPoint]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(points.count * pointBytes)
        for point in points {
            let words = [
                UInt64(bitPattern: point.time.microseconds), point.coordinate.latitude.bitPattern,
                point.coordinate.longitude.bitPattern,
            ]
            for word in words { for shift in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: word >> (8 * shift))) } }
        }
        return bytes
    }

    private static func points(in bytes: UnsafeRawBufferPointer) -> [TrackPoint] {
        var points: [TrackPoint] = []
        points.reserveCapacity(bytes.count / pointBytes)
        for start in stride(from: 0, to: bytes.count - pointBytes + 1, by: pointBytes) {
            let words = (0..<3).map { place in
                UInt64(littleEndian: unsafe bytes.loadUnaligned(fromByteOffset: start + 8 * place, as: UInt64.self))
            }
            let coordinate = Coordinate(
                latitude: Double(bitPattern: words[1]), longitude: Double(bitPattern: words[2]))
            if let coordinate {
                points.append(
                    TrackPoint(
                        time: WallTime(microseconds: Int64(bitPattern: words[0])), coordinate: coordinate))
            }
        }
        return points
    }
}
