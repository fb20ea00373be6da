/// Degrees, minutes and seconds in EXIF's form: three rationals and a hemisphere (EXIF 3.0, 4.6.6, GPSLatitude).
struct GPSAngle {
    let isNegative: Bool
    let degrees: Int
    let minutes: Int
    /// In units of 1/`denominator` of a second of arc; below 60 s.
    let seconds: Int
    let denominator: Int

    /// Rounds to the nearest unit, and carries into minutes and degrees.
    init(_ value: Double, denominator: Int) {
        let units = Int((abs(value) * 3_600 * Double(denominator)).rounded())
        isNegative = value < 0
        degrees = units / (3_600 * denominator)
        minutes = units / (60 * denominator) % 60
        seconds = units % (60 * denominator)
        self.denominator = denominator
    }

    /// Signed decimal degrees of the rounded value.
    var value: Double {
        let angle = Double(degrees) + Double(minutes) / 60 + Double(seconds) / Double(denominator) / 3_600
        return isNegative ? -angle : angle
    }

    var rationals: SampleTIFFValue {
        .rationals([Rational(degrees, 1), Rational(minutes, 1), Rational(seconds, denominator)])
    }
}
