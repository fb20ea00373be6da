internal import PhotoModel

/// Numbers in XMP: decimals, and EXIF's rational numbers with a slash (XMP specification, part 2, Rational).
enum XMPNumber: Equatable {
    /// A finite number.
    case finite(Double)
    /// A fraction whose denominator is zero.
    case zeroDenominator

    /// Returns nil for anything else; surrounding white space is ignored.
    init?(_ text: ArraySlice<UInt8>) {
        let parts = text.split(separator: UInt8(ascii: "/"), maxSplits: 1, omittingEmptySubsequences: false)
        let numbers = parts.compactMap(Self.decimal)
        guard numbers.count == parts.count else { return nil }
        if numbers.count == 1 {
            self = .finite(numbers[0])
        } else if numbers[1] == 0 {
            self = .zeroDenominator
        } else {
            let quotient = numbers[0] / numbers[1]
            guard quotient.isFinite else { return nil }
            self = .finite(quotient)
        }
    }

    /// Parses a finite number; nil for anything else.
    static func value(_ text: [UInt8]) -> Double? {
        if case .finite(let number) = XMPNumber(text[...]) { number } else { nil }
    }

    /// Digits with an optional point, sign and exponent. Other notations that Swift accepts are rejected.
    private static func decimal(_ text: ArraySlice<UInt8>) -> Double? {
        let digits = text.drop { $0 == 0x20 }
        let isDecimal = digits.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: " "): true
            case UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "e"), UInt8(ascii: "E"): true
            default: false
            }
        }
        guard isDecimal, let end = digits.lastIndex(where: { $0 != 0x20 }),
            let number = Double(String(decoding: digits[...end], as: UTF8.self)), number.isFinite
        else { return nil }
        return number
    }
}

/// A latitude or longitude in XMP: `DDD,MM,SSk` or `DDD,MM.mmk`, where k is N, S, E or W (XMP specification, part 2,
/// GPSCoordinate). Also as other writers store it: the letter or word in a property of its own, decimal degrees, signed
/// degrees.
struct XMPAngle {
    private let numbers: [XMPNumber?]
    /// For each reference, whether it names the positive side; nil if it names neither.
    private let references: [Bool?]
    private let axis: ExifAngle.Axis

    init(_ value: [UInt8], reference: [UInt8]?, along axis: ExifAngle.Axis) {
        var (value, references) = (value[...], [Bool?]())
        if let last = value.last, Self.isLetter(last) {
            value = value.dropLast()
            references.append(axis.isPositive(ShortText([last].span)))
        }
        if let reference { references.append(axis.isPositive(ShortText(reference.span))) }
        numbers = value.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).map { XMPNumber($0) }
        self.references = references
        self.axis = axis
    }

    /// Whether there is a reference besides the number, valid or not.
    var hasReference: Bool { !references.isEmpty }

    /// Signed degrees, or the reason why there are none. `isSigned` allows a single number to indicate its side by its
    /// sign.
    ///
    /// The rules are those of ``ExifAngle``. Two references that disagree are a contradiction.
    func angle(isSigned: Bool) -> ExifAngle {
        guard (1...3).contains(numbers.count), !numbers.contains(nil) else { return .malformed }
        let parts = numbers.compactMap { number -> Double? in
            if case .finite(let part) = number { part } else { nil }
        }
        guard parts.count == numbers.count else { return .zeroDenominator }
        let isNegative = parts.contains { $0 < 0 }
        guard let isPositive = side ?? (isSigned && !hasReference && parts.count == 1 ? !isNegative : nil) else {
            return isContradicted ? .malformed : .missingReference
        }
        let magnitudes = parts.map(abs) + [0, 0]
        let angle = magnitudes[0] + (magnitudes[1] + magnitudes[2] / 60) / 60
        if isPositive, isNegative { return .malformed }
        if angle > axis.limit || magnitudes[1] > 60 || magnitudes[2] > 60 { return .outOfRange }
        return .degrees(isPositive || angle == 0 ? angle : -angle)
    }

    /// Whether all references are positive, or all negative; nil otherwise.
    private var side: Bool? {
        if hasReference, references.allSatisfy({ $0 == true }) { return true }
        return hasReference && references.allSatisfy { $0 == false } ? false : nil
    }

    private var isContradicted: Bool {
        references.contains(true) && references.contains(false)
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte & 0xDF)
    }
}
