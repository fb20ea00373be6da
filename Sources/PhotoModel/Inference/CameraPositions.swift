/// The photos of one camera that have positions, on one clock. Cameras are told apart by make and model, since a scan
/// reads no serial numbers; whether two phones of one model are mixed shows in where their photos are.
struct CameraPositions: Sendable {
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
        /// In metres; nil if unknown.
        let accuracy: Double?
        /// The offset of the camera's clock from UTC in seconds; nil if unknown, and on UTC's clock.
        let offset: Int?

        var witness: InferredPosition.Witness {
            InferredPosition.Witness(origin: .photo(file), time: time, coordinate: coordinate)
        }
    }

    /// All photos of one moment, which may be of two devices far apart. Then the position is as inaccurate as that.
    struct Moment: Sendable {
        /// The first by its row.
        let photo: Photo
        /// In metres: the radius around ``photo`` that reaches the others, and at least the worst of their own and that
        /// of a receiver.
        private(set) var accuracy: Double
        /// The first known offset of the camera's clock from UTC in seconds; nil if unknown, and on UTC's clock.
        private(set) var offset: Int?
        /// Whether the photos are on different sides of a fence, their clock had different offsets, or nobody gets from
        /// the moment before or to the one after in the time. It tells of no place then, nor does the photo beside it.
        fileprivate(set) var isDoubtful = false

        fileprivate init(_ photo: Photo) {
            self.photo = photo
            offset = photo.offset
            accuracy = max(photo.accuracy ?? 0, InferredStretch.ofReceiver)
        }

        fileprivate mutating func add(_ other: Photo, side: (Coordinate) -> [Int]) {
            accuracy = max(accuracy, other.accuracy ?? 0)
            if let offset, let second = other.offset, offset != second { isDoubtful = true }
            offset = offset ?? other.offset
            guard other.coordinate != photo.coordinate else { return }
            accuracy = max(accuracy, geodesicDistance(photo.coordinate, other.coordinate))
            if side(photo.coordinate) != side(other.coordinate) { isDoubtful = true }
        }
    }

    private var photos: [Photo] = []
    private var moments: [Moment] = []

    mutating func add(_ photo: Photo) { photos.append(photo) }

    /// Sorts the photos by time and joins those of the same time.
    ///
    /// - Parameter side: the fences that contain a point.
    mutating func sort(side: (Coordinate) -> [Int]) {
        photos.sort { $0.time == $1.time ? $0.file < $1.file : $0.time < $1.time }
        for photo in photos {
            if let last = moments.last, last.photo.time == photo.time {
                moments[moments.count - 1].add(photo, side: side)
            } else {
                moments.append(Moment(photo))
            }
        }
        photos = []
        for (last, next) in zip(moments.indices, moments.indices.dropFirst()) {
            let (before, after) = (moments[last], moments[next])
            let stretch = InferredStretch(before: before.photo.witness, after: after.photo.witness)
            if !stretch.isPossible(own: [before.accuracy, after.accuracy]) {
                moments[last].isDoubtful = true
                moments[next].isDoubtful = true
            }
        }
    }

    /// The neighbours of a moment: the last one at or before it and the first at or after it. Nil if one is missing or
    /// outside the window.
    func around(_ time: WallTime, window: Duration) -> (before: Moment, after: Moment)? {
        let last = moments.partitioningIndex { $0.photo.time > time } - 1
        let next = moments.partitioningIndex { $0.photo.time >= time }
        guard last >= 0, next < moments.count, Self.isNear(moments[last].photo.time, time, window),
            Self.isNear(time, moments[next].photo.time, window)
        else { return nil }
        return (moments[last], moments[next])
    }

    private static func isNear(_ first: WallTime, _ second: WallTime, _ window: Duration) -> Bool {
        .microseconds(second.microseconds - first.microseconds) <= window
    }
}
