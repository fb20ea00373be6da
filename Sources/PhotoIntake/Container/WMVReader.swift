internal import PhotoModel

/// Reads Windows Media films (Microsoft, Advanced Systems Format): objects, each with a 16-byte identifier, a 64-bit
/// length and content.
enum WMVReader {
    private static let mostObjects = 64
    private static let headerBytes = 24
    /// Seconds from 1601-01-01, the epoch of ASF times, to 1970-01-01.
    private static let epoch = 11_644_473_600
    /// Seconds from 1970-01-01 to the end of the year 9999.
    private static let end = 253_402_300_800
    private static let unitsASecond = 10_000_000

    /// Reads the film in `source`. A file with only sound is not a video.
    static func read(_ source: inout PhotoSource) throws(ContainerProblem) -> ContainerContent {
        var content = ContainerContent(.wmv)
        var own = SourceFacts(.quicktime)
        var (hasHeader, hasPicture, hasSound) = (false, false, false)
        forEachObject(in: 0..<source.size, &source) { kind, range, source in
            switch kind {
            case .header:
                // They follow the number of objects and two reserved bytes.
                hasHeader = true
                guard range.count > 6 else { return }
                forEachObject(in: range.dropFirst(6), &source) { kind, range, source in
                    switch kind {
                    case .file: takeFile(range, &content, &own, &source)
                    case .stream:
                        let isPicture = takeStream(range, &content, &source)
                        if isPicture == true { hasPicture = true }
                        if isPicture == false { hasSound = true }
                    default: break
                    }
                }
            case .xmp: content.xmp.append(.file(range))
            default: break
            }
        }
        guard hasHeader else { throw .corrupt("ends within the ASF header") }
        if hasSound, !hasPicture { throw .other("wma") }
        content.own = own
        return content
    }

    private enum Kind {
        case header, file, stream, xmp, other

        init(_ first: UInt64, _ second: UInt64) {
            self =
                switch (first, second) {
                case (0x3026_B275_8E66_CF11, 0xA6D9_00AA_0062_CE6C): .header
                case (0xA1DC_AB8C_47A9_CF11, 0x8EE4_00C0_0C20_5365): .file
                case (0x9107_DCB7_B7A9_CF11, 0x8EE6_00C0_0C20_5365): .stream
                case (0xBE7A_CFCB_97A9_42E8, 0x9C71_9994_91E3_AFAC): .xmp
                default: .other
                }
        }
    }

    private static func forEachObject(
        in range: Range<Int>, _ source: inout PhotoSource, _ body: (Kind, Range<Int>, inout PhotoSource) -> Void
    ) {
        var offset = range.lowerBound
        for _ in 0..<mostObjects {
            guard offset <= range.upperBound - headerBytes, let first = source.uint64(at: offset),
                let second = source.uint64(at: offset + 8), let length = source.uint64(at: offset + 16, .little),
                length >= headerBytes
            else { return }
            let isCut = length > UInt64(range.upperBound - offset)
            let end = isCut ? range.upperBound : offset + Int(length)
            body(Kind(first, second), offset + headerBytes..<end, &source)
            offset = end
        }
    }

    /// The file's identifier, its size, the time of creation in units of 100 ns, the number of packets, the playback
    /// duration and the send duration in the same unit, and the preroll in milliseconds, which the playback duration
    /// includes.
    private static func takeFile(
        _ range: Range<Int>, _ content: inout ContainerContent, _ own: inout SourceFacts,
        _ source: inout PhotoSource
    ) {
        let start = range.lowerBound
        guard range.count >= 64, let made = source.uint64(at: start + 24, .little),
            let length = source.uint64(at: start + 40, .little), let before = source.uint64(at: start + 56, .little)
        else { return }
        let seconds = Int(made / UInt64(unitsASecond)) - epoch
        if seconds > 0, seconds < end {
            let wall = WallTime(microseconds: Int64(seconds) * 1_000_000)
            own.captureTime = CaptureTime(wall: wall, offset: UTCOffset(seconds: 0, source: .utc), source: .quicktime)
        }
        let duration = Double(length) / Double(unitsASecond) - Double(before) / 1_000
        if duration > 0 { content.duration = duration }
    }

    /// Whether a stream is video; nil if it is neither video nor audio. Two identifiers, a time and two lengths precede
    /// the columns and rows of a video stream.
    private static func takeStream(
        _ range: Range<Int>, _ content: inout ContainerContent, _ source: inout PhotoSource
    ) -> Bool? {
        switch source.uint64(at: range.lowerBound) {
        case 0x409E_69F8_4D5B_CF11: return false
        case 0xC0EF_19BC_4D5B_CF11: break
        default: return nil
        }
        if content.width == nil, range.count >= 62, let width = source.uint32(at: range.lowerBound + 54, .little),
            let height = source.uint32(at: range.lowerBound + 58, .little), width > 0, height > 0
        {
            (content.width, content.height) = (Int(width), Int(height))
        }
        return true
    }
}
