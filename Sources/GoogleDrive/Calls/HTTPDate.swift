/// The dates of HTTP headers: RFC 9110, section 5.6.7, in the only form that servers may send.
enum HTTPDate {
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    /// Seconds since 1970 for a date like `Sun, 06 Nov 1994 08:49:37 GMT`; nil if the text is not such a date.
    static func seconds(_ text: String) -> Int64? {
        let parts = text.split(separator: " ")
        guard parts.count == 6, parts[5] == "GMT", let day = Int64(parts[1]),
            let month = months.firstIndex(of: String(parts[2])),
            let year = Int64(parts[3]), (1...31).contains(day), (1_970...9_999).contains(year)
        else { return nil }
        let time = parts[4].split(separator: ":").compactMap { Int64($0) }
        guard time.count == 3, (0...23).contains(time[0]), (0...59).contains(time[1]), (0...60).contains(time[2]) else {
            return nil
        }
        return days(year: year, month: Int64(month) + 1, day: day) * 86_400 + time[0] * 3_600 + time[1] * 60 + time[2]
    }

    /// Days since 1970-01-01 of a date in the Gregorian calendar. The year is counted from March, so that the leap day
    /// is its last.
    private static func days(year: Int64, month: Int64, day: Int64) -> Int64 {
        let shifted = month > 2 ? year : year - 1
        let (era, yearOfEra) = (shifted / 400, shifted % 400)
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }
}
