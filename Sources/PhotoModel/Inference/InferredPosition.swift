package import SystemPackage

/// The position of a photo that records none, inferred from a track or from other photos. It does not say when the
/// photo was taken: no offset of its clock follows from it.
package struct InferredPosition: Hashable, Sendable {
    /// The source of a known position.
    package enum Origin: Hashable, Sendable {
        /// A track, by its row in the index.
        case track(Int64)
        /// A photo with its own position, by the row of its file.
        case photo(Int64)

        /// The row of the track or file.
        package var row: Int64 {
            switch self {
            case .track(let row), .photo(let row): row
            }
        }
    }

    /// A point that a position was inferred from.
    package struct Witness: Hashable, Sendable {
        /// The track or photo that the point belongs to.
        package let origin: Origin
        /// The time of the point. For a track: in UTC. For a photo: on the clock used for the comparison, which is
        /// either UTC or the camera's.
        package let time: WallTime
        /// The position.
        package let coordinate: Coordinate

        package init(origin: Origin, time: WallTime, coordinate: Coordinate) {
            self.origin = origin
            self.time = time
            self.coordinate = coordinate
        }
    }

    package let coordinate: Coordinate
    /// The radius in metres that contains the true position with a probability of 68 %: see ``InferredStretch``.
    package private(set) var accuracy: Double
    /// The point before the photo.
    package let before: Witness
    /// The point after the photo; equal to ``before`` if that point has exactly the photo's time.
    package let after: Witness

    package init(coordinate: Coordinate, accuracy: Double, before: Witness, after: Witness) {
        self.coordinate = coordinate
        self.accuracy = accuracy
        self.before = before
        self.after = after
    }

    /// Increases the radius so that it reaches another position.
    mutating func widen(toReach other: Coordinate) {
        if other != coordinate { accuracy = max(accuracy, geodesicDistance(coordinate, other)) }
    }
}

/// A position with the points that it was inferred from.
package struct InferenceTrail: Hashable, Sendable {
    package let file: FilePath
    package let position: InferredPosition
    /// The file of the point before; nil if it is no longer in the index.
    package let before: FilePath?
    /// The file of the point after; nil if it is no longer in the index.
    package let after: FilePath?

    package init(file: FilePath, position: InferredPosition, before: FilePath?, after: FilePath?) {
        self.file = file
        self.position = position
        self.before = before
        self.after = after
    }

    /// One of the points, with the file it comes from.
    package struct Point: Hashable, Sendable {
        /// The point.
        package let witness: InferredPosition.Witness
        /// The file of the track or photo; nil if it is no longer in the index.
        package let path: FilePath?
        /// Whether the point belongs to a track.
        package var isOfTrack: Bool { if case .track = witness.origin { true } else { false } }
    }

    /// The points before and after; only one if they are equal.
    package var points: [Point] {
        let first = Point(witness: position.before, path: before)
        return position.before == position.after ? [first] : [first, Point(witness: position.after, path: after)]
    }
}
