import PhotoModel
import SystemPackage

/// A photo as a row for people: when, what, why, which.
struct PhotoTable {
    /// How a terminal wants its rows; nil where the rows go elsewhere, and then they are as wide as they are.
    struct Style {
        /// As wide as it is.
        let columns: Int
        /// Whether verdicts are coloured.
        let colors: Bool
        /// The library's directories, to whose names paths are shortened.
        let roots: [FilePath]
    }

    /// The widths of the columns before the path.
    private struct Widths {
        var time = 16
        var reason = 36

        /// What fits: the path has to have room for a name.
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
        if widths.reason > 0 {
            let reason = Self.reason(photo)
            columns.append(padded(style == nil ? reason : reason.shortened(to: widths.reason), to: widths.reason))
        }
        let used = columns.count * 2 + widths.time + Widths.verdict + widths.reason
        return (columns + [path(photo.path, width: style.map { $0.columns - used })]).joined(separator: "  ")
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

    /// At a terminal the path below the directory that holds the root, as far as it fits, from its end.
    private func path(_ path: FilePath, width: Int?) -> String {
        guard let style, let width else { return terminalSafe(path.bytes) }
        var short = path
        if let root = style.roots.first(where: { path.starts(with: $0) }), root.components.count > 1 {
            _ = short.removePrefix(root.removingLastComponent())
        }
        return terminalSafe(short.bytes).shortenedAtStart(to: max(width, 8))
    }

    /// The rule in short: the fence with how far inside or outside, and the reason's name where these do not say it
    /// all.
    private static func reason(_ photo: Photo) -> String {
        guard let judgement = photo.judgement else { return "–" }
        guard let fence = judgement.fence else { return judgement.reason.rawValue }
        let side = judgement.distance.map { "\(lengthText(meters: abs($0))) \($0 <= 0 ? "inside" : "outside")" }
        let reason = judgement.reason.followsFromSide ? nil : judgement.reason.rawValue
        return [terminalSafe(fence), side, reason].compactMap(\.self).joined(separator: ", ")
    }
}

extension Reason {
    /// Whether it is what being inside or outside of a work fence means by itself. Of any other the side is only a
    /// part: a photo inside that is personal may be out of hours, or in a fence of kind never.
    fileprivate var followsFromSide: Bool { self == .insideFence || self == .outsideFences }
}

/// Text filled up with blanks to a width in columns of a terminal; longer text stays as it is.
func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.displayWidth))
}
