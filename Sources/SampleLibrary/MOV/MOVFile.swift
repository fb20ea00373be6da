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
