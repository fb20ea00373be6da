/// A moment of a track: where its device was then.
package struct TrackPoint: Hashable, Sendable {
    /// The moment, by UTC's clock.
    package let time: WallTime
    /// Where.
    package let coordinate: Coordinate

    package init(time: WallTime, coordinate: Coordinate) {
        self.time = time
        self.coordinate = coordinate
    }
}

/// The way of one device, as it was recorded: a GPX file's `trk`. Its segments are one way: whether a photo between two
/// of them has a position is said by how far apart the points are.
package struct Track: Hashable, Sendable {
    /// By time; of the same time in the order of the file. At least one.
    package let points: [TrackPoint]

    /// Nil where there is no point.
    ///
    /// - Parameter points: in any order.
    package init?(_ points: [TrackPoint]) {
        if points.isEmpty { return nil }
        let isSorted = zip(points, points.dropFirst()).allSatisfy { $0.time <= $1.time }
        // Swift's sort keeps the order of equal ones.
        self.points = isSorted ? points : points.sorted { $0.time < $1.time }
    }
}

/// All tracks of a library, to be asked where somebody was at a moment.
///
/// Tracks that follow one another are put together into lines, so that the way goes on where a device begins a new file
/// at midnight. Tracks that overlap in time, of two devices, stand in lines of their own: nothing is interpolated
/// between a point of one and a point of the other.
package struct TrackLines: Sendable {
    private struct Line {
        var points: [TrackPoint]
        /// Which point is the first of which track.
        var parts: [(first: Int, track: Int64)]
    }

    private var lines: [Line] = []
    private let limits: InferenceSettings

    /// - Parameters:
    ///   - tracks: in any order, each with the row that it has in the index.
    ///   - limits: how far apart points may be.
    package init(_ tracks: [(row: Int64, track: Track)], limits: InferenceSettings) {
        self.limits = limits
        let ordered = tracks.sorted { Self.start($0.track) < Self.start($1.track) }
        for (row, track) in ordered {
            // A line whose end is where a new one begins at the same moment would have two points of that moment.
            let place = lines.firstIndex { line in line.points.last.map { $0.time < Self.start(track) } ?? false }
            guard let place else {
                lines.append(Line(points: track.points, parts: [(0, row)]))
                continue
            }
            lines[place].parts.append((lines[place].points.count, row))
            lines[place].points += track.points
        }
    }

    private static func start(_ track: Track) -> WallTime { track.points[0].time }

    /// Whether there is none.
    package var isEmpty: Bool { lines.isEmpty }

    /// Where somebody was at a moment: between the points before and after it, if these are no farther apart in time
    /// and place than the limits allow; at a point of that very moment. Never beyond the ends.
    ///
    /// Of several lines that know it the most accurate one is taken, and its accuracy is at least how far the others
    /// are from it: tracks that contradict each other give no accurate position.
    ///
    /// - Parameter time: by UTC's clock.
    /// - Returns: nil where no track knows it.
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

    /// The point of a moment; of several the first, as accurate as these are near each other.
    private func position(atPoint last: Int, in line: Line) -> InferredPosition? {
        let time = line.points[last].time
        var first = last
        while first > 0, line.points[first - 1].time == time { first -= 1 }
        let witness = witness(first, in: line)
        // How fast it went from here tells what a second of the photo's clock is worth.
        let way =
            (last + 1 < line.points.count ? stretch(last, last + 1, in: line) : nil)
            ?? (first > 0 ? stretch(first - 1, first, in: line) : nil)
        var position = InferredPosition(
            coordinate: witness.coordinate, accuracy: way?.accuracyOnTrack(at: time) ?? InferredStretch.ofReceiver,
            before: witness, after: witness)
        for other in first...last { position.widen(toReach: line.points[other].coordinate) }
        return position
    }

    /// What lies between two points; nil where they are too far apart.
    private func stretch(_ first: Int, _ second: Int, in line: Line) -> InferredStretch? {
        let span = line.points[second].time.microseconds - line.points[first].time.microseconds
        guard Duration.microseconds(span) <= limits.gap else { return nil }
        let stretch = InferredStretch(before: witness(first, in: line), after: witness(second, in: line))
        return stretch.length <= limits.distance ? stretch : nil
    }

    private func witness(_ place: Int, in line: Line) -> InferredPosition.Witness {
        let part = line.parts.partitioningIndex { $0.first > place } - 1
        let point = line.points[place]
        return InferredPosition.Witness(
            origin: .track(line.parts[part].track), time: point.time, coordinate: point.coordinate)
    }
}

extension Array {
    /// The first place from which on all elements satisfy a condition that none before it does.
    func partitioningIndex(where isBehind: (Element) -> Bool) -> Int {
        var (low, high) = (startIndex, endIndex)
        while low < high {
            let middle = low + (high - low) / 2
            if isBehind(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
