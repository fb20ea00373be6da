internal import PhotoModel

/// Cleans JPEG files (ISO/IEC 10918-1, annex B): tables, frame and scans stay, of the application segments JFIF without
/// its small picture, the colour profile and Adobe's colour transform. What follows the picture's end is cut.
struct CleanJPEGFile: ~Copyable {
    private var source: CleanSource
    private var recipe = CleanRecipe()
    private var hasProfile = false

    /// - Parameter exif: what the copy says in EXIF.
    /// - Throws: `refused` where something in it is not understood; `unreadable`.
    static func recipe(
        _ source: consuming CleanSource, saying exif: MinimalExif
    ) throws(CleanFailure) -> CleanRecipe {
        var cleaning = CleanJPEGFile(source: source)
        return try cleaning.clean(saying: exif)
    }

    /// Whether a file says in EXIF, and in no profile, that its colours are Adobe RGB's.
    static func isAdobeRGB(_ source: inout CleanSource) throws(CleanFailure) -> Bool {
        var isAdobeRGB = false
        for (marker, content) in try source.segments(from: 2) {
            if ColourProfile.isPart(marker, try source.bytes(content.prefix(12))[...]) { return false }
            if marker == .application1, try source.bytes(content.prefix(5)) == Array("Exif\0".utf8),
                MinimalExif.saysAdobeRGB(try source.bytes(content.dropFirst(6)))
            {
                isAdobeRGB = true
            }
        }
        return isAdobeRGB
    }

    private mutating func clean(saying exif: MinimalExif) throws(CleanFailure) -> CleanRecipe {
        recipe.add(.kept(0..<2))
        let own = exif.segment
        recipe.add(.written(own ?? []))
        var (hasFrame, hasScan) = (false, false)
        var place = 2
        while true {
            guard try source.number(at: place, 1) == 0xFF else { throw .refused("has bytes between its segments") }
            let marker = JPEGMarker(code: UInt8(try source.number(at: place + 1, 1)))
            if marker.code == 0xFF {
                place += 1
                continue
            }
            if marker == .endOfImage { break }
            guard !marker.standsAlone else { throw .refused("has a marker where none may be") }
            let length = try source.number(at: place + 2, 2)
            guard length >= 2 else { throw .refused("has a segment of an impossible length") }
            let segment = place..<place + 2 + length
            try keep(segment, of: marker, own)
            place = segment.upperBound
            if marker.isFrame, hasFrame { throw .refused("has two frames") }
            hasFrame = hasFrame || marker.isFrame
            if marker == .startOfScan {
                hasScan = true
                let end = try endOfScan(from: place)
                try refuseText(before: end, from: place)
                recipe.add(.picture(place..<end))
                place = end
            }
        }
        guard hasFrame, hasScan else { throw .refused("has no whole picture") }
        recipe.add(.kept(place..<place + 2))
        if place + 2 < source.size { recipe.removed.insert(.companions) }
        return recipe
    }

    /// Keeps what is needed of a segment.
    private mutating func keep(
        _ segment: Range<Int>, of marker: JPEGMarker, _ own: [UInt8]?
    ) throws(CleanFailure) {
        let start = try source.bytes(segment.lowerBound..<min(segment.upperBound, segment.lowerBound + 40))
        let content = start.dropFirst(4)
        switch CleanSegment(marker, content, count: segment.count - 4) {
        // Tables and headers are of the coded picture. Those of a small picture that goes are often the same.
        case .picture: recipe.add(.picture(segment))
        case .colours: recipe.add(.kept(segment))
        case .profile:
            // All parts of it are where the first is.
            if !hasProfile { try addProfile(from: segment.lowerBound) }
            hasProfile = true
        case .header(let header):
            recipe.add(.written([0xFF, marker.code, 0, UInt8(2 + header.count)] + header))
            if segment.count > 4 + header.count { recipe.removed.insert(.companions) }
        case .other:
            // Application segments and comments. A decoder may need all others.
            guard (0xE0...0xEF).contains(marker.code) || marker.code == 0xFE else {
                throw .refused("has a segment that is not known")
            }
            if try !source.holds(own, in: segment) { recipe.removed.insert(Self.carrier(marker, content)) }
        }
    }

    /// Adds the clean profile of all segments from one on that have parts of it.
    private mutating func addProfile(from start: Int) throws(CleanFailure) {
        var parts: [[UInt8]] = []
        for (marker, content) in try source.segments(from: start)
        where ColourProfile.isPart(marker, try source.bytes(content.prefix(12))[...]) {
            parts.append(try source.bytes(content))
        }
        let segments = try ColourProfile.segments(of: parts)
        if segments != parts.flatMap(ColourProfile.segment) { recipe.removed.insert(.rest) }
        recipe.add(.written(segments))
    }

    private static func carrier(_ marker: JPEGMarker, _ content: ArraySlice<UInt8>) -> Carrier {
        switch marker.code {
        case 0xE1 where content.starts(with: "Exif".utf8): .exif
        case 0xE1 where content.starts(with: "http://ns.adobe.com/".utf8): .xmp
        case 0xED: .iptc
        case 0xEB: .provenance
        case 0xFE: .text
        case 0xE2 where content.starts(with: "MPF\0".utf8): .companions
        default: .rest
        }
    }

    /// The least length of what counts as a text behind a scan's coded data, and how many different characters it has.
    private static let text = (length: 24, characters: 8)

    /// Refuses a text at the end of a scan: decoders stop where the picture is whole, and never come to it. Coded data
    /// looks like text for a few bytes at most, or repeats the same few.
    private mutating func refuseText(before end: Int, from start: Int) throws(CleanFailure) {
        let bytes = try source.bytes(max(start, end - 4_096)..<end) + [0]
        var begin = 0
        for place in bytes.indices where !(0x20..<0x7F).contains(bytes[place]) {
            if place - begin >= Self.text.length, Set(bytes[begin..<place]).count >= Self.text.characters {
                throw .refused("has a text behind its picture")
            }
            begin = place + 1
        }
    }

    /// The end of a scan's coded data, in which a byte of ones is followed by zero or by a restart marker (B.1.1.5).
    private mutating func endOfScan(from start: Int) throws(CleanFailure) -> Int {
        var place = start
        while place + 1 < source.size {
            let end = min(source.size, place + 65_536)
            let bytes = try source.bytes(place..<end)
            var index = 0
            while let found = bytes[index...].firstIndex(of: 0xFF), found + 1 < bytes.count {
                let next = bytes[found + 1]
                if next != 0, next != 0xFF, !(0xD0...0xD7).contains(next) { return place + found }
                index = next == 0xFF ? found + 1 : found + 2
                if index >= bytes.count { break }
            }
            place = end == source.size ? end : end - 1
        }
        throw .refused("ends within its picture")
    }
}

extension CleanSource {
    /// The segments from a place on, before the first scan; fewer where something is none or is cut, which whoever
    /// copies the file refuses.
    fileprivate mutating func segments(
        from start: Int
    ) throws(CleanFailure) -> [(marker: JPEGMarker, content: Range<Int>)] {
        var segments: [(marker: JPEGMarker, content: Range<Int>)] = []
        var place = start
        while place + 4 <= size, try number(at: place, 1) == 0xFF {
            let marker = JPEGMarker(code: UInt8(try number(at: place + 1, 1)))
            if marker.code == 0xFF {
                place += 1
                continue
            }
            let end = place + 2 + (try number(at: place + 2, 2))
            if marker.standsAlone || marker == .startOfScan || end > size || end < place + 4 { break }
            segments.append((marker, place + 4..<end))
            place = end
        }
        return segments
    }
}
