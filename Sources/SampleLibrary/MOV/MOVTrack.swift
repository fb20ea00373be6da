/// A track of a clip, with a table of its samples (QuickTime File Format, track atoms).
struct MOVTrack {
    /// What the track is.
    enum Kind: String {
        case video = "vide"
        case sound = "soun"
        case metadata = "meta"
    }

    /// What is shown.
    struct Frame {
        let width: Int
        let height: Int
        /// EXIF's number for how it is turned: 1, 3, 6 or 8.
        let orientation: Int
        /// Seconds since 1904-01-01T00:00:00Z.
        let created: Int
    }

    private let kind: Kind
    private let samples: Int

    /// A track of so many samples, at least 1.
    init(_ kind: Kind, samples: Int) {
        self.kind = kind
        self.samples = samples
    }

    /// The track; its samples lie behind each other in `dataSize` bytes at a place of the file.
    func box(number: Int, _ frame: Frame, dataSize: Int, at offset: Int) -> [UInt8] {
        let media = Box.plain(
            "mdia",
            Box.full(
                "mdhd", MOVTime.times(frame.created), Box.long(MOVTime.scale), Box.long(MOVTime.duration),
                Box.short(0x55C4), Box.short(0)),
            Self.handler("mhlr", kind.rawValue), information(frame, dataSize: dataSize, at: offset))
        return Box.plain("trak", header(number: number, frame), media)
    }

    /// A handler of a type and subtype of four characters.
    static func handler(_ type: String, _ subtype: String) -> [UInt8] {
        Box.full("hdlr", Array((type + subtype).utf8), Box.zeros(13))
    }

    private func header(number: Int, _ frame: Frame) -> [UInt8] {
        let isVideo = kind == .video
        let matrix = isVideo ? Self.matrix(frame) : MOVTime.identity
        return Box.full(
            "tkhd", flags: 0xF, MOVTime.times(frame.created), Box.long(number), Box.zeros(4),
            Box.long(MOVTime.duration), Box.zeros(8 + 4), Box.short(kind == .sound ? 0x100 : 0), Box.zeros(2),
            matrix.flatMap { Box.long($0) }, Box.short(isVideo ? frame.width : 0), Box.zeros(2),
            Box.short(isVideo ? frame.height : 0), Box.zeros(2))
    }

    /// The matrix that turns the stored picture as it is shown, and moves it back to where it began.
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
        let reference = Box.full("dref", Box.long(1), Box.full("alis", flags: 1))
        let size = max(dataSize / samples, 1)
        let table = Box.plain(
            "stbl", Box.full("stsd", Box.long(1), description(frame)),
            Box.full("stts", Box.long(1), Box.long(samples), Box.long(MOVTime.duration / samples)),
            Box.full("stsc", Box.long(1), Box.long(1), Box.long(samples), Box.long(1)),
            Box.full("stsz", Box.long(0), Box.long(samples), (0..<samples).flatMap { _ in Box.long(size) }),
            Box.full("stco", Box.long(1), Box.long(offset)))
        return Box.plain("minf", mediaHeader, Box.plain("dinf", reference), table)
    }

    private var mediaHeader: [UInt8] {
        switch kind {
        case .video: Box.full("vmhd", flags: 1, Box.zeros(8))
        case .sound: Box.full("smhd", Box.zeros(4))
        case .metadata: Box.plain("gmhd", Box.full("gmin", Box.zeros(12)))
        }
    }

    /// What the samples are; in the place of what a decoder wants stand zeros.
    private func description(_ frame: Frame) -> [UInt8] {
        let head = Box.zeros(6) + Box.short(1)
        return switch kind {
        case .video:
            Box.plain("hvc1", head, Box.zeros(16), Box.short(frame.width), Box.short(frame.height), Box.zeros(50))
        case .sound: Box.plain("mp4a", head, Box.zeros(20))
        case .metadata: Box.plain("mebx", head)
        }
    }
}
