/// A photo's capture time with all that is known of its offset, as judging sees it.
struct PhotoTime {
    /// The capture time with its offset; nil where no time is known.
    let time: CaptureTime?
    /// The offsets of clocks that may have shown the wall time: several where its zone set its clocks back.
    private let candidates: [Int]

    /// - Parameters:
    ///   - facts: what the photo says.
    ///   - fenceZone: the zone of the fence it was taken in.
    ///   - configuredZone: the configuration's zone.
    init(_ facts: PhotoFacts, fenceZone: @autoclosure () -> TimeZoneRules?, configuredZone: TimeZoneRules?) {
        guard var time = facts.ownCaptureTime else {
            self.time = nil
            candidates = []
            return
        }
        if let offset = time.offset {
            candidates = [offset.seconds]
        } else if let zone = fenceZone() {
            candidates = Self.candidates(in: zone, at: time.wall)
            time.offset = UTCOffset(seconds: candidates[0], source: .fence)
        } else if let zone = configuredZone {
            candidates = Self.candidates(in: zone, at: time.wall)
            time.offset = UTCOffset(seconds: candidates[0], source: .configuration)
        } else {
            candidates = []
        }
        self.time = time
    }

    /// Never empty.
    private static func candidates(in zone: TimeZoneRules, at wall: WallTime) -> [Int] {
        let offsets = zone.offsets(atWall: wall)
        return offsets.isEmpty ? [zone.likelyOffset(atWall: wall)] : offsets
    }

    /// How far a position fix is from the moment of capture, in microseconds; negative where it is older. The nearest
    /// where clocks showed the wall time twice; nil where the moment is not known.
    func distance(toFix fix: WallTime?) -> Int64? {
        guard let time, let fix else { return nil }
        let distances = candidates.map { fix.microseconds - time.wall.microseconds + Int64($0) * 1_000_000 }
        return distances.min { abs($0) < abs($1) }
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
