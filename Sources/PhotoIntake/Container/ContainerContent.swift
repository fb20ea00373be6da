internal import PhotoModel

/// The result of a container reader: the properties of the picture and the metadata blocks.
struct ContainerContent {
    var format: PhotoFormat
    /// Columns of the stored picture, before orientation.
    var width: Int?
    /// Rows of the stored picture, before orientation.
    var height: Int?
    /// The EXIF orientation equivalent to the container's own rotation and mirroring; nil if it has none.
    var orientation: Int?
    /// The EXIF data by descending precedence: each counts for what those before it lack.
    var exif: [ExifSource] = []
    /// The XMP by descending precedence: each packet counts for what those before it lack.
    var xmp: [XMPSource] = []
    /// IPTC's data sets, or the resources of Photoshop's among which they may be; they count after XMP.
    var iptc: MetadataBlock?
    /// Facts stored in the format's own way: of a movie, or of a format older than EXIF.
    var own: SourceFacts?
    /// When the picture was made, by a text of the format; any other time is better.
    var created: CaptureTime?
    /// Where a maker's trailer that says the moment of capture in UTC ends (``SamsungTrailer``).
    var trailerEnd: Int?
    /// The duration of a clip in seconds.
    var duration: Double?
    /// Apple's identifier of a Live Photo, from a clip.
    var contentIdentifier: String?
    /// The range of the JPEG thumbnail in the file, if it is not in the EXIF block.
    var thumbnail: Range<Int>?

    init(_ format: PhotoFormat) {
        self.format = format
    }
}

enum MetadataBlock {
    /// Contiguous bytes of the file.
    case file(Range<Int>)
    /// Several parts of the file, one behind the other.
    case parts([Range<Int>])
    /// Bytes assembled from several places, or decompressed.
    case bytes([UInt8])
}

enum ExifSource {
    /// A TIFF structure, from its header on.
    case block(MetadataBlock)
    /// The values of a structure that is as large as the file, or of several.
    indirect case values(TIFFValues)
    /// Data that is there and cannot be read.
    case unread

    /// A TIFF structure in the file.
    static func file(_ range: Range<Int>) -> ExifSource { .block(.file(range)) }

    /// A TIFF structure that was put together from several places, or unpacked.
    static func bytes(_ bytes: [UInt8]) -> ExifSource { .block(.bytes(bytes)) }
}

enum XMPSource {
    case packet(MetadataBlock)
    /// A packet that no other packet names, which may be a remainder, or what is left of a damaged one. Only `never`
    /// fences count at its place.
    case stray(MetadataBlock)
    /// A packet that is there and cannot be read.
    case unread

    static func file(_ range: Range<Int>) -> XMPSource { .packet(.file(range)) }

    /// A packet that was unpacked; nil for one that could not be.
    init(_ block: MetadataBlock?) {
        self = block.map(XMPSource.packet) ?? .unread
    }
}

/// Why a container gives nothing.
enum ContainerProblem: Error {
    /// It is damaged; the cause, as in ``Finding/detail``.
    case corrupt(String)
    /// It exceeds the limits of what is read; the cause.
    case tooLarge(String)
    /// It is of a known but unsupported format; the format's usual name.
    case other(String)
}

/// A rotation as old raw formats record it, in degrees clockwise.
enum QuarterTurn {
    /// The EXIF orientation equivalent to a rotation; nil for anything but multiples of 90°.
    static func orientation(_ degrees: UInt32) -> Int? {
        switch Int32(bitPattern: degrees) {
        case 0: 1
        case 90, -270: 6
        case 180, -180: 3
        case 270, -90: 8
        default: nil
        }
    }
}

/// The prefix `Exif`, NUL and a pad byte, which belongs before the EXIF block of a JPEG (EXIF 3.0, 4.7.2). Some writers
/// also add it in containers that expect only the TIFF structure.
enum ExifMark {
    private static let count = 6

    /// `block` without the prefix.
    static func removed(from block: Range<Int>, in source: inout PhotoSource) -> Range<Int> {
        guard block.count >= count, source.holds("Exif\0", at: block.lowerBound) else { return block }
        return block.dropFirst(count)
    }

    /// `block` without the prefix.
    static func removed(from block: [UInt8]) -> [UInt8] {
        block.count >= count && block.span.holds("Exif\0") ? Array(block.dropFirst(count)) : block
    }
}
