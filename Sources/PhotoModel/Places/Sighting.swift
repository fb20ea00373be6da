internal import Glibc

/// Where and when one photo was taken, in 16 bytes: what places are found from.
///
/// The place is a point of the ellipsoid in whole centimetres, so that sums of many are exact and the order in which
/// photos come does not matter.
package struct Sighting: Hashable, Sendable {
    /// Centimetres in space, as ``SpacePoint`` has its axes.
    let x: Int32
    let y: Int32
    let z: Int32
    /// The day and the hour on the wall.
    let slot: HourSlot

    /// Positions that are said to be less accurate than this, in metres, tell of no place.
    private static let worstAccuracy = 200.0

    /// Nil where the photo has no position, or one that is known to be coarse.
    package init?(_ facts: PhotoFacts) {
        guard let coordinate = facts.position.coordinate else { return nil }
        if let accuracy = PositionAccuracy(facts, settings: TriageSettings()), accuracy.meters > Self.worstAccuracy {
            return nil
        }
        self.init(at: coordinate, time: facts.captureTime)
    }

    /// - Parameter time: when; nil where nobody knows.
    package init(at coordinate: Coordinate, time: CaptureTime?) {
        let point = AuxiliaryPoint(coordinate).inSpace
        x = Int32((point.x * 100).rounded())
        y = Int32((point.y * 100).rounded())
        z = Int32((point.z * 100).rounded())
        slot = HourSlot(time, longitude: coordinate.longitude)
    }
}

/// A day and an hour of it as a clock on the wall shows them; the hour, or both, may not be known.
struct HourSlot: Hashable, Comparable, Sendable {
    /// 25 a day, the last for an hour that nobody knows.
    private let number: Int32

    private static let unknown = Int32.min
    private static let hourOfNone: Int32 = 24

    /// - Parameters:
    ///   - time: when; nil where nobody knows.
    ///   - longitude: where, in degrees: what a clock there shows is guessed from it where the time is UTC's.
    init(_ time: CaptureTime?, longitude: Double) {
        guard let time else {
            number = Self.unknown
            return
        }
        let shift = time.isOnlyUTC ? Int((longitude / 15).rounded()) * 3_600 : 0
        let wall = time.wall.advanced(bySeconds: shift)
        let day = CalendarDay(wall).number
        let hour = time.isDateOnly ? Int(Self.hourOfNone) : (Int(wall.wholeSeconds) - day * 86_400) / 3_600
        number = Int32(clamping: day * 25 + hour)
    }

    /// The day; nil where nobody knows.
    var day: CalendarDay? {
        number == Self.unknown ? nil : CalendarDay(number: Int((number >= 0 ? number : number - 24) / 25))
    }

    /// The hour, 0…23; nil where nobody knows.
    var hour: Int? {
        guard let day, case let hour = Int(number) - day.number * 25, hour < Self.hourOfNone else { return nil }
        return hour
    }

    static func < (left: HourSlot, right: HourSlot) -> Bool { left.number < right.number }
}

extension Coordinate {
    /// The point of the ellipsoid above or below a point in space, to some centimetres where that is near the surface.
    init?(below point: SpacePoint) {
        let flatter = 1 - Ellipsoid.flattening
        let horizontal = (point.x * point.x + point.y * point.y).squareRoot()
        let latitude = atan2(point.z, horizontal * flatter * flatter) * 180 / .pi
        self.init(latitude: latitude, longitude: atan2(point.y, point.x) * 180 / .pi)
    }
}
