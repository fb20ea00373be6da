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

/// All tracks of a library, for looking up positions by time.
///
/// Consecutive tracks are joined into lines, so that a path continues where a device begins a new file at midnight.
/// Tracks that overlap in time come from several devices and are kept in separate lines: nothing is interpolated
/// between points of different lines.
package struct TrackLines: Sendable {
    private struct Line {
        var points: [TrackPoint]
        /// The index of each track's first point.
        var parts: [(first: Int, track: Int64)]
    }

    private var lines: [Line] = []
    private let limits: InferenceSettings

    /// - Parameters:
    ///   - tracks: in any order, each with its row in the index.
    ///   - limits: the maximum distances between points.
    package init(_ tracks: [(row: Int64, track: Track)], limits: InferenceSettings) {
        self.limits = limits
        let ordered = tracks.sorted { Self.start($0.track) < Self.start($1.track) }
        for (row, track) in ordered {
            // A track that starts at the very time of a line's last point goes to another line: times in a line
            // increase.
            let index = lines.firstIndex { line in line.points.last.map { $0.time < Self.start(track) } ?? false }
            guard let index else {
                lines.append(Line(points: track.points, parts: [(0, row)]))
                continue
            }
            lines[index].parts.append((lines[index].points.count, row))
            lines[index].points += track.points
        }
    }

    private static func start(_ track: Track) -> WallTime { track.points[0].time }

    /// Whether there are no tracks.
    package var isEmpty: Bool { lines.isEmpty }

    /// Looks up the position at a moment. It is interpolated between the points before and after the moment if the
    /// limits allow it, or taken from a point with exactly that time. Nothing is extrapolated beyond the ends.
    ///
    /// If several lines have a position, the most accurate one is returned, with its radius extended to reach the
    /// others: contradicting tracks yield no accurate position.
    ///
    /// - Parameter time: in UTC.
    /// - Returns: nil if no track covers the moment.
    package func position(at time: WallTime) -> InferredPosition? {
        let found = lines.compactMap { position(at: time, in: $0) }
        guard var best = found.min(by: { $0.accuracy < $1.accuracy }) else { return nil }
        for other in found { best.widen(toReach: other.coordinate) }
        return best
    }

    private func position(at time: WallTime, in line: Line) -> InferredPosition? {
        let next = line.points.partitioningIndex { $0.time > time }
        guard next > 0 else { return nil }
        if line.points[next - 1].time == time { return position(atPoint: next - 1, in: line) }
        guard next < line.points.count, let stretch = stretch(next - 1, next, in: line) else { return nil }
        return stretch.position(at: time, accuracy: stretch.accuracyOnTrack(at: time))
    }

    /// The position at the time of a point. If several points have that time, it is the first, with a radius that
    /// reaches the others.
    private func position(atPoint last: Int, in line: Line) -> InferredPosition? {
        let time = line.points[last].time
        var first = last
        while first > 0, line.points[first - 1].time == time { first -= 1 }
        let witness = witness(first, in: line)
        // The speed at this point determines the error that a second of the photo's clock makes.
        let way =
            (last + 1 < line.points.count ? stretch(last, last + 1, in: line) : nil)
            ?? (first > 0 ? stretch(first - 1, first, in: line) : nil)
        var position = InferredPosition(
            coordinate: witness.coordinate, accuracy: way?.accuracyOnTrack(at: time) ?? InferredStretch.ofReceiver,
            before: witness, after: witness)
        for other in first...last { position.widen(toReach: line.points[other].coordinate) }
        return position
    }

    /// The stretch between two points; nil if they are too far apart.
    private func stretch(_ first: Int, _ second: Int, in line: Line) -> InferredStretch? {
        let span = line.points[second].time.microseconds - line.points[first].time.microseconds
        guard Duration.microseconds(span) <= limits.gap else { return nil }
        let stretch = InferredStretch(before: witness(first, in: line), after: witness(second, in: line))
        return stretch.length <= limits.distance ? stretch : nil
    }

    private func witness(_ index: Int, in line: Line) -> InferredPosition.Witness {
        let part = line.parts.partitioningIndex { $0.first > index } - 1
        let point = line.points[index]
        return InferredPosition.Witness(
            origin: .track(line.parts[part].track), time: point.time, coordinate: point.coordinate)
    }
}

extension Array {
    /// The first index from which on all elements satisfy a condition; no element before it does.
    func partitioningIndex(where isBehind: (Element) -> Bool) -> Int {
        var (low, high) = (startIndex, endIndex)
        while low < high {
            let middle = low + (high - low) / 2
            if isBehind(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
