import PhotoModel

extension JSONLine {
    /// The members of a `fence` line that say when it holds.
    mutating func set(schedule: FenceSchedule) {
        set("hours", schedule.hours.map(\.text))
        set("timeZone", schedule.timeZone)
        set("from", schedule.from?.text)
        set("until", schedule.until?.text)
        set("except", schedule.except.map(\.text))
    }
}

extension FenceSchedule {
    /// When the fence holds, for people; empty where it always does. Names are safe for a terminal.
    var text: String {
        let parts: [String?] = [
            hours.isEmpty ? nil : hours.map { terminalSafe($0.text) }.joined(separator: "; "),
            timeZone.map { "in \(terminalSafe($0))" }, from.map { "from \($0.text)" }, until.map { "until \($0.text)" },
            except.isEmpty ? nil : "except \(except.map(\.text).joined(separator: ", "))",
        ]
        return parts.compactMap(\.self).joined(separator: ", ")
    }
}
