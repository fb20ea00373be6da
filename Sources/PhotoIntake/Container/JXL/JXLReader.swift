internal import PhotoModel

/// Reads what JPEG XL files say of their picture, and finds their metadata boxes (ISO/IEC 18181-1 and 18181-2).
enum JXLReader {
    /// Reads that are left to the metadata when the walk is given up.
    private static let reserve = 16

    /// What the JPEG XL file in `source` holds: a bare codestream, which has no metadata, or boxes.
    ///
    /// Metadata may be packed with brotli. Each box beyond the file's first 64 KiB costs a read, so metadata behind more
    /// than some 80 pieces of codestream is given up.
    static func read(_ source: inout PhotoSource) throws(ContainerProblem) -> ContainerContent {
        var content = ContainerContent(.jxl)
        if source.uint16(at: 0) == 0xFF0A {
            guard takeHeader(at: 0, into: &content, &source) else { throw .corrupt("ends within the JPEG XL header") }
            return content
        }
        guard source.holds("\r\n", at: 8), source.uint16(at: 10) == 0x870A else {
            throw .corrupt("has a damaged JPEG XL signature")
        }
        var boxes = JXLBoxes()
        source.forEachBox(in: 0..<source.size) { box, source in
            boxes.take(box, &source)
            return source.readsLeft > reserve
        }
        guard let codestream = boxes.codestream else { throw .corrupt("is a JPEG XL file without a picture") }
        takeHeader(at: codestream, into: &content, &source)
        content.exif = boxes.exif.flatMap { exif(in: $0, &source) }
        content.xmp = boxes.xmp.flatMap { block(of: $0, &source) }
        return content
    }

    /// Whether the codestream at `offset` has a header that says how large the picture is.
    @discardableResult
    private static func takeHeader(
        at offset: Int, into content: inout ContainerContent, _ source: inout PhotoSource
    ) -> Bool {
        let range = offset..<max(offset, min(source.size, offset + JXLHeader.mostBytes))
        guard let header = source.withBytes(range, { JXLHeader($0) }) ?? nil else { return false }
        (content.width, content.height) = (header.width, header.height)
        content.orientation = header.orientation
        return true
    }

    /// The TIFF structure: the box begins with how far behind the next byte it lies, in 32 bits (ISO/IEC 18181-2, Exif box).
    private static func exif(in part: JXLBoxes.Part, _ source: inout PhotoSource) -> MetadataBlock? {
        switch block(of: part, &source) {
        case .file(let range):
            guard let skipped = source.uint32(at: range.lowerBound), Int(skipped) < range.count - 4 else { return nil }
            return .file(ExifMark.removed(from: range.dropFirst(4 + Int(skipped)), in: &source))
        case .bytes(let bytes):
            guard let skipped = bytes.span.uint32(at: 0, .big), Int(skipped) < bytes.count - 4 else { return nil }
            return .bytes(ExifMark.removed(from: Array(bytes.dropFirst(4 + Int(skipped)))))
        case nil: return nil
        }
    }

    private static func block(of part: JXLBoxes.Part, _ source: inout PhotoSource) -> MetadataBlock? {
        guard part.isPacked else { return .file(part.range) }
        return source.unpacked(part.range, by: Brotli.unpacked).map(MetadataBlock.bytes)
    }
}
