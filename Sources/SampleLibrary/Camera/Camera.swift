/// A camera and its habits: which metadata it writes, and in which form.
struct Camera {
    struct Receiver {
        /// Seconds of arc are written in units of 1/`secondsDenominator`.
        let secondsDenominator: Int
        /// Whether GPSHPositioningError is written.
        let writesAccuracy: Bool
        /// The percentages of photos with each GPSProcessingMethod; empty if it is not written.
        let methods: [(name: String, percent: Int)]

        func fix(_ point: GeoPoint) -> Shot.Fix {
            .point(
                latitude: GPSAngle(point.latitude, denominator: secondsDenominator),
                longitude: GPSAngle(point.longitude, denominator: secondsDenominator))
        }

        /// The method for a number drawn from 0..<100.
        func processingMethod(drawn: Int) -> String? {
            var rest = drawn
            for (name, percent) in methods {
                if rest < percent { return name }
                rest -= percent
            }
            return nil
        }
    }

    enum Naming {
        /// `IMG_0001.jpg`: a counter of four digits.
        case numbered(prefix: String, ending: String)
        /// `PXL_20260501_080000123.jpg`: UTC to the millisecond.
        case pixel
        /// `20260501_100000.jpg`: wall time, with `_001` for the second photo of a second.
        case samsung
    }

    let make: String
    let model: String
    let software: String
    let byteOrder: SampleByteOrder
    /// Four digits: 0230 for EXIF 2.3.
    let exifVersion: String
    /// Whether OffsetTime, OffsetTimeOriginal and OffsetTimeDigitized are written.
    let writesOffset: Bool
    let subSecondDigits: Int
    /// The receiver; nil for cameras without one.
    let receiver: Receiver?
    let lens: Lens
    let note: MakerNote
    let naming: Naming
    let shape: Picture.Shape

    /// The orientation for a number drawn from 0..<100. Phones are held in more ways than cameras.
    func orientation(drawn: Int) -> Int {
        guard receiver != nil else { return drawn < 80 ? 1 : 8 }
        return drawn < 66 ? 1 : drawn < 94 ? 6 : drawn < 98 ? 3 : 8
    }
}

/// A lens's EXIF data.
struct Lens {
    let make: String
    let model: String
    /// Focal length in millimetres.
    let focalLength: Rational
    /// Millimetres for the same field of view on 35 mm film.
    let equivalent: Int
    let fNumber: Rational
    /// The aperture in APEX units: 2 log₂ of the f-number (EXIF 3.0, annex C).
    let aperture: Rational
    /// Shortest and longest focal length, and the smallest f-number at each.
    let range: [Rational]
}
