import SampleLibrary

/// A HEIF file whose picture is described by a minimized box (`mini`).
package struct MinimizedFile {
    package var minor = "avif"
    package var version = 0
    package var width = 256
    package var height = 100
    package var orientation = 1
    package var exif: [UInt8] = []
    package var xmp: [UInt8] = []
    package var profile: [UInt8] = []
    /// The other flags, each with its fields.
    package var isExplicitCodec = false
    package var isFloat = false
    package var hasAlpha = false
    package var isExplicitColour = false
    package var hasHDR = false
    package var isCompressed = false
    package var subsampling = 3
    package var isHighDepth = false
    package var isLarge = true

    package init(_ exif: ExifStructure? = nil) {
        self.exif = exif?.bytes ?? []
    }

    package var bytes: [UInt8] {
        var bits = header
        let metadata = isLarge ? 20 : 10
        bits.append(contentsOf: Self.bits(isLarge ? 0b111 : 0, 3))
        if profile.isEmpty == false { bits += Self.bits(profile.count - 1, metadata) }
        bits += Self.bits(4, isLarge ? 12 : 3) + Self.bits(0, isLarge ? 28 : 15)
        if hasAlpha { bits += Self.bits(1, isLarge ? 28 : 15) + Self.bits(2, isLarge ? 12 : 3) }
        bits += [isCompressed]
        if !exif.isEmpty { bits += Self.bits(exif.count - 1, metadata) }
        if !xmp.isEmpty { bits += Self.bits(xmp.count - 1, metadata) }
        let blocks = [1, 2, 3, 4] + (hasAlpha ? [5, 6] : []) + profile + (hasAlpha ? [7] : []) + [8] + exif + xmp
        return BoxWriter.box("ftyp", Array(("mif3" + minor).utf8)) + BoxWriter.box("mini", Self.packed(bits) + blocks)
    }

    private var header: [Bool] {
        var bits = Self.bits(version, 2) + [isExplicitCodec, isFloat, true, hasAlpha, isExplicitColour, hasHDR]
        bits += [!profile.isEmpty, !exif.isEmpty, !xmp.isEmpty]
        bits += Self.bits(subsampling, 2) + Self.bits(orientation - 1, 3) + [isLarge]
        bits += Self.bits(width - 1, isLarge ? 15 : 7) + Self.bits(height - 1, isLarge ? 15 : 7)
        bits += Self.bits(0, subsampling == 1 ? 2 : subsampling == 2 ? 1 : 0)
        bits += isFloat ? Self.bits(1, 2) : isHighDepth ? Self.bits(0b1001, 4) : [false]
        bits += hasAlpha ? [true] : []
        bits += isExplicitColour ? Self.bits(0xAAAAAA, subsampling == 0 ? 16 : 24) : []
        return bits + (isExplicitCodec ? Self.bits(0x6176_3031, 32) + Self.bits(0x6176_3143, 32) : [])
    }

    private static func bits(_ number: Int, _ count: Int) -> [Bool] {
        (0..<count).map { number >> (count - 1 - $0) & 1 == 1 }
    }

    private static func packed(_ bits: [Bool]) -> [UInt8] {
        stride(from: 0, to: bits.count, by: 8).map { start in
            (start..<start + 8).reduce(0) { $0 << 1 | ($1 < bits.count && bits[$1] ? 1 : 0) }
        }
    }
}
