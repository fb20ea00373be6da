import PhotoModel
import SystemPackage

/// A photo as a row: time, verdict, reason, path.
struct PhotoTable {
    /// How a terminal shows rows. Without a style, rows are as wide as their content.
    struct Style {
        /// The terminal's width.
        let columns: Int
        let colors: Bool
        let path: ShownPath
    }

    /// The widths of the columns before the path.
    private struct Widths {
        var time = 16
        var reason = 36

        /// The widths that fit, with enough room for a name in the path.
        init(columns: Int?) {
            guard let columns else { return }
            if columns < 60 { time = 10 }
            let left = columns - time - Self.verdict - 6 - 24
            reason = left < 8 ? 0 : min(36, left)
        }

        static let verdict = 8
    }

    private let style: Style?
    private let widths: Widths

    init(_ style: Style? = nil) {
        self.style = style
        widths = Widths(columns: style?.columns)
    }

    /// The row, without a line end. Names are safe for a terminal.
    func row(_ photo: Photo) -> String {
        let time = photo.facts.captureTime.map { String($0.wall.text.prefix(16)).replacing("T", with: " ") } ?? "–"
        var columns = [padded(String(time.prefix(widths.time)), to: widths.time), verdict(photo)]
        let reason = Self.reason(photo)
        if widths.reason > 0 { columns.append(style == nil ? reason : reason.shortened(to: widths.reason)) }
        let used = columns.count * 2 + widths.time + Widths.verdict
        let path = path(
            photo.path, width: style.map { $0.columns - used - (widths.reason > 0 ? columns[2].displayWidth : 0) })
        if widths.reason > 0 {
            // A long path begins where the reason ends.
            let left = style.map { $0.columns - used - path.displayWidth } ?? widths.reason
            columns[2] = padded(columns[2], to: min(widths.reason, left))
        }
        return (columns + [path]).joined(separator: "  ")
    }

    private func verdict(_ photo: Photo) -> String {
        let text = padded(photo.judgement?.verdict.rawValue ?? "–", to: Widths.verdict)
        guard style?.colors == true, let verdict = photo.judgement?.verdict else { return text }
        let color =
            switch verdict {
            case .work: 32
            case .personal: 36
            case .unsure: 33
            }
        return "\u{1B}[\(color)m\(text)\u{1B}[0m"
    }

    private func path(_ path: FilePath, width: Int?) -> String {
        style?.path.text(path, width: width) ?? terminalSafe(path.bytes)
    }

    /// The rule in short: the fence with the distance inside or outside, and the reason's name if these do not imply
    /// it.
    static func reason(_ photo: Photo) -> String {
        guard let judgement = photo.judgement else { return "–" }
        guard let fence = judgement.fence else { return judgement.reason.rawValue }
        let side = judgement.distance.map { "\(lengthText(meters: abs($0))) \($0 <= 0 ? "inside" : "outside")" }
        let reason = judgement.reason.followsFromSide ? nil : judgement.reason.rawValue
        return [terminalSafe(fence), side, reason].compactMap(\.self).joined(separator: ", ")
    }
}

extension Reason {
    /// Whether the reason follows from being inside or outside a work fence. Other reasons do not: a personal photo
    /// inside a fence may be out of hours, or in a fence of kind never.
    fileprivate var followsFromSide: Bool { self == .insideFence || self == .outsideFences }
}

/// Text padded with blanks to a width in terminal columns. Longer text does not change.
func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.displayWidth))
}
