import PhotoModel
import Testing

struct ExceptedDaysTests {
    @Test(arguments: [
        ("2026-12-24", "2026-12-24", true), ("2026-12-24", "2027-12-24", false),
        ("2026-12-24..2027-01-02", "2026-12-24", true), ("2026-12-24..2027-01-02", "2027-01-02", true),
        ("2026-12-24..2027-01-02", "2027-01-03", false), ("2026-12-24..2027-01-02", "2026-12-23", false),
        ("12-25", "1999-12-25", true), ("12-25", "2026-12-26", false), ("12-24..01-02", "2026-12-24", true),
        ("12-24..01-02", "2031-01-02", true), ("12-24..01-02", "2031-01-03", false),
        ("12-24..01-02", "2026-06-01", false), ("07-01..07-31", "2026-07-15", true),
        ("07-01..07-31", "2026-08-01", false), ("02-29", "2024-02-29", true), ("02-29", "2025-03-01", false),
        (" 12-24 .. 01-02 ", "2026-12-31", true),
    ])
    func `Days, spans and yearly dates are understood`(text: String, day: String, isExcepted: Bool) throws {
        let days = try ExceptedDays(parsing: text)
        #expect(try days.contains(CalendarDay(parsing: day)) == isExcepted)
        #expect(try ExceptedDays(parsing: days.text) == days)
    }

    @Test(arguments: [
        "", "..", "2026-12-24..", "12-24..2027-01-02", "2026-12-24..2026-12-23", "02-30", "13-01", "2026-02-29", "x",
        "2026-12-24...2027-01-02", "1-1", "ab-cd",
    ])
    func `Invalid days are refused`(text: String) {
        #expect(throws: TextError.self) { try ExceptedDays(parsing: text) }
    }

    @Test func `Every day of four centuries has its date`() throws {
        var day = try CalendarDay(parsing: "1899-12-31")
        let feasts = try ExceptedDays(parsing: "12-31")
        var count = 0
        for _ in 0..<146_097 {
            if feasts.contains(day) {
                #expect(day.text.hasSuffix("-12-31"))
                count += 1
            }
            day = day.adding(days: 1)
        }
        #expect(count == 400)
    }
}
