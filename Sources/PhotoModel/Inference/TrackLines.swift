/// All tracks of a library, for looking up positions by time.
///
/// Consecutive tracks are joined into lines, so that a path continues where a device begins a new file at midnight.
/// Tracks that overlap in time come from several devices and are kept in separate lines: nothing is interpolated
/// between points of different lines. While more than ``mostLines`` overlap, nothing is known: nobody carries so many
/// devices.
package struct TrackLines: Sendable {
    /// More lines would make each look-up slow.
    static let mostLines = 64

    private var lines: [TrackLine] = []
    /// The times of tracks beyond ``mostLines``, in order and apart from each other.
    private var crowded: [(from: WallTime, to: WallTime)] = []
    private let limits: InferenceSettings

    /// - Parameters:
    ///   - tracks: in any order, each with its row in the index.
    ///   - limits: the maximum distances between points.
    package init(_ tracks: [(row: Int64, track: Track)], limits: InferenceSettings) {
        self.limits = limits
        let ordered = tracks.sorted { $0.track.start < $1.track.start }
        let byEnd = ordered.indices.sorted { ordered[$0].track.end < ordered[$1].track.end }
        // The line of each track, and those whose last track has ended, the last to end at the end. A track that starts
        // at the very time of a line's last point goes to another line: times in a line increase.
        var places = [Int?](repeating: nil, count: ordered.count)
        var free: [Int] = []
        var ended = 0
        for (number, (row, track)) in ordered.enumerated() {
            while ended < byEnd.count, ordered[byEnd[ended]].track.end < track.start {
                if let line = places[byEnd[ended]] { free.append(line) }
                ended += 1
            }
            if free.isEmpty, lines.count < Self.mostLines {
                free.append(lines.count)
                lines.append(TrackLine())
            }
            if let line = free.popLast() {
                places[number] = line
                lines[line].append(track, row: row)
            } else {
                addCrowd(track)
            }
        }
    }

    private mutating func addCrowd(_ track: Track) {
        if let last = crowded.last, track.start <= last.to {
            crowded[crowded.count - 1].to = max(last.to, track.end)
        } else {
            crowded.append((track.start, track.end))
        }
    }

    /// Whether there are no tracks.
    package var isEmpty: Bool { lines.isEmpty }

    /// Looks up the position at a moment. If the limits allow it, it is interpolated between the points before and
    /// after the moment. A point with exactly that time is taken as it is, unless a point beside it is farther away
    /// than the limits allow: receivers jump, and the good point beside a bad one is lost with it. Nothing is
    /// extrapolated beyond the ends, so a track of one point has a position at its very time.
    ///
    /// If several lines have a position, the most accurate one is returned, with its radius extended to reach the
    /// others: contradicting tracks yield no accurate position.
    ///
    /// - Parameter time: in UTC.
    /// - Returns: nil if no track covers the moment, or too many do.
    package func position(at time: WallTime) -> InferredPosition? {
        let crowd = crowded.partitioningIndex { $0.from > time } - 1
        if crowd >= 0, time <= crowded[crowd].to { return nil }
        let found = lines.compactMap { $0.position(at: time, limits: limits) }
        guard var best = found.min(by: { $0.accuracy < $1.accuracy }) else { return nil }
        for other in found { best.widen(toReach: other.coordinate) }
        return best
    }
}

extension Track {
    fileprivate var start: WallTime { points[0].time }
    fileprivate var end: WallTime { points[points.count - 1].time }
}

/// Tracks of one device, one after the other.
private struct TrackLine {
    /// The first point of each time.
    private var points: [TrackPoint] = []
    /// By index in ``points``, where several points have that time: the last of them, and the distance in metres from
    /// the first to the farthest, straight through the Earth.
    private var others: [Int: (last: Coordinate, spread: Double)] = [:]
    /// The index of each track's first point.
    private var parts: [(first: Int, track: Int64)] = []

    /// Adds a track that starts after the last point.
    mutating func append(_ track: Track, row: Int64) {
        parts.append((points.count, row))
        var origin: SpacePoint?
        for point in track.points {
            guard let first = points.last, first.time == point.time else {
                points.append(point)
                origin = nil
                continue
            }
            let start = origin ?? AuxiliaryPoint(first.coordinate).inSpace
            origin = start
            let spread = start.distance(to: AuxiliaryPoint(point.coordinate).inSpace)
            others[points.count - 1] = (point.coordinate, max(spread, others[points.count - 1]?.spread ?? 0))
        }
    }

    func position(at time: WallTime, limits: InferenceSettings) -> InferredPosition? {
        let next = points.partitioningIndex { $0.time > time }
        guard next > 0 else { return nil }
        if points[next - 1].time == time { return position(atPoint: next - 1, limits: limits) }
        guard next < points.count, isNear(next - 1, next, limits), let stretch = stretch(next - 1, next, limits)
        else { return nil }
        let accuracy = max(stretch.accuracyOnTrack(at: time), spread(next - 1), spread(next))
        return stretch.position(at: time, accuracy: accuracy)
    }

    /// The position at the time of a point, the first if several have that time, with a radius that reaches the others.
    /// Nil if a point beside it within the time limit is too far away: then one of them is wrong.
    private func position(atPoint index: Int, limits: InferenceSettings) -> InferredPosition? {
        let beside = [(index - 1, index), (index, index + 1)].filter { first, second in
            first >= 0 && second < points.count && isNear(first, second, limits)
        }
        let stretches = beside.compactMap { stretch($0.0, $0.1, limits) }
        guard stretches.count == beside.count, spread(index) <= limits.distance else { return nil }
        // The speed at this point determines the error that a second of the photo's clock makes.
        let accuracy = stretches.reduce(max(InferredStretch.ofReceiver, spread(index))) {
            max($0, $1.accuracyOnTrack(at: points[index].time))
        }
        let witness = witness(index)
        return InferredPosition(coordinate: witness.coordinate, accuracy: accuracy, before: witness, after: witness)
    }

    private func spread(_ index: Int) -> Double { others[index]?.spread ?? 0 }

    private func isNear(_ first: Int, _ second: Int, _ limits: InferenceSettings) -> Bool {
        .microseconds(points[second].time.microseconds - points[first].time.microseconds) <= limits.gap
    }

    /// The stretch from the last point of one time to the first of the next; nil if they, or points of one time, are
    /// too far apart.
    private func stretch(_ first: Int, _ second: Int, _ limits: InferenceSettings) -> InferredStretch? {
        let stretch = InferredStretch(
            before: witness(first, at: others[first]?.last), after: witness(second))
        return max(stretch.length, spread(first), spread(second)) <= limits.distance ? stretch : nil
    }

    private func witness(_ index: Int, at coordinate: Coordinate? = nil) -> InferredPosition.Witness {
        let part = parts.partitioningIndex { $0.first > index } - 1
        return InferredPosition.Witness(
            origin: .track(parts[part].track), time: points[index].time,
            coordinate: coordinate ?? points[index].coordinate)
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

/// A point of a track: a time and the position of the device at that time.
package struct TrackPoint: Hashable, Sendable {
    /// In UTC.
    package let time: WallTime
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
