/// Gives the photos of one day their names, no two alike, upper and lower case taken as one.
struct FileNamer {
    /// The last samsung name without its ending, and how many photos have had it.
    private var lastStem = ""
    private var repeats = 0

    mutating func name(of shot: Shot) -> String {
        switch shot.camera.naming {
        case .numbered(let prefix, let ending):
            return prefix + digits(shot.serial % 9_999 + 1, 4) + ending
        case .pixel:
            return "PXL_" + Self.stem(shot.utc) + shot.utc.subSecond(digits: 3) + ".jpg"
        case .samsung:
            let stem = Self.stem(shot.taken)
            repeats = stem == lastStem ? repeats + 1 : 0
            lastStem = stem
            return repeats == 0 ? stem + ".jpg" : stem + "_" + digits(repeats, 3) + ".jpg"
        }
    }

    private static func stem(_ clock: WallClock) -> String {
        clock.date.text(separator: "") + "_" + clock.timeText(separator: "")
    }
}
