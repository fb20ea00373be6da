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
    /// A TIFF structure, from its header on.
    var exif: MetadataBlock?
    /// Another one, which counts where ``exif`` says nothing.
    var otherExif: MetadataBlock?
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

/// Why a container gives nothing.
enum ContainerProblem: Error {
    /// It is damaged; why, as in ``Finding/detail``.
    case corrupt(String)
    /// It is larger or more tangled than what is read; why.
    case tooLarge(String)
    /// It turns out to be of a known format that is not read, by its usual name.
    case other(String)
}
