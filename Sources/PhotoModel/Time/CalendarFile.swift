/// The whole-day events of an iCalendar file (RFC 5545): days off.
///
/// Rules that repeat an event every year are taken as calendars of public holidays have them (``YearlyRule``), with
/// `EXDATE`, `RDATE` and other versions of single days (`RECURRENCE-ID`). An event of which anything cannot be taken is
/// named and left out as a whole.
package struct CalendarFile: Sendable {
    /// The days, in the order of the file.
    package private(set) var days: [ExceptedDays] = []
    /// What is left out, and in which line.
    package private(set) var leftOut: [(line: Int, what: String)] = []

    /// The maximum number of days and stretches of days.
    private static let mostDays = 10_000

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - bytes: the file, UTF-8.
    ///   - end: the last day that is given of what repeats in other ways than a date that comes every year.
    /// - Throws: if this is no iCalendar file, or it breaks off, or has more than 10,000 days.
    package init(parsing bytes: [UInt8], until end: CalendarDay) throws(CalendarFileError) {
        let events = try Self.events(in: CalendarLine.all(of: bytes))
        let versions = Dictionary(grouping: events.filter { $0.original != nil }, by: \.identifier)
        let replaced = versions.mapValues { versions in
            Result { () throws(CalendarEvent.UnreadableEvent) in
                Set(try versions.map { version throws(CalendarEvent.UnreadableEvent) in try version.replacedDay })
            }
        }
        for event in events {
            do throws(CalendarEvent.UnreadableEvent) {
                let others = event.original == nil ? replaced[event.identifier] : nil
                days += try event.days(without: others ?? .success([]), until: end)
            } catch {
                leftOut.append((error.line, "\(event.title) \(error.why)"))
            }
            guard days.count <= Self.mostDays else {
                throw CalendarFileError(
                    line: event.line, message: "the calendar has more than the \(Self.mostDays) days off that are read")
            }
        }
    }

    private static func events(in lines: [CalendarLine]) throws(CalendarFileError) -> [CalendarEvent] {
        guard lines.first?.name == "BEGIN", lines.first?.value.uppercased() == "VCALENDAR" else {
            throw CalendarFileError(line: 1, message: "this is not an iCalendar file: it does not begin with VCALENDAR")
        }
        var events: [CalendarEvent] = []
        var open: [String] = []
        var event: [CalendarLine] = []
        for line in lines {
            let part = line.value.uppercased()
            switch line.name {
            case "BEGIN":
                open.append(part)
                if part == "VEVENT" { event = [line] }
            case "END":
                guard open.popLast() == part else {
                    throw CalendarFileError(line: line.line, message: "\(terminalSafe(part)) ends here and is not open")
                }
                if part == "VEVENT" { events.append(CalendarEvent(event)) }
            default:
                // Alarms, which events contain, have lines of the same names.
                if open.last == "VEVENT" { event.append(line) }
            }
        }
        if let part = open.last {
            let line = lines.last?.line ?? 1
            throw CalendarFileError(
                line: line, message: "the calendar breaks off: END:\(terminalSafe(part)) is missing")
        }
        return events
    }
}

/// Why bytes are no calendar.
package struct CalendarFileError: Error, Hashable, Sendable {
    /// The line, from 1.
    package let line: Int
    /// What is wrong, in a sentence without a full stop.
    package let message: String
}

/// A line of content (RFC 5545, section 3.1).
struct CalendarLine {
    /// In upper case, without parameters.
    let name: String
    /// In upper case, joined by semicolons.
    let parameters: String
    let value: String
    /// The line of the file, from 1.
    let line: Int

    /// All lines, with those put together that were folded.
    static func all(of bytes: [UInt8]) -> [CalendarLine] {
        var unfolded: [(text: [UInt8], line: Int)] = []
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (number, line) in lines.enumerated() {
            let text = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
            if let first = text.first, first == 0x20 || first == 0x09, !unfolded.isEmpty {
                unfolded[unfolded.count - 1].text += text.dropFirst()
            } else if !text.isEmpty {
                unfolded.append((Array(text), number + 1))
            }
        }
        return unfolded.compactMap { CalendarLine($0.text, line: $0.line) }
    }

    private init?(_ bytes: [UInt8], line: Int) {
        var text = String(decoding: bytes, as: UTF8.self)[...]
        if text.hasPrefix("\u{FEFF}") { text = text.dropFirst() }
        // The value begins at the first colon that is not in quotation marks.
        var isQuoted = false
        let colon = text.firstIndex { character in
            if character == "\"" { isQuoted.toggle() }
            return character == ":" && !isQuoted
        }
        guard let colon else { return nil }
        let head = text[..<colon].split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false)
        name = head[0].uppercased()
        parameters = head.count == 2 ? head[1].uppercased() : ""
        value = trimmed(text[text.index(after: colon)...])
        self.line = line
    }

    /// The day of a value that is a date; nil for a time of day.
    var day: CalendarDay? { CalendarDay(basic: value[...]) }
}

extension CalendarDay {
    /// Reads `YYYYMMDD` (RFC 5545, section 3.3.4); nil for anything else.
    init?(basic text: Substring) {
        guard text.utf8.count == 8, text.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains),
            let number = Int(text),
            let midnight = WallTime(year: number / 10_000, month: number / 100 % 100, day: number % 100)
        else { return nil }
        self.init(midnight)
    }

    /// The same, also with a time of day after it that stands for the whole day: one of `times`, such as `T000000`,
    /// perhaps in UTC.
    init?(basic text: Substring, orWith times: [String]) {
        let rest = text.dropFirst(8)
        guard rest.isEmpty || times.contains(String(rest)) || times.contains(where: { "\($0)Z" == rest }) else {
            return nil
        }
        self.init(basic: text.prefix(8))
    }

    /// The day so many days later.
    package func adding(days: Int) -> CalendarDay { CalendarDay(number: number + days) }
}
