internal import PhotoModel

/// Reads the size of a Windows bitmap. The format has no metadata.
enum BMPReader {
    /// The valid header lengths, which identify a bitmap: that of OS/2, and those of versions 1 to 5 of Windows.
    private static let headerLengths: [UInt32] = [12, 16, 40, 52, 56, 64, 108, 124]

    /// Whether `head`, which starts with `BM`, is the start of a bitmap.
    static func begins(_ head: Span<UInt8>) -> Bool {
        head.uint32(at: 14, .little).map(headerLengths.contains) ?? false
    }

    /// Reads the bitmap in `source`. The number of rows is negative if they are stored from the top.
    static func read(_ source: inout PhotoSource) throws(ContainerProblem) -> ContainerContent {
        var content = ContainerContent(.bmp)
        if source.uint32(at: 14, .little) == 12 {
            guard let width = source.uint16(at: 18, .little), let height = source.uint16(at: 20, .little) else {
                throw .corrupt("ends within the BMP header")
            }
            (content.width, content.height) = (Int(width), Int(height))
        } else {
            guard let width = source.uint32(at: 18, .little), let height = source.uint32(at: 22, .little) else {
                throw .corrupt("ends within the BMP header")
            }
            content.width = Int(Int32(bitPattern: width))
            content.height = Int(Int32(bitPattern: height).magnitude)
        }
        guard let width = content.width, let height = content.height, width > 0, height > 0 else {
            throw .corrupt("is a BMP without a picture")
        }
        return content
    }
}
