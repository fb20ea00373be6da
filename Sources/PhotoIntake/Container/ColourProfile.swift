internal import PhotoModel

/// Rebuilds colour profiles (ICC.1:2022) from what converts colours: a display's serial number, texts and whatever else
/// a program wrote into one stay behind.
///
/// The header has no date, device, creator and profile ID of the source; the two texts that a profile must have say
/// nothing. Of the tags those stay that are listed, and of each as much as its type has.
enum ColourProfile {
    private static let headerBytes = 128
    /// The tags that convert colours, or describe how colours were measured, in numbers (9.2).
    private static let tags: Set<FourCC> = [
        "wtpt", "bkpt", "chad", "lumi", "rXYZ", "gXYZ", "bXYZ", "rTRC", "gTRC", "bTRC", "kTRC", "A2B0", "A2B1", "A2B2",
        "B2A0", "B2A1", "B2A2", "D2B0", "D2B1", "D2B2", "D2B3", "B2D0", "B2D1", "B2D2", "B2D3", "gamt", "pre0", "pre1",
        "pre2", "meas", "view", "tech", "cicp", "chrm", "rig0", "rig2",
    ]
    private static let classes: Set<FourCC> = ["scnr", "mntr", "prtr", "spac"]
    private static let spaces: Set<FourCC> = ["RGB ", "GRAY", "CMYK", "YCbr", "Lab ", "XYZ "]
    private static let refusal = CleanFailure.refused("has a colour profile that is not understood")

    /// A profile without what says anything but colours.
    ///
    /// - Parameters:
    ///   - source: the bytes that a file has in place of a profile.
    ///   - keepsSize: whether the copy has as many bytes as the source.
    /// - Returns: the copy, which stays the same when it is cleaned again; nil if the bytes are no profile, which no
    ///   reader of pictures uses either.
    /// - Throws: `refused` where the profile has another form than is known here.
    static func clean(_ source: [UInt8], keepsSize: Bool = false) throws(CleanFailure) -> [UInt8]? {
        guard let entries = entries(of: source) else { return nil }
        guard classes.contains(code(source, 12)), spaces.contains(code(source, 16)),
            source[64..<67].allSatisfy({ $0 == 0 }),
            ["XYZ ", "Lab "].contains(code(source, 20)), source[67] < 4
        else { throw refusal }
        let isNew = source[8] >= 4
        var kept: [(tag: FourCC, content: [UInt8])] = [
            ("desc", isNew ? localizedText : description), ("cprt", isNew ? localizedText : plainText),
        ]
        for (tag, range) in entries where tags.contains(tag) {
            guard let content = content(of: Array(source[range])) else { throw refusal }
            kept.append((tag, content))
        }
        var copy = whole(header(of: source), kept)
        if keepsSize {
            guard copy.count <= source.count else { throw refusal }
            copy += [UInt8](repeating: 0, count: source.count - copy.count)
        }
        copy.replaceSubrange(0..<4, with: UInt32(copy.count).bigEndianBytes)
        return copy
    }

    /// The tags with the ranges of their contents (7.3); nil if the bytes are no profile.
    private static func entries(of source: [UInt8]) -> [(tag: FourCC, range: Range<Int>)]? {
        let span = source.span
        guard span.holds("acsp", at: 36), let size = span.uint32(at: 0, .big), size <= source.count,
            let count = span.uint32(at: headerBytes, .big), count <= 200,
            headerBytes + 4 + Int(count) * 12 <= Int(size)
        else { return nil }
        var entries: [(tag: FourCC, range: Range<Int>)] = []
        for place in 0..<Int(count) {
            let entry = headerBytes + 4 + place * 12
            guard let offset = span.uint32(at: entry + 4, .big), let length = span.uint32(at: entry + 8, .big),
                offset >= headerBytes, length >= 8, UInt64(offset) + UInt64(length) <= UInt64(size)
            else { return nil }
            entries.append((code(source, entry), Int(offset)..<Int(offset) + Int(length)))
        }
        return entries
    }

    /// Version, class, colour spaces and intent of a source; the illuminant is that of every profile (7.2).
    private static func header(of source: [UInt8]) -> [UInt8] {
        var header = [UInt8](repeating: 0, count: headerBytes)
        header.replaceSubrange(8..<10, with: source[8..<10])
        header.replaceSubrange(12..<24, with: source[12..<24])
        // 1 January 2000.
        header.replaceSubrange(24..<30, with: [0x07, 0xD0, 0, 1, 0, 1])
        header.replaceSubrange(36..<40, with: Array("acsp".utf8))
        header[67] = source[67]
        header.replaceSubrange(68..<80, with: [0, 0, 0xF6, 0xD6, 0, 1, 0, 0, 0, 0, 0xD3, 0x2D])
        return header
    }

    /// The profile; contents that are equal are there once.
    private static func whole(_ header: [UInt8], _ tags: [(tag: FourCC, content: [UInt8])]) -> [UInt8] {
        var table = UInt32(tags.count).bigEndianBytes
        var contents: [UInt8] = []
        var places: [[UInt8]: Int] = [:]
        let start = header.count + 4 + tags.count * 12
        for (tag, content) in tags {
            let place = places[content] ?? contents.count
            if places.updateValue(place, forKey: content) == nil {
                contents += content + [UInt8](repeating: 0, count: (4 - content.count % 4) % 4)
            }
            let numbers = [tag.value, UInt32(start + place), UInt32(content.count)]
            table += numbers.flatMap(\.bigEndianBytes)
        }
        return header + table + contents
    }

    /// As much of a tag's content as its type has (10); nil for a type that is not known, or one that is cut.
    private static func content(of content: [UInt8]) -> [UInt8]? {
        let span = content.span
        let count: Int?
        switch code(content, 0) {
        case "XYZ ": count = 20
        case "sf32": count = 44
        case "meas", "view": count = 36
        case "sig ", "cicp": count = 12
        case "curv": count = span.uint32(at: 8, .big).map { 12 + 2 * Int($0) }
        case "chrm": count = span.uint16(at: 8, .big).map { 12 + 8 * Int($0) }
        case "para":
            let counts = [1, 3, 4, 5, 7]
            count = span.uint16(at: 8, .big).flatMap { Int($0) < counts.count ? 12 + 4 * counts[Int($0)] : nil }
        case "mft1", "mft2", "mAB ", "mBA ", "mpet": count = content.count
        default: count = nil
        }
        guard let count, count <= content.count else { return nil }
        return content[..<4] + [0, 0, 0, 0] + content[8..<count]
    }

    // The texts (10.15, 10.24, and ICC.1:2001-04, 6.5.17): a dash.

    private static let localizedText: [UInt8] =
        Array("mluc".utf8) + [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 12] + Array("enUS".utf8) + [
            0, 0, 0, 2, 0, 0, 0, 28, 0, 0x2D,
        ]
    private static let plainText: [UInt8] = Array("text".utf8) + [0, 0, 0, 0, 0x2D, 0]
    private static let description: [UInt8] =
        Array("desc".utf8) + [0, 0, 0, 0, 0, 0, 0, 2, 0x2D, 0] + [UInt8](repeating: 0, count: 78)

    private static func code(_ bytes: [UInt8], _ place: Int) -> FourCC {
        FourCC(bytes.span.uint32(at: place, .big) ?? 0)
    }
}

// In a JPEG (annex B.4).
extension ColourProfile {
    private static let name = Array("ICC_PROFILE\0".utf8)
    /// The most bytes of a profile in a segment.
    private static let mostInSegment = 65_519

    /// Whether a segment has a part of a profile.
    ///
    /// - Parameter content: what follows its length; the first 12 bytes at least, if there are as many.
    static func isPart(_ marker: JPEGMarker, _ content: ArraySlice<UInt8>) -> Bool {
        marker.code == 0xE2 && content.starts(with: name)
    }

    /// Segments with a clean profile.
    ///
    /// - Parameter parts: the contents of the segments of a file that have parts of one.
    /// - Returns: whole segments; empty if the parts are no profile.
    /// - Throws: as ``clean(_:keepsSize:)``.
    static func segments(of parts: [[UInt8]]) throws(CleanFailure) -> [UInt8] {
        let start = name.count + 2
        guard parts.allSatisfy({ $0.count > start && Int($0[start - 1]) == parts.count }),
            parts.map({ Int($0[start - 2]) }).sorted() == Array(1...max(1, parts.count))
        else { return [] }
        let joined = parts.sorted { $0[start - 2] < $1[start - 2] }.flatMap { $0.dropFirst(start) }
        guard let profile = try clean(joined) else { return [] }
        let count = (profile.count + mostInSegment - 1) / mostInSegment
        guard count <= 255 else { throw refusal }
        return (0..<count).flatMap { number in
            let part = profile.dropFirst(number * mostInSegment).prefix(mostInSegment)
            return segment(name + [UInt8(number + 1), UInt8(count)] + part)
        }
    }

    /// A segment with a content of at most 65,533 bytes.
    static func segment(_ content: [UInt8]) -> [UInt8] {
        let length = content.count + 2
        return [0xFF, 0xE2, UInt8(length >> 8), UInt8(length & 0xFF)] + content
    }
}

extension CleanEdits {
    /// Cleans the profile in a box `colr` (ISO/IEC 14496-12, 12.1.5; QuickTime has `nclc`).
    ///
    /// - Throws: `refused` for colours in another form.
    mutating func cleanColours(in box: CleanBox, _ source: inout CleanSource) throws(CleanFailure) {
        guard box.content.count > 4 else { throw box.unknown }
        let range = box.content.dropFirst(4)
        switch try source.code(at: box.content.lowerBound) {
        case "nclx", "nclc":
            if range.count > 7 { throw box.unknown }
        case "prof", "rICC":
            let profile = try source.bytes(range)
            guard let clean = try ColourProfile.clean(profile, keepsSize: true) else { throw box.unknown }
            if clean == profile { return }
            write(clean, at: range.lowerBound)
            note(.rest)
        default: throw box.unknown
        }
    }
}
