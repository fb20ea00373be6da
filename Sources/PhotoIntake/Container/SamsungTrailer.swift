internal import PhotoModel

/// What Samsung's phones write behind the picture of a JPEG, and into a box `sefd` of HEIC: blocks of data, then a
/// directory from `SEFH` on, its length and `SEFT`. exiftool's documentation of Samsung's tags lists them.
///
/// All numbers are little-endian. An entry of the directory has two bytes of zero, a type of two bytes, how far before
/// the directory its block begins, and the block's length. A block has four bytes with the type, the length of its
/// name, the name and the data.
enum SamsungTrailer {
    /// The type of `Image_UTC_Data`: the moment of capture in milliseconds since 1970, as digits.
    private static let momentType: UInt16 = 0x0A01
    private static let mostEntries = 64
    private static let mostDigits = 16

    static func ends(at end: Int, in source: inout PhotoSource) -> Bool {
        source.holds("SEFT", at: end - 4)
    }

    /// The moment of capture in UTC, by the trailer that ends at `end`; nil if it says none.
    static func moment(endingAt end: Int, in source: inout PhotoSource) -> WallTime? {
        guard ends(at: end, in: &source), let length = source.uint32(at: end - 8, .little).map(Int.init) else {
            return nil
        }
        let directory = end - 8 - length
        guard directory >= 0, source.holds("SEFH", at: directory),
            let count = source.uint32(at: directory + 8, .little).map(Int.init)
        else { return nil }
        for number in 0..<min(count, mostEntries) {
            let entry = directory + 12 + 12 * number
            guard source.uint16(at: entry + 2, .little) == momentType,
                let back = source.uint32(at: entry + 4, .little).map(Int.init),
                let size = source.uint32(at: entry + 8, .little).map(Int.init), back <= directory, size <= back
            else { continue }
            return moment(in: directory - back..<directory - back + size, of: &source)
        }
        return nil
    }

    private static func moment(in block: Range<Int>, of source: inout PhotoSource) -> WallTime? {
        guard let name = source.uint32(at: block.lowerBound + 4, .little).map(Int.init), name < block.count - 8 else {
            return nil
        }
        let text = block.dropFirst(8 + name).prefix(mostDigits)
        return source.withBytes(text) { bytes in
            let digits = ShortText(bytes)
            guard (12...13).contains(digits.count) else { return nil }
            return digits.number(at: 0, length: digits.count)
                .map { WallTime(microseconds: Int64($0) * 1_000) }
        } ?? nil
    }
}
