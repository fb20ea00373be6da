internal import PhotoModel

/// Reads the picture size of MPEG films in transport or program streams, and the time and position that camcorders
/// write into the picture data (ITU-T H.222.0, H.262 and H.264).
enum MPEGReader {
    /// Reads the transport stream in `source`: MTS, M2TS.
    static func readTransport(_ source: inout PhotoSource) -> ContainerContent {
        var stream: [UInt8] = []
        _ = source.withBytes(0..<source.headCount) { stream = TransportStream.video(in: $0) }
        var content = ContainerContent(.mts)
        describe(stream.span, &content)
        return content
    }

    /// Reads the program stream or video elementary stream in `source`: MPG. Its packets are long, so the start of the
    /// picture data is contiguous in one of them.
    static func readProgram(_ source: inout PhotoSource) -> ContainerContent {
        var content = ContainerContent(.mpg)
        _ = source.withBytes(0..<source.headCount) { describe($0, &content) }
        return content
    }

    /// Describes the stream. A film without a known size is still a film: there are other encodings.
    private static func describe(_ stream: Span<UInt8>, _ content: inout ContainerContent) {
        var units = StartCodes(stream)
        while let unit = units.next(), content.width == nil || content.own == nil {
            let code = stream[unit.lowerBound]
            if code == 0xB3 {
                takeSequence(stream.extracting(unit.dropFirst()), &content)
                return
            }
            // A code below 0x80 belongs to H.264; types 6 and 7 are messages and the size.
            guard code < 0x80 else { continue }
            switch code & 0x1F {
            case 7: takeParameters(stream.extracting(unit.dropFirst()), &content)
            case 6: takeEnhancement(stream.extracting(unit.dropFirst()), &content)
            // A slice; the description of the picture precedes it.
            case 1, 5: if content.width != nil { return }
            default: break
            }
        }
    }

    /// The sequence header of MPEG-1 and MPEG-2 starts with columns and rows of 12 bits each.
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

/// The units of a stream, each after a start code of two zeros and a one.
private struct StartCodes {
    private static let code = "\0\0\u{1}" as StaticString

    private let places: [Int]
    private let end: Int
    private var number = 0

    /// The units in `stream`; only the first few thousand.
    init(_ stream: Span<UInt8>) {
        var (places, next) = ([Int](), stream.firstPlace(of: Self.code))
        while let place = next, places.count < 4_096 {
            places.append(place + 3)
            next = stream.firstPlace(of: Self.code, from: place + 3)
        }
        (self.places, end) = (places, stream.count)
    }

    /// Returns the next unit with its code, up to the next start code; nil at the end.
    mutating func next() -> Range<Int>? {
        guard number < places.count, places[number] < end else { return nil }
        defer { number += 1 }
        return places[number]..<(number + 1 < places.count ? places[number + 1] - 3 : end)
    }
}

/// An MPEG transport stream (ITU-T H.222.0): packets of 188 bytes, or of 192 if camcorders put a timestamp before each.
enum TransportStream {
    private static let packetBytes = 188
    private static let mostVideo = 32_768

    /// The start and spacing of the packets in `head`; nil if it is not a transport stream.
    static func stride(_ head: Span<UInt8>) -> (start: Int, length: Int)? {
        for (start, length) in [(0, 188), (4, 192)] {
            guard head.count >= start + 2 * length + 1 else { continue }
            var isStream = true
            for index in Swift.stride(from: start, to: min(head.count, start + 5 * length), by: length)
            where head[index] != 0x47 { isStream = false }
            if isStream { return (start, length) }
        }
        return nil
    }

    /// The start of the first video stream's data, without packet headers.
    static func video(in head: Span<UInt8>) -> [UInt8] {
        guard let (start, length) = stride(head) else { return [] }
        var (video, stream) = ([UInt8](), Int?.none)
        var place = start
        while place + packetBytes <= head.count, head[place] == 0x47, video.count < mostVideo {
            let packet = head.extracting(place..<place + packetBytes)
            let number = Int(packet[1] & 0x1F) << 8 | Int(packet[2])
            let isFirst = packet[1] & 0x40 != 0
            if var payload = payload(of: packet), stream == nil || stream == number {
                if isFirst, isVideo(packet, at: payload.lowerBound) {
                    stream = number
                    payload = payload.dropFirst(9 + Int(packet[min(payload.lowerBound + 8, packetBytes - 1)]))
                }
                if stream == number { for place in payload { video.append(packet[place]) } }
            }
            place += length
        }
        return video
    }

    /// The range of a packet's payload, after the header and the adaptation field.
    private static func payload(of packet: Span<UInt8>) -> Range<Int>? {
        let kind = packet[3] >> 4 & 3
        guard kind & 1 == 1 else { return nil }
        let start = kind == 3 ? 5 + Int(packet[4]) : 4
        return start < packetBytes ? start..<packetBytes : nil
    }

    /// Whether a packet of a video elementary stream starts at `place`.
    private static func isVideo(_ packet: Span<UInt8>, at index: Int) -> Bool {
        guard let code = packet.uint32(at: index, .big) else { return false }
        return (0x1E0...0x1EF).contains(code)
    }
}
