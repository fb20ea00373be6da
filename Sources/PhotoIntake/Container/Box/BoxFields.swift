/// The fields of a box, taken one after the other; nil where they would lie behind the box's end.
struct BoxFields {
    /// Where the next field is.
    private(set) var offset: Int
    private let end: Int

    /// The fields in `range`, which lies inside the file.
    init(_ range: Range<Int>) {
        offset = range.lowerBound
        end = range.upperBound
    }

    /// What was not taken yet.
    var rest: Range<Int> { offset..<end }

    /// The unsigned number of 0, 1, 2, 4 or 8 bytes that is next; one of no bytes is 0. Nil for any other size, and
    /// where the number is no ``Swift/Int``.
    mutating func number(_ byteCount: Int, in source: inout PhotoSource) -> Int? {
        guard byteCount <= end - offset else { return nil }
        let place = offset
        offset += byteCount
        return switch byteCount {
        case 0: 0
        case 1: source.uint8(at: place).map(Int.init)
        case 2: source.uint16(at: place).map(Int.init)
        case 4: source.uint32(at: place).map(Int.init)
        case 8: source.uint64(at: place).flatMap(Int.init(exactly:))
        default: nil
        }
    }

    /// The version and the flags with which a FullBox begins (ISO/IEC 14496-12, 4.2.2).
    mutating func versionAndFlags(in source: inout PhotoSource) -> (version: Int, flags: Int)? {
        number(4, in: &source).map { ($0 >> 24, $0 & 0xFF_FFFF) }
    }

    /// Passes over `byteCount` bytes, which is not negative; false, without a move, where there are fewer.
    mutating func skip(_ byteCount: Int) -> Bool {
        guard byteCount <= end - offset else { return false }
        offset += byteCount
        return true
    }

    /// Passes over text and its NUL; false where no NUL follows in this box.
    mutating func skipText(in source: inout PhotoSource) -> Bool {
        while let byte = number(1, in: &source) {
            if byte == 0 { return true }
        }
        return false
    }
}
