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

extension Camera {
    static let phones = [iPhone, pixel, galaxy]
    static let all = phones + [canon, nikon]
    /// The share of each of `all` in percent.
    static let weights = [48, 21, 14, 10, 7]

    static let iPhone = Camera(
        make: "Apple", model: "iPhone 15 Pro", software: "18.4.1", byteOrder: .big, exifVersion: "0232",
        writesOffset: true, subSecondDigits: 3,
        receiver: Receiver(secondsDenominator: 100, writesAccuracy: true, methods: []),
        lens: Lens(
            make: "Apple", model: "iPhone 15 Pro back triple camera 6.765mm f/1.78",
            focalLength: Rational(6_765, 1_000), equivalent: 24, fNumber: Rational(178, 100),
            aperture: Rational(1_663, 1_000),
            range: [Rational(222, 100), Rational(9, 1), Rational(178, 100), Rational(28, 10)]),
        note: .apple, naming: .numbered(prefix: "IMG_", ending: ".jpg"), shape: .fourToThree)

    static let pixel = Camera(
        make: "Google", model: "Pixel 8", software: "HDR+ 1.0.641377609zd", byteOrder: .little, exifVersion: "0232",
        writesOffset: true, subSecondDigits: 3,
        receiver: Receiver(
            secondsDenominator: 100, writesAccuracy: false, methods: [("GPS", 78), ("WLAN", 14), ("CELLID", 8)]),
        lens: Lens(
            make: "Google", model: "Pixel 8 back camera 6.9mm f/1.68", focalLength: Rational(6_900, 1_000),
            equivalent: 24, fNumber: Rational(168, 100), aperture: Rational(150, 100),
            range: [Rational(69, 10), Rational(69, 10), Rational(168, 100), Rational(168, 100)]),
        note: .google, naming: .pixel, shape: .fourToThree)

    /// An older phone, which writes UTC only in its GPS time.
    static let galaxy = Camera(
        make: "samsung", model: "SM-G950F", software: "G950FXXUCDUD1", byteOrder: .little, exifVersion: "0220",
        writesOffset: false, subSecondDigits: 4,
        receiver: Receiver(
            secondsDenominator: 1_000_000, writesAccuracy: false, methods: [("GPS", 70), ("CELLID", 15)]),
        lens: Lens(
            make: "samsung", model: "SM-G950F rear camera", focalLength: Rational(425, 100), equivalent: 26,
            fNumber: Rational(17, 10), aperture: Rational(153, 100),
            range: [Rational(425, 100), Rational(425, 100), Rational(17, 10), Rational(17, 10)]),
        note: .samsung, naming: .samsung, shape: .fourToThree)

    static let canon = Camera(
        make: "Canon", model: "Canon EOS R6m2", software: "Firmware Version 1.4.0", byteOrder: .little,
        exifVersion: "0231", writesOffset: true, subSecondDigits: 2, receiver: nil,
        lens: Lens(
            make: "Canon", model: "RF24-105mm F4 L IS USM", focalLength: Rational(35, 1), equivalent: 35,
            fNumber: Rational(56, 10), aperture: Rational(497, 100),
            range: [Rational(24, 1), Rational(105, 1), Rational(4, 1), Rational(4, 1)]),
        note: .canon, naming: .numbered(prefix: "4T5A", ending: ".JPG"), shape: .threeToTwo)

    /// Writes the version of its GPS fields, but no position.
    static let nikon = Camera(
        make: "NIKON CORPORATION", model: "NIKON D7500", software: "Ver.1.10", byteOrder: .big, exifVersion: "0230",
        writesOffset: false, subSecondDigits: 2, receiver: nil,
        lens: Lens(
            make: "Nikon", model: "16.0-80.0 mm f/2.8-4.0", focalLength: Rational(240, 10), equivalent: 36,
            fNumber: Rational(40, 10), aperture: Rational(4, 1),
            range: [Rational(16, 1), Rational(80, 1), Rational(28, 10), Rational(4, 1)]),
        note: .nikon, naming: .numbered(prefix: "DSC_", ending: ".JPG"), shape: .threeToTwo)
}
