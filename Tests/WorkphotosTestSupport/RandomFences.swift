internal import Glibc
package import PhotoModel
internal import PhotoPipeline
internal import SystemPackage

/// Random fences that change, and photos around them, of every kind that judging distinguishes. They are around one
/// place, which may lie at the antimeridian or near a pole, at distances of some metres up to some hundred kilometres.
package struct RandomFences {
    package private(set) var fences: [Fence] = []
    package var random: SplitMix64
    private let center: Coordinate
    private let settings: TriageSettings
    private let zones: [String: TimeZoneRules]
    private var names = 0

    package init(seed: UInt64) throws {
        random = SplitMix64(seed: seed)
        let known = ["Europe/Berlin", "America/New_York"]
        let files = TimeZoneFiles(directory: "/usr/share/zoneinfo")
        zones = Dictionary(uniqueKeysWithValues: try known.map { ($0, try files.zone(named: $0).rules) })
        let places = [(53.54, 9.98), (0, 180), (-17, -179.99), (89.9, 20), (-34.9, -56.2)]
        let (latitude, longitude) = places[Int(seed) % places.count]
        guard let center = Coordinate(latitude: latitude, longitude: longitude) else { throw TextError("place") }
        self.center = center
        var settings = TriageSettings()
        settings.certainty = [0.5, 0.8, 0.95, 0.999, 0.999][Int.random(in: 0..<5, using: &random)]
        settings.assumedAccuracy = [nil, nil, 10, 8_000][Int.random(in: 0..<4, using: &random)]
        self.settings = settings
        // With one that stays, so that there is always a work fence.
        fences = [Fence(name: "First", kind: .work, shape: .circle(center: center, radius: 100))]
        for _ in 0..<4 { try change() }
    }

    /// The rules of the current fences.
    package func triage() -> Triage { Triage(fences: fences, settings: settings, zones: zones) }

    /// Adds, moves, resizes, renames or removes a fence, or changes what it means.
    package mutating func change() throws {
        let place = Int.random(in: 1...max(1, fences.count), using: &random)
        guard place < fences.count, Int.random(in: 0..<4, using: &random) > 0 else {
            return fences.append(try fence())
        }
        switch Int.random(in: 0..<6, using: &random) {
        case 0: fences[place].shape = try shape()
        case 1: fences[place].kind = fences[place].kind == .work ? .never : .work
        case 2: fences[place].schedule = try schedule()
        case 3: fences[place].name = name()
        case 4:
            let other = try fence()
            (fences[place].shape, fences[place].schedule) = (other.shape, other.schedule)
        default: fences.remove(at: place)
        }
    }

    /// A photo near the fences or far away, with any accuracy and time, or without a position.
    package mutating func photo() -> PhotoFacts {
        var facts = PhotoFacts(format: .jpeg)
        switch Int.random(in: 0..<12, using: &random) {
        case 0: facts.position = .absent
        case 1: facts.position = .invalid(.nullIsland)
        default: facts.position = .valid(somewhere())
        }
        let accuracies: [Double?] = [nil, nil, nil, nil, 5, 30, 700, 1_900, 30_000, 100_000, 100_001]
        facts.horizontalAccuracy = accuracies[Int.random(in: 0..<accuracies.count, using: &random)]
        facts.processingMethod = [nil, nil, "GPS", "CELLID", "CELLID"][Int.random(in: 0..<5, using: &random)]
        if Int.random(in: 0..<4, using: &random) > 0 {
            facts.captureTime = CaptureTime(wall: moment(), offset: nil, source: .exif)
        }
        if Int.random(in: 0..<3, using: &random) == 0 { facts.gpsTime = facts.captureTime?.wall ?? moment() }
        return facts
    }

    private mutating func moment() -> WallTime {
        WallTime(microseconds: 1_700_000_000_000_000 + Int64.random(in: 0..<20_000_000, using: &random) * 1_000_000)
    }

    private mutating func fence() throws -> Fence {
        let kind: Fence.Kind = Int.random(in: 0..<3, using: &random) == 0 ? .never : .work
        return Fence(name: name(), kind: kind, shape: try shape(), schedule: try schedule())
    }

    private mutating func name() -> String {
        names += 1
        return "\(Int.random(in: 0..<100, using: &random))-\(names)"
    }

    private mutating func schedule() throws -> FenceSchedule {
        var schedule = FenceSchedule()
        if Bool.random(using: &random) { schedule.hours = [try WeeklyHours(parsing: "mon-fri 8:00-17:00")] }
        if Bool.random(using: &random) { schedule.timeZone = zones.keys.sorted().randomElement(using: &random) }
        return schedule
    }

    private mutating func shape() throws -> FenceShape {
        let middle = somewhere()
        let radius = pow(10, Double.random(in: 1...4, using: &random))
        guard Int.random(in: 0..<3, using: &random) == 0 else { return .circle(center: middle, radius: radius) }
        let (height, width) = Self.degrees(radius, at: middle)
        let corners = [(-1.0, -1.0), (-1, 1), (1, 0.5), (-1, -1)].compactMap { north, east in
            RingPosition(
                latitude: min(max(middle.latitude + north * height, -90), 90),
                longitude: middle.longitude + east * width)
        }
        guard let polygon = Polygon(parts: [.init(outer: try PolygonRing(corners))]) else { throw TextError("shape") }
        return .polygon(polygon)
    }

    /// A place at a distance whose logarithm is uniform.
    private mutating func somewhere() -> Coordinate {
        let (height, width) = Self.degrees(pow(10, Double.random(in: 1...5.4, using: &random)), at: center)
        let latitude = center.latitude + Double.random(in: -height...height, using: &random)
        let longitude = center.longitude + Double.random(in: -width...width, using: &random)
        return Coordinate(
            latitude: min(max(latitude, -90), 90), longitude: longitude.remainder(dividingBy: 360)) ?? center
    }

    private static func degrees(_ meters: Double, at place: Coordinate) -> (height: Double, width: Double) {
        let height = meters / 111_000
        return (height, min(height / max(cos(place.latitude * .pi / 180), 0.001), 80))
    }
}
