/// An image file directory: fields in the order of their tags (TIFF 6.0, section 2).
struct SampleTIFFDirectory {
    private(set) var fields: [(tag: UInt16, value: SampleTIFFValue)]

    init(_ fields: [(tag: UInt16, value: SampleTIFFValue)]) {
        self.fields = fields.sorted { $0.tag < $1.tag }
    }

    /// The size of the directory and of the values that do not fit into a field.
    var size: Int {
        fields.reduce(6 + 12 * fields.count) { $0 + Self.outside($1.value) }
    }

    /// The file offset of a field's value, for a directory at `offset`; nil if there is no such field or its value is
    /// in the field itself.
    func valueOffset(of tag: UInt16, at offset: Int) -> Int? {
        var position = offset + 6 + 12 * fields.count
        for field in fields {
            if field.tag == tag { return field.value.size > 4 ? position : nil }
            position += Self.outside(field.value)
        }
        return nil
    }

    /// Replaces the value of an existing field with one of the same size.
    mutating func replace(_ tag: UInt16, by value: SampleTIFFValue) {
        guard let index = fields.firstIndex(where: { $0.tag == tag }) else { return }
        fields[index].value = value
    }

    /// Appends the directory at `offset` bytes into the file. `next` is the offset of the next directory, or 0.
    func append(to sink: inout ByteSink, at offset: Int, next: Int) {
        var position = offset + 6 + 12 * fields.count
        sink.append16(fields.count)
        for (tag, value) in fields {
            sink.append16(Int(tag))
            sink.append16(Int(value.type))
            sink.append32(value.count)
            if value.size > 4 {
                sink.append32(position)
                position += Self.outside(value)
            } else {
                value.append(to: &sink)
                sink.bytes += repeatElement(0, count: 4 - value.size)
            }
        }
        sink.append32(next)
        for (_, value) in fields where value.size > 4 {
            value.append(to: &sink)
            if value.size % 2 == 1 { sink.bytes.append(0) }
        }
    }

    /// The size of a value after the directory, padded so that the next value begins at an even offset.
    private static func outside(_ value: SampleTIFFValue) -> Int {
        value.size > 4 ? value.size + value.size % 2 : 0
    }
}

/// The two byte orders of TIFF (TIFF 6.0, section 2, bytes 0–1 of the header).
enum SampleByteOrder {
    case little, big

    /// `II` or `MM`.
    var mark: [UInt8] { self == .little ? [0x49, 0x49] : [0x4D, 0x4D] }
}

/// Collects bytes, and numbers in one byte order.
struct ByteSink {
    var bytes: [UInt8] = []
    let order: SampleByteOrder

    init(order: SampleByteOrder) {
        self.order = order
    }

    /// The low 16 bits of a value.
    mutating func append16(_ value: Int) {
        let low = UInt8(truncatingIfNeeded: value), high = UInt8(truncatingIfNeeded: value >> 8)
        bytes.append(order == .little ? low : high)
        bytes.append(order == .little ? high : low)
    }

    /// The low 32 bits of a value, in two's complement if it is negative.
    mutating func append32(_ value: Int) {
        append16(order == .little ? value : value >> 16)
        append16(order == .little ? value >> 16 : value)
    }
}

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

    /// The number of values.
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
