package import SampleLibrary

extension BoxWriter {
    /// A box whose claimed size is wrong.
    package static func box(_ type: String, _ content: [UInt8], claiming size: UInt32) -> [UInt8] {
        number(size) + Array(type.utf8) + content
    }

    /// A box with a 64-bit size, which may be wrong.
    package static func large(_ type: String, _ content: [UInt8], claiming size: UInt64? = nil) -> [UInt8] {
        number(UInt32(1)) + Array(type.utf8) + number(size ?? UInt64(16 + content.count)) + content
    }

    /// A number in big-endian order.
    package static func number<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
        ExifStructure.Order.big.bytes(number)
    }

    /// A number of `bytes` bytes in big-endian order.
    package static func number(_ number: UInt64, bytes: Int) -> [UInt8] {
        Array(ExifStructure.Order.big.bytes(number).suffix(bytes))
    }

    /// A `moov` box with a track for each size.
    package static func movie(_ sizes: [(width: UInt32, height: UInt32)], version: UInt8 = 0) -> [UInt8] {
        let times = [UInt8](repeating: 0, count: (version == 1 ? 32 : 20) + 16 + 36)
        let tracks = sizes.map { size in
            box(
                "trak",
                full("tkhd", version: Int(version), times, number(size.width << 16), number(size.height << 16)))
        }
        return box("moov", tracks.flatMap { $0 })
    }
}
