internal import PhotoModel

/// Cleans WebP files (RFC 9649): the chunks of picture, animation and colour stay, and what follows RIFF's length is
/// cut.
enum CleanWebPFile {
    private static let pictures: Set<FourCC> = ["VP8 ", "VP8L", "ALPH"]

    /// - Parameter exif: what the copy says in EXIF.
    /// - Throws: `refused` where something in it is not understood; `unreadable`.
    static func recipe(
        _ source: consuming CleanSource, saying exif: MinimalExif
    ) throws(CleanFailure) -> CleanRecipe {
        var body = CleanRecipe()
        var features: Int?
        let end = 8 + (try little(at: 4, &source))
        guard end <= source.size else { throw .refused("ends within its RIFF chunk") }
        let own = exif.block.map { Array("EXIF".utf8) + littleEndian($0.count) + $0 + ($0.count % 2 == 0 ? [] : [0]) }
        var place = 12
        while place < end {
            let type = try source.code(at: place)
            let length = try little(at: place + 4, &source)
            let chunk = place..<place + 8 + length + length % 2
            guard chunk.upperBound <= end else { throw .refused("ends within a chunk") }
            place = chunk.upperBound
            switch type {
            case "VP8X":
                guard length == 10, features == nil else { throw .refused("has an impossible VP8X chunk") }
                features = try source.number(at: chunk.lowerBound + 8, 1)
            // The copy's own bits are written below.
            case "ANIM": body.add(.kept(chunk))
            case "ICCP":
                let profile = try source.bytes(chunk.lowerBound + 8..<chunk.lowerBound + 8 + length)
                // The picture's bits say that there is one.
                guard let clean = try ColourProfile.clean(profile) else {
                    throw .refused("has a colour profile that is none")
                }
                if clean != profile { body.removed.insert(.rest) }
                let padding: [UInt8] = clean.count % 2 == 0 ? [] : [0]
                body.add(.written(Array("ICCP".utf8) + littleEndian(clean.count) + clean + padding))
            case "ANMF":
                try checkFrame(chunk.lowerBound + 24..<chunk.lowerBound + 8 + length, &source)
                body.add(.picture(chunk))
            case _ where pictures.contains(type): body.add(.picture(chunk))
            default:
                if try !source.holds(features == nil ? nil : own, in: chunk) {
                    body.removed.insert(type == "EXIF" ? .exif : type == "XMP " ? .xmp : .rest)
                }
            }
        }
        if end < source.size { body.removed.insert(.companions) }
        return try whole(body, features, own, &source)
    }

    /// The header, VP8X with the bits of EXIF and XMP as they are now, the chunks, and the copy's own EXIF.
    private static func whole(
        _ body: CleanRecipe, _ features: Int?, _ own: [UInt8]?, _ source: inout CleanSource
    ) throws(CleanFailure) -> CleanRecipe {
        var recipe = CleanRecipe()
        recipe.removed = body.removed
        let own = features == nil ? [] : own ?? []
        let extended = features == nil ? 0 : 18
        recipe.add(.written(Array("RIFF".utf8) + littleEndian(4 + extended + body.size + own.count)))
        recipe.add(.kept(8..<12))
        if let features {
            // RFC 9649, 2.7.1: bit 3 is EXIF, bit 2 XMP. VP8X is the first chunk, at byte 12.
            guard try source.code(at: 12) == "VP8X" else { throw .refused("has a VP8X chunk that is not the first") }
            let bits = features & ~0b1100 | (own.isEmpty ? 0 : 0b1000)
            recipe.add(.kept(12..<20))
            recipe.add(.written([UInt8(bits), 0, 0, 0]))
            recipe.add(.kept(24..<30))
        }
        for piece in body.pieces { recipe.add(piece) }
        recipe.add(.written(own))
        return recipe
    }

    /// Refuses a frame of an animation with chunks that are not picture.
    private static func checkFrame(_ range: Range<Int>, _ source: inout CleanSource) throws(CleanFailure) {
        var place = range.lowerBound
        while place < range.upperBound {
            guard pictures.contains(try source.code(at: place)) else {
                throw .refused("has something else than pictures in its animation")
            }
            let length = try little(at: place + 4, &source)
            place += 8 + length + length % 2
        }
    }

    private static func little(at offset: Int, _ source: inout CleanSource) throws(CleanFailure) -> Int {
        try source.bytes(offset..<offset + 4).reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    private static func littleEndian(_ value: Int) -> [UInt8] {
        [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: value >> $0) }
    }
}
