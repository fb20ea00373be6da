/// An MPEG transport stream (ITU-T H.222.0): packets of 188 bytes, or of 192 where camcorders put a time before each.
enum TransportStream {
    private static let packetBytes = 188
    private static let mostVideo = 32_768

    /// The length of the packets' way in `head`; nil where it is no transport stream.
    static func stride(_ head: Span<UInt8>) -> (start: Int, length: Int)? {
        for (start, length) in [(0, 188), (4, 192)] {
            guard head.count >= start + 2 * length + 1 else { continue }
            var isStream = true
            for place in Swift.stride(from: start, to: min(head.count, start + 5 * length), by: length)
            where head[place] != 0x47 { isStream = false }
            if isStream { return (start, length) }
        }
        return nil
    }

    /// The beginning of the data of the first stream of pictures, without the packets around them.
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

    /// Where a packet's payload is, behind its header and what may be put between.
    private static func payload(of packet: Span<UInt8>) -> Range<Int>? {
        let kind = packet[3] >> 4 & 3
        guard kind & 1 == 1 else { return nil }
        let start = kind == 3 ? 5 + Int(packet[4]) : 4
        return start < packetBytes ? start..<packetBytes : nil
    }

    /// Whether a packet of an elementary stream of pictures begins at `place`.
    private static func isVideo(_ packet: Span<UInt8>, at place: Int) -> Bool {
        guard let code = packet.uint32(at: place, .big) else { return false }
        return (0x1E0...0x1EF).contains(code)
    }
}
