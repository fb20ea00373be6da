import PhotoModel
import Testing

struct DateTextTests {
    /// A Sunday.
    private let now: WallTime

    init() throws {
        now = try #require(WallTime(year: 2026, month: 5, day: 31, hour: 14, minute: 30, second: 0))
    }

    private func span(_ text: String) throws -> [String] {
        let span = try DateText(parsing: text).span(now: now)
        return [span.start.text, span.end.text].map { String($0.prefix(16)) }
    }

    @Test(arguments: [
        ("2026-05-01", "2026-05-01T00:00", "2026-05-02T00:00"), ("2026-05", "2026-05-01T00:00", "2026-06-01T00:00"),
        ("2026", "2026-01-01T00:00", "2027-01-01T00:00"), ("today", "2026-05-31T00:00", "2026-06-01T00:00"),
        ("Yesterday", "2026-05-30T00:00", "2026-05-31T00:00"), ("2026-W01", "2025-12-29T00:00", "2026-01-05T00:00"),
        ("2026-w22", "2026-05-25T00:00", "2026-06-01T00:00"), ("2020-W53", "2020-12-28T00:00", "2021-01-04T00:00"),
        ("30d", "2026-05-01T14:30", "2026-05-01T14:30"), ("2w", "2026-05-17T14:30", "2026-05-17T14:30"),
        ("36h", "2026-05-30T02:30", "2026-05-30T02:30"), ("1y", "2025-05-31T14:30", "2025-05-31T14:30"),
    ])
    func `A date is a span of wall time`(text: String, start: String, end: String) throws {
        #expect(try span(text) == [start, end])
    }

    @Test(arguments: ["", "d", "-3d", "2026-W00", "2026-W54", "2021-W53", "tomorrow", "30", "2026-W1", "30x"])
    func `An invalid date is refused`(text: String) {
        #expect(throws: TextError.self) { try DateText(parsing: text) }
    }
}
