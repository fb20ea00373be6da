/// The rules that infer a position for a photo without one: from a track, or else from photos of the same camera.
///
/// The caller ensures that no file of the photo's group has a position, valid or not. An invalid one (0,0, a zero
/// denominator) is something that the photo says: it is shown as it is, and the photo stays unsure. The photo must have
/// a camera: screenshots and pictures received by messenger have none, and may come from anywhere.
package struct PositionInference: Sendable {
    private let triage: Triage
    private let settings: InferenceSettings
    private let tracks: TrackLines
    private let offsets: CameraOffsets
    private var positions: [CameraPositions.Key: CameraPositions] = [:]

    /// - Parameter tracks: all tracks, each with its row in the index.
    package init(
        triage: Triage, settings: InferenceSettings, tracks: [(row: Int64, track: Track)], offsets: CameraOffsets
    ) {
        self.triage = triage
        self.settings = settings
        self.tracks = TrackLines(tracks, limits: settings)
        self.offsets = offsets
    }

    /// Adds a photo that positions can be inferred from. It is ignored unless it has its own position, that position is
    /// not known to be stale, and its time is known to the second.
    ///
    /// - Parameters:
    ///   - camera: the camera's row.
    ///   - file: the file's row.
    package mutating func add(_ facts: PhotoFacts, camera: Int64, file: Int64) {
        let facts = triage.counting(facts)
        guard facts.positionSource != .inferred, let coordinate = facts.position.coordinate,
            let time = facts.ownCaptureTime, time.isComparable, !isStale(facts, at: coordinate)
        else { return }
        let accuracy = PositionAccuracy(facts, settings: triage.settings)?.meters
        for (clock, moment) in Self.moments(time) {
            positions[CameraPositions.Key(camera: camera, clock: clock), default: CameraPositions()].add(
                CameraPositions.Photo(
                    file: file, time: moment, coordinate: coordinate, accuracy: accuracy,
                    offset: clock == .camera ? time.offset?.seconds : nil))
        }
    }

    private func isStale(_ facts: PhotoFacts, at coordinate: Coordinate) -> Bool {
        guard facts.gpsTime != nil else { return false }
        return triage.isStale(facts, time: triage.time(of: facts, near: triage.distances(from: coordinate, within: 0)))
    }

    /// Sorts the added photos. Must be called after the last ``add(_:camera:file:)`` and before the first query.
    package mutating func sort() {
        for key in positions.keys { positions[key]?.sort(side: triage.side) }
    }

    /// Infers the position of a photo.
    ///
    /// - Parameter camera: the camera's row.
    /// - Returns: nil if the photo records a position, even an invalid one; if it has no camera or no time to the
    ///   second; if neither tracks nor neighbouring photos cover it; or if the accuracy is worse than 100 km.
    package func position(of facts: PhotoFacts, camera: Int64?) -> InferredPosition? {
        let facts = triage.counting(facts)
        guard facts.position == .absent, let camera, let time = facts.captureTime, time.isComparable
        else { return nil }
        let fromTrack = tracks.isEmpty ? nil : moment(of: facts, camera: camera).flatMap(tracks.position)
        let found = fromTrack ?? fromNeighbours(of: time, camera: camera)
        return found.flatMap { $0.accuracy <= Self.leastAccuracy ? $0 : nil }
    }

    /// In metres. A less accurate position would count as one of unknown accuracy (``PositionAccuracy``), and so as
    /// exact.
    private static let leastAccuracy = 100_000.0

    /// The moment of capture in UTC. Uses the first of: the offset given for the camera; the photo's own; the offset
    /// given for all cameras; the configured time zone, except in the hour that its clocks show twice.
    private func moment(of facts: PhotoFacts, camera: Int64) -> WallTime? {
        guard let time = facts.captureTime else { return nil }
        if let (offset, _) = offsets.offset(of: time, camera: camera) { return offset.moment(of: time.wall) }
        return time.utc ?? triage.unambiguousMoment(of: facts)
    }

    // MARK: - From neighbours

    /// UTC decides where it finds neighbours. On the camera's clock all offsets that are known must be the same:
    /// between different ones the clock was set, and what it showed in between does not say how much time passed.
    private func fromNeighbours(of time: CaptureTime, camera: Int64) -> InferredPosition? {
        for (clock, moment) in Self.moments(time) {
            guard let photos = positions[CameraPositions.Key(camera: camera, clock: clock)],
                let (before, after) = photos.around(moment, window: settings.window)
            else { continue }
            let offsets = Set([time.offset?.seconds, before.offset, after.offset].compactMap(\.self))
            if clock == .camera, offsets.count > 1 { return nil }
            return position(at: moment, between: before, and: after)
        }
        return nil
    }

    /// Nil if the neighbours are on different sides of a fence, or contradicted by others.
    private func position(
        at moment: WallTime, between before: CameraPositions.Moment, and after: CameraPositions.Moment
    ) -> InferredPosition? {
        guard !before.isDoubtful, !after.isDoubtful,
            triage.side(of: before.photo.coordinate) == triage.side(of: after.photo.coordinate)
        else { return nil }
        let stretch = InferredStretch(before: before.photo.witness, after: after.photo.witness)
        let accuracy = stretch.accuracyBetweenPhotos(at: moment, own: [before.accuracy, after.accuracy])
        return stretch.position(at: moment, accuracy: accuracy)
    }

    /// The clocks on which a time can be compared with another photo's, best first: UTC if the offset is known; the
    /// camera's own clock, which both photos share, if the wall time is known.
    private static func moments(_ time: CaptureTime) -> [(CameraPositions.Clock, WallTime)] {
        let universal = time.utc.map { (CameraPositions.Clock.utc, $0) }
        let own = time.isOnlyUTC ? nil : (CameraPositions.Clock.camera, time.wall)
        return [universal, own].compactMap(\.self)
    }
}

extension Triage {
    /// The fences that contain a point, by their index in the order of judging.
    fileprivate func side(of coordinate: Coordinate) -> [Int] {
        distances(from: coordinate, within: 0).map(\.index)
    }

    /// The moment of a photo without a position in the configured time zone; nil if it is ambiguous.
    package func unambiguousMoment(of facts: PhotoFacts) -> WallTime? {
        let time = time(of: facts, near: [])
        return time.isAmbiguous ? nil : time.time?.utc
    }
}

/// How positions are inferred: the configuration's `[triage] infer` and the settings that refine it.
package struct InferenceSettings: Hashable, Sendable {
    /// The maximum time between a photo without a position and the photos before and after it.
    package var window = Duration.seconds(1_800)
    /// The maximum time between two points of a track for a position between them.
    package var gap = Duration.seconds(600)
    /// The maximum distance in metres between two such points.
    package var distance = 200.0

    package init() {}

    /// A text that is equal for equal settings. Verdicts record it to detect changed settings.
    var canonicalText: String {
        "\ninfer-window=\(window.text)\ngpx-gap=\(gap.text)\ngpx-distance=\(distance)\ninference=\(Self.version)"
    }

    /// Must be increased with every change to the inference rules that can change a position.
    private static let version = 5
}
