internal import PhotoModel

/// Copies JPEG streams without what is neither picture nor colour nor orientation: no place, time, device, text or
/// second picture (ISO/IEC 10918-1, annex B).
///
/// ``CleanSegment`` lists what stays, beside the scans. What follows the picture's end is not copied.
package enum CleanJPEG {
    /// The usual maximum size of a copied stream in bytes. EXIF thumbnails have at most 64 KiB, those of CR3 files
    /// twice as much.
    package static let mostBytes = 262_144

    /// A copy of a stream.
    ///
    /// - Parameters:
    ///   - source: the stream, which may go on after the picture's end.
    ///   - orientation: the EXIF orientation that the copy says if the stream says none itself, 1…8; nil for none.
    ///   - most: the maximum size of the stream in bytes.
    /// - Returns: the copy; nil if the stream is not a JPEG with a frame and a scan, or is too large.
    package static func copy(of source: [UInt8], orientation: Int?, most: Int = mostBytes) -> [UInt8]? {
        guard source.count > 4, source.count <= most, source[0] == 0xFF, source[1] == 0xD8 else { return nil }
        let orientation = Self.orientation(of: source) ?? orientation
        var copy = Array(source[..<2]) + (MinimalExif(orientation: orientation).segment ?? [])
        var (hasFrame, hasScan) = (false, false)
        var profile: (parts: [[UInt8]], place: Int) = ([], copy.count)
        var place = 2
        while let (marker, start) = nextMarker(in: source, from: place), marker != .endOfImage {
            place = start
            if marker.standsAlone { continue }
            guard let segment = segment(of: source, at: start) else { break }
            place = segment.upperBound
            if ColourProfile.isPart(marker, source[segment].dropFirst(2)) {
                if profile.parts.isEmpty { profile.place = copy.count }
                profile.parts.append(Array(source[segment].dropFirst(2)))
            }
            copy += kept(marker, source[segment]).map { [0xFF, marker.code] + $0 } ?? []
            hasFrame = hasFrame || marker.isFrame
            guard marker == .startOfScan else { continue }
            hasScan = true
            let end = endOfScan(in: source, from: place)
            copy += source[place..<end]
            place = end
        }
        copy.insert(contentsOf: (try? ColourProfile.segments(of: profile.parts)) ?? [], at: profile.place)
        return hasFrame && hasScan ? copy + [0xFF, JPEGMarker.endOfImage.code] : nil
    }

    /// The EXIF orientation that a stream says, 1…8; nil if it says none.
    package static func orientation(of stream: [UInt8]) -> Int? {
        guard stream.starts(with: [0xFF, 0xD8]) else { return nil }
        var place = 2
        while let (marker, start) = nextMarker(in: stream, from: place), marker != .endOfImage,
            marker != .startOfScan
        {
            place = start
            if marker.standsAlone { continue }
            guard let segment = segment(of: stream, at: start) else { return nil }
            place = segment.upperBound
            let name = Array("Exif\0\0".utf8)
            guard marker == .application1, stream[segment].dropFirst(2).starts(with: name) else { continue }
            var reader = ExifReader()
            var facts = PhotoFacts(format: .jpeg)
            reader.read(stream.span.extracting(segment.lowerBound + 2 + name.count..<place), into: &facts)
            return facts.orientation
        }
        return nil
    }

    /// The next marker and the offset behind it; nil if there is none. Bytes before it and fill bytes are skipped.
    private static func nextMarker(in source: [UInt8], from place: Int) -> (JPEGMarker, Int)? {
        for index in source.indices.dropFirst(place).dropLast() {
            guard source[index] == 0xFF, source[index + 1] != 0xFF, source[index + 1] != 0 else { continue }
            return (JPEGMarker(code: source[index + 1]), index + 2)
        }
        return nil
    }

    /// The range of a segment with its length; nil if it does not end within the stream.
    private static func segment(of source: [UInt8], at start: Int) -> Range<Int>? {
        guard let length = source.span.uint16(at: start, .big), length >= 2, start + Int(length) <= source.count else {
            return nil
        }
        return start..<start + Int(length)
    }

    /// The end of a scan's coded data, in which a byte of ones is followed by zero or by a restart marker (B.1.1.5).
    private static func endOfScan(in source: [UInt8], from start: Int) -> Int {
        for index in source.indices.dropFirst(start).dropLast() {
            let next = source[index + 1]
            if source[index] == 0xFF, next != 0, next != 0xFF, !(0xD0...0xD7).contains(next) { return index }
        }
        return source.count
    }

    /// What is copied of a segment, its length first; nil for nothing.
    private static func kept(_ marker: JPEGMarker, _ segment: ArraySlice<UInt8>) -> [UInt8]? {
        switch CleanSegment(marker, segment.dropFirst(2), count: segment.count - 2) {
        case .picture, .colours: Array(segment)
        case .header(let content): [0, UInt8(2 + content.count)] + content
        case .profile, .other: nil
        }
    }
}

/// What a clean copy of a JPEG has of a segment. What stays is listed, not what goes.
enum CleanSegment {
    /// All: a table, a frame's or a scan's header.
    case picture
    /// All: Adobe's marker of the colour transform (APP14).
    case colours
    /// What ``ColourProfile`` makes of the colour profile of which it is a part.
    case profile
    /// JFIF's version, units and densities (JFIF 1.02); its thumbnail has no columns and no rows.
    case header([UInt8])
    /// Nothing, as far as is known here.
    case other

    /// - Parameters:
    ///   - content: what follows its length; the first 14 bytes at least, if there are as many.
    ///   - count: the number of bytes of the whole content.
    init(_ marker: JPEGMarker, _ content: ArraySlice<UInt8>, count: Int) {
        self =
            switch marker.code {
            case 0xC4, 0xCC, 0xDA, 0xDB: .picture
            // The number of lines, and of units between restarts (B.2.5, B.2.4.4).
            case 0xDC...0xDD where count == 2: .picture
            case _ where marker.isFrame: .picture
            case 0xE0 where content.starts(with: "JFIF\0".utf8) && count >= 14: .header(content.prefix(12) + [0, 0])
            case 0xE2 where ColourProfile.isPart(marker, content): .profile
            case 0xEE where content.starts(with: "Adobe".utf8) && count == 12: .colours
            default: .other
            }
    }
}
