import PhotoModel
import Testing

struct WallTimeSpanTests {
    @Test(arguments: [
        ("2026-05-01", "2026-05-01T00:00:00", "2026-05-02T00:00:00"),
        ("2026-12-31", "2026-12-31T00:00:00", "2027-01-01T00:00:00"),
        ("2024-02", "2024-02-01T00:00:00", "2024-03-01T00:00:00"),
        ("2024", "2024-01-01T00:00:00", "2025-01-01T00:00:00"),
        ("2026", "2026-01-01T00:00:00", "2027-01-01T00:00:00"),
        ("2026-05-01T10:00", "2026-05-01T10:00:00", "2026-05-01T10:01:00"),
        (" 2026-05-01 10:00:30 ", "2026-05-01T10:00:30", "2026-05-01T10:00:31"),
    ])
    func `A date means all of its day, month, year or minute`(text: String, start: String, end: String) throws {
        let span = try WallTimeSpan(parsing: text)
        #expect(span.start.text == start)
        #expect(span.end.text == end)
    }

    @Test(arguments: [
        "", "yesterday", "last-week", "1.5.2026", "26-05-01", "2026-5-1", "2026-05-01T10", "2026-05T10:00",
        "2026-05-01T",
        "20260501",
    ])
    func `An invalid date gets advice on the format`(text: String) {
        let error = TextError("a date is written YYYY-MM-DD, with THH:MM after it or not, as in 2026-05-01")
        #expect(throws: error) { try WallTimeSpan(parsing: text) }
    }

    @Test(arguments: ["2026-02-29", "2026-13-01", "2026-00", "0000", "2026-05-01T24:00", "2026-05-01T10:60"])
    func `An impossible date is refused`(text: String) {
        #expect(throws: TextError("there is no such date or time: \(text)")) { try WallTimeSpan(parsing: text) }
    }

    @Test(arguments: ["2026-05-01T10:00Z", "2026-05-01T10:00:00+02:00", "2026-05-01T10:00-08:00"])
    func `Wall time takes no offset`(text: String) {
        let error = TextError("a date is wall time at the place, without Z or an offset, as in 2026-05-01T10:00")
        #expect(throws: error) { try WallTimeSpan(parsing: text) }
    }
}
