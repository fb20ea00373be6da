internal import PhotoModel

/// A number in EXIF that may have a fraction.
enum Fraction {
    /// A rational number (EXIF 3.0, 4.6.2, types 5 and 10): two 32-bit numbers with or without sign. A denominator of 0
    /// means an unknown value.
    case ratio(Int, over: Int)
    /// A floating-point number (TIFF 6.0, types 11 and 12), which some writers use instead.
    case decimal(Double)

    /// The value; nil for a zero denominator.
    var value: Double? {
        switch self {
        case .ratio(_, 0): nil
        case .ratio(let numerator, let denominator): Double(numerator) / Double(denominator)
        case .decimal(let number): number
        }
    }

    /// Whether the value is neither NaN nor infinite.
    var isNumber: Bool {
        if case .decimal(let number) = self { number.isFinite } else { true }
    }

    /// The value in millionths, truncated, or rounded for a floating-point number; nil for a zero denominator, and
    /// beyond a billion.
    var millionths: Int? {
        switch self {
        case .ratio(_, 0): nil
        case .ratio(let numerator, let denominator): numerator * 1_000_000 / denominator
        case .decimal(let number): abs(number) <= 1e9 ? Int((number * 1_000_000).rounded()) : nil
        }
    }
}

/// Up to three fractions: degrees, minutes and seconds, or hours, minutes and seconds.
struct Fractions {
    private var storage = InlineArray<3, Fraction>(repeating: .ratio(0, over: 1))
    private(set) var count = 0

    init() {}

    /// The first three fractions of a value in `bytes`; nil for other types, and if one is not a number.
    init?(_ value: TIFFValue, in bytes: Span<UInt8>, _ order: ByteOrder) {
        self.init()
        for number in 0..<min(value.count, 3) {
            guard let fraction = value.fraction(number, in: bytes, order), fraction.isNumber else { return nil }
            append(fraction)
        }
    }

    /// Adds a fraction; ignored beyond three.
    mutating func append(_ fraction: Fraction) {
        guard count < 3 else { return }
        storage[count] = fraction
        count += 1
    }

    /// The fraction at an index below 3; 0/1 if there are fewer.
    subscript(place: Int) -> Fraction { storage[place] }
}

extension Fractions {
    /// Up to three decimal numbers separated by single spaces, as some writers store an angle as text; nil for anything
    /// else. Numbers with commas are not accepted, because the meaning of a comma is unclear.
    init?(decimals text: ShortText) {
        self.init()
        var place = 0
        while place < text.count, count < 3 {
            guard let (number, end) = text.decimal(at: place) else { return nil }
            append(number)
            place = text.holds(oneOf: " ", at: end) ? end + 1 : end
            guard place > end || end == text.count else { return nil }
        }
        guard place == text.count, count > 0 else { return nil }
    }
}

extension ShortText {
    /// A number of at most 15 digits, which fit in 64 bits, with an optional point, starting at `start`; and its end.
    fileprivate func decimal(at start: Int) -> (number: Fraction, end: Int)? {
        var (numerator, denominator) = (0, 1)
        var digits = 0
        var hasPoint = false
        var place = start
        while digits <= 15 {
            if let digit = self.number(at: place, length: 1) {
                digits += 1
                numerator = numerator * 10 + digit
                denominator *= hasPoint ? 10 : 1
            } else if holds(oneOf: ".", at: place), !hasPoint {
                hasPoint = true
            } else {
                break
            }
            place += 1
        }
        return (1...15).contains(digits) ? (.ratio(numerator, over: denominator), place) : nil
    }
}
