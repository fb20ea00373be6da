internal import PhotoModel

/// Reads how large the picture of an MPEG film is, in a transport or a program stream, and what camcorders write into
/// the picture's data of when and where it was taken (ITU-T H.222.0, H.262 and H.264).
enum MPEGReader {
    /// What the transport stream in `source` holds: MTS, M2TS.
    static func readTransport(_ source: inout PhotoSource) -> ContainerContent {
        var stream: [UInt8] = []
        _ = source.withBytes(0..<source.headCount) { stream = TransportStream.video(in: $0) }
        var content = ContainerContent(.mts)
        describe(stream.span, &content)
        return content
    }

    /// What the program stream in `source` holds, or a stream of pictures alone: MPG. Its packets are long, and the
    /// beginning of the picture's data lies whole in one.
    static func readProgram(_ source: inout PhotoSource) -> ContainerContent {
        var content = ContainerContent(.mpg)
        _ = source.withBytes(0..<source.headCount) { describe($0, &content) }
        return content
    }

    /// A film of which the size is not found is one nevertheless: other kinds of picture data are about.
    private static func describe(_ stream: Span<UInt8>, _ content: inout ContainerContent) {
        var units = StartCodes(stream)
        while let unit = units.next(), content.width == nil || content.own == nil {
            let code = stream[unit.lowerBound]
            if code == 0xB3 {
                takeSequence(stream.extracting(unit.dropFirst()), &content)
                return
            }
            // A code below 0x80 is one of H.264; 6 and 7 tell what else and how large.
            guard code < 0x80 else { continue }
            switch code & 0x1F {
            case 7: takeParameters(stream.extracting(unit.dropFirst()), &content)
            case 6: takeEnhancement(stream.extracting(unit.dropFirst()), &content)
            // A slice: what describes the picture stands before it.
            case 1, 5: if content.width != nil { return }
            default: break
            }
        }
    }

    /// MPEG-1's and -2's sequence header begins with columns and rows of 12 bits each.
    private static func takeSequence(_ header: Span<UInt8>, _ content: inout ContainerContent) {
        guard content.width == nil, let sizes = header.uint32(at: 0, .big) else { return }
        let (width, height) = (Int(sizes >> 20), Int(sizes >> 8 & 0xFFF))
        if width > 0, height > 0 { (content.width, content.height) = (width, height) }
    }

    private static func takeParameters(_ unit: Span<UInt8>, _ content: inout ContainerContent) {
        guard content.width == nil, let size = SequenceParameters(H264Unit.payload(unit).span) else { return }
        (content.width, content.height) = (size.width, size.height)
    }

    private static func takeEnhancement(_ unit: Span<UInt8>, _ content: inout ContainerContent) {
        guard content.own == nil else { return }
        content.own = CamcorderData.facts(in: H264Unit.payload(unit).span)
    }
}

/// The units of a stream, each behind a start code of two zeros and a one.
private struct StartCodes {
    private static let code = "\0\0\u{1}" as StaticString

    private let places: [Int]
    private let end: Int
    private var number = 0

    /// The units in `stream`, of which the first few thousand are looked at.
    init(_ stream: Span<UInt8>) {
        var (places, next) = ([Int](), stream.firstPlace(of: Self.code))
        while let place = next, places.count < 4_096 {
            places.append(place + 3)
            next = stream.firstPlace(of: Self.code, from: place + 3)
        }
        (self.places, end) = (places, stream.count)
    }

    /// The next unit with its code, up to the next start code; nil at the end.
    mutating func next() -> Range<Int>? {
        guard number < places.count, places[number] < end else { return nil }
        defer { number += 1 }
        return places[number]..<(number + 1 < places.count ? places[number + 1] - 3 : end)
    }
}
