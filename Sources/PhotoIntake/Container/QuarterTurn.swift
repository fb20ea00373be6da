/// A turn as old raw formats say it, in degrees clockwise.
enum QuarterTurn {
    /// The EXIF orientation that a turn comes to; nil for what is no quarter of a circle.
    static func orientation(_ degrees: UInt32) -> Int? {
        switch Int32(bitPattern: degrees) {
        case 0: 1
        case 90, -270: 6
        case 180, -180: 3
        case 270, -90: 8
        default: nil
        }
    }
}
