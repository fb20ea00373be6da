/// A JPEG picture in a file of another format, such as the preview of a RAW.
package struct JPEGStream: Hashable, Sendable {
    /// The offset of its first byte in the file.
    package let start: Int
    /// Columns, before orientation is applied.
    package let width: Int
    /// Rows, before orientation is applied.
    package let height: Int

    /// The pictures in a file, in their order.
    ///
    /// They are found by their bytes, not by the tags that lead to them, of which each maker has others. What counts is
    /// a whole header up to a scan, of a picture of three colours of eight bits, as decoders show it (ISO/IEC 10918-1,
    /// B.2: baseline, extended and progressive): RAW data in lossless JPEG, masks and depth maps are none. A picture in
    /// the header of another one, which is its thumbnail, does not count either.
    ///
    /// - Returns: the pictures; their ends are not known.
    package static func all(in file: [UInt8]) -> [JPEGStream] {
        let bytes = file.span
        var streams: [JPEGStream] = []
        var place = 0
        while let start = bytes.firstPlace(of: [0xFF, 0xD8, 0xFF], from: place) {
            place = start + 3
            guard let (stream, end) = header(in: bytes, at: start) else { continue }
            streams.append(stream)
            place = end
        }
        return streams
    }

    /// The picture whose first byte is at `start`, and the end of its first scan's header; nil if it is none.
    private static func header(in bytes: Span<UInt8>, at start: Int) -> (JPEGStream, end: Int)? {
        var stream: JPEGStream?
        var place = start + 2
        while place + 4 <= bytes.count, bytes[place] == 0xFF {
            let marker = JPEGMarker(code: bytes[place + 1])
            // Bytes that fill up.
            if marker.code == 0xFF {
                place += 1
                continue
            }
            guard !marker.standsAlone, marker.code >= 0xC0, let length = bytes.uint16(at: place + 2, .big), length >= 2
            else { return nil }
            let end = place + 2 + Int(length)
            guard end <= bytes.count else { return nil }
            if marker.isFrame {
                guard stream == nil, let frame = frame(in: bytes, marker, at: place + 4, of: start) else { return nil }
                stream = frame
            }
            if marker == .startOfScan { return stream.map { ($0, end) } }
            place = end
        }
        return nil
    }

    /// The picture that a frame header describes, whose precision is at `place`.
    private static func frame(
        in bytes: Span<UInt8>, _ marker: JPEGMarker, at place: Int, of start: Int
    ) -> JPEGStream? {
        guard (0xC0...0xC2).contains(marker.code), place + 6 <= bytes.count, bytes[place] == 8, bytes[place + 5] == 3,
            let height = bytes.uint16(at: place + 1, .big), let width = bytes.uint16(at: place + 3, .big),
            width > 0, height > 0
        else { return nil }
        return JPEGStream(start: start, width: Int(width), height: Int(height))
    }
}
