extension PhotoSource {
    /// What `unpack` makes of the bytes of `range`; nil where it makes nothing or they are not to be had.
    ///
    /// All parts of a file share ``unpackableBytes``, so several of them that would fill gigabytes cost no more than one.
    /// `unpack` takes from the number that it is given how many bytes came out, whether it is content with them or not.
    mutating func unpacked(
        _ range: Range<Int>, by unpack: (Span<UInt8>, inout Int) -> [UInt8]?
    ) -> [UInt8]? {
        guard unpackableBytes > 0 else { return nil }
        var left = unpackableBytes
        let bytes = withBytes(range) { unpack($0, &left) } ?? nil
        unpackableBytes = left
        return bytes
    }
}
