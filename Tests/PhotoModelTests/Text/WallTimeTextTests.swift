import PhotoModel
import Testing

struct WallTimeTextTests {
    @Test(arguments: [
        (0, "2026-05-01T10:02:03"), (123_000, "2026-05-01T10:02:03.123"), (5, "2026-05-01T10:02:03.000005"),
    ])
    func `Wall time has 3 or 6 fractional digits, or none`(microsecond: Int, text: String) throws {
        let time = try #require(
            WallTime(year: 2026, month: 5, day: 1, hour: 10, minute: 2, second: 3, microsecond: microsecond))
        #expect(time.text == text)
    }

    @Test func `Every day from year 1 to 9999 is split and joined correctly`() throws {
        var expected = (year: 1, month: 1, day: 1)
        let start = try #require(WallTime(year: 1, month: 1, day: 1)).microseconds
        let lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        for day in 0..<3_652_059 {
            let time = CivilTime(WallTime(microseconds: start + Int64(day) * 86_400_000_000))
            guard (time.year, time.month, time.day) == expected else {
                Issue.record("\(time) is not \(expected)")
                return
            }
            let isLeap = expected.year % 400 == 0 || (expected.year % 4 == 0 && expected.year % 100 != 0)
            let length = lengths[expected.month - 1] + (isLeap && expected.month == 2 ? 1 : 0)
            expected.day += 1
            if expected.day > length { (expected.day, expected.month) = (1, expected.month + 1) }
            if expected.month > 12 { (expected.month, expected.year) = (1, expected.year + 1) }
        }
        #expect(expected == (10_000, 1, 1))
    }

    @Test func `A moment before 1970 is split correctly too`() {
        let time = CivilTime(WallTime(microseconds: -1))
        #expect((time.year, time.month, time.day) == (1969, 12, 31))
        #expect((time.hour, time.minute, time.second, time.microsecond) == (23, 59, 59, 999_999))
    }

    @Test(arguments: [
        (0, "+00:00"), (7_200, "+02:00"), (-28_800, "-08:00"), (20_700, "+05:45"), (-12_600, "-03:30"),
        (1_172, "+00:19:32"),
    ])
    func `An offset has a sign, hours and minutes`(seconds: Int, text: String) {
        #expect(UTCOffset(seconds: seconds, source: .exif).text == text)
    }

    @Test(
        arguments: [
            (1_777_622_400_123_456_789, "2026-05-01T08:00:00.123456789Z"),
            (1_777_622_400_123_000_000, "2026-05-01T08:00:00.123Z"),
            (1_777_622_400_000_001_000, "2026-05-01T08:00:00.000001Z"), (0, "1970-01-01T00:00:00Z"),
            (-1, "1969-12-31T23:59:59.999999999Z"), (.max, "2262-04-11T23:47:16.854775807Z"),
            (.min, "1677-09-21T00:12:43.145224192Z"),
        ] as [(Int64, String)])
    func `An instant is RFC 3339 with as many digits as needed`(nanoseconds: Int64, text: String) {
        #expect(UTCInstant(nanoseconds: nanoseconds).text == text)
    }
}
