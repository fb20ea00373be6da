/// A reader to fuzz.
package enum FuzzedReader: String, CaseIterable, Sendable {
    case jpeg, exif, heif, cr3, movie, tiff, raf, png, webp, jxl, jp2, psd, gif, bmp, crw, mrw, x3f, avi, mts, mpg, wmv,
        mkv
    case xmp, takeout, aae, fences, maps, tracks
    /// Not a reader but what writes clean copies.
    case clean
    // The same readers with their data far beyond the part of the file that is loaded at once.
    case jpegFar = "jpeg-far"
    case heifFar = "heif-far"
    case movieFar = "movie-far"
    case pngFar = "png-far"

    /// The name of the input file. It identifies only sidecars.
    var fileName: String {
        switch self {
        case .xmp: "photo.xmp"
        case .takeout: "photo.jpg.supplemental-metadata.json"
        case .aae: "photo.aae"
        default: "photo"
        }
    }

    /// Whether these bytes reach the reader. Others are not worth keeping: the bytes that identify a format are few and
    /// are fuzzed with each of them, and a mutation to another format would fuzz another reader.
    package func takes(_ bytes: [UInt8]) -> Bool {
        switch self {
        case .jpeg: bytes.hold([0xFF, 0xD8, 0xFF], at: 0)
        case .heif: bytes.hold("ftyp", at: 4) && !Self.isCR3(bytes) && Self.isPicture(bytes)
        case .cr3: Self.isCR3(bytes)
        case .movie: Self.isMovie(bytes) && !Self.isCR3(bytes) && !Self.isPicture(bytes)
        case .tiff: Self.isTIFF(bytes)
        case .raf: bytes.hold("FUJIFILMCCD-RAW", at: 0)
        case .png: bytes.hold([0x89, 0x50, 0x4E, 0x47], at: 0)
        case .webp: bytes.hold("RIFF", at: 0) && bytes.hold("WEBP", at: 8)
        case .jxl: bytes.hold([0xFF, 0x0A], at: 0) || bytes.hold("JXL ", at: 4)
        case .jp2: bytes.hold("jP  ", at: 4) || bytes.hold([0xFF, 0x4F, 0xFF, 0x51], at: 0)
        case .psd: bytes.hold("8BPS", at: 0)
        case .gif: bytes.hold("GIF8", at: 0)
        case .bmp: bytes.hold("BM", at: 0)
        case .crw: bytes.hold("HEAPCCDR", at: 6) && (bytes.hold("II", at: 0) || bytes.hold("MM", at: 0))
        case .mrw: bytes.hold("\0MRM", at: 0) || bytes.hold("\0MRI", at: 0)
        case .x3f: bytes.hold("FOVb", at: 0)
        case .avi: bytes.hold("RIFF", at: 0) && bytes.hold("AVI ", at: 8)
        case .mts: Self.isTransport(bytes, 188, at: 0) || Self.isTransport(bytes, 192, at: 4)
        case .mpg: bytes.hold([0, 0, 1, 0xBA], at: 0) || bytes.hold([0, 0, 1, 0xB3], at: 0)
        case .wmv: bytes.hold([0x30, 0x26, 0xB2, 0x75], at: 0)
        case .mkv: bytes.hold([0x1A, 0x45, 0xDF, 0xA3], at: 0)
        case .exif: bytes.hold("II*\0", at: 0) || bytes.hold("MM\0*", at: 0)
        case .clean:
            [.jpeg, .png, .webp, .heif, .movie].contains { (reader: Self) in reader.takes(bytes) }
        case .xmp, .takeout, .aae, .fences, .maps, .tracks, .jpegFar, .heifFar, .movieFar, .pngFar: bytes.count > 0
        }
    }

    private static func isTIFF(_ bytes: [UInt8]) -> Bool {
        ["II*\0", "MM\0*", "II+\0", "MM\0+", "IIU\0", "IIRO", "IIRS", "MMOR"].contains { bytes.hold($0, at: 0) }
    }

    private static func isTransport(_ bytes: [UInt8], _ length: Int, at start: Int) -> Bool {
        (0..<3).allSatisfy { bytes.hold([0x47], at: start + $0 * length) }
    }

    private static func isCR3(_ bytes: [UInt8]) -> Bool {
        bytes.hold("ftypcrx ", at: 4)
    }

    private static func isPicture(_ bytes: [UInt8]) -> Bool {
        ["mif", "msf1", "hei", "hev", "avif", "avis"].contains { bytes.hold($0, at: 8) }
    }

    private static func isMovie(_ bytes: [UInt8]) -> Bool {
        ["ftyp", "moov", "mdat", "wide", "free", "skip", "pnot"].contains { bytes.hold($0, at: 4) }
    }
}

extension [UInt8] {
    func hold(_ text: String, at offset: Int) -> Bool {
        hold(Array(text.utf8), at: offset)
    }

    func hold(_ wanted: [UInt8], at offset: Int) -> Bool {
        offset <= count - wanted.count && self[offset..<offset + wanted.count] == wanted[...]
    }
}
