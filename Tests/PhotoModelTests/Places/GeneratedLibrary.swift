import Foundation
import PhotoModel
import WorkphotosTestSupport

/// Photos of a life with known places, generated from a seed.
struct GeneratedLibrary {
    /// A place and its kind.
    struct Truth {
        let kind: Fence.Kind?
        let center: Coordinate
        /// The positions of its photos.
        var points: [Coordinate] = []
    }

    private(set) var sightings: [Sighting] = []
    private(set) var places: [Truth] = []
    private var random: SplitMix64

    init(seed: UInt64) {
        random = SplitMix64(seed: seed)
    }

    /// An office: weekdays in the daytime, on `perWeek` days a week.
    mutating func addOffice(
        _ center: Coordinate, weeks: Int = 40, perWeek: Int = 3, photos: Int = 3, sigma: Double = 18
    ) {
        add(.work, center, sigma: sigma, photos: photos) { random in
            (0..<weeks).flatMap { week in
                (0..<perWeek).map { _ in
                    (day: week * 7 + Int.random(in: 0..<5, using: &random), hours: 8..<18)
                }
            }
        }
    }

    /// A site: weekdays in the daytime, anywhere within a circle.
    mutating func addSite(_ center: Coordinate, radius: Double, weeks: Int = 35, perWeek: Int = 3, photos: Int = 4) {
        add(
            .work, center, photos: photos,
            point: { random in
                let distance = radius * Double.random(in: 0...1, using: &random).squareRoot()
                let angle = Double.random(in: 0..<2 * .pi, using: &random)
                return (distance * cos(angle), distance * sin(angle))
            }
        ) { random in
            (0..<weeks).flatMap { week in
                (0..<perWeek).map { _ in (day: week * 7 + Int.random(in: 0..<5, using: &random), hours: 8..<18) }
            }
        }
    }

    /// A home: evenings of weekdays, and weekends.
    mutating func addHome(_ center: Coordinate, weeks: Int = 60, photos: Int = 4, sigma: Double = 15) {
        add(.never, center, sigma: sigma, photos: photos) { random in
            (0..<weeks).flatMap { week in
                (0..<4).map { _ in
                    let day = week * 7 + Int.random(in: 0..<7, using: &random)
                    return (day: day, hours: day % 7 >= 5 ? 9..<23 : 18..<24)
                }
            }
        }
    }

    /// A place of any habit: the weekdays, 0 for Monday, with the hours at which somebody may be there, each week.
    mutating func addHabit(
        _ kind: Fence.Kind?, _ center: Coordinate, weeks: Int = 30, photos: Int = 3,
        _ hours: [(weekdays: ClosedRange<Int>, hours: Range<Int>)]
    ) {
        add(kind, center, sigma: 15, photos: photos) { _ in
            (0..<weeks).flatMap { week in
                hours.flatMap { part in part.weekdays.map { (day: week * 7 + $0, hours: part.hours) } }
            }
        }
    }

    /// An event: some days in a row.
    mutating func addEvent(
        _ center: Coordinate, firstDay: Int, days: Int, photos: Int, hours: Range<Int> = 9..<18, sigma: Double = 20
    ) {
        add(nil, center, sigma: sigma, photos: photos) { _ in
            (0..<days).map { (day: firstDay + $0, hours: hours) }
        }
    }

    /// Photos anywhere within a distance, at any time.
    mutating func addNoise(around center: Coordinate, photos: Int, kilometers: Double) {
        for _ in 0..<photos {
            let north = Double.random(in: -kilometers...kilometers, using: &random) * 1_000
            let east = Double.random(in: -kilometers...kilometers, using: &random) * 1_000
            let (day, hour) = (Int.random(in: 0..<400, using: &random), Int.random(in: 7..<22, using: &random))
            add(at: center.moved(north: north, east: east), day: day, hour: hour)
        }
    }

    /// The same photos in another order.
    mutating func shuffle() { sightings.shuffle(using: &random) }

    private mutating func add(
        _ kind: Fence.Kind?, _ center: Coordinate, sigma: Double, photos: Int,
        _ days: (inout SplitMix64) -> [(day: Int, hours: Range<Int>)]
    ) {
        add(
            kind, center, photos: photos, point: { (Self.normal(&$0) * sigma, Self.normal(&$0) * sigma) }, days)
    }

    private mutating func add(
        _ kind: Fence.Kind?, _ center: Coordinate, photos: Int,
        point: (inout SplitMix64) -> (north: Double, east: Double),
        _ days: (inout SplitMix64) -> [(day: Int, hours: Range<Int>)]
    ) {
        var truth = Truth(kind: kind, center: center)
        for (day, hours) in days(&random) {
            for _ in 0..<photos {
                let (north, east) = point(&random)
                let point = center.moved(north: north, east: east)
                truth.points.append(point)
                add(at: point, day: day, hour: Int.random(in: hours, using: &random))
            }
        }
        places.append(truth)
    }

    /// Day 0 is Monday, 6 January 2025.
    private mutating func add(at point: Coordinate, day: Int, hour: Int) {
        let microseconds = Int64((20_094 + day) * 24 + hour) * 3_600_000_000
        let time = CaptureTime(wall: WallTime(microseconds: microseconds), offset: nil, source: .exif)
        sightings.append(Sighting(at: point, time: time))
    }

    /// A number of the standard normal distribution (Box and Muller 1958).
    private static func normal(_ random: inout SplitMix64) -> Double {
        let (u, v) = (Double.random(in: 0.000_001...1, using: &random), Double.random(in: 0..<1, using: &random))
        return (-2 * log(u)).squareRoot() * cos(2 * .pi * v)
    }
}

extension Coordinate {
    /// The point some metres away, at most a few kilometres; also across the antimeridian.
    func moved(north: Double, east: Double) -> Coordinate {
        let latitude = min(90, max(-90, latitude + north / 111_200))
        let width = max(cos(latitude * .pi / 180), 1e-9) * 111_320
        let longitude = (longitude + east / width).remainder(dividingBy: 360)
        return Coordinate(latitude: latitude, longitude: longitude) ?? self
    }
}
