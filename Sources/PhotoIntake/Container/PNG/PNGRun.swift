/// Runs of IDAT chunks of one length, as programs write pictures: all but the last are as long as their buffer.
enum PNGRun {
    /// Where the last chunk begins of the run that `first` belongs to; that of `first` itself where nothing follows.
    ///
    /// IDAT chunks follow each other without others between (PNG, third edition, 5.6), so where a header of one stands
    /// at a whole number of lengths from here, nothing but IDAT chunks lies before it. The farthest such place is looked
    /// for backwards from the file's end at growing distances and then by halving: one read for a picture with little
    /// behind it, and not over 40 for one of gigabytes.
    static func lastChunk(from first: PNGChunk, in source: inout PhotoSource) -> Int {
        let length = first.content.count
        let step = length + PNGChunk.overhead
        var (known, beyond) = (0, (source.size - first.offset) / step + 1)
        var back = 1
        while beyond - known > 1 {
            let isGalloping = back > 0 && beyond - back > known
            let place = isGalloping ? beyond - back : known + (beyond - known) / 2
            if isPicture(at: first.offset + place * step, notOver: length, in: &source) {
                known = place
                back = 0
            } else {
                beyond = place
                back *= 2
            }
        }
        return first.offset + known * step
    }

    private static func isPicture(at offset: Int, notOver length: Int, in source: inout PhotoSource) -> Bool {
        guard let claimed = source.uint32(at: offset), let type = source.uint32(at: offset + 4) else { return false }
        return Int(claimed) <= length && type == PNGChunk.picture.value
    }
}
