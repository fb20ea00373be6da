/// Numbers of any count of bits, the highest bit first, taken one after the other.
struct BitFields {
    private var place: Int
    private let end: Int

    /// The bits of the bytes in `range`, which lies inside the file and is at most an exabyte long.
    init(_ range: Range<Int>) {
        place = range.lowerBound * 8
        end = range.upperBound * 8
    }

    /// The next `count` bits, at most 32, as a number; nil where there are fewer.
    mutating func number(_ count: Int, in source: inout PhotoSource) -> Int? {
        guard count <= end - place else { return nil }
        var number = 0
        for _ in 0..<count {
            guard let byte = source.uint8(at: place / 8) else { return nil }
            number = number << 1 | Int(byte >> (7 - place % 8)) & 1
            place += 1
        }
        return number
    }

    /// Whether the next bit is set; nil where there is none.
    mutating func flag(in source: inout PhotoSource) -> Bool? {
        number(1, in: &source).map { $0 == 1 }
    }
}
