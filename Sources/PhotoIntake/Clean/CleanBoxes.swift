internal import PhotoModel

/// A box of a file that is cleaned: unlike ``Box``, one that is cut or damaged is refused.
struct CleanBox {
    let type: FourCC
    /// With its header.
    let whole: Range<Int>
    /// Without its header.
    let content: Range<Int>

    init(at offset: Int, before end: Int, in source: inout CleanSource) throws(CleanFailure) {
        guard offset + 8 <= end else { throw .refused("has a box that is cut") }
        var (size, header) = (try source.number(at: offset, 4), 8)
        type = try source.code(at: offset + 4)
        if size == 1 {
            guard offset + 16 <= end else { throw .refused("has a box that is cut") }
            (size, header) = (try source.number(at: offset + 8, 8), 16)
        } else if size == 0 {
            size = end - offset
        }
        guard size >= header, size <= end - offset else { throw .refused("has a box of an impossible length") }
        whole = offset..<offset + size
        content = offset + header..<offset + size
    }

    var name: String {
        let bytes = type.value.bigEndianBytes.map { (0x20..<0x7F).contains($0) ? $0 : UInt8(ascii: "?") }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The refusal of a box that is not known.
    var unknown: CleanFailure { .refused("has a box \(name) that is not known") }
}

extension CleanSource {
    /// The boxes of a range.
    ///
    /// - Throws: `refused` for a damaged box, and for more boxes than HEIF has numbers of 16 bits for its items.
    mutating func boxes(of range: Range<Int>) throws(CleanFailure) -> [CleanBox] {
        var boxes: [CleanBox] = []
        var place = range.lowerBound
        // QuickTime ends a list of boxes with 32 bits of zero.
        while place < range.upperBound {
            if range.upperBound - place < 8, try isBlank(place..<range.upperBound) { break }
            guard boxes.count < 65_536 else { throw .refused("has too many boxes") }
            boxes.append(try CleanBox(at: place, before: range.upperBound, in: &self))
            place = boxes[boxes.count - 1].whole.upperBound
        }
        return boxes
    }
}

extension CleanEdits {
    /// The next box at the top of a file. What follows the last box is of no picture, and is cut.
    ///
    /// - Parameters:
    ///   - place: where it begins; moved behind it.
    ///   - hasPicture: whether the boxes before have all that a picture needs: then what is no box is cut.
    /// - Returns: nil at the end.
    /// - Throws: `refused` for a damaged box before that; `unreadable`.
    mutating func topBox(
        at place: inout Int, hasPicture: Bool, _ source: inout CleanSource
    ) throws(CleanFailure) -> CleanBox? {
        guard place < source.size else { return nil }
        do throws(CleanFailure) {
            let box = try CleanBox(at: place, before: source.size, in: &source)
            place = box.whole.upperBound
            return box
        } catch {
            guard case .refused = error, hasPicture else { throw error }
            end = place
            note(.companions)
            return nil
        }
    }

    /// Makes a box free space of zeroes.
    mutating func free(_ box: CleanBox, _ carrier: Carrier, _ source: inout CleanSource) throws(CleanFailure) {
        if ["free", "skip", "wide"].contains(box.type), try source.isBlank(box.content) { return }
        note(carrier)
        write(Array("free".utf8), at: box.whole.lowerBound + 4)
        blank(box.content)
    }

    /// Of a handler, writes zeroes over what follows its kind: QuickTime's maker and flags, and the name.
    mutating func cleanHandler(_ box: CleanBox, _ source: inout CleanSource) throws(CleanFailure) {
        try blankOut(box.content.dropFirst(12), .coder, &source)
    }

    /// Makes all boxes in one free space, but those of these types.
    mutating func keep(
        _ types: Set<FourCC>, in box: CleanBox, _ source: inout CleanSource
    ) throws(CleanFailure) {
        for part in try source.boxes(of: box.content) where !types.contains(part.type) {
            try free(part, .boxes, &source)
        }
    }

    /// Writes zeroes over a range, unless it has only these.
    mutating func blankOut(
        _ range: Range<Int>, _ carrier: Carrier, _ source: inout CleanSource
    ) throws(CleanFailure) {
        if try source.isBlank(range) { return }
        note(carrier)
        blank(range)
    }

    /// Keeps, of the media data, what is picture or sound, and writes zeroes over the rest.
    ///
    /// - Parameters:
    ///   - pictures: the bytes of pictures and sound, in any order; equal and overlapping ones are joined.
    ///   - own: bytes that the copy says at a place of the media data; empty for none.
    ///   - media: the contents of the boxes with media data.
    /// - Throws: `refused` where a picture is not within one of these boxes.
    mutating func keep(
        _ pictures: [Range<Int>], and own: (place: Int, bytes: [UInt8]) = (0, []), of media: [Range<Int>],
        _ source: inout CleanSource
    ) throws(CleanFailure) {
        var kept: [Range<Int>] = []
        for range in pictures.filter({ !$0.isEmpty }).sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = kept.last, range.lowerBound <= last.upperBound {
                kept[kept.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
            } else {
                kept.append(range)
            }
        }
        if !own.bytes.isEmpty { kept.append(own.place..<own.place + own.bytes.count) }
        var rest = kept.sorted { $0.lowerBound < $1.lowerBound }[...]
        for media in media.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            var place = media.lowerBound
            while let next = rest.first, next.lowerBound < media.upperBound {
                // Ranges of two boxes never join: there is a header between them.
                guard next.lowerBound >= place, next.upperBound <= media.upperBound else {
                    throw .refused("has a picture outside of its media data")
                }
                try blankOut(place..<next.lowerBound, .rest, &source)
                if next.lowerBound == own.place, !own.bytes.isEmpty {
                    write(own.bytes, at: own.place)
                } else {
                    keepPicture(next)
                }
                place = next.upperBound
                rest = rest.dropFirst()
            }
            try blankOut(place..<media.upperBound, .rest, &source)
        }
        if !rest.isEmpty { throw .refused("has a picture outside of its media data") }
    }
}

/// Finds data that coders put among the coded pictures (SEI: ITU-T H.264, annex D; H.265, annex D; metadata of AV1,
/// 5.8).
enum CoderData {
    enum Coding {
        case avc
        case hevc
        case av1
    }

    /// Refuses a sample with data of a user that is not known, since cameras write positions there, and with units that
    /// are neither picture nor its settings.
    ///
    /// - Parameters:
    ///   - sample: the range of the sample, which consists of units, each after its length; of AV1's with headers.
    ///   - lengthSize: the bytes of such a length, 1, 2 or 4; without meaning for AV1.
    /// - Throws: `refused` for such a sample, and for one that is cut; `unreadable`.
    static func check(
        _ sample: Range<Int>, _ coding: Coding, lengthSize: Int, _ source: inout CleanSource
    ) throws(CleanFailure) {
        if coding == .av1 { return try AV1Units.check(sample, &source) }
        var place = sample.lowerBound
        while place + lengthSize < sample.upperBound {
            let length = try source.number(at: place, lengthSize)
            let unit = place + lengthSize..<place + lengthSize + length
            guard unit.upperBound <= sample.upperBound else { throw .refused("has a picture that is cut") }
            place = unit.upperBound
            if !unit.isEmpty { try checkUnit(unit, coding, &source) }
        }
    }

    /// The units that are slices of pictures, settings or marks of their order (H.264, table 7-1; H.265, table 7-1).
    private static let plain: [Coding: Set<Int>] = [
        .avc: Set(1...5).union([7, 8, 9, 10, 11, 13, 14, 15, 19, 20]),
        .hevc: Set(0...9).union(16...21).union(32...37),
    ]

    private static func checkUnit(
        _ unit: Range<Int>, _ coding: Coding, _ source: inout CleanSource
    ) throws(CleanFailure) {
        let first = try source.number(at: unit.lowerBound, 1)
        let (type, content) =
            coding == .avc ? (first & 0x1F, unit.dropFirst(1)) : (first >> 1 & 0x3F, unit.dropFirst(2))
        if plain[coding]?.contains(type) == true { return }
        switch (coding, type) {
        case (.avc, 6), (.hevc, 39), (.hevc, 40): try checkMessages(try source.bytes(content))
        // Filler: ones, and the bit behind them.
        case (.avc, 12), (.hevc, 38):
            if try source.bytes(content).contains(where: { $0 != 0xFF && $0 != 0x80 }) { throw unitUnknown }
        // Dolby Vision's numbers of brightness, which begin with their own mark.
        case (.hevc, 62):
            if try !source.bytes(content.prefix(1)).starts(with: [25]) { throw unitUnknown }
        default: throw unitUnknown
        }
    }

    static let unitUnknown = CleanFailure.refused("has data among its pictures that is not known")

    private static let settingsCut = CleanFailure.refused("has settings of its pictures that are cut")

    /// The unit at a place, behind its length. The place is moved past it.
    private static func unit(
        at place: inout Int, of settings: Range<Int>, _ source: inout CleanSource
    ) throws(CleanFailure) -> Range<Int> {
        guard place + 2 <= settings.upperBound else { throw settingsCut }
        let unit = place + 2..<place + 2 + (try source.number(at: place, 2))
        guard unit.upperBound <= settings.upperBound else { throw settingsCut }
        place = unit.upperBound
        return unit
    }

    /// Refuses settings of HEVC with such data, which may be there for all samples (`hvcC`, ISO/IEC 14496-15, 8.3.3.1).
    static func checkSettings(_ settings: Range<Int>, _ source: inout CleanSource) throws(CleanFailure) {
        guard settings.count > 22 else { throw settingsCut }
        var place = settings.lowerBound + 23
        for _ in 0..<(try source.number(at: place - 1, 1)) {
            guard place + 3 <= settings.upperBound else { throw settingsCut }
            let type = try source.number(at: place, 1) & 0x3F
            let units = try source.number(at: place + 1, 2)
            place += 3
            for _ in 0..<units {
                let unit = try unit(at: &place, of: settings, &source)
                if unit.isEmpty { continue }
                guard try source.number(at: unit.lowerBound, 1) >> 1 & 0x3F == type else { throw unitUnknown }
                try checkUnit(unit, .hevc, &source)
            }
        }
        if try !source.isBlank(place..<settings.upperBound) { throw unitUnknown }
    }

    /// Refuses settings of AVC with other units than sets of parameters (`avcC`, ISO/IEC 14496-15, 5.3.3.1).
    static func checkAVCSettings(_ settings: Range<Int>, _ source: inout CleanSource) throws(CleanFailure) {
        var place = settings.lowerBound + 5
        for bits in [0x1F, 0xFF] {
            guard place < settings.upperBound else { throw settingsCut }
            let units = try source.number(at: place, 1) & bits
            place += 1
            for _ in 0..<units {
                let unit = try unit(at: &place, of: settings, &source)
                if !unit.isEmpty { try checkUnit(unit, .avc, &source) }
            }
        }
        // Of some profiles the colours' form follows, without further units.
        guard settings.upperBound - place <= 4 else { throw unitUnknown }
    }

    /// Refuses data of a user in the messages of a unit.
    static func checkMessages(_ bytes: [UInt8]) throws(CleanFailure) {
        var plain: [UInt8] = []
        var zeroes = 0
        for byte in bytes {
            // The emulation prevention byte (H.264, 7.4.1).
            if zeroes >= 2, byte == 3 {
                zeroes = 0
                continue
            }
            zeroes = byte == 0 ? zeroes + 1 : 0
            plain.append(byte)
        }
        var place = 0
        while place + 2 < plain.count {
            var (type, size) = (0, 0)
            guard number(in: plain, &place, &type), number(in: plain, &place, &size), place + size <= plain.count
            else { throw .refused("has coder's data that is cut") }
            let payload = plain[place..<place + size]
            place += size
            switch type {
            case 4: if !isBrightness(payload) { throw .refused("has data of a user in its pictures") }
            case 5:
                if !known.contains(Array(payload.prefix(16))) { throw .refused("has data of a user in its pictures") }
            default: break
            }
        }
    }

    /// A number of 255s and a last byte.
    private static func number(in bytes: [UInt8], _ place: inout Int, _ value: inout Int) -> Bool {
        while place < bytes.count {
            let byte = bytes[place]
            place += 1
            value += Int(byte)
            if byte < 255 { return true }
        }
        return false
    }

    /// Registered data of dynamic range (HDR10+: provider 0x003C): numbers of brightness.
    static func isBrightness(_ payload: ArraySlice<UInt8>) -> Bool {
        payload.starts(with: [0xB5, 0x00, 0x3C])
    }

    /// The coders x264 and x265, which write their settings.
    private static let known: [[UInt8]] = [
        [0xDC, 0x45, 0xE9, 0xBD, 0xE6, 0xD9, 0x48, 0xB7, 0x96, 0x2C, 0xD8, 0x20, 0xD9, 0x23, 0xEE, 0xEF],
        [0x2C, 0xA2, 0xDE, 0x09, 0xB5, 0x17, 0x47, 0xDB, 0xBB, 0x55, 0xA4, 0xFE, 0x7F, 0xC2, 0xFC, 0x4E],
    ]
}

/// Looks through the units of AV1 (AV1 bitstream specification, 5.3): pictures, their headers and known metadata.
enum AV1Units {
    /// Sequence header, temporal delimiter, frame header, tile group, frame, repeated frame header, tile list.
    private static let plain: Set<Int> = [1, 2, 3, 4, 6, 7, 8]
    private static let metadata = 5
    private static let padding = 15

    /// Refuses units that are neither picture nor its settings, and metadata of a user.
    ///
    /// - Throws: `refused` for such a unit, and for one that is cut; `unreadable`.
    static func check(_ range: Range<Int>, _ source: inout CleanSource) throws(CleanFailure) {
        var place = range.lowerBound
        while place < range.upperBound {
            let header = try source.number(at: place, 1)
            place += header & 4 == 0 ? 1 : 2
            var end = range.upperBound
            if header & 2 != 0 {
                let size = try length(at: &place, &source)
                guard size <= range.upperBound - place else { throw .refused("has a picture that is cut") }
                end = place + size
            }
            guard place <= end else { throw .refused("has a picture that is cut") }
            try check(header >> 3 & 15, place..<end, &source)
            place = end
        }
    }

    /// A number of seven bits a byte, the lowest first (4.10.5).
    private static func length(at place: inout Int, _ source: inout CleanSource) throws(CleanFailure) -> Int {
        var value = 0
        for index in 0..<8 {
            let byte = try source.number(at: place, 1)
            place += 1
            value |= (byte & 0x7F) << (index * 7)
            if byte & 0x80 == 0 { return value }
        }
        throw .refused("has a picture that is cut")
    }

    private static func check(
        _ type: Int, _ content: Range<Int>, _ source: inout CleanSource
    ) throws(CleanFailure) {
        if plain.contains(type) { return }
        switch type {
        case metadata:
            let start = try source.bytes(content.prefix(4))
            // Brightness of the content and of the display, layers (6.7.1).
            if let first = start.first, (1...3).contains(first) { return }
            guard start.first == 4, CoderData.isBrightness(start.dropFirst()) else {
                throw .refused("has data of a user in its pictures")
            }
        case padding:
            if try source.bytes(content).contains(where: { $0 != 0 && $0 != 0x80 }) { throw CoderData.unitUnknown }
        default: throw CoderData.unitUnknown
        }
    }
}
