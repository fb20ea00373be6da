/// When the photos of a place were taken, and what that says of it.
package struct PlaceDays: Hashable, Sendable {
    /// The number of days with photos.
    package let days: Int
    /// The first of them; nil where no photo says when it was taken.
    package let first: CalendarDay?
    package let last: CalendarDay?
    /// The shares of the photos that were taken on Mondays, …, Sundays; all 0 where no photo says when.
    package let weekdays: [Double]
    /// The shares of the photos that were taken from 0:00, …, from 23:00 on; all 0 where no photo says when.
    package let hours: [Double]
    /// The kind of the place. It needs a habit: at least 5 days in at least 4 weeks, not all of them one stay.
    ///
    /// - Work: three quarters of the hours with photos, and surely most of the days, are weekdays from 6:00 to 19:00;
    ///   a third of these hours lies between 9:00 and 15:00, a fifth before 14:00, and a quarter before 11:00 or after
    ///   14:00; and the days are regular, or many. Hotels, ways to and from school, playgrounds, clubs and restaurants
    ///   are not.
    /// - Never: at most three fifths of the hours are such; and either nine tenths of all hours are on weekends, or an
    ///   eighth lies after 19:00 or before 7:00, and the days are at least four different ones of the week, of which
    ///   one is Saturday or Sunday. That is a home, or a second one; playgrounds and clubs are not.
    /// - Nil: a visit, however long; anything else; and if unknown.
    package let kind: Fence.Kind?

    /// - Parameter slots: the photos' days and hours, in any order.
    init(_ slots: some Sequence<HourSlot>) {
        var (weekdays, hours) = ([Int](repeating: 0, count: 7), [Int](repeating: 0, count: 24))
        var distinct: Set<HourSlot> = []
        for slot in slots {
            guard let day = slot.day else { continue }
            weekdays[day.weekday] += 1
            if let hour = slot.hour { hours[hour] += 1 }
            distinct.insert(slot)
        }
        self.weekdays = Self.shares(weekdays)
        self.hours = Self.shares(hours)
        let days = Set(distinct.compactMap(\.day)).sorted()
        self.days = days.count
        (first, last) = (days.first, days.last)
        let habit = Habit(days: days)
        kind = habit.isHabit ? PlaceHours(distinct).kind(isRegular: habit.isRegular) : nil
    }

    private static func shares(_ counts: [Int]) -> [Double] {
        let sum = counts.reduce(0, +)
        return counts.map { sum == 0 ? 0 : (Double($0) / Double(sum) * 10_000).rounded() / 10_000 }
    }
}

/// The hours with photos of a place: each hour of a day counts once, however many photos were taken in it.
private struct PlaceHours {
    private var all = 0.0
    private var atWork = 0.0
    private var inCore = 0.0
    private var early = 0.0
    private var atLunch = 0.0
    private var onWeekends = 0.0
    private var atNight = 0.0
    /// By day, the working hours less the others.
    private var balance: [CalendarDay: Int] = [:]

    init(_ slots: Set<HourSlot>) {
        for slot in slots {
            guard let day = slot.day, let hour = slot.hour else { continue }
            all += 1
            let isWork = day.weekday < 5 && Self.workingHours.contains(hour)
            if isWork { atWork += 1 }
            if isWork, Self.coreHours.contains(hour) { inCore += 1 }
            if isWork, hour < Self.endOfEarlyHours { early += 1 }
            if isWork, Self.lunchHours.contains(hour) { atLunch += 1 }
            if day.weekday >= 5 { onWeekends += 1 }
            if !Self.daytime.contains(hour) { atNight += 1 }
            balance[day, default: 0] += isWork ? 1 : -1
        }
    }

    /// The kind of a place that is a habit: see ``PlaceDays/kind``.
    ///
    /// - Parameter isRegular: whether somebody comes so often, or so regularly, that work may be the reason.
    /// - Returns: nil if it looks neither like work nor like a private place.
    func kind(isRegular: Bool) -> Fence.Kind? {
        if all == 0 { return nil }
        if atWork <= Self.mostOfPrivate * all { return isPrivate ? .never : nil }
        return isRegular && isWork ? .work : nil
    }

    private var isPrivate: Bool {
        if onWeekends >= Self.leastOfWeekends * all { return true }
        let weekdays = Set(balance.keys.map(\.weekday))
        return atNight >= Self.leastOfNights * all && weekdays.count >= Self.leastWeekdays
            && weekdays.contains { $0 >= 5 }
    }

    private var isWork: Bool {
        let workingDays = balance.values.count { $0 >= 0 }
        return atWork >= Self.leastOfWork * all && inCore >= Self.leastOfCore * atWork
            && early >= Self.leastOfEarly * atWork && atLunch <= Self.mostOfLunch * atWork
            && Self.atLeast(workingDays, of: balance.count) >= Self.leastOfWorkingDays
    }

    /// The hours of weekdays that people work in, mostly.
    private static let workingHours = 6..<19
    /// Those in the middle of them, and their least share for work: mornings alone are a hotel, mornings and late
    /// afternoons the ways to and from school.
    private static let coreHours = 9..<15
    private static let leastOfCore = 1.0 / 3
    /// The least share of those before 14:00 for work: afternoons alone are a playground.
    private static let endOfEarlyHours = 14
    private static let leastOfEarly = 0.2
    /// Those of lunch, and their largest share for work: more are a restaurant.
    private static let lunchHours = 11..<14
    private static let mostOfLunch = 0.75
    /// The share of the hours of a place that are working hours, at least, for work. Of those of somebody who goes
    /// anywhere in the daytime on any day it is 0.6.
    private static let leastOfWork = 0.75
    /// The same, at most, for a private place.
    private static let mostOfPrivate = 0.6
    /// The least share of the hours on weekends for a private place …
    private static let leastOfWeekends = 0.9
    /// … or the hours that are no night, the least share of the others, and the least number of different days of the
    /// week.
    private static let daytime = 7..<19
    private static let leastOfNights = 0.125
    private static let leastWeekdays = 4
    /// What the share of working days must be at least, when the little that a few days tell is taken off.
    private static let leastOfWorkingDays = 0.65

    /// The share that `count` of `all` shows to be there in 19 of 20 cases: the lower end of Wilson's score interval
    /// (Wilson 1927, "Probable inference, the law of succession, and statistical inference").
    private static func atLeast(_ count: Int, of all: Int) -> Double {
        let (n, z) = (Double(all), 1.645)
        let share = Double(count) / n
        let spread = z * (share * (1 - share) / n + z * z / (4 * n * n)).squareRoot()
        return (share + z * z / (2 * n) - spread) / (1 + z * z / n)
    }
}

/// Whether days are those of a habit, and not of one stay or of some.
private struct Habit {
    /// Different days, ascending.
    let days: [CalendarDay]

    /// Weeks in which somebody was there, at least.
    private static let weeks = 4
    /// Days, at least.
    private static let days = 5
    /// Of the weeks between the first and the last one, the part in which somebody was there, at least: an event that
    /// comes every year is none.
    private static let everySoManyWeeks = 20
    /// A stay is at most so long, and has photos of most of its days.
    private static let longestStay = 45
    private static let partOfStay = 0.75
    /// So many days are no chance; of fewer …
    private static let manyDays = 12
    /// … this part of the weeks between the first and the last has to have one.
    private static let regularPart = 0.6

    /// Whether somebody comes so often, or so regularly, that work may be the reason.
    var isRegular: Bool {
        guard let first = days.first, let last = days.last else { return false }
        let weeks = Set(days.map(\.week)).count
        return days.count >= Self.manyDays || Double(weeks) >= Self.regularPart * Double(last.week - first.week + 1)
    }

    var isHabit: Bool {
        guard let first = days.first, let last = days.last, days.count >= Self.days else { return false }
        let weeks = Set(days.map(\.week)).count
        guard weeks >= Self.weeks, weeks * Self.everySoManyWeeks >= last.week - first.week + 1 else { return false }
        let span = last.number - first.number + 1
        let hasWeekends = days.contains { $0.weekday >= 5 }
        return !(hasWeekends && span <= Self.longestStay && Double(days.count) >= Self.partOfStay * Double(span))
    }
}

extension CalendarDay {
    /// Weeks since the one that 1970-01-01 was in; they begin on Mondays.
    fileprivate var week: Int { (number - weekday + 3) / 7 }
}
