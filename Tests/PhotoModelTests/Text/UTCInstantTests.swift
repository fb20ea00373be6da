import PhotoModel
import Testing

struct UTCInstantTests {
    @Test(arguments: [
        0, 1, -1, 1_000, 999_999_999, 1_777_000_000_123_456_789, 1_777_000_000_120_000_000, -5_000_000_000, .min, .max,
    ])
    func `What it writes it reads back`(nanoseconds: Int64) throws {
        let instant = UTCInstant(nanoseconds: nanoseconds)
        #expect(try UTCInstant(parsing: instant.text) == instant)
    }

    @Test func `A fraction of any length up to nine digits is read`() throws {
        #expect(try UTCInstant(parsing: "1970-01-01T00:00:01.5Z").nanoseconds == 1_500_000_000)
        #expect(try UTCInstant(parsing: "1970-01-01T00:00:00.000000007Z").nanoseconds == 7)
    }

    @Test(
        arguments: [
            "", "Z", "1970-01-01T00:00:00", "1970-01-01 00:00:00Z", "1970-02-30T00:00:00Z", "1970-01-01T24:00:00Z",
            "1970-01-01T00:00:00.Z", "1970-01-01T00:00:00.1234567890Z", "1970-01-01T00:00:00+00:00",
            "9999-01-01T00:00:00Z", "1970-01-01T00:00:0xZ", "2300-01-01T00:00:00Z", "1600-01-01T00:00:00Z",
            "\u{E9}2026-05-01T08:00:00Z", "2026-05-01T08:00:00.1xZ",
        ])
    func `An invalid moment is refused`(text: String) {
        #expect(throws: TextError.self) { try UTCInstant(parsing: text) }
    }
}
