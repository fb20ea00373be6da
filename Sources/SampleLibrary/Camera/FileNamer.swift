/// Names the photos of one day. All names differ, even if case is ignored.
struct FileNamer {
    /// The last Samsung name without its extension, and the number of photos with it.
    private var lastStem = ""
    private var repeats = 0

    mutating func name(of shot: Shot, _ format: SampleFormat) -> String {
        switch shot.camera.naming {
        case .numbered(let prefix, let ending):
            return prefix + digits(shot.serial % 9_999 + 1, 4) + Self.ending(of: format, like: ending)
        case .pixel:
            return "PXL_" + Self.stem(shot.utc) + shot.utc.subSecond(digits: 3) + Self.ending(of: format, like: ".jpg")
        case .samsung:
            let stem = Self.stem(shot.taken)
            repeats = stem == lastStem ? repeats + 1 : 0
            lastStem = stem
            let number = repeats == 0 ? "" : "_" + digits(repeats, 3)
            return stem + number + Self.ending(of: format, like: ".jpg")
        }
    }

    /// The extension of a format, in capitals if the camera's own is.
    private static func ending(of format: SampleFormat, like own: String) -> String {
        guard format != .jpeg else { return own }
        return own == own.uppercased() ? ".\(format.rawValue.uppercased())" : ".\(format.rawValue)"
    }

    private static func stem(_ clock: WallClock) -> String {
        clock.date.text(separator: "") + "_" + clock.timeText(separator: "")
    }
}
