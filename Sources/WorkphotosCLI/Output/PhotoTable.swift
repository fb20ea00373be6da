import PhotoModel

/// A photo as a row for people: when, what, why, which.
enum PhotoTable {
    /// The row, without a line end. Names are safe for a terminal.
    static func row(_ photo: Photo) -> String {
        let time = photo.facts.captureTime.map { String($0.wall.text.prefix(16)).replacing("T", with: " ") } ?? "–"
        let columns = [
            padded(time, to: 16), padded(photo.judgement?.verdict.rawValue ?? "–", to: 8),
            padded(reason(photo), to: 36), terminalSafe(photo.path.bytes),
        ]
        return columns.joined(separator: "  ")
    }

    /// The rule in short: the fence with how far inside or outside, and the reason's name where these do not say it all.
    private static func reason(_ photo: Photo) -> String {
        guard let judgement = photo.judgement else { return "–" }
        guard let fence = judgement.fence else { return judgement.reason.rawValue }
        let side = judgement.distance.map { "\(lengthText(meters: abs($0))) \($0 <= 0 ? "inside" : "outside")" }
        let reason = judgement.reason.followsFromSide ? nil : judgement.reason.rawValue
        return [terminalSafe(fence), side, reason].compactMap(\.self).joined(separator: ", ")
    }
}

extension Reason {
    /// Whether it is what being inside or outside of a work fence means by itself. Of any other the side is only a part: a
    /// photo inside that is personal may be out of hours, or in a fence of kind never.
    fileprivate var followsFromSide: Bool { self == .insideFence || self == .outsideFences }
}

/// Text filled up with blanks to a width; longer text stays as it is.
func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
}
