import PhotoModel
import PhotoPipeline
import SystemPackage

/// Reports a suggested fence, as text and as JSON.
struct SuggestionReport {
    let suggestion: FenceSuggestion
    /// Its first and its last photo; nil if there is none any more.
    let ends: (first: FilePath, last: FilePath)?

    /// The `suggestion` line.
    var json: JSONLine {
        var line = JSONLine(type: "suggestion")
        line.set("name", suggestion.name)
        line.set("kind", suggestion.kind?.rawValue)
        line.set("latitude", suggestion.center.latitude)
        line.set("longitude", suggestion.center.longitude)
        line.set("radius", suggestion.radius)
        line.set("photos", suggestion.photos)
        line.set("days", suggestion.days.days)
        line.set("firstDay", suggestion.days.first?.text)
        line.set("lastDay", suggestion.days.last?.text)
        line.set("weekdays", suggestion.days.weekdays)
        line.set("hours", suggestion.days.hours)
        line.set("existing", suggestion.existing?.name)
        line.set("map", map)
        line.set("firstPath", path: ends?.first)
        line.set("lastPath", path: ends?.last)
        return line
    }

    /// The text lines: name, kind and circle, number of photos and dates, the names of the first and the last, a link
    /// to a map, and the command that adds the fence. Names are safe for a terminal. If it is narrow, days and hours
    /// have a line each.
    func lines(isNarrow: Bool) -> [String] {
        let days = suggestion.days
        let dates = days.first.map { first in
            "\(days.days.grouped) \(days.days == 1 ? "day" : "days"), \(first.text)"
                + (days.last == first ? "" : " to \(days.last?.text ?? "")")
        }
        let circle = "\(lengthText(meters: suggestion.radius)) around \(suggestion.center.text)"
        var lines = ["\(terminalSafe(suggestion.name)): \(looks), \(circle)"]
        lines.append("  \(suggestion.photos.grouped) photos" + (dates.map { " on \($0)" } ?? ", none with a date"))
        if let ends { lines.append("  \(name(ends.first)) to \(name(ends.last))") }
        lines.append("  \(map)")
        if dates != nil {
            let hours = "0 h \(bars(days.hours)) 24 h" + (busyHours.map { ", mostly \($0)" } ?? "")
            let charts = ["Mon \(bars(days.weekdays)) Sun", hours]
            lines += isNarrow ? charts.map { "  \($0)" } : ["  \(charts[0])   \(charts[1])"]
        }
        return lines + ["  \(command)", hoursOption].compactMap(\.self)
    }

    /// The option that limits the fence of a work place to the hours of most photos; nil if they say no hours.
    private var hoursOption: String? {
        guard suggestion.kind == .work, suggestion.existing == nil, let busyHours,
            suggestion.days.weekdays.dropFirst(5).allSatisfy({ $0 == 0 })
        else { return nil }
        return "  to count only these hours, add: --hours 'mon-fri \(busyHours.replacing(" to ", with: "-"))'"
    }

    private func name(_ path: FilePath) -> String { terminalSafe(path.lastComponent?.string ?? "") }

    /// A link to a map that shows the place.
    private var map: String {
        let numbers = suggestion.center.text.split(separator: ",")
        return "https://www.openstreetmap.org/?mlat=\(numbers[0])&mlon=\(numbers[1])#map=17/\(numbers[0])/\(numbers[1])"
    }

    /// The hours of the day of which the bars are high, around the longest time of low ones; nil if that is short.
    private var busyHours: String? {
        let shares = suggestion.days.hours
        let most = shares.max() ?? 0
        let isLow = shares.map { $0 * 4 < most }
        var quiet = 0..<0
        for start in isLow.indices where isLow[start] && !isLow[(start + 23) % 24] {
            let length = isLow.indices.prefix { isLow[(start + $0) % 24] }.count
            if length > quiet.count { quiet = start..<start + length }
        }
        guard quiet.count >= 4 else { return nil }
        func clock(_ hour: Int) -> String { "\(hour < 10 ? "0" : "")\(hour):00" }
        return "\(clock(quiet.upperBound % 24)) to \(clock(quiet.lowerBound == 0 ? 24 : quiet.lowerBound))"
    }

    /// What its days and hours look like.
    var looks: String {
        if let existing = suggestion.existing {
            let kind = existing.kind == .work ? "work" : "never work"
            return "a fence (\(kind)) whose photos spill over its edge; now \(ground(of: existing.shape))"
        }
        return switch suggestion.kind {
        case .work: "looks like work (weekdays in the daytime)"
        case .never: "looks private (nights and weekends)"
        case nil: "a visit, or no pattern in the days"
        }
    }

    private func ground(of shape: FenceShape) -> String {
        switch shape {
        case .circle(_, let radius): lengthText(meters: radius)
        case .polygon: "a polygon of \(areaText(squareMeters: shape.area))"
        }
    }

    /// The command that adds the fence, or changes an existing one. What a mere visit is, only the user knows.
    var command: String {
        if suggestion.existing == nil, suggestion.kind == nil {
            return "only you know what it is: workphotos fence suggest --add"
        }
        let verb = suggestion.existing == nil ? "add" : "edit"
        let kind = suggestion.existing == nil && suggestion.kind == .never ? " --kind never" : ""
        let place = "--at \(suggestion.center.text) --radius \(Int(suggestion.radius))m"
        return ["workphotos", "fence", verb, shellQuoted(argument: suggestion.name) + kind, place].joined(
            separator: " ")
    }

    /// Shares as a bar chart, one character each.
    private func bars(_ shares: [Double]) -> String {
        let most = shares.max() ?? 0
        let heights = Array("▁▂▃▄▅▆▇█")
        return String(
            shares.map { share in
                share == 0 ? "·" : heights[min(heights.count - 1, Int(share / most * Double(heights.count - 1)))]
            })
    }
}
