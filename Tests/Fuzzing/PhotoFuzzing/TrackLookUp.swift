internal import PhotoIntake
internal import PhotoModel

/// Reads bytes as a track file and looks up positions. A position must always have an accuracy.
enum TrackLookUp {
    /// Reads `bytes`. Traps if a track is out of order or returns an invalid position.
    static func check(_ bytes: [UInt8]) {
        guard let tracks = try? TrackReader.read(bytes) else { return }
        let lines = TrackLines(tracks.map { (0, $0) }, limits: InferenceSettings())
        for track in tracks {
            precondition(!track.points.isEmpty, "a track without points")
            precondition(
                zip(track.points, track.points.dropFirst()).allSatisfy { $0.time <= $1.time }, "a track out of order")
            for point in track.points.prefix(100) {
                if let position = lines.position(at: point.time) {
                    precondition(position.accuracy >= 10, "a position that is too good")
                }
                _ = lines.position(at: WallTime(microseconds: point.time.microseconds + 1_500_000))
            }
        }
    }
}
