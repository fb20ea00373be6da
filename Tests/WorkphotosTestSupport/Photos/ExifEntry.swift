/// An entry of a TIFF directory.
package struct ExifEntry {
    /// The types of TIFF 6.0, of its supplements, of BigTIFF and of EXIF 3.0.
    package enum Kind: UInt16, CaseIterable, Sendable {
        case byte = 1, ascii, short, long, rational
        case signedByte, undefined, signedShort, signedLong, signedRational
        case float, double
        case directory
        case long8 = 16, signedLong8, directory8
        case utf8 = 129

        /// The integer types.
        package static let whole: [Kind] = [
            .byte, .short, .long, .signedByte, .signedShort, .signedLong, .directory, .long8, .signedLong8, .directory8,
        ]
    }

    package var tag: UInt16
    package var kind: UInt16
    package var count: UInt32
    /// The value in either byte order.
    package var value: @Sendable (ExifStructure.Order) -> [UInt8]
    /// A wrong offset, instead of the right one.
    package var wrongOffset: UInt32?

    package init(
        _ tag: UInt16, _ kind: Kind, count: UInt32, _ value: @escaping @Sendable (ExifStructure.Order) -> [UInt8]
    ) {
        self.tag = tag
        self.kind = kind.rawValue
        self.count = count
        self.value = value
    }

    package static func bytes(_ tag: UInt16, _ kind: Kind, _ bytes: [UInt8]) -> ExifEntry {
        ExifEntry(tag, kind, count: UInt32(bytes.count)) { _ in bytes }
    }

    /// Text with its NUL.
    package static func text(_ tag: UInt16, _ text: String) -> ExifEntry {
        bytes(tag, .ascii, Array(text.utf8) + [0])
    }

    package static func short(_ tag: UInt16, _ number: UInt16) -> ExifEntry {
        ExifEntry(tag, .short, count: 1) { $0.bytes(number) }
    }

    package static func long(_ tag: UInt16, _ number: UInt32) -> ExifEntry {
        ExifEntry(tag, .long, count: 1) { $0.bytes(number) }
    }

    /// Numbers with this type; fractions are multiples of 1/10,000.
    package static func numbers(_ tag: UInt16, _ kind: Kind, _ numbers: [Double]) -> ExifEntry {
        ExifEntry(tag, kind, count: UInt32(numbers.count)) { order in
            numbers.flatMap { kind.bytes($0, order) }
        }
    }

    package static func fractions(_ tag: UInt16, _ fractions: (UInt32, UInt32)...) -> ExifEntry {
        ExifEntry(tag, .rational, count: UInt32(fractions.count)) { order in
            fractions.flatMap { order.bytes($0.0) + order.bytes($0.1) }
        }
    }

    package static func signedFractions(_ tag: UInt16, _ fractions: (Int32, Int32)...) -> ExifEntry {
        ExifEntry(tag, .signedRational, count: UInt32(fractions.count)) { order in
            fractions.flatMap { order.bytes(UInt32(bitPattern: $0.0)) + order.bytes(UInt32(bitPattern: $0.1)) }
        }
    }

    /// The same entry with a wrong count, type or offset.
    package func claiming(count: UInt32? = nil, kind: UInt16? = nil, offset: UInt32? = nil) -> ExifEntry {
        var entry = self
        entry.count = count ?? self.count
        entry.kind = kind ?? self.kind
        entry.wrongOffset = offset
        return entry
    }
}

extension ExifEntry.Kind {
    /// A number in this type.
    fileprivate func bytes(_ number: Double, _ order: ExifStructure.Order) -> [UInt8] {
        switch self {
        case .byte, .undefined, .ascii, .utf8: [UInt8(number)]
        case .signedByte: [UInt8(bitPattern: Int8(number))]
        case .short: order.bytes(UInt16(number))
        case .signedShort: order.bytes(Int16(number))
        case .long, .directory: order.bytes(UInt32(number))
        case .signedLong: order.bytes(Int32(number))
        case .long8, .directory8: order.bytes(UInt64(number))
        case .signedLong8: order.bytes(Int64(number))
        case .rational: order.bytes(UInt32((number * 10_000).rounded())) + order.bytes(UInt32(10_000))
        case .signedRational: order.bytes(Int32((number * 10_000).rounded())) + order.bytes(Int32(10_000))
        case .float: order.bytes(Float(number).bitPattern)
        case .double: order.bytes(number.bitPattern)
        }
    }
}
