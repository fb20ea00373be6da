/// The rules by which a photo without a position gets one: from a track, else from photos of the same camera.
///
/// The photo's group must have no position of its own at all, which the caller sees to, and the photo a camera:
/// screenshots and pictures that came by messenger have none, and nobody knows where they were taken.
package struct PositionInference: Sendable {
    private let triage: Triage
    private let settings: InferenceSettings
    private let tracks: TrackLines
    private let offsets: CameraOffsets
    private var neighbours: [Neighbours.Key: Neighbours] = [:]

    /// - Parameters:
    ///   - triage: what photos are judged by.
    ///   - settings: how positions are inferred.
    ///   - tracks: all there are, each with its row in the index.
    ///   - offsets: of cameras' clocks.
    package init(
        triage: Triage, settings: InferenceSettings, tracks: [(row: Int64, track: Track)], offsets: CameraOffsets
    ) {
        self.triage = triage
        self.settings = settings
        self.tracks = TrackLines(tracks, limits: settings)
        self.offsets = offsets
    }

    /// Takes a photo for one that others are found by. It counts where it has a position of its own, which is not known
    /// to be of another time, and a time to the second.
    ///
    /// - Parameters:
    ///   - facts: what it says of itself.
    ///   - camera: the camera's row.
    ///   - file: the file's row.
    package mutating func add(_ facts: PhotoFacts, camera: Int64, file: Int64) {
        guard facts.positionSource != .inferred, let coordinate = facts.position.coordinate,
            let time = facts.ownCaptureTime, !time.isDateOnly, !isStale(facts, at: coordinate)
        else { return }
        let accuracy = PositionAccuracy(facts, settings: triage.settings)?.meters
        for (clock, moment) in Self.moments(time) {
            neighbours[Neighbours.Key(camera: camera, clock: clock), default: Neighbours()].add(
                Neighbours.Photo(file: file, time: moment, coordinate: coordinate, accuracy: accuracy))
        }
    }

    private func isStale(_ facts: PhotoFacts, at coordinate: Coordinate) -> Bool {
        guard facts.gpsTime != nil else { return false }
        return triage.isStale(facts, time: triage.time(of: facts, near: triage.distances(from: coordinate, within: 0)))
    }

    /// Makes it ready to be asked, once all photos are added.
    package mutating func sort() {
        for key in neighbours.keys { neighbours[key]?.sort() }
    }

    /// Where a photo was taken that says nothing of it.
    ///
    /// - Parameters:
    ///   - facts: what it says of itself.
    ///   - camera: the camera's row.
    /// - Returns: nil where it says something of its place, be it nonsense; where it has no camera or no time to the
    ///   second; where neither a track nor its neighbours know; and where they know it to 100 km only.
    package func position(of facts: PhotoFacts, camera: Int64?) -> InferredPosition? {
        guard facts.position == .absent, let camera, let time = facts.captureTime, !time.isDateOnly else { return nil }
        let fromTrack = tracks.isEmpty ? nil : moment(of: facts, camera: camera).flatMap(tracks.position)
        let found = fromTrack ?? fromNeighbours(of: time, camera: camera)
        return found.flatMap { $0.accuracy <= Self.leastAccuracy ? $0 : nil }
    }

    /// What is known no better counts as not said (``PositionAccuracy``), and would be taken for exact.
    private static let leastAccuracy = 100_000.0

    /// The moment of capture in UTC: by the offset that a person gave for the camera; else by the photo's own; else by
    /// the offset that a person gave for all cameras; else by the configuration's zone, but for the hour that its
    /// clocks show twice.
    private func moment(of facts: PhotoFacts, camera: Int64) -> WallTime? {
        guard let time = facts.captureTime else { return nil }
        if !time.isOnlyUTC, let offset = offsets.byCamera[camera] { return offset.moment(of: time.wall) }
        if let utc = time.utc { return utc }
        if let offset = offsets.others { return offset.moment(of: time.wall) }
        return triage.unambiguousMoment(of: facts)
    }

    // MARK: - From neighbours

    private func fromNeighbours(of time: CaptureTime, camera: Int64) -> InferredPosition? {
        for (clock, moment) in Self.moments(time) {
            guard let photos = neighbours[Neighbours.Key(camera: camera, clock: clock)],
                let (before, after) = photos.around(moment, window: settings.window),
                triage.side(of: before.coordinate) == triage.side(of: after.coordinate)
            else { continue }
            let stretch = InferredStretch(before: before.witness, after: after.witness)
            let accuracy = stretch.accuracyBetweenPhotos(
                at: moment, own: [before.accuracy, after.accuracy].compactMap(\.self))
            return stretch.position(at: moment, accuracy: accuracy)
        }
        return nil
    }

    /// The clocks by which a time can be compared with that of another photo, the best first: UTC's where the offset is
    /// known; the camera's own, which is the same for both, where the wall time is.
    private static func moments(_ time: CaptureTime) -> [(Neighbours.Clock, WallTime)] {
        let universal = time.utc.map { (Neighbours.Clock.utc, $0) }
        let own = time.isOnlyUTC ? nil : (Neighbours.Clock.camera, time.wall)
        return [universal, own].compactMap(\.self)
    }
}

/// The photos of one camera that have positions, by one clock.
struct Neighbours: Sendable {
    enum Clock: Hashable, Sendable {
        case utc, camera
    }

    struct Key: Hashable, Sendable {
        let camera: Int64
        let clock: Clock
    }

    struct Photo: Sendable {
        let file: Int64
        let time: WallTime
        let coordinate: Coordinate
        let accuracy: Double?

        var witness: InferredPosition.Witness {
            InferredPosition.Witness(origin: .photo(file), time: time, coordinate: coordinate)
        }
    }

    private var photos: [Photo] = []

    mutating func add(_ photo: Photo) { photos.append(photo) }

    mutating func sort() { photos.sort { $0.time == $1.time ? $0.file < $1.file : $0.time < $1.time } }

    /// The photos next to a moment, before or at it and at or after it; nil where one is missing or not within the
    /// window.
    func around(_ time: WallTime, window: Duration) -> (before: Photo, after: Photo)? {
        let last = photos.partitioningIndex { $0.time > time } - 1
        let next = photos.partitioningIndex { $0.time >= time }
        guard last >= 0, next < photos.count, Self.isNear(photos[last].time, time, window),
            Self.isNear(time, photos[next].time, window)
        else { return nil }
        return (photos[last], photos[next])
    }

    private static func isNear(_ first: WallTime, _ second: WallTime, _ window: Duration) -> Bool {
        .microseconds(second.microseconds - first.microseconds) <= window
    }
}

extension Triage {
    /// The fences that hold a point, by their places in the order of judging.
    fileprivate func side(of coordinate: Coordinate) -> [Int] {
        distances(from: coordinate, within: 0).map(\.index)
    }

    /// The moment of a photo without a position as the configuration's zone tells it; nil where it tells two.
    fileprivate func unambiguousMoment(of facts: PhotoFacts) -> WallTime? {
        let time = time(of: facts, near: [])
        return time.isAmbiguous ? nil : time.time?.utc
    }
}
