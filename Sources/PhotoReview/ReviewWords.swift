import PhotoModel

/// What a page says of its photos.
package enum ReviewWords {
    private static let mostPlaces = 3
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    /// What the page is about, such as `37 work photos (120 MB), 1 May 2026 to 12 May 2026, at Depot and Office.`
    package static func sentence(_ rows: ReviewRows) -> String {
        let isWork = rows.byVerdict[.work]?.photos == rows.all.photos
        let photos = rows.all.photos.counting(isWork ? "work photo" : "photo")
        let parts = ["\(photos) (\(rows.all.bytes.byteSize))", days(rows), places(rows)]
        return parts.compactMap(\.self).joined(separator: ", ") + "."
    }

    /// What those who get the page can see.
    ///
    /// - Parameter hasNever: whether it has fences of kind never.
    /// - Returns: two sentences.
    package static func banner(_ rows: ReviewRows, hasPictures: Bool, hasNever: Bool) -> String {
        let shown =
            rows.showsPlaces
            ? ["positions", "directories", "fences", "names"] + (hasPictures ? ["small pictures"] : [])
            : (hasPictures ? ["small pictures"] : []) + ["names of files", "of fences", "of destinations"]
        let others = Verdict.allCases.filter { $0 != .work && rows.byVerdict[$0] != nil }.map(\.rawValue)
        let photos = others.isEmpty ? "work photos only" : "photos that are \(joined(others, "or")) too"
        let never = hasNever && rows.showsPlaces ? ", and the fences of kind never" : ""
        let without = rows.showsPlaces ? "" : ", without positions and directories"
        return "This file contains \(joined(shown, "and")) of \(photos)\(never)\(without). "
            + "Everybody who gets it can see them."
    }

    private static func days(_ rows: ReviewRows) -> String? {
        guard let days = rows.days else { return nil }
        let (first, last) = (days.lowerBound, days.upperBound)
        return first == last ? text(first) : "\(text(first)) to \(text(last))"
    }

    /// A day as the rows of the page write it, such as `4 May 2026`.
    private static func text(_ day: CalendarDay) -> String {
        let parts = day.text.split(separator: "-").compactMap { Int($0) }
        guard parts.count == 3, (1...12).contains(parts[1]) else { return day.text }
        return "\(parts[2]) \(months[parts[1] - 1]) \(parts[0])"
    }

    /// The fences with the most photos, by name.
    private static func places(_ rows: ReviewRows) -> String? {
        let counts = zip(rows.fences.texts, rows.fences.counts).dropFirst().sorted { ($1.1, $0.0) < ($0.1, $1.0) }
        if counts.isEmpty { return nil }
        let left = counts.count - mostPlaces
        let names = counts.prefix(mostPlaces).map(\.0) + (left > 0 ? ["\(left.grouped) more"] : [])
        return "at or near \(joined(names, "and"))"
    }

    private static func joined(_ words: [String], _ last: String) -> String {
        if words.count < 2 { return words.joined() }
        return words.dropLast().joined(separator: ", ") + " \(last) \(words[words.count - 1])"
    }
}
