/// A TIFF rational; negative only in signed fields.
struct Rational {
    let numerator: Int
    let denominator: Int

    init(_ numerator: Int, _ denominator: Int) {
        self.numerator = numerator
        self.denominator = denominator
    }

    var value: Double { Double(numerator) / Double(denominator) }
}

/// A field's value with its type (TIFF 6.0, section 2, and EXIF 3.0, 4.6.2).
enum SampleTIFFValue {
    case bytes([UInt8])
    /// The text without the NUL that the file adds.
    case ascii(String)
    case short(Int)
    case shorts([Int])
    case long(Int)
    case rational(Int, Int)
    case rationals([Rational])
    case undefined([UInt8])
    case signedLong(Int)
    case signedRational(Int, Int)
    case signedRationals([Rational])

    /// The type's number.
    var type: UInt16 {
        switch self {
        case .bytes: 1
        case .ascii: 2
        case .short, .shorts: 3
        case .long: 4
        case .rational, .rationals: 5
        case .undefined: 7
        case .signedLong: 9
        case .signedRational, .signedRationals: 10
        }
    }

    var count: Int {
        switch self {
        case .bytes(let bytes), .undefined(let bytes): bytes.count
        case .ascii(let text): text.utf8.count + 1
        case .shorts(let values): values.count
        case .rationals(let values), .signedRationals(let values): values.count
        case .short, .long, .rational, .signedLong, .signedRational: 1
        }
    }

    /// The size in bytes, before padding.
    var size: Int {
        switch self {
        case .bytes, .ascii, .undefined: count
        case .short, .shorts: count * 2
        case .long, .signedLong: 4
        case .rational, .rationals, .signedRational, .signedRationals: count * 8
        }
    }

    /// Appends the value, `size` bytes.
    func append(to sink: inout ByteSink) {
        switch self {
        case .bytes(let bytes), .undefined(let bytes): sink.bytes += bytes
        case .ascii(let text):
            sink.bytes += text.utf8
            sink.bytes.append(0)
        case .short(let value): sink.append16(value)
        case .shorts(let values): for value in values { sink.append16(value) }
        case .long(let value), .signedLong(let value): sink.append32(value)
        case .rational(let numerator, let denominator), .signedRational(let numerator, let denominator):
            sink.append32(numerator)
            sink.append32(denominator)
        case .rationals(let values), .signedRationals(let values):
            for value in values {
                sink.append32(value.numerator)
                sink.append32(value.denominator)
            }
        }
    }
}
