extension CaptureTime {
    /// Within so many microseconds a still and its clip were taken: 3 seconds.
    static let agreement: Int64 = 3_000_000

    /// Whether two times are known well enough to be one moment, within 3 seconds.
    ///
    /// Moments in UTC where both are known, else what clocks at the place showed. One known in UTC only and one without
    /// an offset agree where the difference is one that a zone's clocks have from UTC. A date without an hour agrees
    /// with nothing.
    func agrees(with other: CaptureTime) -> Bool {
        if isDateOnly || other.isDateOnly { return false }
        if let a = utc, let b = other.utc { return Self.isNear(a, b) }
        if isOnlyUTC || other.isOnlyUTC {
            let (wall, utc) = isOnlyUTC ? (other.wall, wall) : (wall, other.wall)
            return OffsetFromGPS.known.contains { Self.isNear(wall, utc.advanced(bySeconds: $0)) }
        }
        return Self.isNear(wall, other.wall)
    }

    static func isNear(_ a: WallTime, _ b: WallTime) -> Bool {
        abs(a.microseconds - b.microseconds) <= agreement
    }
}
