import PhotoModel
import Testing

/// What XMP files beside a photo correct.
struct CorrectionTests {
    private let own = Coordinate(latitude: 10, longitude: 10)
    private let other = Coordinate(latitude: 52.52, longitude: 13.405)

    private func photo() throws -> PhotoFacts {
        var facts = PhotoFacts(format: .jpeg)
        facts.position = .valid(try #require(own))
        facts.positionSource = .exif
        facts.horizontalAccuracy = 500
        facts.processingMethod = "CELLID"
        facts.gpsTime = WallTime(year: 2001, month: 1, day: 1)
        facts.captureTime = try time("2001-01-01T00:00:00", offset: 3_600, .exif)
        return facts
    }

    private func time(
        _ text: String, offset: Int? = nil, _ source: UTCOffsetSource = .xmp
    ) throws -> CaptureTime {
        var time = try CaptureTime(parsing: text)
        time.offset = offset.map { UTCOffset(seconds: $0, source: source) }
        time.source = source == .exif ? .exif : .xmp
        return time
    }

    private func xmp(at place: Coordinate? = nil, taken: CaptureTime? = nil) -> SourceFacts {
        var said = SourceFacts(.xmp)
        if let place { said.position = .valid(place) }
        said.captureTime = taken
        return said
    }

    @Test func `A place comes with all that its source says of it, and the file's own stays known`() throws {
        var facts = try photo()
        facts.correct(by: [xmp(at: other)])
        #expect(facts.position.coordinate == other)
        #expect(facts.positionSource == .xmp)
        #expect(facts.horizontalAccuracy == nil && facts.processingMethod == nil && facts.gpsTime == nil)
        #expect(facts.overruled.coordinate == own)
        #expect(facts.overruled.captureTime == nil)
        #expect(facts.sidecars == .corrected)
        #expect(facts.captureTime == (try photo().captureTime))
    }

    @Test func `The same place written by another program keeps its accuracy and fix`() throws {
        var facts = try photo()
        facts.correct(by: [xmp(at: Coordinate(latitude: 10.000_004, longitude: 9.999_996))])
        #expect(facts.positionSource == .xmp)
        #expect(facts.horizontalAccuracy == 500 && facts.gpsTime != nil)
        #expect(facts.overruled == OverruledFacts())
    }

    @Test func `A place that cannot be one leaves the photo without`() throws {
        var facts = try photo()
        var said = SourceFacts(.xmp)
        said.position = .invalid(.malformed)
        facts.correct(by: [said])
        #expect(facts.position == .invalid(.malformed))
        #expect(facts.positionSource == nil)
        #expect(facts.overruled.coordinate == own)
    }

    @Test func `Of several files the first that speaks counts, for place and time each`() throws {
        var facts = try photo()
        let second = try time("2024-05-06T10:00:00", offset: 7_200)
        facts.correct(by: [
            xmp(at: other), xmp(at: Coordinate(latitude: 1, longitude: 1), taken: second),
            xmp(taken: try time("2025-01-01T00:00:00")),
        ])
        #expect(facts.position.coordinate == other)
        #expect(facts.captureTime == second)
    }

    @Test func `What a further file says otherwise is told`() throws {
        var facts = try photo()
        let taken = try time("2024-05-06T10:00:00", offset: 7_200)
        facts.correct(by: [xmp(at: other, taken: taken)])
        #expect(facts.difference(in: xmp(at: other, taken: try time("2024-05-06T08:00:00", offset: 0))) == nil)
        #expect(facts.difference(in: SourceFacts(.xmp)) == nil)
        let said = xmp(at: own, taken: try time("2001-01-01T00:00:00"))
        #expect(facts.difference(in: said)?.coordinate == own)
        #expect(facts.difference(in: said)?.captureTime == said.captureTime)
        var scanned = xmp(taken: said.captureTime)
        scanned.isTimeOfDigitizing = true
        #expect(facts.difference(in: scanned) == nil)
    }

    @Test func `Another time comes with its own offset or none`() throws {
        for offset in [7_200, nil] {
            var facts = try photo()
            let said = try time("2024-05-06T10:00:00", offset: offset)
            facts.correct(by: [xmp(taken: said)])
            #expect(facts.captureTime == said)
            #expect(facts.overruled.captureTime == (try photo().captureTime))
            #expect(facts.uncorrectedTime == (try photo().captureTime))
        }
    }

    @Test func `An equal wall time keeps the file's offset and fraction, and takes one where it has none`() throws {
        var facts = try photo()
        let fraction = WallTime(microseconds: try #require(facts.captureTime).wall.microseconds + 250_000)
        facts.captureTime?.wall = fraction
        facts.correct(by: [xmp(taken: try time("2001-01-01T00:00:00", offset: 7_200))])
        #expect(facts.captureTime?.offset == UTCOffset(seconds: 3_600, source: .exif))
        #expect(facts.captureTime?.wall == fraction)
        #expect(facts.captureTime?.source == .xmp)
        #expect(facts.overruled.captureTime == nil)
        facts = try photo()
        facts.captureTime?.offset = nil
        facts.correct(by: [xmp(taken: try time("2001-01-01T00:00:00", offset: 7_200))])
        #expect(facts.captureTime?.offset == UTCOffset(seconds: 7_200, source: .xmp))
    }

    @Test func `One moment of two clocks is no contradiction`() throws {
        var facts = try photo()
        facts.correct(by: [xmp(taken: try time("2001-01-01T01:00:00", offset: 7_200))])
        #expect(facts.captureTime?.offset?.seconds == 7_200)
        #expect(facts.overruled.captureTime == nil)
    }

    @Test func `The time of digitizing corrects no time`() throws {
        var facts = try photo()
        var said = xmp(taken: try time("2015-01-01T00:00:00"))
        said.isTimeOfDigitizing = true
        facts.correct(by: [said])
        #expect(facts.captureTime == (try photo().captureTime))
        facts.captureTime = nil
        facts.correct(by: [said])
        #expect(facts.captureTime == said.captureTime)
    }

    @Test func `A correction that is not given any more is lost, until it is given again`() {
        #expect(SidecarNotes([]).following([]) == [])
        #expect(SidecarNotes.unreadableTime.following(.corrected) == [.unreadableTime, .lost])
        #expect(SidecarNotes([]).following(.corrected) == .lost)
        #expect(SidecarNotes([]).following(.lost) == .lost)
        #expect(SidecarNotes([]).following(.unreadable) == [])
        #expect(SidecarNotes.unreadable.following(.corrected) == [.unreadable, .lost])
        #expect(SidecarNotes.corrected.following(.lost) == .corrected)
    }

    @Test func `A Takeout file of another day gives no place`() throws {
        var said = SourceFacts(.takeout)
        said.position = .valid(try #require(other))
        for (taken, offset, isOther) in [
            ("2023-06-05T10:00:00", 0, true), ("2001-01-01T20:00:00", 0, false), ("2001-01-02T23:30:00", 0, true),
        ] {
            var facts = try photo()
            facts.position = .absent
            said.captureTime = try time(taken, offset: offset, .utc)
            facts.add(takeout: said)
            #expect((facts.position.coordinate == nil) == isOther, "\(taken)")
            #expect(facts.sidecars.contains(.takeoutDiffers) == isOther, "\(taken)")
        }
        var timeless = PhotoFacts(format: .jpeg)
        timeless.add(takeout: said)
        #expect(timeless.position.coordinate == other)
        timeless = PhotoFacts(format: .jpeg)
        timeless.add(takeout: said, before: [try time("1970-01-01T00:00:00")])
        #expect(timeless.position.coordinate == other, "no clock was set")
    }

    @Test func `A Takeout file of another day than the fix or the name gives neither place nor time`() throws {
        var said = SourceFacts(.takeout)
        said.position = .valid(try #require(other))
        said.captureTime = try time("2023-06-05T10:00:00", offset: 0, .utc)
        for (own, isOther) in [("2026-06-05T10:00:00", true), ("2023-06-05T11:30:00", false)] {
            var facts = PhotoFacts(format: .jpeg)
            facts.add(takeout: said, before: [try time(own)])
            #expect((facts.position.coordinate == nil) == isOther, "\(own)")
            #expect((facts.captureTime == nil) == isOther, "\(own)")
            #expect(facts.sidecars.contains(.takeoutDiffers) == isOther, "\(own)")
        }
    }

    @Test func `A day without its hour corrects the time of another day, and is told from a time`() throws {
        var said = SourceFacts(.xmp)
        let day = try #require(WallTime(year: 2001, month: 1, day: 3))
        said.vagueTime = VagueTime(days: day..<WallTime(microseconds: day.microseconds + 86_400_000_000))
        var facts = try photo()
        facts.correctDay(by: [said])
        #expect(facts.captureTime == CaptureTime(wall: day, offset: nil, source: .xmp))
        #expect(facts.captureTime?.isDateOnly == true && facts.sidecars == .corrected)
        #expect(facts.overruled.captureTime == (try photo().captureTime))
        for wall in [day.microseconds + 3_600_000_000, day.microseconds + 86_399_000_000] {
            facts = try photo()
            facts.captureTime?.wall = WallTime(microseconds: wall)
            let before = facts
            facts.correctDay(by: [said])
            #expect(facts == before, "it is of that day")
        }
        facts = try photo()
        facts.correctDay(by: [said, xmp(taken: try time("2024-05-06T10:00:00"))])
        #expect(facts == (try photo()), "another file says a time")
        facts.captureTime = nil
        facts.correctDay(by: [said])
        #expect(facts.captureTime?.wall == day)
    }

    @Test func `With another month, and what cannot be read, nobody knows when a photo was taken`() throws {
        let (february, march) = (WallTime(year: 2001, month: 2, day: 1), WallTime(year: 2001, month: 3, day: 1))
        let month = try #require(february)..<(try #require(march))
        for (days, own, isUnclear) in [
            (month, "2001-01-31T23:59:59", true), (month, "2001-02-01T00:00:00", false), (month, nil, false),
            (nil, "2001-02-01T00:00:00", true), (nil, nil, true),
        ] as [(Range<WallTime>?, String?, Bool)] {
            var said = SourceFacts(.xmp)
            said.vagueTime = VagueTime(days: days)
            var facts = try photo()
            facts.captureTime = try own.map { try time($0, offset: 0, .exif) }
            let before = facts.captureTime
            facts.correctDay(by: [said])
            #expect(facts.sidecars.contains(.unclearTime) == isUnclear, "\(String(describing: own))")
            #expect(facts.captureTime == before)
        }
    }

    @Test func `A corrected time in the future gives way to the photo's own`() throws {
        var facts = try photo()
        facts.correct(by: [xmp(taken: try time("2046-01-01T00:00:00", offset: 0))])
        let present = Int64(1_800_000_000) * 1_000_000_000
        #expect(facts.counting(at: nil).captureTime?.wall == WallTime(year: 2046, month: 1, day: 1))
        #expect(facts.counting(at: present).captureTime == (try photo().captureTime))
    }
}
