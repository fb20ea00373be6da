/// Writes a clip's MOV file like an Apple phone's (QuickTime File Format): the data, followed by the movie box with its
/// tracks and keys. The data contains no video: no encoder is needed to make the file, and no decoder can show it.
///
/// Its date is the key `creationdate`, with the place's offset from UTC, to the second. Its position has ten digits
/// instead of a phone's four, so that it equals the shot's.
struct MOVFile {
    private let shot: Shot
    private let picture: PictureStore.Encoded
    private let identifier: String
    private let tracks: [MOVTrack]

    /// The file of a shot, with the size of `picture`, padded to `size` bytes unless it is larger. In full detail a
    /// clip has as many samples as three seconds need.
    static func bytes(
        _ shot: Shot, _ picture: PictureStore.Encoded, identifier: String, detail: SampleLibrary.Detail, size: Int
    ) -> [UInt8] {
        let tracks =
            detail == .full
            ? [MOVTrack(.video, samples: 90), MOVTrack(.sound, samples: 130), MOVTrack(.metadata, samples: 90)]
            : [MOVTrack(.video, samples: 3)]
        return MOVFile(shot: shot, picture: picture, identifier: identifier, tracks: tracks).bytes(size: size)
    }

    private func bytes(size: Int) -> [UInt8] {
        var bytes = BoxWriter.box("ftyp", Array("qt  \0\0\0\0qt  ".utf8)) + BoxWriter.box("wide")
        let start = bytes.count + BoxWriter.headerSize
        let room = max(size - start - movie(dataSize: 0, at: 0).count, 0)
        let data = picture.filler(room)
        bytes += BoxWriter.header("mdat", contentSize: data.count)
        bytes += data
        bytes += movie(dataSize: data.count, at: start)
        return bytes
    }

    /// The movie box. Its size does not depend on the data's size and position.
    private func movie(dataSize: Int, at start: Int) -> [UInt8] {
        let frame = MOVTrack.Frame(
            width: picture.width, height: picture.height, orientation: shot.orientation,
            created: MOVTime.seconds(shot.utc))
        let each = dataSize / tracks.count
        var parts: [[UInt8]] = [MOVTime.movieHeader(created: frame.created, tracks: tracks.count)]
        for (index, track) in tracks.enumerated() {
            parts.append(track.box(number: index + 1, frame, dataSize: each, at: start + index * each))
        }
        return BoxWriter.box(
            "moov", parts.flatMap { $0 }, MOVKeys.box(MOVKeys.values(of: shot, identifier: identifier)))
    }
}

/// The keys of a clip and their values (QuickTime File Format, metadata atoms): place, time and device in Apple's form.
package enum MOVKeys {
    private static let prefix = "com.apple.quicktime."

    /// The box with these keys, which are named without Apple's prefix, and their texts.
    package static func box(_ values: [(key: String, value: String)]) -> [UInt8] {
        BoxWriter.box("meta", content(values))
    }

    /// The box's content.
    package static func content(_ values: [(key: String, value: String)]) -> [UInt8] {
        var names: [UInt8] = []
        var items: [UInt8] = []
        for (place, (key, value)) in values.enumerated() {
            names += BoxWriter.box("mdta", Array((prefix + key).utf8))
            // Type 1 is UTF-8 text, language 0 is any.
            let data = BoxWriter.box("data", BoxWriter.long(1), BoxWriter.long(0), Array(value.utf8))
            items += BoxWriter.long(BoxWriter.headerSize + data.count) + BoxWriter.long(place + 1) + data
        }
        return MOVTrack.handler("\0\0\0\0", "mdta") + BoxWriter.full("keys", BoxWriter.long(values.count), names)
            + BoxWriter.box("ilst", items)
    }

    /// The keys of a shot and the identifier of its clip.
    static func values(of shot: Shot, identifier: String) -> [(key: String, value: String)] {
        var values: [(key: String, value: String)] = []
        if let accuracy = shot.accuracy {
            values.append(("location.accuracy.horizontal", fixed(accuracy.value, digits: 6)))
        }
        values.append(("content.identifier", identifier))
        if let point = shot.fix.coordinate { values.append(("location.ISO6709", position(point, shot.altitude))) }
        values.append(("make", shot.camera.make))
        values.append(("model", shot.camera.model))
        values.append(("software", shot.camera.software))
        values.append(("creationdate", date(shot)))
        return values
    }

    /// `+53.5413000000+009.9841000000+012.34/`: degrees, degrees, metres (ISO 6709, annex H). `altitude` is in
    /// centimetres.
    private static func position(_ point: GeoPoint, _ altitude: Int) -> String {
        signed(point.latitude, whole: 2, digits: 10) + signed(point.longitude, whole: 3, digits: 10)
            + signed(Double(altitude) / 100, whole: 3, digits: 2) + "/"
    }

    /// `2026-05-01T10:00:00+0200`.
    private static func date(_ shot: Shot) -> String {
        let offset = Zone.text(offset: shot.offset).filter { $0 != ":" }
        return shot.taken.date.text(separator: "-") + "T" + shot.taken.timeText(separator: ":") + offset
    }

    private static func signed(_ value: Double, whole: Int, digits count: Int) -> String {
        let text = fixed(abs(value), digits: count)
        let missing = whole + 1 + count - text.utf8.count
        return (value < 0 ? "-" : "+") + String(repeating: "0", count: max(missing, 0)) + text
    }

    /// A number of at least 0 with `count` fractional digits, rounded.
    private static func fixed(_ value: Double, digits count: Int) -> String {
        var unit = 1
        for _ in 0..<count { unit *= 10 }
        let units = Int((value * Double(unit)).rounded())
        return String(units / unit) + "." + digits(units % unit, count)
    }
}

/// Times of a clip (QuickTime File Format, movie header atom).
enum MOVTime {
    /// Units per second.
    static let scale = 600
    /// The duration of a clip in these units: three seconds.
    static let duration = 1_800
    /// The identity matrix: numbers with 16 fractional bits, in the third column with 30.
    static let identity = [0x1_0000, 0, 0, 0, 0x1_0000, 0, 0, 0, 0x4000_0000]
    /// Seconds from 1904-01-01 to 1970-01-01.
    private static let epoch = 2_082_844_800

    /// Seconds since 1904-01-01T00:00:00Z of a time in UTC.
    static func seconds(_ utc: WallClock) -> Int {
        utc.milliseconds / 1_000 + epoch
    }

    static func movieHeader(created: Int, tracks: Int) -> [UInt8] {
        BoxWriter.full(
            "mvhd", times(created), BoxWriter.long(scale), BoxWriter.long(duration), BoxWriter.long(0x1_0000),
            BoxWriter.short(0x100),
            BoxWriter.zeros(10), identity.flatMap { BoxWriter.long($0) }, BoxWriter.zeros(24),
            BoxWriter.long(tracks + 1))
    }

    /// The times of creation and modification.
    static func times(_ created: Int) -> [UInt8] {
        BoxWriter.long(created) + BoxWriter.long(created)
    }
}

/// A track of a clip, with a table of its samples (QuickTime File Format, track atoms).
struct MOVTrack {
    /// The kind of a track.
    enum Kind: String {
        case video = "vide"
        case sound = "soun"
        case metadata = "meta"
    }

    /// The picture of a clip.
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
