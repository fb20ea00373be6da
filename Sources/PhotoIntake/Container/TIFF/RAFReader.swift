internal import PhotoModel

/// Reads Fujifilm's raw files, and finds their metadata blocks.
///
/// The header, which is big-endian, has the offsets of an embedded JPEG, which contains the EXIF block, and of records
/// about the raw data.
enum RAFReader {
    /// The length of the header up to the offset and length of the records.
    private static let headerBytes = 0x64
    private static let mostRecords = 256

    /// Reads the file in `source`: its JPEG's header, as far as it is present, and its dimensions.
    static func read(_ source: inout PhotoSource) throws(ContainerProblem) -> ContainerContent {
        guard source.size >= headerBytes, let offset = source.uint32(at: 0x54).map(Int.init),
            let length = source.uint32(at: 0x58).map(Int.init), let records = source.uint32(at: 0x5C).map(Int.init)
        else { throw .corrupt("ends within the RAF header") }
        var content = ContainerContent(.raf)
        (content.width, content.height) = dimensions(at: records, &source)
        let end = min(source.size, offset + length)
        if offset < end, let header = JPEGReader.header(in: offset..<end, &source) {
            content.exif = header.exif
        }
        guard !content.exif.isEmpty || content.width != nil else {
            throw .corrupt("has neither a JPEG nor raw data where its RAF header says")
        }
        return content
    }

    /// Reads the records at `start`: their number, and a tag, a length and content for each. 0x0111 has the picture's
    /// height and width, 0x0100 the same including the borders.
    private static func dimensions(at start: Int, _ source: inout PhotoSource) -> (width: Int?, height: Int?) {
        guard start >= headerBytes, let count = source.uint32(at: start), count <= mostRecords else {
            return (nil, nil)
        }
        var place = start + 4
        var size: (width: Int?, height: Int?) = (nil, nil)
        for _ in 0..<count {
            guard let tag = source.uint16(at: place), let length = source.uint16(at: place + 2) else { break }
            if tag == 0x0111 || tag == 0x0100 && size.width == nil, length == 4,
                let height = source.uint16(at: place + 4), let width = source.uint16(at: place + 6), height > 0,
                width > 0
            {
                size = (Int(width), Int(height))
            }
            place += 4 + Int(length)
        }
        return size
    }
}
