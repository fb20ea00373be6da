/// The file in which Apple's Photos keeps how a photo was edited (`IMG_1234.AAE`): a property list in XML or binary
/// form. It says nothing of place and time, so it is only recognised.
enum AdjustmentFile {
    private static let trailerBytes = 32

    /// Why the file is none; nil where it is one.
    static func problem(_ source: inout PhotoSource) -> String? {
        let size = source.size
        let isBinary = source.holds("bplist00")
        let part = 0..<min(size, PhotoSource.mostBytes / 2)
        guard isBinary || source.withBytes(part, isXML) == true else { return "holds no property list" }
        // All its keys begin so: adjustmentFormatIdentifier, adjustmentData and others.
        guard source.withBytes(part, { $0.contains("adjustment") }) == true else {
            return "is a property list that tells of no edit"
        }
        let end = max(0, size - 4 * trailerBytes)..<size
        let isWhole = isBinary ? hasTrailer(&source) : source.withBytes(end, endsXML) == true
        return isWhole ? nil : "breaks off"
    }

    private static func isXML(_ bytes: Span<UInt8>) -> Bool {
        let start = bytes.holds("\u{FEFF}") ? 3 : 0
        let beginnings = ["<?xml", "<!DOCTYPE plist", "<plist"] as [StaticString]
        return beginnings.contains { bytes.holds($0, at: start) } && bytes.contains("<plist")
    }

    private static func endsXML(_ bytes: Span<UInt8>) -> Bool {
        var end = bytes.count
        while end > 0, bytes[end - 1] <= 0x20 { end -= 1 }
        return bytes.holds("</plist>", at: end - 8)
    }

    /// The last 32 bytes of a binary property list end with the number of its objects, the first of them, and where
    /// the table of their places begins, which lies between the header and these bytes.
    private static func hasTrailer(_ source: inout PhotoSource) -> Bool {
        let start = source.size - trailerBytes
        guard start > 0, let objects = source.uint64(at: start + 8), let first = source.uint64(at: start + 16),
            let table = source.uint64(at: start + 24)
        else { return false }
        return first < objects && table > 8 && table < UInt64(start)
    }
}
