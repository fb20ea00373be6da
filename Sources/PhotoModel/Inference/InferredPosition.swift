package import SystemPackage

/// Where a photo that says nothing of it was taken, as far as a track or other photos tell.
package struct InferredPosition: Hashable, Sendable {
    /// What knows of a position.
    package enum Origin: Hashable, Sendable {
        /// A track, by its row.
        case track(Int64)
        /// A photo that has a position of its own, by the row of its file.
        case photo(Int64)

        /// The row.
        package var row: Int64 {
            switch self {
            case .track(let row), .photo(let row): row
            }
        }
    }

    /// A point that a position was inferred from.
    package struct Witness: Hashable, Sendable {
        /// What knows of it.
        package let origin: Origin
        /// When: by UTC's clock for a track's; for a photo's by the clock by which it was compared, UTC's or the
        /// camera's.
        package let time: WallTime
        /// Where.
        package let coordinate: Coordinate

        package init(origin: Origin, time: WallTime, coordinate: Coordinate) {
            self.origin = origin
            self.time = time
            self.coordinate = coordinate
        }
    }

    /// Where.
    package let coordinate: Coordinate
    /// The radius in metres that holds the true position with a probability of 68 %: ``InferredStretch``.
    package private(set) var accuracy: Double
    /// The point before the photo.
    package let before: Witness
    /// The point after it; the same where it is of the photo's very moment.
    package let after: Witness

    package init(coordinate: Coordinate, accuracy: Double, before: Witness, after: Witness) {
        self.coordinate = coordinate
        self.accuracy = accuracy
        self.before = before
        self.after = after
    }

    /// Makes it so inaccurate that another position is within its radius.
    mutating func widen(toReach other: Coordinate) {
        if other != coordinate { accuracy = max(accuracy, geodesicDistance(coordinate, other)) }
    }
}

/// A position with the points that it was inferred from.
package struct InferenceTrail: Hashable, Sendable {
    /// The file that it was inferred for.
    package let file: FilePath
    /// The position.
    package let position: InferredPosition
    /// The track or photo that the point before is of; nil where the index has it no longer.
    package let before: FilePath?
    /// The same of the point after.
    package let after: FilePath?

    package init(file: FilePath, position: InferredPosition, before: FilePath?, after: FilePath?) {
        self.file = file
        self.position = position
        self.before = before
        self.after = after
    }

    /// One of the points, with the file that knows it.
    package struct Point: Hashable, Sendable {
        /// The point.
        package let witness: InferredPosition.Witness
        /// The track or photo; nil where the index has it no longer.
        package let path: FilePath?
        /// Whether it is a track.
        package var isOfTrack: Bool { if case .track = witness.origin { true } else { false } }
    }

    /// The point before and the one after; one where both are the same.
    package var points: [Point] {
        let first = Point(witness: position.before, path: before)
        return position.before == position.after ? [first] : [first, Point(witness: position.after, path: after)]
    }
}
