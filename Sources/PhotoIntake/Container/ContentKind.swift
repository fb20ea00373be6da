/// What the first bytes of a file say that it holds, whatever its name says.
enum ContentKind: Equatable {
    /// A JPEG stream: the marker SOI, then another (ISO/IEC 10918-1, B.2.1).
    case jpeg
    /// A known format that is not read, by its usual name.
    case other(String)
    /// Nothing that a file of any format begins with; why, as in ``Finding/detail``.
    case damaged(String)
    /// Anything else.
    case unknown

    /// `head` is the beginning of the file, all of it where the file is short.
    init(_ head: Span<UInt8>) {
        if head.uint16(at: 0, .big) == 0xFFD8, head.count < 3 || head[2] == 0xFF {
            self = head.count < 3 ? .damaged("ends within the JPEG header") : .jpeg
        } else if let name = Self.isoMediaName(head) ?? Self.tiffName(head) ?? Self.signedName(head) {
            self = .other(name)
        } else if head.count == 0 {
            self = .damaged("is empty")
        } else if let filler = Self.filler(head) {
            self = .damaged("holds nothing but bytes of \(filler)")
        } else {
            self = .unknown
        }
    }

    /// The one value that all bytes have, as disks leave it in place of lost content; nil where there are several.
    private static func filler(_ head: Span<UInt8>) -> UInt8? {
        let first = head[0]
        guard first == 0 || first == 0xFF else { return nil }
        for offset in 1..<max(head.count, 1) where head[offset] != first { return nil }
        return first
    }

    /// Formats in boxes: ISO base media files by their brand (ISO/IEC 14496-12, 4.3), QuickTime movies without one,
    /// JPEG 2000 and JPEG XL by their signature box.
    private static func isoMediaName(_ head: Span<UInt8>) -> String? {
        if head.holds("ftyp", at: 4) {
            return brandName(head)
        }
        if head.holds("JXL ", at: 4) { return "jxl" }
        if head.holds("jP  ", at: 4) { return "jp2" }
        let quickTime = ["moov", "mdat", "wide", "free", "skip", "pnot"] as [StaticString]
        return quickTime.contains { head.holds($0, at: 4) } ? "mov" : nil
    }

    private static func brandName(_ head: Span<UInt8>) -> String {
        if head.holds("qt  ", at: 8) { return "mov" }
        if head.holds("crx ", at: 8) { return "cr3" }
        if head.holds("avif", at: 8) || head.holds("avis", at: 8) { return "avif" }
        if head.holds("mif", at: 8) || head.holds("msf1", at: 8) { return "heif" }
        if head.holds("hei", at: 8) || head.holds("hev", at: 8) { return "heic" }
        return "mp4"
    }

    /// TIFF 6.0 and the raw formats built on it, with the makers' own version numbers.
    private static func tiffName(_ head: Span<UInt8>) -> String? {
        if head.holds("II*\0") { return head.holds("CR", at: 8) ? "cr2" : "tiff" }
        if head.holds("MM\0*") || head.holds("II+\0") || head.holds("MM\0+") { return "tiff" }
        if head.holds("IIU\0") { return "rw2" }
        return head.holds("IIRO") || head.holds("IIRS") || head.holds("MMOR") ? "orf" : nil
    }

    /// Formats that begin with a signature of their own.
    private static func signedName(_ head: Span<UInt8>) -> String? {
        switch head.uint32(at: 0, .big) {
        case 0x8950_4E47: "png"
        case 0x4749_4638: "gif"
        case 0x5249_4646: head.holds("WEBP", at: 8) ? "webp" : head.holds("AVI ", at: 8) ? "avi" : nil
        case 0x1A45_DFA3: "mkv"
        case 0x3842_5053: "psd"
        case 0x464F_5662: "x3f"
        case 0x004D_524D: "mrw"
        case 0x4655_4A49 where head.holds("FUJIFILMCCD-RAW"): "raf"
        default: head.uint16(at: 0, .big) == 0xFF0A ? "jxl" : head.holds("HEAPCCDR", at: 6) ? "crw" : nil
        }
    }
}
