/// The EXIF that a clean copy says (EXIF 3.0, 4.6): orientation, the wall time of the capture, and the colours.
struct MinimalExif {
    /// The orientation, 1…8; nil for none.
    var orientation: Int?
    /// `2026:05:04 10:11:12` as EXIF writes it, 19 characters; nil for none.
    var taken: String?
    /// Whether the colours are Adobe RGB's and no profile says so (DCF 2.0, its option file).
    var isAdobeRGB = false

    /// A TIFF structure, highest byte first; nil if there is nothing to say.
    var block: [UInt8]? {
        var first = orientation.map { [Self.entry(0x0112, .short, [0, UInt8(clamping: $0), 0, 0])] } ?? []
        let hasExif = taken != nil || isAdobeRGB
        if first.isEmpty, !hasExif { return nil }
        if !hasExif { return Self.header + Self.directory(first) }
        let start = Self.header.count + Self.size(ofEntries: first.count + 1)
        first.append(Self.entry(0x8769, .long, [0, 0, 0, UInt8(start)]))
        return Self.header + Self.directory(first) + exif(at: UInt8(start))
    }

    /// The Exif directory at an offset, with what it refers to.
    private func exif(at start: UInt8) -> [UInt8] {
        let count = (taken == nil ? 0 : 1) + (isAdobeRGB ? 2 : 0)
        let time = start + UInt8(Self.size(ofEntries: count))
        let text: [UInt8] = taken.map { Array($0.utf8.prefix(19)) + [0] } ?? []
        var entries: [[UInt8]] = []
        if taken != nil { entries.append(Self.entry(0x9003, .text, count: 20, [0, 0, 0, time])) }
        guard isAdobeRGB else { return Self.directory(entries) + text }
        // Its colour space is said to be another, and its rules of interoperability which.
        entries.append(Self.entry(0xA001, .short, [0xFF, 0xFF, 0, 0]))
        entries.append(Self.entry(0xA005, .long, [0, 0, 0, time + UInt8(text.count)]))
        let rules = Self.directory([Self.entry(1, .text, count: 4, Self.adobeRGB + [0])])
        return Self.directory(entries) + text + rules
    }

    /// The block in a segment of a JPEG (EXIF 3.0, 4.5.4 and 4.7.2); nil if there is nothing to say.
    var segment: [UInt8]? {
        block.map { block in
            [0xFF, JPEGMarker.application1.code, 0, UInt8(8 + block.count)] + Array("Exif\0\0".utf8) + block
        }
    }

    private static let header: [UInt8] = Array("MM\0*".utf8) + [0, 0, 0, 8]
    private static let adobeRGB = Array("R03".utf8)

    /// The types of values (TIFF 6.0, section 2).
    private enum Kind: UInt8 {
        case text = 2
        case short = 3
        case long = 4
    }

    private static func entry(_ tag: UInt16, _ kind: Kind, count: UInt8 = 1, _ value: [UInt8]) -> [UInt8] {
        [UInt8(tag >> 8), UInt8(tag & 0xFF), 0, kind.rawValue, 0, 0, 0, count] + value
    }

    private static func size(ofEntries count: Int) -> Int { 2 + count * 12 + 4 }

    private static func directory(_ entries: [[UInt8]]) -> [UInt8] {
        [0, UInt8(entries.count)] + entries.joined() + [0, 0, 0, 0]
    }

    /// Whether a TIFF structure says that the colours are Adobe RGB's, as cameras do.
    ///
    /// - Parameter block: the structure. What is damaged in it says nothing.
    static func saysAdobeRGB(_ block: [UInt8]) -> Bool {
        let order: ByteOrder = block.starts(with: "II".utf8) ? .little : .big
        func place(of tag: UInt16, in directory: UInt32?) -> Int? {
            guard let start = directory.map({ Int($0) + 2 }), let count = block.span.uint16(at: start - 2, order)
            else { return nil }
            let entries = (0..<Int(count)).lazy.map { start + $0 * 12 }
            return entries.first { block.span.uint16(at: $0, order) == tag }.map { $0 + 8 }
        }
        func value(of tag: UInt16, in directory: UInt32?) -> UInt32? {
            place(of: tag, in: directory).flatMap { block.span.uint32(at: $0, order) }
        }
        let exif = value(of: 0x8769, in: block.span.uint32(at: 4, order))
        guard let space = place(of: 0xA001, in: exif), block.span.uint16(at: space, order) == 0xFFFF,
            let name = place(of: 1, in: value(of: 0xA005, in: exif))
        else { return false }
        return block.dropFirst(name).starts(with: adobeRGB)
    }
}
