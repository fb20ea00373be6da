internal import Foundation

/// Times in the formats of the protocol. A time is a number of milliseconds since 1970 in UTC.
enum Times {
    /// A time in Drive's format: `2026-05-04T10:00:00.000Z`.
    static func text(_ milliseconds: Int) -> String {
        let thousandths = (milliseconds % 1000 + 1000) % 1000
        return "\(wholeSeconds(milliseconds)).\(String(1000 + thousandths).dropFirst())Z"
    }

    /// A time in the format of the header `Date` (RFC 9110, 5.6.7): `Mon, 04 May 2026 10:00:00 GMT`.
    static func header(_ milliseconds: Int) -> String {
        let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
        let names = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        let text = wholeSeconds(milliseconds)
        let date = text.prefix(10).split(separator: "-")
        let month = names[(Int(date[1]) ?? 1) - 1]
        return "\(weekdays[milliseconds / 86_400_000 % 7]), \(date[2]) \(month) \(date[0]) \(text.dropFirst(11)) GMT"
    }

    /// Reads an RFC 3339 time with any offset. Digits beyond milliseconds are dropped.
    ///
    /// - Returns: nil if the text is not a time.
    static func read(_ text: String) -> Int? {
        guard let parts = text.wholeMatch(of: /(.{19})(?:\.(\d+))?(Z|z|[+-]\d\d:\d\d)/),
            let date = try? Date((parts.1 + parts.3).uppercased(), strategy: .iso8601)
        else { return nil }
        return Int(date.timeIntervalSince1970) * 1000 + (Int(((parts.2 ?? "") + "000").prefix(3)) ?? 0)
    }

    private static func wholeSeconds(_ milliseconds: Int) -> Substring {
        Date(timeIntervalSince1970: (Double(milliseconds) / 1000).rounded(.down)).formatted(.iso8601).dropLast()
    }
}
