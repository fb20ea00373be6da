/// Numbers as XMP writes them: decimals, and EXIF's rationals with a slash between (XMP specification, part 2,
/// Rational).
enum XMPNumber: Equatable {
    /// A finite number.
    case finite(Double)
    /// A fraction whose denominator is zero.
    case zeroDenominator

    /// Nil for anything else; white space around it is passed over.
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

    /// The finite number that `text` is; nil for anything else.
    static func value(_ text: [UInt8]) -> Double? {
        if case .finite(let number) = XMPNumber(text[...]) { number } else { nil }
    }

    /// Digits with a point, a sign and an exponent or without, and nothing of what Swift takes besides.
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
