/// The kind of a file's content by its first bytes, regardless of its name.
enum ContentKind: Equatable {
    /// A JPEG stream: the marker SOI, followed by another marker (ISO/IEC 10918-1, B.2.1).
    case jpeg
    /// A HEIF picture: HEIC, AVIF and others, by its brand.
    case heif
    /// A QuickTime or ISO base media movie.
    case movie
    /// Canon's raw format in ISO base media boxes.
    case cr3
    /// A TIFF structure: TIFF itself and most raw formats.
    case tiff
    /// Fujifilm's raw format.
    case raf
    /// A PNG stream.
    case png
    /// A WebP picture.
    case webp
    /// A JPEG XL picture, in a container or bare.
    case jxl
    /// A JPEG 2000 picture, in a container or bare.
    case jp2
    /// A Photoshop file.
    case psd
    case gif
    /// A Windows bitmap.
    case bmp
    /// Canon's raw format before CR2.
    case crw
    /// Minolta's raw format.
    case mrw
    /// Sigma's raw format.
    case x3f
    /// An AVI film.
    case avi
    /// An MPEG transport stream.
    case transportStream
    /// An MPEG program stream or video elementary stream.
    case programStream
    /// A Windows Media file: video or audio.
    case asf
    /// A Matroska or WebM file: video or audio.
    case matroska
    /// Content that no format starts with; the reason, as in ``Finding/detail``.
    case damaged(String)
    /// Anything else.
    case unknown

    /// Determines the kind from `head`, the start of the file, or all of a short one.
    init(_ head: Span<UInt8>) {
        if head.uint16(at: 0, .big) == 0xFFD8, head.count < 3 || head[2] == 0xFF {
            self = head.count < 3 ? .damaged("ends within the JPEG header") : .jpeg
        } else if let kind = Self.boxed(head) ?? Self.tiff(head) ?? Self.signed(head) ?? Self.streamed(head) {
            self = kind
        } else if head.count == 0 {
            self = .damaged("is empty")
        } else if let filler = Self.filler(head) {
            self = .damaged("holds nothing but bytes of \(filler)")
        } else {
            self = .unknown
        }
    }

    /// Whether the file may be a sidecar, which the first bytes cannot tell.
    var mayBeSidecar: Bool {
        switch self {
        case .damaged, .unknown: true
        default: false
        }
    }

    /// The single value that all bytes have, as disks leave it in place of lost content; nil if the bytes differ.
    private static func filler(_ head: Span<UInt8>) -> UInt8? {
        let first = head[0]
        guard first == 0 || first == 0xFF else { return nil }
        for offset in 1..<max(head.count, 1) where head[offset] != first { return nil }
        return first
    }

    /// Formats made of boxes: ISO base media files by their brand (ISO/IEC 14496-12, 4.3), QuickTime movies without a
    /// brand, JPEG 2000 and JPEG XL by their signature box.
    private static func boxed(_ head: Span<UInt8>) -> ContentKind? {
        if head.holds("ftyp", at: 4) { return branded(head) }
        if head.holds("JXL ", at: 4) { return .jxl }
        if head.holds("jP  ", at: 4) { return .jp2 }
        let quickTime = ["moov", "mdat", "wide", "free", "skip", "pnot"] as [StaticString]
        return quickTime.contains { head.holds($0, at: 4) } ? .movie : nil
    }

    private static func branded(_ head: Span<UInt8>) -> ContentKind {
        if head.holds("crx ", at: 8) { return .cr3 }
        let pictures = ["mif", "msf1", "hei", "hev", "avif", "avis"] as [StaticString]
        return pictures.contains { head.holds($0, at: 8) } ? .heif : .movie
    }

    /// TIFF 6.0, BigTIFF, and raw formats with their own version numbers.
    private static func tiff(_ head: Span<UInt8>) -> ContentKind? {
        let headers = ["II*\0", "MM\0*", "II+\0", "MM\0+", "IIU\0", "IIRO", "IIRS", "MMOR"] as [StaticString]
        return headers.contains { head.holds($0) } ? .tiff : nil
    }

    /// Formats that start with a distinctive signature.
    private static func signed(_ head: Span<UInt8>) -> ContentKind? {
        switch head.uint32(at: 0, .big) {
        case 0x8950_4E47: .png
        case 0x4749_4638: .gif
        case 0x5249_4646: head.holds("WEBP", at: 8) ? .webp : head.holds("AVI ", at: 8) ? .avi : nil
        case 0x1A45_DFA3: .matroska
        case 0x3026_B275: .asf
        case 0x3842_5053: .psd
        case 0x464F_5662: .x3f
        case 0x004D_524D, 0x004D_5249: .mrw
        case 0xFF4F_FF51: .jp2
        case 0x4655_4A49 where head.holds("FUJIFILMCCD-RAW"): .raf
        default: shortlySigned(head)
        }
    }

    /// Formats with a short signature, or one that does not start at the first byte.
    private static func shortlySigned(_ head: Span<UInt8>) -> ContentKind? {
        switch head.uint16(at: 0, .big) {
        case 0xFF0A: .jxl
        case 0x4949 where head.holds("HEAPCCDR", at: 6), 0x4D4D where head.holds("HEAPCCDR", at: 6): .crw
        case 0x424D where BMPReader.begins(head): .bmp
        default: nil
        }
    }

    /// MPEG streams: elementary streams, program streams, and transport streams of fixed-length packets.
    private static func streamed(_ head: Span<UInt8>) -> ContentKind? {
        switch head.uint32(at: 0, .big) {
        case 0x0000_01BA, 0x0000_01B3: .programStream
        default: TransportStream.stride(head) == nil ? nil : .transportStream
        }
    }
}
