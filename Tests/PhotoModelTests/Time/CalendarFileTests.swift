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
        (
            "DTSTART;VALUE=DATE:20260907\nRRULE:FREQ=YEARLY;BYDAY=MO;BYMONTH=9;BYSETPOS=1;COUNT=3",
            ["2026-09-07", "2027-09-06", "2028-09-04"]
        ),
        (
            "DTSTART;VALUE=DATE:20261103\nRRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8;COUNT=2",
            ["2026-11-03", "2027-11-02"]
        ),
        (
            "DTSTART;VALUE=DATE:20260101\nRRULE:FREQ=YEARLY;BYMONTH=1,10;BYMONTHDAY=1,3;UNTIL=20270102",
            ["2026-01-01", "2026-01-03", "2026-10-01", "2026-10-03", "2027-01-01"]
        ),
        ("DTSTART;VALUE=DATE:20260131\nRRULE:FREQ=YEARLY;BYMONTHDAY=-1;COUNT=2", ["2026-01-31", "2026-02-28"]),
        (
            "DTSTART;VALUE=DATE:20260105\nRRULE:FREQ=YEARLY;BYDAY=1MO,2MO;COUNT=3",
            ["2026-01-05", "2026-01-12", "2027-01-04"]
        ),
        ("DTSTART;VALUE=DATE:20261225\nRRULE:FREQ=YEARLY;UNTIL=20271225T000000Z", ["2026-12-25", "2027-12-25"]),
        (
            "DTSTART;VALUE=DATE:20261224\nDTEND;VALUE=DATE:20261227\nRRULE:FREQ=YEARLY;COUNT=2",
            ["2026-12-24..2026-12-26", "2027-12-24..2027-12-26"]
        ),
        ("DTSTART;VALUE=DATE:20261224\nDURATION:P1W", ["2026-12-24..2026-12-30"]),
        ("DTSTART;VALUE=DATE:20261224\nDURATION:P2DT0H0M0S", ["2026-12-24..2026-12-25"]),
        ("DTSTART;VALUE=DATE:20261224\nDTEND;VALUE=DATE:20261224", ["2026-12-24"]),
        (
            "DTSTART;VALUE=DATE:20261225\nRRULE:FREQ=YEARLY;COUNT=2\nEXDATE:20261225T000000\nEXDATE:20271225",
            []
        ),
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
        ("DTSTART;VALUE=DATE:20261224\nRRULE:FREQ=YEARLY;BYMONTH=13", "repeats by an unsupported rule", 6),
        ("DTSTART;VALUE=DATE:20261224\nRRULE:FREQ=YEARLY;BYMONTH=12;BYMONTH=11", "repeats by an unsupported rule", 6),
        ("DTSTART;VALUE=DATE:20261224\nRRULE:FREQ=YEARLY;BYMONTH=1,x", "repeats by an unsupported rule", 6),
        ("DTSTART;VALUE=DATE:20261224\nRRULE:FREQ=YEARLY;BYMONTHDAY=25", "repeats by an unsupported rule", 6),
        ("DTSTART;VALUE=DATE:20261224\nRRULE:FREQ=YEARLY;BYYEARDAY=100", "repeats by an unsupported rule", 6),
        ("DTSTART;VALUE=DATE:20261224\nRRULE:FREQ=YEARLY;INTERVAL=0", "repeats by an unsupported rule", 6),
        ("DTSTART;VALUE=DATE:20261224\nRRULE:FREQ=YEARLY;UNTIL=20301223T230000Z", "repeats by an unsupported rule", 6),
        ("DTSTART;VALUE=DATE:20261224\nRRULE:FREQ=YEARLY;COUNT=2;UNTIL=20301231", "repeats by an unsupported rule", 6),
        ("DTSTART;VALUE=DATE:20261224\nRRULE:FREQ=YEARLY\nRRULE:FREQ=YEARLY", "repeats by an unsupported rule", 6),
        ("DTSTART;VALUE=DATE:20261224\nEXRULE:FREQ=YEARLY", "repeats by an unsupported rule", 6),
        ("DTSTART;VALUE=DATE:20261224\nDTEND;VALUE=DATE:20261223", "does not last whole days", 6),
        ("DTSTART;VALUE=DATE:20261224\nDTEND:20261225T120000Z", "does not last whole days", 6),
        ("DTSTART;VALUE=DATE:20261224\nDURATION:P1DT12H", "does not last whole days", 6),
        ("DTSTART;VALUE=DATE:20261224\nEXDATE:2027-12-24", "has a date that cannot be read (EXDATE)", 6),
        (
            "DTSTART;VALUE=DATE:20261224\nRDATE;VALUE=PERIOD:20270101T000000Z/P1D",
            "has a date that cannot be read (RDATE)", 6
        ),
        ("RECURRENCE-ID;VALUE=DATE:20261224\nDTSTART;VALUE=DATE:20261225", "does not say which event it changes", 3),
    ])
    func `Events that are not days off are reported, with their line`(lines: String, what: String, line: Int) throws {
        let calendar = try calendar(event(lines))
        #expect(calendar.days.isEmpty)
        #expect(calendar.leftOut.map(\.line) == [line])
        #expect(calendar.leftOut.first?.what.contains(what) == true)
    }

    @Test func `Another version of a day replaces it, and a cancelled one removes it`() throws {
        let master = event("UID:1", "DTSTART;VALUE=DATE:20261225", "RRULE:FREQ=YEARLY;COUNT=4")
        let moved = event("UID:1", "RECURRENCE-ID;VALUE=DATE:20271225", "DTSTART;VALUE=DATE:20271227")
        let cancelled = event(
            "UID:1", "RECURRENCE-ID;VALUE=DATE:20281225", "DTSTART;VALUE=DATE:20281225", "STATUS:CANCELLED")
        let other = event("UID:2", "DTSTART;VALUE=DATE:20271225")
        let calendar = try calendar([moved, master, cancelled, other].joined(separator: "\n"))
        #expect(calendar.days.map(\.text) == ["2027-12-27", "2026-12-25", "2029-12-25", "2027-12-25"])
        #expect(calendar.leftOut.isEmpty)
    }

    @Test(arguments: ["RECURRENCE-ID;RANGE=THISANDFUTURE;VALUE=DATE:20271225", "RECURRENCE-ID:20271225T100000Z"])
    func `An event with a version of unclear days is left out`(original: String) throws {
        let master = event("UID:1", "DTSTART;VALUE=DATE:20261225", "RRULE:FREQ=YEARLY")
        let calendar = try calendar(master + "\n" + event("UID:1", original, "DTSTART;VALUE=DATE:20271227"))
        #expect(calendar.days.map(\.text) == ["2027-12-27"])
        #expect(calendar.leftOut.map(\.what) == ["\"Feast\" has a changed version of unclear days and is skipped"])
    }

    @Test(arguments: ["BEGIN:VEVENT\nDTSTART:20261224", "END:VEVENT", "BEGIN:VEVENT\nBEGIN:VALARM\nEND:VEVENT"])
    func `A calendar that breaks off or is out of order is refused`(lines: String) throws {
        #expect(throws: CalendarFileError.self) { try calendar(lines) }
        let text = "BEGIN:VCALENDAR\n\(event("DTSTART:20261224"))\n"
        #expect(throws: CalendarFileError.self) {
            try CalendarFile(parsing: Array(text.utf8), until: CalendarDay(parsing: "2030-01-01"))
        }
    }

    @Test func `Days are limited`() {
        let rule = event("DTSTART;VALUE=DATE:00010101", "RRULE:FREQ=YEARLY;BYMONTH=1,2,3,4,5,6;BYMONTHDAY=1")
        #expect(throws: CalendarFileError.self) { try calendar(rule) }
    }

    @Test(.timeLimit(.minutes(1))) func `Long lists, early years and many versions take little time`() throws {
        let early = "DTSTART;VALUE=DATE:00010101"
        let days = [String](repeating: "MO", count: 100_000).joined(separator: ",")
        #expect(try calendar(event(early, "RRULE:FREQ=YEARLY;COUNT=1;BYDAY=\(days)")).leftOut.count == 1)
        let short = event(early, "RRULE:FREQ=YEARLY;COUNT=1;BYDAY=MO,TU,WE,TH,FR,SA,SU")
        #expect(try calendar([String](repeating: short, count: 1_000).joined(separator: "\n")).days.count == 1_000)
        let version = event("UID:1", "RECURRENCE-ID;VALUE=DATE:20270101", "DTSTART;VALUE=DATE:20270102")
        let other = event("UID:1", "DTSTART;VALUE=DATE:20270101")
        let events = [String](repeating: version, count: 4_000) + [String](repeating: other, count: 6_000)
        #expect(try calendar(events.joined(separator: "\n")).days.count == 4_000)
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
