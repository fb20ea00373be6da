internal import PhotoModel

/// Reads what Minolta's raw files say of their picture, and finds their EXIF block.
///
/// Minolta published no description. Behind the header stand blocks, each a name, a length and so many bytes: `PRD` has
/// the picture's size, `TTW` a TIFF structure with the EXIF block.
enum MRWReader {
    private static let mostBlocks = 32

    /// What the file in `source` holds.
    static func read(_ source: inout PhotoSource) throws(ContainerProblem) -> ContainerContent {
        var content = ContainerContent(.mrw)
        // Minolta's is big-endian; the last cameras under Sony's name wrote the other order.
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
                content.exif = .file(block)
            }
            offset = block.upperBound
        }
        guard content.exif != nil || content.width != nil else {
            throw .corrupt("has neither a picture's size nor EXIF where its MRW header says")
        }
        return content
    }
}
