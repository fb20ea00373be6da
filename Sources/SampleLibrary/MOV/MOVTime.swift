/// Times of a clip (QuickTime File Format, movie header atom).
enum MOVTime {
    /// Units a second.
    static let scale = 600
    /// How long a clip lasts, in these units: three seconds.
    static let duration = 1_800
    /// The matrix that leaves a picture as it is: numbers with 16 bits of fraction, those of the third column with 30.
    static let identity = [0x1_0000, 0, 0, 0, 0x1_0000, 0, 0, 0, 0x4000_0000]
    /// Seconds from 1904-01-01 to 1970-01-01.
    private static let epoch = 2_082_844_800

    /// Seconds since 1904-01-01T00:00:00Z of a time in UTC.
    static func seconds(_ utc: WallClock) -> Int {
        utc.milliseconds / 1_000 + epoch
    }

    /// The header of a movie with so many tracks.
    static func movieHeader(created: Int, tracks: Int) -> [UInt8] {
        Box.full(
            "mvhd", times(created), Box.long(scale), Box.long(duration), Box.long(0x1_0000), Box.short(0x100),
            Box.zeros(10), identity.flatMap { Box.long($0) }, Box.zeros(24), Box.long(tracks + 1))
    }

    /// When something was made and changed.
    static func times(_ created: Int) -> [UInt8] {
        Box.long(created) + Box.long(created)
    }
}
