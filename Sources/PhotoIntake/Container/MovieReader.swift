internal import PhotoModel

/// Reads movies: QuickTime files and ISO base media files (ISO/IEC 14496-12).
///
/// All metadata is in the `moov` box, which may be before or after the media. A box of usual length is read at once, so
/// a clip of any length costs a few reads; of a longer box only the relevant parts are read.
enum MovieReader {
    private static let mostBoxes = 4_096
    /// The maximum number of boxes after `moov` that are searched for an XMP packet.
    private static let mostBoxesBehind = 16
    private static let mostBytesAtOnce = 524_288

    /// Reads the movie in `source`. In fragmented movies, too, the relevant data is in the `moov` box.
    ///
    /// A movie whose `moov` box is truncated or has no header is corrupt: the positions in it are unknown. Damage after
    /// the header, as editors leave it, affects only what follows. A file with only sound, such as a voice memo, is not
    /// a video.
    static func read(_ source: inout PhotoSource) throws(ContainerProblem) -> ContainerContent {
        let brand = brand(of: &source)
        var content = ContainerContent(format(of: brand))
        var movie: MovieBox?
        var isCut = false
        var isMovieCut = false
        var meta: Range<Int>?
        var left = mostBoxesBehind
        source.forEachBox(in: 0..<source.size, most: mostBoxes) { box, source in
            isCut = box.isCut
            switch box.type {
            case "moov" where movie == nil:
                if box.content.upperBound > source.headCount, box.content.count <= mostBytesAtOnce {
                    source.withBytes(box.content) { _ in }
                }
                movie = MovieBox(box.content, in: &source)
                isMovieCut = box.isCut
            case "meta": meta = meta ?? box.content
            case "uuid":
                if let packet = XMPBox.packet(in: box.content, of: &source) { content.xmp.append(packet) }
            default: break
            }
            if movie != nil { left -= 1 }
            return left > 0
        }
        if let meta { movie?.take(meta: meta, in: &source) }
        guard let movie, movie.hasHeader || movie.isPacked || isMovieCut else {
            if source.isExhausted { throw .tooLarge("has more boxes before its movie header than are read") }
            if movie != nil { throw .corrupt("has a moov box without a movie header") }
            throw .corrupt(isCut ? "ends before its moov box" : "has no moov box")
        }
        if isMovieCut { throw .corrupt("ends within its moov box") }
        if movie.isPacked { throw .other("packed QuickTime") }
        if movie.isSound { throw .other("m4a") }
        movie.describe(&content, brand: brand)
        return content
    }

    /// The major brand; nil for a file without one.
    private static func brand(of source: inout PhotoSource) -> FourCC? {
        source.holds("ftyp", at: 4) ? source.uint32(at: 8).map(FourCC.init(_:)) : nil
    }

    /// The format by the major brand. A file without one is QuickTime, which originally had none.
    private static func format(of brand: FourCC?) -> PhotoFormat {
        switch brand {
        case nil: return .mov
        case "qt  "?: return .mov
        case "M4V "?, "M4VH"?, "M4VP"?: return .m4v
        case let brand?: return brand.value >> 16 == 0x3367 ? .threeGP : .mp4
        }
    }
}

/// A `uuid` box that contains XMP (ISO 16684-3, 5.1.4).
enum XMPBox {
    /// The packet after XMP's type; nil for boxes of other types.
    static func packet(in content: Range<Int>, of source: inout PhotoSource) -> XMPSource? {
        guard content.count > 16, source.uint64(at: content.lowerBound) == 0xBE7A_CFCB_97A9_42E8,
            source.uint64(at: content.lowerBound + 8) == 0x9C71_9994_91E3_AFAC
        else { return nil }
        return .file(content.lowerBound + 16..<content.upperBound)
    }
}
