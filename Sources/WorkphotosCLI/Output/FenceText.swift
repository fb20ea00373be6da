import PhotoModel

extension JSONLine {
    /// Sets the schedule of a `fence` line.
    mutating func set(schedule: FenceSchedule) {
        set("hours", schedule.hours.map(\.text))
        set("timeZone", schedule.timeZone)
        set("from", schedule.from?.text)
        set("until", schedule.until?.text)
        set("except", schedule.except.map(\.text))
    }
}

extension FenceSchedule {
    /// The schedule as text; empty if the fence always applies. Names are safe for a terminal.
    var text: String {
        let parts: [String?] = [
            hours.isEmpty ? nil : hours.map { terminalSafe($0.text) }.joined(separator: "; "),
            timeZone.map { "in \(terminalSafe($0))" }, from.map { "from \($0.text)" }, until.map { "until \($0.text)" },
            except.isEmpty ? nil : "except \(except.map(\.text).joined(separator: ", "))",
        ]
        return parts.compactMap(\.self).joined(separator: ", ")
    }
}

/// An area as text, not negative: `7 m²`, `12,345 m²`, `1.5 km²`, `320 km²`.
func areaText(squareMeters: Double) -> String {
    if squareMeters < 100_000 { return "\(Int(squareMeters.rounded()).grouped) m²" }
    let tenths = (squareMeters / 100_000).rounded() / 10
    return tenths < 100 ? "\(tenths) km²" : "\(Int(tenths.rounded()).grouped) km²"
}

/// A length as text, not negative: `7 m`, `150 m`, `1.5 km`, `320 km`.
func lengthText(meters: Double) -> String {
    if meters < 1_000 { return "\(Int(meters.rounded())) m" }
    let tenths = (meters / 100).rounded() / 10
    return tenths < 100 ? "\(tenths) km" : "\(Int(tenths.rounded())) km"
}
