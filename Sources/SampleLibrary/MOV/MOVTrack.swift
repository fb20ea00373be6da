/// A track of a clip, with a table of its samples (QuickTime File Format, track atoms).
struct MOVTrack {
    enum Kind: String {
        case video = "vide"
        case sound = "soun"
        case metadata = "meta"
    }

    struct Frame {
        let width: Int
        let height: Int
        /// EXIF orientation: 1, 3, 6 or 8.
        let orientation: Int
        /// Seconds since 1904-01-01T00:00:00Z.
        let created: Int
    }

    private let kind: Kind
    private let samples: Int

    /// A track with at least one sample.
    init(_ kind: Kind, samples: Int) {
        self.kind = kind
        self.samples = samples
    }

    /// The track. Its samples are consecutive, in `dataSize` bytes at `offset` in the file.
    func box(number: Int, _ frame: Frame, dataSize: Int, at offset: Int) -> [UInt8] {
        let media = BoxWriter.box(
            "mdia",
            BoxWriter.full(
                "mdhd", MOVTime.times(frame.created), BoxWriter.long(MOVTime.scale), BoxWriter.long(MOVTime.duration),
                BoxWriter.short(0x55C4), BoxWriter.short(0)),
            Self.handler("mhlr", kind.rawValue), information(frame, dataSize: dataSize, at: offset))
        return BoxWriter.box("trak", header(number: number, frame), media)
    }

    /// A handler with a type and subtype of four characters each.
    static func handler(_ type: String, _ subtype: String) -> [UInt8] {
        BoxWriter.full("hdlr", Array((type + subtype).utf8), BoxWriter.zeros(13))
    }

    private func header(number: Int, _ frame: Frame) -> [UInt8] {
        let isVideo = kind == .video
        let matrix = isVideo ? Self.matrix(frame) : MOVTime.identity
        return BoxWriter.full(
            "tkhd", flags: 0xF, MOVTime.times(frame.created), BoxWriter.long(number), BoxWriter.zeros(4),
            BoxWriter.long(MOVTime.duration), BoxWriter.zeros(8 + 4), BoxWriter.short(kind == .sound ? 0x100 : 0),
            BoxWriter.zeros(2),
            matrix.flatMap { BoxWriter.long($0) }, BoxWriter.short(isVideo ? frame.width : 0), BoxWriter.zeros(2),
            BoxWriter.short(isVideo ? frame.height : 0), BoxWriter.zeros(2))
    }

    /// The matrix that rotates the stored picture for display, and moves it back to the origin.
    private static func matrix(_ frame: Frame) -> [Int] {
        let (one, width, height) = (0x1_0000, frame.width << 16, frame.height << 16)
        let (turn, move) =
            switch frame.orientation {
            case 3: ([-one, 0, 0, 0, -one, 0], [width, height])
            case 6: ([0, one, 0, -one, 0, 0], [height, 0])
            case 8: ([0, -one, 0, one, 0, 0], [0, width])
            default: ([one, 0, 0, 0, one, 0], [0, 0])
            }
        return turn + move + [0x4000_0000]
    }

    private func information(_ frame: Frame, dataSize: Int, at offset: Int) -> [UInt8] {
        let reference = BoxWriter.full("dref", BoxWriter.long(1), BoxWriter.full("alis", flags: 1))
        let size = max(dataSize / samples, 1)
        let table = BoxWriter.box(
            "stbl", BoxWriter.full("stsd", BoxWriter.long(1), description(frame)),
            BoxWriter.full(
                "stts", BoxWriter.long(1), BoxWriter.long(samples), BoxWriter.long(MOVTime.duration / samples)),
            BoxWriter.full("stsc", BoxWriter.long(1), BoxWriter.long(1), BoxWriter.long(samples), BoxWriter.long(1)),
            BoxWriter.full(
                "stsz", BoxWriter.long(0), BoxWriter.long(samples), (0..<samples).flatMap { _ in BoxWriter.long(size) }),
            BoxWriter.full("stco", BoxWriter.long(1), BoxWriter.long(offset)))
        return BoxWriter.box("minf", mediaHeader, BoxWriter.box("dinf", reference), table)
    }

    private var mediaHeader: [UInt8] {
        switch kind {
        case .video: BoxWriter.full("vmhd", flags: 1, BoxWriter.zeros(8))
        case .sound: BoxWriter.full("smhd", BoxWriter.zeros(4))
        case .metadata: BoxWriter.box("gmhd", BoxWriter.full("gmin", BoxWriter.zeros(12)))
        }
    }

    /// The description of the samples, with zeros instead of a decoder's configuration.
    private func description(_ frame: Frame) -> [UInt8] {
        let head = BoxWriter.zeros(6) + BoxWriter.short(1)
        return switch kind {
        case .video:
            BoxWriter.box(
                "hvc1", head, BoxWriter.zeros(16), BoxWriter.short(frame.width), BoxWriter.short(frame.height),
                BoxWriter.zeros(50))
        case .sound: BoxWriter.box("mp4a", head, BoxWriter.zeros(20))
        case .metadata: BoxWriter.box("mebx", head)
        }
    }
}
