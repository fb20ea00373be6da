/// Puts a clip's MOV file together as Apple's phones do (QuickTime File Format): the data first, then the movie box with
/// its tracks and keys. What stands in the data is no video: no decoder is needed to make the file, and none can show it.
///
/// Its date is that of the key `creationdate`, with the place's offset from UTC and to the second; its position has ten
/// digits where phones write four, so that it is the shot's.
struct MOVFile {
    private let shot: Shot
    private let picture: PictureStore.Encoded
    private let identifier: String
    private let tracks: [MOVTrack]

    /// The file of a shot, with the sides of `picture`, filled up to `size` bytes where it is not larger without. A
    /// clip in full detail has as many samples as three seconds take.
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
        var bytes = Box.plain("ftyp", Array("qt  \0\0\0\0qt  ".utf8)) + Box.plain("wide")
        let start = bytes.count + Box.headerSize
        let room = max(size - start - movie(dataSize: 0, at: 0).count, 0)
        let data = picture.filler(room)
        bytes += Box.header("mdat", contentSize: data.count)
        bytes += data
        bytes += movie(dataSize: data.count, at: start)
        return bytes
    }

    /// The movie box; its size does not depend on the data's size and place.
    private func movie(dataSize: Int, at start: Int) -> [UInt8] {
        let frame = MOVTrack.Frame(
            width: picture.width, height: picture.height, orientation: shot.orientation,
            created: MOVTime.seconds(shot.utc))
        let each = dataSize / tracks.count
        var parts: [[UInt8]] = [MOVTime.movieHeader(created: frame.created, tracks: tracks.count)]
        for (place, track) in tracks.enumerated() {
            parts.append(track.box(number: place + 1, frame, dataSize: each, at: start + place * each))
        }
        return Box.plain("moov", parts.flatMap { $0 }, MOVKeys.box(shot, identifier: identifier))
    }
}
