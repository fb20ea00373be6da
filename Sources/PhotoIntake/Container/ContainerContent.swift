internal import PhotoModel

/// What a container says of its picture, and the metadata blocks that it holds: what a container reader gives.
struct ContainerContent {
    /// The format.
    var format: PhotoFormat
    /// Columns of the stored picture, before orientation.
    var width: Int?
    /// Rows of the stored picture, before orientation.
    var height: Int?
    /// The EXIF orientation that the container's own turning and mirroring come to; nil where it has none.
    var orientation: Int?
    /// The EXIF data.
    var exif: ExifSource?
    /// Others, which count where ``exif`` says nothing.
    var otherExif: ExifSource?
    /// An XMP packet.
    var xmp: MetadataBlock?
    /// What the file says by means of its own: a movie, or a format that is older than EXIF.
    var own: SourceFacts?
    /// How long a clip lasts, in seconds.
    var duration: Double?
    /// Apple's identifier of a Live Photo, of a clip.
    var contentIdentifier: String?
    /// Length of the thumbnail in bytes, where it is not in the EXIF block.
    var thumbnailBytes: Int?

    init(_ format: PhotoFormat) {
        self.format = format
    }
}

/// A metadata block of a file.
enum MetadataBlock {
    /// Bytes of the file, one after the other.
    case file(Range<Int>)
    /// Bytes that were put together from several places, or unpacked.
    case bytes([UInt8])
}

/// The EXIF data of a file.
enum ExifSource {
    /// A TIFF structure, from its header on.
    case block(MetadataBlock)
    /// The values of a structure that is as large as the file, or of several.
    indirect case values(TIFFValues)

    /// A TIFF structure in the file.
    static func file(_ range: Range<Int>) -> ExifSource { .block(.file(range)) }

    /// A TIFF structure that was put together from several places, or unpacked.
    static func bytes(_ bytes: [UInt8]) -> ExifSource { .block(.bytes(bytes)) }
}

/// Why a container gives nothing.
enum ContainerProblem: Error {
    /// It is damaged; why, as in ``Finding/detail``.
    case corrupt(String)
    /// It is larger or more tangled than what is read; why.
    case tooLarge(String)
    /// It turns out to be of a known format that is not read, by its usual name.
    case other(String)
}

/// A turn as old raw formats say it, in degrees clockwise.
enum QuarterTurn {
    /// The EXIF orientation that a turn comes to; nil for what is no quarter of a circle.
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

/// The mark `Exif`, NUL and a pad byte, which belongs before the EXIF block of a JPEG (EXIF 3.0, 4.7.2) and which some
/// writers leave in place where a container wants the TIFF structure alone.
enum ExifMark {
    private static let count = 6

    /// `block` without the mark.
    static func removed(from block: Range<Int>, in source: inout PhotoSource) -> Range<Int> {
        guard block.count >= count, source.holds("Exif\0", at: block.lowerBound) else { return block }
        return block.dropFirst(count)
    }

    /// `block` without the mark.
    static func removed(from block: [UInt8]) -> [UInt8] {
        block.count >= count && block.span.holds("Exif\0") ? Array(block.dropFirst(count)) : block
    }
}
