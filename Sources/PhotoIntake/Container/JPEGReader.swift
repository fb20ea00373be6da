internal import PhotoModel

/// Reads JPEG files, and finds their metadata blocks.
enum JPEGReader {
    private static let windowBytes = SourceBuffers.windowBytes

    static func read(_ source: inout PhotoSource) throws(ContainerProblem) -> ContainerContent {
        let header = walk(0..<source.size, &source)
        switch header.state {
        case .truncated: throw .corrupt("ends within the JPEG header")
        case .damaged: throw .corrupt("has a JPEG segment of an impossible length")
        case .walking: throw .tooLarge("has a JPEG header longer than what is read")
        case .complete: break
        }
        guard header.hasFrame || !header.blocks.isEmpty else { throw .corrupt("is a JPEG without a picture") }
        var content = ContainerContent(.jpeg)
        (content.width, content.height) = (header.width, header.height)
        content.exif = header.exif
        if SamsungTrailer.ends(at: source.size, in: &source) { content.trailerEnd = source.size }
        content.iptc = header.resources.isEmpty ? nil : .parts(header.resources)
        content.xmp = header.packets.map(XMPSource.file) + header.extended.sources(namedBy: header.packets, in: &source)
        return content
    }

    /// The header of a JPEG stream within a file, as far as it is sound and the budget allows.
    ///
    /// - Parameter stream: the range of the stream in the file.
    /// - Returns: nil if no JPEG stream starts there.
    static func header(in stream: Range<Int>, _ source: inout PhotoSource) -> JPEGHeader? {
        guard stream.count > 3, source.uint16(at: stream.lowerBound) == 0xFFD8,
            source.uint8(at: stream.lowerBound + 2) == 0xFF
        else { return nil }
        return walk(stream, &source)
    }

    /// Walks the header to its end, or as far as the budget allows. Phones that store a depth map write up to 60 long
    /// segments before the picture; each costs one read.
    private static func walk(_ stream: Range<Int>, _ source: inout PhotoSource) -> JPEGHeader {
        var header = JPEGHeader(stream)
        let head = stream.clamped(to: 0..<source.headCount)
        _ = source.withBytes(head) { header.walk($0, from: head.lowerBound) }
        while case .walking = header.state {
            let start = header.offset
            let window = start..<min(stream.upperBound, start + windowBytes)
            guard source.withBytes(window, { header.walk($0, from: start) }) != nil else { break }
        }
        return header
    }
}

/// A marker of a JPEG stream, by its second byte (ISO/IEC 10918-1, table B.1).
struct JPEGMarker: Equatable {
    let code: UInt8

    /// EOI: the end of the stream.
    static let endOfImage = JPEGMarker(code: 0xD9)
    /// SOS: a scan header, followed by the image data.
    static let startOfScan = JPEGMarker(code: 0xDA)
    /// APP1: EXIF, XMP.
    static let application1 = JPEGMarker(code: 0xE1)
    /// APP13: resources of Photoshop's, such as IPTC.
    static let application13 = JPEGMarker(code: 0xED)

    /// Whether the marker has neither a length nor content: TEM, RST0…RST7, SOI and EOI.
    var standsAlone: Bool {
        code == 0x01 || (0xD0...0xD9).contains(code)
    }

    /// Whether a frame header follows: SOF0…SOF15, except for DHT (C4), JPG (C8) and DAC (CC), which are in the same
    /// range.
    var isFrame: Bool {
        (0xC0...0xCF).contains(code) && code != 0xC4 && code != 0xC8 && code != 0xCC
    }
}

/// The segments of a JPEG stream from SOI to SOS (ISO/IEC 10918-1, annex B), walked window by window. The stream is a
/// file or a part of one; all offsets are relative to the file.
///
/// A window is a part of the file in memory. The walk takes only lengths from the file, each of which moves it forward,
/// so it always ends. Bytes between segments that do not start a marker are skipped, as decoders do.
struct JPEGHeader {
    enum State {
        /// The walk continues at ``JPEGHeader/offset``.
        case walking
        /// The header ended with SOS, or the stream with EOI.
        case complete
        /// The stream ended first.
        case truncated
        /// A segment's length is shorter than the length field itself, so the next segment cannot be found.
        case damaged
    }

    /// The number of bytes beyond ``offset`` that a window must contain to continue: marker, length and what is before
    /// a part of extended XMP. The name of an XMP segment is shorter; so are `Exif`, NUL, pad and TIFF header, and the
    /// dimensions.
    static let step = 2 + 2 + ExtendedXMP.prefixBytes
    private static let packetStart = 2 + 2 + "http".utf8.count + xmpName.utf8CodeUnitCount
    /// Without its scheme: Getty's photos have `XMP` and NUL there.
    private static let xmpName = "://ns.adobe.com/xap/1.0/\0" as StaticString
    private static let resourcesName = "Photoshop 3.0\0" as StaticString

    private(set) var state = State.walking
    /// The offset to continue at.
    private(set) var offset: Int
    /// The TIFF structures of the EXIF blocks in the order of the file, each in its parts: one that is longer than a
    /// segment continues in the next.
    private(set) var blocks: [[Range<Int>]] = []
    /// Whether the last segment was EXIF, so that the next may continue it.
    private var isBehindExif = false
    /// The XMP packets in the order of the file. The first takes precedence.
    private(set) var packets: [Range<Int>] = []
    /// The values that did not fit into a packet.
    private(set) var extended = ExtendedXMP()
    /// Photoshop's resources: what does not fit into a segment continues in the next.
    private(set) var resources: [Range<Int>] = []
    /// Columns of the frame; nil before the SOF, or if it contains 0.
    private(set) var width: Int?
    /// Rows of the frame; nil before the SOF, or if it contains 0 (deferred to a DNL marker).
    private(set) var height: Int?
    /// Whether a frame header (SOF) was found.
    private(set) var hasFrame = false
    private let streamEnd: Int

    /// The EXIF data by descending precedence: the last block first. Programs that add a block without removing the old
    /// one write what they know into the new one.
    ///
    /// So does exiftool (12.57, tried), but entry by entry. Here what belongs together stays together: a position is
    /// not made of two blocks' angles, nor a time of one's date and another's offset, and a position of 0°, 0° gives
    /// way to a valid one. A time of capture in any block counts before one of digitizing, as within a block.
    var exif: [ExifSource] {
        blocks.reversed().map { .block($0.count == 1 ? .file($0[0]) : .parts($0)) }
    }

    /// The header of the JPEG stream at the range `stream` of the file.
    init(_ stream: Range<Int>) {
        offset = stream.lowerBound + 2
        streamEnd = stream.upperBound
    }

    /// Continues in `window`, which starts at the file's offset `start`, until the header ends or more bytes are
    /// needed. A window with ``step`` bytes beyond ``offset``, or with all remaining bytes, always makes progress.
    mutating func walk(_ window: Span<UInt8>, from start: Int) {
        while case .walking = state {
            let place = offset - start
            let isEnough = place + Self.step <= window.count || start + window.count >= streamEnd
            guard isEnough, place >= 0 else { return }
            guard place + 2 <= window.count else { return state = .truncated }
            let (first, second) = (window[place], window[place + 1])
            if first != 0xFF || second == 0xFF || second == 0 {
                offset += 1
            } else {
                take(JPEGMarker(code: second), window, place)
            }
        }
    }

    private mutating func take(_ marker: JPEGMarker, _ window: Span<UInt8>, _ index: Int) {
        if marker.standsAlone {
            if marker == .endOfImage { state = .complete }
            offset += 2
            return
        }
        guard let length = window.uint16(at: index + 2, .big), offset + 2 + Int(length) <= streamEnd else {
            return state = .truncated
        }
        guard length >= 2 else { return state = .damaged }
        let end = offset + 2 + Int(length)
        if marker != .application1 { isBehindExif = false }
        if marker.isFrame, length >= 8 {
            takeFrame(window, index)
        } else if marker == .application1 {
            isBehindExif = takeExif(window, index, end: end)
            if !isBehindExif { takePacket(window, index, end: end) }
        } else if marker == .application13, window.holds(Self.resourcesName, at: index + 4) {
            let start = offset + 4 + Self.resourcesName.utf8CodeUnitCount
            if start < end { resources.append(start..<end) }
        } else if marker == .startOfScan {
            state = .complete
        }
        offset = end
    }

    /// Frame header: length, sample precision, lines, samples per line (B.2.2).
    private mutating func takeFrame(_ window: Span<UInt8>, _ index: Int) {
        hasFrame = true
        height = window.uint16(at: index + 5, .big).flatMap { $0 == 0 ? nil : Int($0) }
        width = window.uint16(at: index + 7, .big).flatMap { $0 == 0 ? nil : Int($0) }
    }

    /// Whether the segment is EXIF (EXIF 3.0, 4.7.2): `Exif`, NUL and a pad byte, which some writers use and some leave
    /// out, then a TIFF header. Without that header it continues the EXIF segment right before it: some writers divide
    /// blocks that are longer than a segment so, and exiftool reads them so. Up to four bytes may be before the name,
    /// such as a second header of the segment: exiftool's author has seen it, and it takes letters in any case.
    private mutating func takeExif(_ window: Span<UInt8>, _ index: Int, end: Int) -> Bool {
        let stray = (0...4).first { Self.isExif(window, at: index + 4 + $0) }
        guard let stray else { return false }
        let mark = stray + (Self.isTIFF(window, at: index + 9 + stray) ? 9 : 10)
        guard end > offset + mark else { return false }
        let part = offset + mark..<end
        if part.count >= 8, Self.isTIFF(window, at: index + mark) {
            blocks.append([part])
        } else if isBehindExif, stray == 0 {
            blocks[blocks.count - 1].append(part)
        } else {
            return false
        }
        return true
    }

    private static func isExif(_ window: Span<UInt8>, at place: Int) -> Bool {
        guard place + 4 < window.count, window[place + 4] == 0 else { return false }
        return ShortText(window.extracting(place..<place + 4)).holds("exif", at: 0)
    }

    private static func isTIFF(_ window: Span<UInt8>, at place: Int) -> Bool {
        window.holds("II*\0", at: place) || window.holds("MM\0*", at: place)
    }

    /// XMP specification, part 3, JPEG: the URI of XMP's namespace and NUL, then the packet; or a part of extended XMP.
    private mutating func takePacket(_ window: Span<UInt8>, _ index: Int, end: Int) {
        if end >= offset + Self.packetStart, window.holds(Self.xmpName, at: index + 4 + "http".utf8.count) {
            packets.append(offset + Self.packetStart..<end)
        } else if end >= offset + Self.step {
            extended.take(window, at: index + 4, offset + Self.step..<end)
        }
    }
}
