/// Makes packed streams: uncompressed, or of one repeated byte.
package enum PackedBytes {
    /// A zlib stream (RFC 1950) of stored blocks.
    package static func zlib(_ bytes: [UInt8]) -> [UInt8] {
        var stream: [UInt8] = [0x78, 0x01]
        var start = 0
        repeat {
            let block = bytes[start..<min(start + 65_535, bytes.count)]
            start = block.endIndex
            let count = ExifStructure.Order.little.bytes(UInt16(block.count))
            stream += [start == bytes.count ? 1 : 0] + count + count.map { ~$0 } + block
        } while start < bytes.count
        return stream + ExifStructure.Order.big.bytes(checksum(bytes))
    }

    /// A zlib stream that unpacks to `count` times 258 bytes of `byte`, which is below 144, without a checksum: one
    /// block with the fixed codes (RFC 1951, 3.2.6), in which each repeat has the 8 bits 11000101 and the 5 bits of
    /// distance 1.
    package static func bomb(_ byte: UInt8, count: Int) -> [UInt8] {
        var stream: [UInt8] = [0x78, 0x01]
        var bits: UInt64 = 0b011
        var filled: UInt64 = 3
        func add(_ code: UInt64, _ length: UInt64) {
            for place in (0..<length).reversed() {
                bits |= (code >> place & 1) << filled
                filled += 1
                guard filled == 8 else { continue }
                stream.append(UInt8(bits))
                (bits, filled) = (0, 0)
            }
        }
        add(0x30 + UInt64(byte), 8)
        for _ in 0..<count { add(0b11000101_00000, 13) }
        add(0, 7)
        return stream + [UInt8(bits)]
    }

    /// A brotli stream (RFC 7932) of uncompressed blocks with a window of 64 KiB.
    package static func brotli(_ bytes: [UInt8]) -> [UInt8] {
        var stream: [UInt8] = []
        // The window's single bit, 0, precedes the first block; the other blocks begin on a byte.
        var shift: UInt32 = 1
        for start in stride(from: 0, to: bytes.count, by: 65_536) {
            let block = bytes[start..<min(start + 65_536, bytes.count)]
            // Not the last block; four nibbles with the length minus one; uncompressed.
            let header = (UInt32(block.count - 1) << 3 | 1 << 19) << shift
            stream += ExifStructure.Order.little.bytes(header).prefix(3) + block
            shift = 0
        }
        return stream + [shift == 1 ? 0b110 : 0b11]
    }

    /// A brotli stream of 14 bytes that unpacks to 16 MiB, with the smallest window of 64 KiB or the largest of 16 MiB:
    /// one block in which each code has one symbol and therefore no bits, and one command that inserts all literals.
    package static func brotliBomb(isWindowLarge: Bool) -> [UInt8] {
        let window = isWindowLarge ? (value: 0b1111, bits: 4) : (value: 0, bits: 1)
        let count = 1 << 24
        let fields: [(value: Int, bits: Int)] = [
            window, (1, 1), (0, 1), (2, 2), (count - 1, 24),
            // One type of each block, no postfix, no direct distances, one mode, one tree of literals and of distances.
            (0, 3), (0, 6), (0, 2), (0, 2),
            // Codes with one symbol: a literal, insert code 23 with copy code 0, a distance.
            (1, 2), (0, 2), (0x41, 8), (1, 2), (0, 2), (504, 10), (1, 2), (0, 2), (0, 6),
            (count - 22_594, 24),
        ]
        return LittleBits.bytes(fields)
    }

    /// Adler-32 (RFC 1950, 8.2).
    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        var (low, high): (UInt32, UInt32) = (1, 0)
        for byte in bytes {
            low = (low + UInt32(byte)) % 65_521
            high = (high + low) % 65_521
        }
        return high << 16 | low
    }
}
