/// How large the picture of a movie's track is (`tkhd`; ISO/IEC 14496-12, 8.3.2).
struct TrackSize {
    /// Columns; at least 1.
    let width: Int
    /// Rows; at least 1.
    let height: Int

    /// The size of the first track with a picture in the content of a `moov` box; nil where there is none.
    init?(firstIn movie: Range<Int>, _ source: inout PhotoSource) {
        var size: TrackSize?
        source.forEachBox(in: movie, most: 256) { box, source in
            guard box.type == "trak" else { return true }
            source.forEachBox(in: box.content, most: 64) { box, source in
                guard box.type == "tkhd" else { return true }
                size = TrackSize(header: box.content, &source)
                return false
            }
            return size == nil
        }
        guard let size else { return nil }
        self = size
    }

    /// Width and height stand at the header's end, in 65,536ths; the times before them are longer in version 1.
    private init?(header: Range<Int>, _ source: inout PhotoSource) {
        var fields = BoxFields(header)
        guard let version = fields.versionAndFlags(in: &source)?.version,
            fields.skip((version == 1 ? 32 : 20) + 16 + 36),
            let width = fields.number(4, in: &source), let height = fields.number(4, in: &source),
            width >> 16 > 0, height >> 16 > 0
        else { return nil }
        (self.width, self.height) = (width >> 16, height >> 16)
    }
}
