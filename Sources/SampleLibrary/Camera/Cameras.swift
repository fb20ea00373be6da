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
