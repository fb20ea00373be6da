internal import Glibc

/// The time between two points with known positions, and how accurately the position is known at a moment in between.
///
/// The position is interpolated linearly in time on the straight line between the points. Its error has independent
/// parts, which add as squares. For a stretch of T seconds and d metres, and a moment at the fraction f of T:
///
/// - the points' own error: 10 m if unknown, as of a receiver in a pocket;
/// - the path between the points, modelled as a Brownian bridge (Horne et al. 2007, "Analyzing animal movements using
///   Brownian bridges"), whose variance along each axis is σ² T f (1 − f). With σ² = 20 m²/s, somebody who walks
///   without an aim is √(2 · 20 · 60) ≈ 50 m away after a minute. The 68 % radius is 1.515 standard deviations of an
///   axis (see ``TriageSettings``), so its square is 46 T f (1 − f);
/// - on a track, the photo's clock: it counts whole seconds and is set by hand or network, so its error is 2 s, or 2 d
///   / T metres;
/// - between photos, which are sparser, the time of the movement: all of d may have been covered before the moment or
///   after it. The error is d max(f, 1 − f), limited to what 40 m/s allow in the time to the nearer photo. Photos that
///   are farther apart than that speed and their own errors allow contradict each other, or somebody flew: nothing is
///   inferred from them.
struct InferredStretch {
    let before: InferredPosition.Witness
    let after: InferredPosition.Witness
    /// In metres.
    let length: Double

    /// In metres; used where the accuracy is unknown.
    static let ofReceiver = 10.0
    private static let wandering = 46.0
    private static let clock = 2.0
    private static let topSpeed = 40.0

    init(before: InferredPosition.Witness, after: InferredPosition.Witness) {
        self.before = before
        self.after = after
        length = before.coordinate == after.coordinate ? 0 : geodesicDistance(before.coordinate, after.coordinate)
    }

    /// In seconds.
    private var span: Double { Self.seconds(from: before.time, to: after.time) }

    /// The fraction of the time that has passed at a moment, 0…1.
    private func share(at time: WallTime) -> Double {
        span > 0 ? Self.seconds(from: before.time, to: time) / span : 0
    }

    private static func seconds(from first: WallTime, to second: WallTime) -> Double {
        Double(second.microseconds - first.microseconds) / 1e6
    }

    /// The accuracy of a position on a track, in metres.
    func accuracyOnTrack(at time: WallTime) -> Double {
        let clock = span > 0 ? Self.clock * length / span : 0
        return accuracy(of: Self.ofReceiver, wandering(at: time), clock)
    }

    /// Whether somebody can have got from one photo to the other in the time between them.
    ///
    /// - Parameter own: the accuracies of the two photos, in metres.
    /// - Returns: true if their distance is at most what their errors and 40 m/s explain.
    func isPossible(own: [Double]) -> Bool { length <= own.reduce(Self.topSpeed * span, +) }

    /// The accuracy of a position between two photos.
    ///
    /// - Parameter own: the accuracies of the two photos, in metres.
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

    /// The interpolated position; nil for points on opposite sides of the Earth.
    func position(at time: WallTime, accuracy: Double) -> InferredPosition? {
        point(at: share(at: time)).map {
            InferredPosition(coordinate: $0, accuracy: accuracy, before: before, after: after)
        }
    }

    /// A point on the straight line between the two. Interpolating the normal vectors needs no special case for the
    /// poles or the antimeridian. Nil for points on opposite sides of the Earth.
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
