/// A photo's capture time with all that is known of its offset, as judging sees it.
struct PhotoTime {
    /// The capture time with its offset; nil where no time is known.
    private(set) var time: CaptureTime?
    /// Another offset with which a clock may have shown the wall time, where its zone set its clocks back over it.
    private var second: Int?
    /// The moment in UTC where the photo says it, with an offset of its own or as such; a zone that was taken to be
    /// that of its clock does not.
    private var ownUTC: WallTime?
    /// Whether only a film's format says that ``ownUTC`` is in UTC: it may be what the camera's clock showed.
    let isAssumed: Bool
    /// Where the photo was taken.
    private let place: Coordinate?

    /// Whether a clock may have shown the wall time twice, and nobody knows when it was.
    var isAmbiguous: Bool { second != nil }

    init(_ facts: PhotoFacts, fenceZone: @autoclosure () -> TimeZoneRules?, configuredZone: TimeZoneRules?) {
        time = facts.ownCaptureTime
        ownUTC = time?.utc
        isAssumed = time?.isAssumedUTC ?? false
        place = facts.position.coordinate
        if facts.captureTime?.offset == nil { dropForeignOffset(fenceZone) }
        guard let known = time, known.offset == nil || known.isOnlyUTC, !known.isDateOnly else { return }
        if let zone = fenceZone() {
            take(zone, .fence, at: known)
        } else if let zone = configuredZone {
            take(zone, .configuration, at: known)
        }
    }

    /// Drops an offset that follows only from the time of the fix, if the zone of the place has another offset: either
    /// the clock was set to another zone, or the fix is older or newer than the photo. Further photos with the same
    /// offset do not decide it, since several may have one old fix.
    private mutating func dropForeignOffset(_ fenceZone: () -> TimeZoneRules?) {
        guard let known = time, !known.isOnlyUTC, let utc = known.utc, let zone = fenceZone(),
            zone.offset(atUTC: utc) != known.offset?.seconds
        else { return }
        time?.offset = nil
        ownUTC = nil
    }

    /// Takes a zone for that of the clock: it tells the offset of what the clock showed, or what it showed at a moment.
    private mutating func take(_ zone: TimeZoneRules, _ source: UTCOffsetSource, at known: CaptureTime) {
        if let ownUTC {
            time?.wall = zone.wallTime(atUTC: ownUTC)
            time?.offset = UTCOffset(seconds: zone.offset(atUTC: ownUTC), source: source)
            return
        }
        let offsets = zone.offsets(atWall: known.wall)
        time?.offset = UTCOffset(seconds: offsets.first ?? zone.likelyOffset(atWall: known.wall), source: source)
        second = offsets.dropFirst().first
    }

    /// How much later than the moment of capture a position was fixed, in microseconds; negative where that was before.
    /// Nil where the moment is not known, and where the receiver did not know the date.
    func fixAge(_ fix: WallTime?) -> Int64? { isUnset(fix) ? nil : distance(toFix: fix) }

    /// Whether the receiver did not know the date of a fix (``WallTime/isUnsetFix(_:)``); false where the moment of
    /// capture is not known.
    func isUnset(_ fix: WallTime?) -> Bool {
        guard let fix, let distance = distance(toFix: fix), abs(distance) > Triage.freshness else { return false }
        return fix.isUnsetFix(distance)
    }

    /// How far a position fix is from the moment of capture, in microseconds; negative where it is older. The nearest
    /// where clocks showed the wall time twice; nil where the moment is not known.
    private func distance(toFix fix: WallTime?) -> Int64? {
        guard let wall = time?.wall, let offset = time?.offset, let fix else { return nil }
        let age = fix.microseconds - wall.microseconds
        let first = age + Int64(offset.seconds) * 1_000_000
        guard let second else { return first }
        let other = age + Int64(second) * 1_000_000
        return abs(other) < abs(first) ? other : first
    }

    /// What a clock at a fence showed, and whether that is worked out from UTC: in the fence's zone where the photo
    /// says when in UTC; else the photo's wall time. For a photo that does not, the fence's own zone says the offset,
    /// and leads back to the wall time. Nil where no time is known, and where only UTC's is and no zone tells the wall
    /// time.
    func local(in zone: TimeZoneRules?) -> (time: WallTime, isConverted: Bool)? {
        if let zone, let ownUTC { return (zone.wallTime(atUTC: ownUTC), true) }
        guard let time, !time.isOnlyUTC else { return nil }
        return (time.wall, false)
    }

    /// Whether the time is within a fence's hours and dates; nil if it is not known well enough, so that the times that
    /// a clock may have shown lead to different verdicts. A date without an hour can be compared with dates, not with
    /// hours.
    func match(_ schedule: FenceSchedule, in zone: TimeZoneRules?) -> FenceSchedule.Match? {
        guard schedule.hours.isEmpty || time?.isDateOnly == false else { return nil }
        let matches = possibleTimes(in: zone).map(schedule.match)
        guard let first = matches.first else { return nil }
        return matches.allSatisfy { ($0 == .within) == (first == .within) } ? first : nil
    }

    /// What a clock at a fence may have shown: of a moment without a zone whatever a zone at the place may show; of one
    /// that only a film's format gives also the time as it stands there.
    private func possibleTimes(in zone: TimeZoneRules?) -> [WallTime] {
        let local = local(in: zone)?.time
        guard let ownUTC, isAssumed || local == nil else { return [local].compactMap(\.self) }
        if let local { return [local, ownUTC] }
        let offsets = place.map { OffsetFromGPS.offsets(atLongitude: $0.longitude) } ?? OffsetFromGPS.known
        return offsets.map { ownUTC.advanced(bySeconds: $0) } + (isAssumed ? [ownUTC] : [])
    }
}
