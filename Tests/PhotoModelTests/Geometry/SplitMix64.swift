import PhotoModel

/// A generator of random numbers that gives the same ones for a seed (Steele, Lea and Flood 2014).
struct SplitMix64: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

extension Coordinate {
    /// A point anywhere, the poles as likely as other latitudes.
    static func random(using generator: inout SplitMix64) -> Coordinate {
        random(latitudes: -90...90, longitudes: -180...180, using: &generator)
    }

    /// A point in a box, whose edges may lie beyond a pole or the antimeridian.
    static func random(
        latitudes: ClosedRange<Double>, longitudes: ClosedRange<Double>, using generator: inout SplitMix64
    ) -> Coordinate {
        let latitude = min(max(Double.random(in: latitudes, using: &generator), -90), 90)
        let longitude = Double.random(in: longitudes, using: &generator).remainder(dividingBy: 360)
        guard let point = Coordinate(latitude: latitude, longitude: longitude) else {
            preconditionFailure("latitude \(latitude) and longitude \(longitude) are in range")
        }
        return point
    }
}
