internal import PhotoModel

/// Reads Minolta's raw files, and finds their EXIF block.
///
/// Minolta has not published the format. After the header there are blocks, each with a name, a length and content:
/// `PRD` has the picture's size, `TTW` a TIFF structure with the EXIF block.
enum MRWReader {
    private static let mostBlocks = 32

    static func read(_ source: inout PhotoSource) throws(ContainerProblem) -> ContainerContent {
        var content = ContainerContent(.mrw)
        // Minolta's files are big-endian; the last cameras, sold as Sony, write little-endian.
        let order: ByteOrder = source.holds("I", at: 3) ? .little : .big
        guard let length = source.uint32(at: 4, order) else { throw .corrupt("ends within the MRW header") }
        var offset = 8
        let end = min(source.size, 8 + Int(length))
        for _ in 0..<mostBlocks {
            guard offset <= end - 8, let length = source.uint32(at: offset + 4, order) else { break }
            let block = offset + 8..<min(end, offset + 8 + Int(length))
            if source.holds("\0PRD", at: offset) {
                content.height = source.uint16(at: block.lowerBound + 12, order).flatMap { $0 == 0 ? nil : Int($0) }
                content.width = source.uint16(at: block.lowerBound + 14, order).flatMap { $0 == 0 ? nil : Int($0) }
            } else if source.holds("\0TTW", at: offset), !block.isEmpty {
                content.exif = [.file(block)]
            }
            offset = block.upperBound
        }
        guard !content.exif.isEmpty || content.width != nil else {
            throw .corrupt("has neither a picture's size nor EXIF where its MRW header says")
        }
        return content
    }
}
