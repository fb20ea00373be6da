/// A rational number as EXIF stores it (EXIF 3.0, 4.6.2, types 5 and 10).
struct Fraction {
    /// The numerator, of 32 bits with or without sign.
    var numerator: Int
    /// The denominator, of 32 bits with or without sign; 0 stands for an unknown value.
    var denominator: Int

    init(_ numerator: Int, over denominator: Int) {
        self.numerator = numerator
        self.denominator = denominator
    }

    /// The value; nil for a zero denominator.
    var value: Double? {
        denominator == 0 ? nil : Double(numerator) / Double(denominator)
    }

    /// The value in millionths, cut off; nil for a zero denominator.
    var millionths: Int? {
        denominator == 0 ? nil : numerator * 1_000_000 / denominator
    }
}

/// Up to three fractions: degrees, minutes and seconds, or hours, minutes and seconds.
struct Fractions {
    private var storage = InlineArray<3, Fraction>(repeating: Fraction(0, over: 1))
    /// How many there are.
    private(set) var count = 0

    /// Adds one; beyond three they are ignored.
    mutating func append(_ fraction: Fraction) {
        guard count < 3 else { return }
        storage[count] = fraction
        count += 1
    }

    /// The fraction at a place below 3; 0/1 where there are fewer.
    subscript(place: Int) -> Fraction { storage[place] }
}

extension Fractions {
    /// Up to three plain decimal numbers with single blanks between, as some writers put an angle into text; nil for
    /// anything else. Numbers with commas are left: nobody knows what a comma is to mean there.
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
    /// The number of at most 15 digits, which 64 bits hold, with one point among them or none, that begins at `start`,
    /// and where it ends.
    fileprivate func decimal(at start: Int) -> (number: Fraction, end: Int)? {
        var number = Fraction(0, over: 1)
        var digits = 0
        var hasPoint = false
        var place = start
        while digits <= 15 {
            if let digit = self.number(at: place, length: 1) {
                digits += 1
                number.numerator = number.numerator * 10 + digit
                number.denominator *= hasPoint ? 10 : 1
            } else if holds(oneOf: ".", at: place), !hasPoint {
                hasPoint = true
            } else {
                break
            }
            place += 1
        }
        return (1...15).contains(digits) ? (number, place) : nil
    }
}
