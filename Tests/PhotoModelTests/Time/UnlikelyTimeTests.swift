import PhotoModel
import Testing

/// Times that no photo was taken at.
struct UnlikelyTimeTests {
    private func time(_ text: String, _ source: CaptureTimeSource = .exif) throws -> CaptureTime {
        var time = try CaptureTime(parsing: text)
        time.source = source
        return time
    }

    @Test(arguments: [
        "1904-01-01T00:00:00", "1970-01-01T00:00:00", "1970-01-01T01:00:00", "1969-12-31T16:00:00",
        "1970-01-01T05:45:00", "1980-01-01T00:00:00", "1980-01-06T00:00:00", "2001-01-01T00:00:00",
        "2000-12-31T10:00:00", "2001-01-01T14:00:00", "2036-01-02T00:00:00", "2036-02-07T06:28:16",
        "2036-02-07T08:28:16", "2040-02-06T06:28:16",
    ])
    func `The beginning of a clock's count in any zone is no time`(text: String) throws {
        #expect(try time(text).isClockZero)
        var facts = PhotoFacts(format: .jpeg)
        facts.take(try time(text))
        #expect(facts.captureTime == nil)
        facts.take(try time("2016-11-19T21:33:34", .filename))
        #expect(facts.captureTime?.source == .filename)
        facts.take(try time("1904-01-01T00:00:00", .takeout))
        #expect(facts.unsetTime == (try time(text)), "the first is told")
        var known = PhotoFacts(format: .jpeg)
        known.take(try time("2016-11-19T21:33:34"))
        known.take(try time(text, .xmp))
        #expect(known.unsetTime == nil, "nobody misses it")
    }

    @Test(arguments: [
        "1970-01-01T00:00:01", "1970-01-01T00:10:00", "1970-01-01T14:15:00", "1969-12-31T09:45:00",
        "1972-07-01T00:00:00", "1903-06-01T12:00:00", "2000-01-01T00:00:00", "2026-05-01T10:00:00",
    ])
    func `Any other time is one, however early`(text: String) throws {
        #expect(try !time(text).isClockZero)
        var facts = PhotoFacts(format: .jpeg)
        facts.take(try time(text))
        #expect(facts.captureTime == (try time(text)))
    }

    @Test(arguments: [
        ("2006-08-31T08:00:00", "2026-04-16T10:00:00", true), ("2006-08-31T20:00:00", "2026-04-16T10:00:00", true),
        ("2006-08-31T08:00:00", "2026-04-16T00:00:00", true), ("1987-01-15T08:00:00", "2026-04-16T10:00:00", true),
        ("2006-09-04T08:00:00", "2026-04-16T10:00:00", false), ("2026-04-16T08:00:00", "2026-04-16T10:00:00", false),
        ("2026-04-16T23:00:00", "2026-04-16T00:00:00", false), ("2045-11-30T08:00:00", "2026-04-16T10:00:00", false),
        ("1999-08-22T00:00:00", "2026-04-16T10:00:00", true), ("2019-04-07T00:00:01", "2019-04-07T02:00:01", false),
    ])
    func `A fix of 1,024 weeks before the time in a name is no time`(fix: String, name: String, isUnset: Bool) throws {
        #expect(try time(fix).wall.isUnsetFix(ofName: try time(name, .filename)) == isUnset)
    }

    @Test func `Only the very beginning of a week number is no time where no name tells one`() throws {
        #expect(try time("2019-04-07T00:00:00").wall.isUnsetFix(ofName: nil))
        #expect(try !time("2019-04-07T00:00:01").wall.isUnsetFix(ofName: nil))
        #expect(try !time("2006-08-31T08:00:00").wall.isUnsetFix(ofName: nil))
    }

    @Test func `A date in a name is no clock's beginning`() throws {
        #expect(try !time("2001-01-01T00:00:00", .filename).isClockZero)
    }

    @Test func `The first source counts, and of a time that may lie ahead the next is kept`() throws {
        var past = PhotoFacts(format: .jpeg)
        past.take(try time("2020-05-01T10:00:00"))
        past.take(try time("2019-05-01T10:00:00", .filename))
        #expect(past.captureTime == (try time("2020-05-01T10:00:00")))
        #expect(past.nextCaptureTime == nil)
        #expect(!past.wantsTime)
        var ahead = PhotoFacts(format: .jpeg)
        ahead.take(try time("2099-05-01T10:00:00"))
        ahead.take(try time("2099-05-01T10:00:00", .xmp))
        #expect(ahead.wantsTime)
        ahead.take(try time("2019-05-01T10:00:00", .filename))
        ahead.take(try time("2018-05-01T10:00:00", .takeout))
        #expect(ahead.captureTime?.source == .exif)
        #expect(ahead.nextCaptureTime?.source == .filename)
        #expect(!ahead.wantsTime)
    }

    @Test(arguments: [
        ("2030-05-03T00:01:00", true), ("2030-05-02T00:00:00", false), ("2030-05-02T09:59:00+00:00", false),
        ("2030-05-02T10:01:00+00:00", true), ("2030-05-02T12:01:00+02:00", true), ("2030-05-02T11:59:00+02:00", false),
        ("2031-01-01", true),
    ])
    func `A time more than a day ahead gives way to the next, and comes back when it has passed`(
        text: String, isAhead: Bool
    ) throws {
        let now = Int64(1_903_860_000) * 1_000_000_000  // 2030-05-01T10:00:00Z
        var facts = PhotoFacts(format: .jpeg)
        facts.take(try time(text))
        #expect((facts.counting(at: now).captureTime == nil) == isAhead)
        facts.take(try time("2016-11-19T21:33:34", .filename))
        #expect((facts.counting(at: now).captureTime?.source == .filename) == isAhead)
        #expect(facts.counting(at: now + 300 * 86_400_000_000_000) == facts)
        #expect(facts.counting(at: nil) == facts)
    }

    @Test func `A computer whose clock was never set does not make every photo one of the future`() throws {
        var facts = PhotoFacts(format: .jpeg)
        facts.take(try time("2026-05-01T10:00:00"))
        #expect(facts.counting(at: 0) == facts)
    }
}
