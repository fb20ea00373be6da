/// What the boxes of a JPEG XL file say of where its parts are (ISO/IEC 18181-2).
struct JXLBoxes {
    /// A metadata box's content, as it is or packed.
    struct Part {
        let range: Range<Int>
        let isPacked: Bool
    }

    private static let exifType: FourCC = "Exif"
    private static let xmpType: FourCC = "xml "
    private static let packedType: FourCC = "brob"
    private static let codestreamType: FourCC = "jxlc"
    private static let partialType: FourCC = "jxlp"

    /// Of several, the last.
    private(set) var exif: Part?
    /// Of several, the last.
    private(set) var xmp: Part?
    /// Where the codestream begins.
    private(set) var codestream: Int?

    /// Notes what `box` is.
    mutating func take(_ box: Box, _ source: inout PhotoSource) {
        switch box.type {
        case Self.codestreamType:
            if codestream == nil { codestream = box.content.lowerBound }
        case Self.partialType:
            // The number of the part comes first.
            if codestream == nil { codestream = box.content.lowerBound + 4 }
        case Self.packedType:
            guard box.content.count > 4, let type = source.uint32(at: box.content.lowerBound) else { return }
            note(Part(range: box.content.dropFirst(4), isPacked: true), as: FourCC(type))
        default:
            note(Part(range: box.content, isPacked: false), as: box.type)
        }
    }

    private mutating func note(_ part: Part, as type: FourCC) {
        if type == Self.exifType { exif = part }
        if type == Self.xmpType { xmp = part }
    }
}
