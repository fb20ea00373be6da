internal import PhotoModel

/// When a movie was made and how long it lasts (`mvhd`; ISO/IEC 14496-12, 8.2.2).
struct MovieHeader {
    /// Seconds from 1904-01-01, from which the times are counted, to 1970-01-01.
    private static let epoch = 2_082_844_800
    /// Seconds from 1970-01-01 to the end of the year 9999.
    private static let end = 253_402_300_800

    /// When it was made, in UTC. Nil for zero, which means that nobody knows; for times before 1970, which come of
    /// clocks that were never set and of writers that count otherwise; and for those after 9999.
    let created: WallTime?
    /// How long it lasts, in seconds; nil where that is not known, as of a movie in fragments, whose header says 0.
    let duration: Double?

    init?(_ content: Range<Int>, in source: inout PhotoSource) {
        var fields = BoxFields(content)
        guard let version = fields.versionAndFlags(in: &source)?.version, version <= 1 else { return nil }
        let size = version == 1 ? 8 : 4
        // A time that is no ``Swift/Int`` is none.
        let created = fields.number(size, in: &source) ?? 0
        guard fields.skip(size), let scale = fields.number(4, in: &source) else { return nil }
        let seconds = created - Self.epoch
        self.created =
            seconds > 0 && seconds < Self.end ? WallTime(microseconds: Int64(seconds) * 1_000_000) : nil
        // All ones: a length that is not known, which is no ``Swift/Int`` in version 1.
        let length = fields.number(size, in: &source)
        let isKnown = scale > 0 && length != 0 && !(version == 0 && length == 0xFFFF_FFFF)
        duration = isKnown ? length.map { Double($0) / Double(scale) } : nil
    }
}
