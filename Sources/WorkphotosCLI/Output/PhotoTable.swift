import PhotoModel

/// A photo as a row for people: when, what, why, which.
enum PhotoTable {
    /// The row, without a line end. Names are safe for a terminal.
    static func row(_ photo: Photo) -> String {
        let time = photo.facts.captureTime.map { String($0.wall.text.prefix(16)).replacing("T", with: " ") } ?? "–"
        let columns = [
            padded(time, to: 16), padded(photo.judgement?.verdict.rawValue ?? "–", to: 8),
            padded(reason(photo), to: 28), terminalSafe(photo.path.bytes),
        ]
        return columns.joined(separator: "  ")
    }

    /// The rule in short: the fence with how far inside or outside, else the reason's name.
    private static func reason(_ photo: Photo) -> String {
        guard let judgement = photo.judgement else { return "–" }
        guard let fence = judgement.fence else { return judgement.reason.rawValue }
        let name = terminalSafe(fence)
        guard let distance = judgement.distance else { return name }
        let meters = lengthText(meters: abs(distance))
        return distance <= 0 ? "\(name), \(meters) inside" : "\(name), \(meters) outside"
    }
}

/// Text filled up with blanks to a width; longer text stays as it is.
func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
}
