import PhotoModel
import Testing

struct FenceScheduleTests {
    private func schedule(
        _ hours: String..., from: String? = nil, until: String? = nil, except: String...
    ) throws -> FenceSchedule {
        var schedule = FenceSchedule()
        schedule.hours = try hours.map { try WeeklyHours(parsing: $0) }
        schedule.from = try from.map { try CalendarDay(parsing: $0) }
        schedule.until = try until.map { try CalendarDay(parsing: $0) }
        schedule.except = try except.map { try ExceptedDays(parsing: $0) }
        return schedule
    }

    @Test func `Days and times are read apart, and each refuses the other`() throws {
        let nights = try WeeklyHours(days: ["fri", "sun"], times: ["22:00-06:00", "12:00-13:00"])
        #expect(nights.areOfADay)
        let (friday, sunday, noon) = (4 * 1_440, 6 * 1_440, 720..<780)
        #expect(
            Set(nights.minutesOfWeek) == [
                friday + 1_320..<friday + 1_800, friday + noon.lowerBound..<friday + noon.upperBound,
                sunday + 1_320..<10_080, 0..<360, sunday + noon.lowerBound..<sunday + noon.upperBound,
            ])
        let weekend = try WeeklyHours(days: ["sat,sun"], times: [])
        #expect(!weekend.areOfADay && weekend.minutesOfWeek == [7_200..<8_640, 8_640..<10_080])
        #expect(try WeeklyHours(days: [], times: ["08:00-09:00"]).minutesOfWeek.count == 7)
        #expect(throws: TextError.self) { try WeeklyHours(days: ["mon 08:00-09:00"], times: []) }
        #expect(throws: TextError.self) { try WeeklyHours(days: [], times: ["mon 08:00-09:00"]) }
    }

    private func time(_ text: String) throws -> WallTime { try WallTimeSpan(parsing: text).start }

    // 2026-05-01 is a Friday.
    @Test(arguments: [
        ("mon-fri 08:00-18:00", "2026-05-01T08:00:00", true), ("mon-fri 08:00-18:00", "2026-05-01T07:59:59", false),
        ("mon-fri 08:00-18:00", "2026-05-01T17:59:59", true), ("mon-fri 08:00-18:00", "2026-05-01T18:00:00", false),
        ("mon-fri 08:00-18:00", "2026-05-02T12:00", false), ("Friday 8:00-9:00", "2026-05-01T08:30", true),
        ("fri-mon 10:00-11:00", "2026-05-03T10:00", true), ("fri-mon 10:00-11:00", "2026-05-05T10:00", false),
        ("mon,fri 10:00-11:00", "2026-05-01T10:00", true), ("mon,wed 10:00-11:00", "2026-05-01T10:00", false),
        ("mon, wed - fri 10:00 - 11:00, 13:00-14:00", "2026-05-01T13:30", true),
        ("sat 00:00-24:00", "2026-05-02T23:59:59", true), ("sat 00:00-24:00", "2026-05-03T00:00", false),
        ("fri 22:00-06:00", "2026-05-02T05:59", true), ("fri 22:00-06:00", "2026-05-01T05:59", false),
        ("fri 22:00-06:00", "2026-05-02T06:00", false), ("fri 22:00-06:00", "2026-05-02T22:00", false),
        ("sun 22:00-06:00", "2026-05-04T01:00", true), ("22:00-06:00", "2026-05-01T03:00", true),
        ("daily 22:00-00:00", "2026-05-01T23:59", true), ("daily 22:00-00:00", "2026-05-01T00:00", false),
        ("sun", "2026-05-03T12:00", true), ("MON\u{2013}FRI 08:00\u{2013}18:00", "2026-05-01T12:00", true),
        ("fri 8-18", "2026-05-01T08:00", true), ("fri 8-18", "2026-05-01T18:00", false),
        ("fri 8:30-18", "2026-05-01T08:29", false), ("weekdays 8am-6pm", "2026-05-01T17:59", true),
        ("weekdays 8am-6pm", "2026-05-01T18:00", false), ("Weekdays 8AM-6:30PM", "2026-05-01T18:29", true),
        ("12am-12pm", "2026-05-01T00:00", true), ("12am-12pm", "2026-05-01T12:00", false),
        ("12pm-12am", "2026-05-01T12:00", true), ("12pm-12am", "2026-05-01T00:00", false),
        ("weekend", "2026-05-02T12:00", true), ("weekend,fri", "2026-05-01T12:00", true),
        ("weekend", "2026-05-01T12:00", false), ("weekdays", "2026-05-02T12:00", false),
        ("thu 08:00-18:00", "1969-12-25T12:00", true), ("wed 20:00-02:00", "1969-12-25T01:59:59", true),
    ])
    func `Hours apply on their days, to the minute`(hours: String, time text: String, isWithin: Bool) throws {
        #expect(try schedule(hours).match(time(text)) == (isWithin ? .within : .outsideHours))
    }

    @Test(arguments: [
        "", "often", "mon 8-6pm", "mon 8pm-18", "mon 13am-2pm", "mon 0am-2pm", "mon 8:5-18", "mon am-pm", "mon 8",
        "mon 8-25", "mon 0800-1800", "weekday 8-18", "weekdays-sat", "mon 08:00", "mon 08:00-08:00", "mon 24:00-25:00",
        "mon 08:00-24:01",
        "mon 08:60-09:00",
        "mon 24:00-06:00", "mo 08:00-18:00", "mon-tue-wed 08:00-18:00", "mon 08:00-18:00 tue", "mon, 08:00-18:00",
        "08:00-18:00 mon", "mon 08:00-+9:00",
    ])
    func `Invalid hours are refused`(text: String) {
        #expect(throws: TextError.self) { try WeeklyHours(parsing: text) }
    }

    @Test func `A mistyped day gets a suggestion`() {
        let error = #expect(throws: TextError.self) { try WeeklyHours(parsing: "mno-fri 08:00-18:00") }
        #expect(error?.message.hasSuffix("did you mean mon?") == true)
    }

    @Test(arguments: [
        ("2026-05-01T00:00", FenceSchedule.Match.within), ("2026-04-30T23:59:59", .outsideDates),
        ("2026-05-31T23:59:59", .within), ("2026-06-01T00:00", .outsideDates), ("2026-05-09T12:00", .outsideDates),
    ])
    func `The last day is included, and excepted days are excluded`(text: String, match: FenceSchedule.Match) throws {
        #expect(try schedule(from: "2026-05-01", until: "2026-05-31", except: "2026-05-09").match(time(text)) == match)
    }

    @Test(arguments: [
        ("2026-05-01T23:00", FenceSchedule.Match.within), ("2026-05-02T03:00", .within),
        ("2026-05-01T03:00", .outsideDates), ("2026-05-02T23:00", .outsideDates), ("2026-05-03T03:00", .outsideDates),
        ("2026-05-04T03:00", .within), ("2026-05-05T03:00", .outsideDates), ("2026-05-02T12:00", .outsideHours),
    ])
    func `A shift past midnight belongs to its first day`(text: String, match: FenceSchedule.Match) throws {
        let nights = try schedule("daily 22:00-06:00", from: "2026-05-01", until: "2026-05-03", except: "2026-05-02")
        #expect(nights.match(try time(text)) == match)
    }

    @Test func `Hours that overlap the next day's count for the day that applies`() throws {
        let long = try schedule("daily 08:00-07:00", except: "2026-05-02")
        #expect(long.match(try time("2026-05-02T06:59")) == .within)
        #expect(long.match(try time("2026-05-02T08:00")) == .outsideDates)
    }
}
