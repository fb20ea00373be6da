/// Where a photo says it was taken.
///
/// A position that cannot be right is kept apart from one that is not there: both leave the photo unsure, for
/// different reasons.
package enum Position: Hashable, Sendable {
    /// Nothing in the photo says where it was taken.
    case absent
    /// The photo says something that is no position.
    case invalid(PositionProblem)
    /// A usable position.
    case valid(Coordinate)

    /// The coordinate of a valid position.
    package var coordinate: Coordinate? {
        if case .valid(let coordinate) = self { coordinate } else { nil }
    }

    /// Why the position is invalid; nil for valid and absent ones.
    package var problem: PositionProblem? {
        if case .invalid(let problem) = self { problem } else { nil }
    }
}

/// Why a position was refused. The raw values are the contract's `positionProblem`.
package enum PositionProblem: String, CaseIterable, Hashable, Sendable {
    /// Latitude and longitude are both exactly zero, which phones write when they know nothing.
    case nullIsland = "null-island"
    /// A rational number with a zero denominator (EXIF 3.0, 4.6.2, type 5).
    case zeroDenominator = "zero-denominator"
    /// GPSLatitudeRef or GPSLongitudeRef is absent or names none of north, south, east and west.
    case missingReference = "missing-reference"
    /// Beyond 90° or 180°, or minutes or seconds above 60.
    case outOfRange = "out-of-range"
    /// Of the wrong type or count, not a number, or in a GPS directory or a block that is there and cannot be read.
    case malformed
    /// Only one of latitude and longitude is there.
    case incomplete
}

/// Where a position came from. The raw values are the contract's `positionSource`.
package enum PositionSource: String, CaseIterable, Hashable, Sendable {
    case exif, xmp, quicktime, takeout, inferred
}

/// A point on the WGS 84 ellipsoid, in signed decimal degrees.
///
/// Latitude is −90…90, longitude −180…180. Only values in range can be made; 0,0 can (a fence may stand there), so
/// what a *photo* says of its position is a ``Position``, which refuses it.
package struct Coordinate: Hashable, Sendable {
    /// Degrees north of the equator, negative south of it.
    package let latitude: Double
    /// Degrees east of Greenwich, negative west of it.
    package let longitude: Double

    /// Nil when either value is out of range or not a number.
    package init?(latitude: Double, longitude: Double) {
        guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
        self.latitude = latitude
        self.longitude = longitude
    }
}
