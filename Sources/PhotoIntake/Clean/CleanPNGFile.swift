internal import PhotoModel

/// Cleans PNG files (PNG 3.0): the chunks of picture, animation and colour stay, and what follows IEND is cut.
enum CleanPNGFile {
    /// The chunks that stay as they are, with the most bytes that each can have.
    private static let kept: [FourCC: Int] = [
        "IHDR": 13, "PLTE": 768, "tRNS": 256, "cHRM": 32, "gAMA": 4, "sBIT": 4, "sRGB": 1, "cICP": 4, "mDCV": 24,
        "cLLI": 8, "bKGD": 6, "hIST": 512, "pHYs": 9, "acTL": 8, "fcTL": 26, "IEND": 0,
    ]
    private static let pictures: Set<FourCC> = ["IDAT", "fdAT"]
    /// The largest colour profile, in bytes.
    private static let mostOfProfile = 16 << 20

    /// - Parameter exif: what the copy says in EXIF.
    /// - Throws: `refused` where something in it is not understood; `unreadable`.
    static func recipe(
        _ source: consuming CleanSource, saying exif: MinimalExif
    ) throws(CleanFailure) -> CleanRecipe {
        var recipe = CleanRecipe()
        recipe.add(.kept(0..<8))
        let own = exif.block.map { chunk("eXIf", $0) }
        var place = 8
        while true {
            let length = try source.number(at: place, 4)
            let type = try source.code(at: place + 4)
            let chunk = place..<place + 12 + length
            guard chunk.upperBound <= source.size else { throw .refused("ends within a chunk") }
            place = chunk.upperBound
            if pictures.contains(type) {
                recipe.add(.picture(chunk))
            } else if let most = kept[type], length <= most {
                recipe.add(.kept(chunk))
            } else if type == "iCCP" {
                let profile = try cleanProfile(try source.bytes(chunk.dropFirst(8).dropLast(4)))
                if try !source.holds(profile, in: chunk) { recipe.removed.insert(.rest) }
                recipe.add(.written(profile ?? []))
            } else if type.value >> 24 & 0x20 == 0 {
                // A capital first letter: no decoder shows the picture without it (5.4).
                throw .refused("has a chunk that is not known and that the picture needs")
            } else if try !source.holds(own, in: chunk) {
                recipe.removed.insert(carrier(type))
            }
            if type == "IHDR" { recipe.add(.written(own ?? [])) }
            if type == "IEND" { break }
        }
        if place < source.size { recipe.removed.insert(.companions) }
        return recipe
    }

    /// A chunk with the clean profile of another one (11.3.2.3), which is not compressed; nil if that has none.
    private static func cleanProfile(_ content: [UInt8]) throws(CleanFailure) -> [UInt8]? {
        guard let end = content.prefix(80).firstIndex(of: 0), content.count > end + 2, content[end + 1] == 0 else {
            return nil
        }
        var most = mostOfProfile
        let packed = Array(content[(end + 2)...])
        guard let profile = Zlib.unpacked(packed.span, &most), let clean = try ColourProfile.clean(profile) else {
            return nil
        }
        return chunk("iCCP", Array("ICC\0\0".utf8) + stored(clean))
    }

    /// Bytes as a zlib stream that is not compressed (RFC 1950, RFC 1951).
    private static func stored(_ bytes: [UInt8]) -> [UInt8] {
        var stream: [UInt8] = [0x78, 0x01]
        var place = 0
        repeat {
            let block = bytes[place..<min(bytes.count, place + 65_535)]
            place = block.endIndex
            let count = UInt16(block.count)
            stream.append(place == bytes.count ? 1 : 0)
            for number in [count, ~count] { stream += [UInt8(number & 0xFF), UInt8(number >> 8)] }
            stream += block
        } while place < bytes.count
        var (low, high): (UInt32, UInt32) = (1, 0)
        for byte in bytes {
            low = (low + UInt32(byte)) % 65_521
            high = (high + low) % 65_521
        }
        return stream + (high << 16 | low).bigEndianBytes
    }

    private static func carrier(_ type: FourCC) -> Carrier {
        switch type {
        case "eXIf": .exif
        case "tEXt", "zTXt", "iTXt": .text
        case "caBX": .provenance
        case "tIME": .times
        default: .rest
        }
    }

    /// A chunk with its length and checksum.
    private static func chunk(_ type: StaticString, _ content: [UInt8]) -> [UInt8] {
        let body = Array(type.description.utf8) + content
        return UInt32(content.count).bigEndianBytes + body + crc(body).bigEndianBytes
    }

    /// The checksum of a chunk (PNG 3.0, annex D); of some bytes only, so without a table.
    private static func crc(_ bytes: [UInt8]) -> UInt32 {
        var crc = UInt32.max
        for byte in bytes {
            crc ^= UInt32(byte)
            for _ in 0..<8 { crc = crc & 1 == 0 ? crc >> 1 : (crc >> 1) ^ 0xEDB8_8320 }
        }
        return ~crc
    }
}
