/// A point of a track: a time and the position of the device at that time.
package struct TrackPoint: Hashable, Sendable {
    /// In UTC.
    package let time: WallTime
    /// The position.
    package let coordinate: Coordinate

    package init(time: WallTime, coordinate: Coordinate) {
        self.time = time
        self.coordinate = coordinate
    }
}

/// The recorded path of one device: a GPX file's `trk`. Its segments are joined: whether a photo between two of them
/// gets a position depends only on the distance of the points.
package struct Track: Hashable, Sendable {
    /// Sorted by time; points with equal times are in the order of the file. At least one.
    package let points: [TrackPoint]

    /// Returns nil if there are no points.
    ///
    /// - Parameter points: in any order.
    package init?(_ points: [TrackPoint]) {
        if points.isEmpty { return nil }
        let isSorted = zip(points, points.dropFirst()).allSatisfy { $0.time <= $1.time }
        // Swift's sort is stable.
        self.points = isSorted ? points : points.sorted { $0.time < $1.time }
    }
}
