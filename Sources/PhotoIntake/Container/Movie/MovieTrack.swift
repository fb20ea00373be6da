/// What a track of a movie is (`trak`; ISO/IEC 14496-12, 8.3).
struct MovieTrack {
    private static let mostBoxes = 64

    /// Whether it is a picture: of a handler `vide`, or of none that is told and with a size.
    private(set) var isPicture = false
    /// Whether it is sound: of a handler `soun`.
    private(set) var isSound = false
    /// Whether it is shown.
    private(set) var isEnabled = false
    /// Columns; nil for 0.
    private(set) var width: Int?
    /// Rows; nil for 0.
    private(set) var height: Int?
    /// The EXIF orientation that the track's matrix comes to; nil for one that does more than turn and mirror.
    private(set) var orientation: Int?
    /// The contents of the track's own `meta` and `udta` boxes.
    private(set) var meta, userData: Range<Int>?

    /// Nil for a track without a header.
    init?(_ content: Range<Int>, in source: inout PhotoSource) {
        var hasHeader = false
        var handler: FourCC?
        source.forEachBox(in: content, most: Self.mostBoxes) { box, source in
            switch box.type {
            case "tkhd" where !hasHeader: hasHeader = readHeader(box.content, in: &source)
            case "mdia" where handler == nil: handler = Self.handler(of: box.content, in: &source)
            case "meta": meta = box.content
            case "udta": userData = box.content
            default: break
            }
            return true
        }
        guard hasHeader else { return nil }
        isSound = handler == "soun"
        isPicture = handler.map { $0 == "vide" } ?? (width != nil && height != nil)
    }

    /// The matrix is nine fixed-point numbers row by row, of which the first two rows turn (8.3.2); after it width and
    /// height, in 65,536ths. The times before are longer in version 1.
    private mutating func readHeader(_ content: Range<Int>, in source: inout PhotoSource) -> Bool {
        var fields = BoxFields(content)
        guard let (version, flags) = fields.versionAndFlags(in: &source), fields.skip((version == 1 ? 32 : 20) + 16)
        else { return false }
        var matrix: [Int] = []
        for _ in 0..<9 {
            guard let number = fields.number(4, in: &source) else { return false }
            matrix.append(Int(Int32(truncatingIfNeeded: number)))
        }
        guard let columns = fields.number(4, in: &source), let rows = fields.number(4, in: &source) else {
            return false
        }
        isEnabled = flags & 1 == 1
        orientation = Self.orientation([matrix[0], matrix[1], matrix[3], matrix[4]].map { $0.signum() })
        width = columns >> 16 > 0 ? columns >> 16 : nil
        height = rows >> 16 > 0 ? rows >> 16 : nil
        return true
    }

    /// By the signs of the matrix: where a step to the right and a step down in the stored picture lead.
    private static func orientation(_ signs: [Int]) -> Int? {
        switch signs {
        case [1, 0, 0, 1]: 1
        case [-1, 0, 0, 1]: 2
        case [-1, 0, 0, -1]: 3
        case [1, 0, 0, -1]: 4
        case [0, 1, 1, 0]: 5
        case [0, 1, -1, 0]: 6
        case [0, -1, -1, 0]: 7
        case [0, -1, 1, 0]: 8
        default: nil
        }
    }

    /// The type of the media's handler (`hdlr`).
    private static func handler(of media: Range<Int>, in source: inout PhotoSource) -> FourCC? {
        var handler: FourCC?
        source.forEachBox(in: media, most: mostBoxes) { box, source in
            guard box.type == "hdlr" else { return true }
            var fields = BoxFields(box.content)
            guard fields.skip(8) else { return false }
            handler = fields.number(4, in: &source).map { FourCC(UInt32(truncatingIfNeeded: $0)) }
            return false
        }
        return handler
    }
}
