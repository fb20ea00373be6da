/// The MakerNote in each maker's format: a few plausible entries, and opaque bytes up to the requested size. The
/// formats are those described by exiftool's and exiv2's pages on maker notes.
enum MakerNote {
    case apple, google, samsung, canon, nikon

    /// The note for a position `offset` bytes into the TIFF block. Its length is about `size` + 150, and does not
    /// depend on the position.
    func bytes(size: Int, at offset: Int, order: SampleByteOrder, random: inout SplitMix64) -> [UInt8] {
        let opaque = SampleTIFFValue.undefined(random.bytes(size))
        switch self {
        case .apple: return Self.note(header: Self.appleHeader, Self.apple(opaque), at: 14, .big)
        case .google: return Array("GPH1".utf8) + random.bytes(size + 100)
        case .samsung: return Self.note(header: [], Self.samsung(opaque), at: 0, order)
        case .canon: return Self.note(header: [], Self.canon(opaque), at: offset, order)
        case .nikon: return Self.note(header: Self.nikonHeader, Self.nikon(opaque), at: 8, .big)
        }
    }

    private static func note(
        header: [UInt8], _ fields: [(tag: UInt16, value: SampleTIFFValue)], at offset: Int, _ order: SampleByteOrder
    ) -> [UInt8] {
        var sink = ByteSink(order: order)
        sink.bytes = header
        SampleTIFFDirectory(fields).append(to: &sink, at: offset, next: 0)
        return sink.bytes
    }

    private static let appleHeader = Array("Apple iOS\0".utf8) + [0, 1] + Array("MM".utf8)
    /// Name and version, and then a separate TIFF header that the note's offsets count from.
    private static let nikonHeader = Array("Nikon\0".utf8) + [2, 0x11, 0, 0] + Array("MM".utf8) + [0, 42, 0, 0, 0, 8]

    private static func apple(_ opaque: SampleTIFFValue) -> [(tag: UInt16, value: SampleTIFFValue)] {
        [
            (0x0001, .signedLong(15)), (0x0004, .signedLong(1)), (0x0005, .signedLong(181)),
            (0x0006, .signedLong(174)), (0x0007, .signedLong(1)),
            (0x0008, .signedRationals([Rational(-9, 1_024), Rational(-983, 1_001), Rational(31, 497)])),
            (0x000A, .signedLong(2)), (0x000E, .signedLong(4)), (0x0014, .signedLong(12)),
            (0x001F, .signedLong(1)), (0x004E, opaque),
        ]
    }

    private static func samsung(_ opaque: SampleTIFFValue) -> [(tag: UInt16, value: SampleTIFFValue)] {
        [
            (0x0001, .undefined(Array("0100".utf8))), (0x0002, .long(0x2000)), (0x000C, .long(0)),
            (0x0010, opaque), (0x0040, .long(0)), (0x0050, .long(1)), (0x0100, .short(0)),
        ]
    }

    private static func canon(_ opaque: SampleTIFFValue) -> [(tag: UInt16, value: SampleTIFFValue)] {
        [
            (0x0006, .ascii("Canon EOS R6 Mark II")), (0x0007, .ascii("Firmware Version 1.4.0")),
            (0x0009, .ascii("")), (0x0010, .long(0x8000_0481)), (0x4FFF, opaque),
        ]
    }

    private static func nikon(_ opaque: SampleTIFFValue) -> [(tag: UInt16, value: SampleTIFFValue)] {
        [
            (0x0001, .undefined(Array("0211".utf8))), (0x0002, .shorts([0, 200])), (0x0004, .ascii("FINE  ")),
            (0x0005, .ascii("AUTO        ")), (0x0007, .ascii("AF-S  ")), (0x0E7F, opaque),
        ]
    }
}

extension SplitMix64 {
    /// `count` uniformly distributed bytes.
    mutating func bytes(_ count: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count + 7)
        while bytes.count < count {
            var word = next()
            for _ in 0..<8 {
                bytes.append(UInt8(truncatingIfNeeded: word))
                word >>= 8
            }
        }
        bytes.removeLast(bytes.count - count)
        return bytes
    }
}
