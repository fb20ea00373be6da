/// An entry of a TIFF directory, as a test writes it.
package struct ExifEntry {
    /// The types that tests write.
    package enum Kind: UInt16 {
        case byte = 1, ascii, short, long, rational
        case undefined = 7
        case signedRational = 10
        case double = 12
        case utf8 = 129
    }

    package var tag: UInt16
    package var kind: UInt16
    package var count: UInt32
    /// The value in one byte order or the other.
    package var value: @Sendable (ExifStructure.Order) -> [UInt8]
    /// What stands in the place of the offset instead of the right one.
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

    /// The same entry with another count, type or offset than its value has.
    package func claiming(count: UInt32? = nil, kind: UInt16? = nil, offset: UInt32? = nil) -> ExifEntry {
        var entry = self
        entry.count = count ?? self.count
        entry.kind = kind ?? self.kind
        entry.wrongOffset = offset
        return entry
    }
}
