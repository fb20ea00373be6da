import PhotoModel
import Testing

struct CalendarFileTests {
    private func calendar(_ events: String, until: String = "2030-12-31") throws -> CalendarFile {
        let text = "BEGIN:VCALENDAR\nVERSION:2.0\n\(events)\nEND:VCALENDAR\n".replacing("\n", with: "\r\n")
        return try CalendarFile(parsing: Array(text.utf8), until: CalendarDay(parsing: until))
    }

    private func event(_ lines: String...) -> String {
        "BEGIN:VEVENT\nSUMMARY:Feast\n\(lines.joined(separator: "\n"))\nEND:VEVENT"
    }

    @Test(arguments: [
        ("DTSTART;VALUE=DATE:20261224", ["2026-12-24"]),
        ("DTSTART;VALUE=DATE:20261224\nDTEND;VALUE=DATE:20261225", ["2026-12-24"]),
        ("DTSTART;VALUE=DATE:20261224\nDTEND;VALUE=DATE:20270103", ["2026-12-24..2027-01-02"]),
        ("DTSTART;VALUE=DATE:20261224\nDURATION:P2D", ["2026-12-24..2026-12-25"]),
        ("DTSTART:20261224", ["2026-12-24"]),
        ("DTSTART;VALUE=DATE:20261225\nRRULE:FREQ=YEARLY", ["12-25"]),
        ("DTSTART;VALUE=DATE:20261225\nRRULE:FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=25", ["12-25"]),
        ("DTSTART;VALUE=DATE:20261225\nRRULE:FREQ=YEARLY;COUNT=2", ["2026-12-25", "2027-12-25"]),
        (
            "DTSTART;VALUE=DATE:20261225\nRRULE:FREQ=YEARLY;INTERVAL=2;UNTIL=20301231",
            ["2026-12-25", "2028-12-25", "2030-12-25"]
        ),
        (
            "DTSTART;VALUE=DATE:20260525\nRRULE:FREQ=YEARLY;BYMONTH=5;BYDAY=-1MO;COUNT=3",
            ["2026-05-25", "2027-05-31", "2028-05-29"]
        ),
        (
            "DTSTART;VALUE=DATE:20261126\nRRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=4TH;UNTIL=20281231",
            ["2026-11-26", "2027-11-25", "2028-11-23"]
        ),
        ("DTSTART;VALUE=DATE:20240229\nRRULE:FREQ=YEARLY;UNTIL=20290101", ["2024-02-29", "2028-02-29"]),
        (
            "DTSTART;VALUE=DATE:20261225\nRRULE:FREQ=YEARLY;COUNT=3\nEXDATE;VALUE=DATE:20271225",
            ["2026-12-25", "2028-12-25"]
        ),
        (
            "DTSTART;VALUE=DATE:20261225\nRDATE;VALUE=DATE:20270415,20280404",
            ["2026-12-25", "2027-04-15", "2028-04-04"]
        ),
        ("DTSTART;VALUE=DATE:20261225\nSTATUS:CANCELLED", []),
        ("DTSTART;VALUE=DATE:202612\n 25\nBEGIN:VALARM\nDTSTART;VALUE=DATE:20200101\nEND:VALARM", ["2026-12-25"]),
    ])
    func `All-day events are days off`(lines: String, days: [String]) throws {
        let calendar = try calendar(event(lines))
        #expect(calendar.days.map(\.text) == days)
        #expect(calendar.leftOut.isEmpty)
    }

    @Test(arguments: [
        ("DTSTART:20261224T100000Z", "\"Feast\" is not a whole day and is skipped", 3),
        ("DTSTART;VALUE=DATE:20261224\nRRULE:FREQ=WEEKLY", "repeats by an unsupported rule", 6),
        ("DTSTART;VALUE=DATE:20261224\nRRULE:FREQ=YEARLY;BYEASTER=1", "repeats by an unsupported rule", 6),
    ])
    func `Events that are not days off are reported, with their line`(lines: String, what: String, line: Int) throws {
        let calendar = try calendar(event(lines))
        #expect(calendar.days.isEmpty)
        #expect(calendar.leftOut.map(\.line) == [line])
        #expect(calendar.leftOut.first?.what.contains(what) == true)
    }

    @Test func `A file that is not a calendar is refused`() {
        #expect(throws: CalendarFileError.self) {
            try CalendarFile(parsing: [], until: CalendarDay(parsing: "2030-01-01"))
        }
        #expect(throws: CalendarFileError.self) {
            try CalendarFile(parsing: Array("{}".utf8), until: CalendarDay(parsing: "2030-01-01"))
        }
    }
}
