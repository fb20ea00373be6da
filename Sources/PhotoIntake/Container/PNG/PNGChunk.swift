/// A chunk of a PNG stream (PNG, third edition, 5.3): length, type, content and CRC.
///
/// The CRC is not looked at: what is metadata and reads well is wanted of a damaged file, too, as exiftool has it.
struct PNGChunk {
    static let header: FourCC = "IHDR"
    static let picture: FourCC = "IDAT"
    static let end: FourCC = "IEND"
    static let exif: FourCC = "eXIf"
    /// Latin-1 text, the same packed, and UTF-8 text that may be packed.
    static let text: FourCC = "tEXt"
    static let packedText: FourCC = "zTXt"
    static let internationalText: FourCC = "iTXt"

    /// What a chunk has besides its content.
    static let overhead = 4 + 4 + 4
    private static let prefix = 4 + 4

    /// Where the chunk begins.
    let offset: Int
    /// Four ASCII letters.
    let type: FourCC
    /// The content; where the chunk claims to be longer than the file, it ends with that.
    let content: Range<Int>
    /// Whether the chunk claims to be longer than the file.
    let isCut: Bool

    /// The chunk at `offset`; nil where the file is at its end, and where no type stands.
    init?(at offset: Int, in source: inout PhotoSource) {
        guard offset >= 0, let length = source.uint32(at: offset), let type = source.uint32(at: offset + 4),
            Self.isType(type)
        else { return nil }
        let start = offset + Self.prefix
        self.offset = offset
        self.type = FourCC(type)
        isCut = Int(length) > source.size - start
        content = start..<(isCut ? source.size : start + Int(length))
    }

    /// Where the next chunk begins.
    var next: Int { content.upperBound + 4 }

    /// Whether these are four ASCII letters, as every type is (5.4).
    static func isType(_ value: UInt32) -> Bool {
        for shift in [0, 8, 16, 24] as [UInt32] {
            let letter = (value >> shift) & 0xDF
            guard (0x41...0x5A).contains(letter) else { return false }
        }
        return true
    }
}
