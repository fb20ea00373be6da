internal import PhotoModel

/// Reads the picture size of a Photoshop file, and finds its metadata blocks (Adobe Photoshop File Formats
/// Specification). Large documents (PSB) differ only after the part that is read.
enum PSDReader {
    private static let mostResources = 512

    /// Reads the file in `source`: header, colors, and image resources, each with a signature, a number, a name and a
    /// length.
    static func read(_ source: inout PhotoSource) throws(ContainerProblem) -> ContainerContent {
        guard let height = source.uint32(at: 14), let width = source.uint32(at: 18), let colours = source.uint32(at: 26)
        else { throw .corrupt("ends within the PSD header") }
        var content = ContainerContent(.psd)
        content.width = width == 0 ? nil : Int(width)
        content.height = height == 0 ? nil : Int(height)
        let start = 30 + Int(colours)
        guard let length = source.uint32(at: start) else { throw .corrupt("ends before the image resources") }
        var offset = start + 4
        let end = min(source.size, offset + Int(length))
        for _ in 0..<mostResources {
            guard let resource = PSDResource(at: offset, before: end, in: &source) else { break }
            switch resource.number {
            case 1_058: content.exif.insert(.file(ExifMark.removed(from: resource.content, in: &source)), at: 0)
            case 1_060: content.xmp.insert(.file(resource.content), at: 0)
            case IPTCReader.resource: content.iptc = .file(resource.content)
            default: break
            }
            offset = resource.next
        }
        return content
    }
}

/// An image resource of a Photoshop file.
private struct PSDResource {
    /// The number of the resource: 1028 is IPTC, 1058 EXIF, 1060 XMP.
    let number: UInt16
    /// The content, clipped to its parent.
    let content: Range<Int>

    /// Reads the resource at `offset` of a part that ends at `end`; nil if there is none. It consists of a signature, a
    /// number, a name (a length byte and the characters, padded to an even length) and the content's length.
    init?(at offset: Int, before end: Int, in source: inout PhotoSource) {
        guard offset <= end - 12, let signature = source.uint32(at: offset).map(FourCC.init(_:)),
            ["8BIM", "MeSa", "AgHg", "PHUT", "DCSR"].contains(signature), let number = source.uint16(at: offset + 4),
            let name = source.uint8(at: offset + 6).map(Int.init)
        else { return nil }
        let place = offset + 6 + (name + 2) / 2 * 2
        guard place <= end - 4, let length = source.uint32(at: place) else { return nil }
        self.number = number
        content = place + 4..<min(end, place + 4 + Int(length))
    }

    /// The offset of the next resource, after a pad byte if the content's length is odd.
    var next: Int { content.upperBound + content.count % 2 }
}
