/// A photo's capture time with all that is known of its offset, as judging sees it.
struct PhotoTime {
    /// The capture time with its offset; nil where no time is known.
    private(set) var time: CaptureTime?
    /// Another offset with which a clock may have shown the wall time, where its zone set its clocks back over it.
    private var second: Int?

    /// - Parameters:
    ///   - facts: what the photo says.
    ///   - fenceZone: the zone of the fence it was taken in.
    ///   - configuredZone: the configuration's zone.
    init(_ facts: PhotoFacts, fenceZone: @autoclosure () -> TimeZoneRules?, configuredZone: TimeZoneRules?) {
        time = facts.ownCaptureTime
        guard let known = time, known.offset == nil else { return }
        if let zone = fenceZone() {
            take(zone, .fence, at: known.wall)
        } else if let zone = configuredZone {
            take(zone, .configuration, at: known.wall)
        }
    }

    private mutating func take(_ zone: TimeZoneRules, _ source: UTCOffsetSource, at wall: WallTime) {
        let offsets = zone.offsets(atWall: wall)
        time?.offset = UTCOffset(seconds: offsets.first ?? zone.likelyOffset(atWall: wall), source: source)
        second = offsets.dropFirst().first
    }

    /// How far a position fix is from the moment of capture, in microseconds; negative where it is older. The nearest
    /// where clocks showed the wall time twice; nil where the moment is not known.
    func distance(toFix fix: WallTime?) -> Int64? {
        guard let wall = time?.wall, let offset = time?.offset, let fix else { return nil }
        let age = fix.microseconds - wall.microseconds
        let first = age + Int64(offset.seconds) * 1_000_000
        guard let second else { return first }
        let other = age + Int64(second) * 1_000_000
        return abs(other) < abs(first) ? other : first
    }

    /// What a clock at a fence shows, and whether that is worked out from UTC: in the fence's zone where the photo says
    /// when in UTC; else the photo's wall time. For a photo that does not, the fence's own zone says the offset, and
    /// leads back to the wall time.
    func local(in zone: TimeZoneRules?) -> (time: WallTime, isConverted: Bool)? {
        guard let time else { return nil }
        guard let zone, let utc = time.utc, time.offset?.source == .exif || time.offset?.source == .gps else {
            return (time.wall, false)
        }
        return (zone.wallTime(atUTC: utc), true)
    }
}
