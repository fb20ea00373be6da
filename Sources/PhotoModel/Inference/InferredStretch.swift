internal import Glibc

/// The time between two points of known place, and how well the place is known at a moment of it.
///
/// The position is taken on the straight line between the two, as far along as the moment is in time. Its error has
/// independent parts, which add as squares. With a stretch of T seconds and d metres, and a moment a share f of T after
/// its beginning:
///
/// - the points' own: 10 m where nobody says, as of a receiver in a pocket;
/// - the way between them, a Brownian bridge (Horne et al. 2007, "Analyzing animal movements using Brownian bridges"),
///   whose variance along each axis is σ² T f (1 − f). σ² is 20 m²/s: somebody on foot without an aim is 50 m from
///   where they were after a minute, √(2 · 20 · 60). The 68 % radius is 1.515 deviations of an axis (see
///   ``TriageSettings``), so its square is 46 T f (1 − f);
/// - on a track, the photo's clock: it counts whole seconds and is set by hand or network, so 2 s, which are 2 d / T
///   metres;
/// - between photos, which are rarer, the hour of the way: nobody knows when it was made. All of d may have been gone
///   before the moment or after it, so d max(f, 1 − f), but no more than 40 m/s allow in the time to the nearer one.
struct InferredStretch {
    let before: InferredPosition.Witness
    let after: InferredPosition.Witness
    /// Metres.
    let length: Double

    /// Metres, where nobody says more.
    static let ofReceiver = 10.0
    private static let wandering = 46.0
    private static let clock = 2.0
    private static let topSpeed = 40.0

    init(before: InferredPosition.Witness, after: InferredPosition.Witness) {
        self.before = before
        self.after = after
        length = before.coordinate == after.coordinate ? 0 : geodesicDistance(before.coordinate, after.coordinate)
    }

    /// Seconds.
    private var span: Double { Self.seconds(from: before.time, to: after.time) }

    /// The share of the time that has gone by at a moment, 0…1.
    private func share(at time: WallTime) -> Double {
        span > 0 ? Self.seconds(from: before.time, to: time) / span : 0
    }

    private static func seconds(from first: WallTime, to second: WallTime) -> Double {
        Double(second.microseconds - first.microseconds) / 1e6
    }

    /// Metres at a moment of a track.
    func accuracyOnTrack(at time: WallTime) -> Double {
        let clock = span > 0 ? Self.clock * length / span : 0
        return accuracy(of: Self.ofReceiver, wandering(at: time), clock)
    }

    /// How accurate a position between two photos is.
    ///
    /// - Parameters:
    ///   - time: the moment.
    ///   - own: the accuracies of the two, where they are known.
    /// - Returns: metres.
    func accuracyBetweenPhotos(at time: WallTime, own: [Double]) -> Double {
        let share = share(at: time)
        let nearer = min(share, 1 - share) * span
        let way = min(length * max(share, 1 - share), Self.topSpeed * nearer)
        return accuracy(of: own.reduce(Self.ofReceiver, max), wandering(at: time), way)
    }

    private func wandering(at time: WallTime) -> Double {
        let share = share(at: time)
        return (Self.wandering * span * share * (1 - share)).squareRoot()
    }

    private func accuracy(of parts: Double...) -> Double {
        parts.reduce(0) { $0 + $1 * $1 }.squareRoot()
    }

    /// Where it is at a moment.
    func position(at time: WallTime, accuracy: Double) -> InferredPosition? {
        point(at: share(at: time)).map {
            InferredPosition(coordinate: $0, accuracy: accuracy, before: before, after: after)
        }
    }

    /// Along the straight line between the two, by the directions of their verticals, which know neither poles nor an
    /// antimeridian. Nil for points opposite each other.
    private func point(at share: Double) -> Coordinate? {
        if length == 0 { return before.coordinate }
        let vertical = Self.vertical(before.coordinate) * (1 - share) + Self.vertical(after.coordinate) * share
        guard vertical.length > 1e-6 else { return nil }
        let horizontal = (vertical.x * vertical.x + vertical.y * vertical.y).squareRoot()
        return Coordinate(
            latitude: atan2(vertical.z, horizontal) * 180 / .pi, longitude: atan2(vertical.y, vertical.x) * 180 / .pi)
    }

    private static func vertical(_ coordinate: Coordinate) -> SpacePoint {
        let (latitude, longitude) = (coordinate.latitude * .pi / 180, coordinate.longitude * .pi / 180)
        return SpacePoint(
            x: cos(latitude) * cos(longitude), y: cos(latitude) * sin(longitude), z: sin(latitude))
    }
}
