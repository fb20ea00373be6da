/// An element of EBML (RFC 8794, 4): an identifier, a length, and a content.
struct EBMLElement {
    /// The elements that are looked at (RFC 9559, 5).
    enum Identifier: Int {
        case documentType = 0x4282
        case segment = 0x1853_8067
        case information = 0x1549_A966
        case scale = 0x2A_D7B1
        case duration = 0x4489
        case date = 0x4461
        case tracks = 0x1654_AE6B
        case track = 0xAE
        case trackType = 0x83
        case video = 0xE0
        case width = 0xB0
        case height = 0xBA
        case cluster = 0x1F43_B675
    }

    /// What it is; nil for what is not looked at.
    let identifier: Identifier?
    /// Its bytes, as far as they are there.
    let content: Range<Int>

    /// The element at `offset` of what ends at `end`; nil where its header does not fit. A length of all ones means that it
    /// is not known: then the content reaches to the end.
    init?(at offset: Int, before end: Int, in source: inout PhotoSource) {
        guard let (identifier, first) = Self.number(at: offset, before: end, most: 4, isMarked: true, in: &source),
            let (length, start) = Self.number(at: first, before: end, most: 8, isMarked: false, in: &source)
        else { return nil }
        self.identifier = Identifier(rawValue: identifier)
        let isKnown = length < 1 << (7 * (start - first)) - 1
        content = start..<(isKnown && length < end - start ? start + length : end)
    }

    /// A number whose leading zeros say how many bytes follow the first (RFC 8794, 4.2), and where it ends. The one
    /// behind the zeros is kept in identifiers.
    private static func number(
        at offset: Int, before end: Int, most: Int, isMarked: Bool, in source: inout PhotoSource
    ) -> (number: Int, end: Int)? {
        guard offset < end, let first = source.uint8(at: offset) else { return nil }
        let count = first.leadingZeroBitCount + 1
        guard count <= most, offset + count <= end else { return nil }
        var number = Int(isMarked ? first : first & (0x7F >> UInt8(count - 1)))
        for place in offset + 1..<offset + count {
            guard let byte = source.uint8(at: place) else { return nil }
            number = number << 8 | Int(byte)
        }
        return (number, offset + count)
    }

    /// The unsigned number that the content is; nil where it is none of at most seven bytes.
    func number(_ source: inout PhotoSource) -> Int? {
        guard content.count <= 7 else { return nil }
        var number = 0
        for place in content {
            guard let byte = source.uint8(at: place) else { return nil }
            number = number << 8 | Int(byte)
        }
        return number
    }

    /// The floating-point number that the content is; nil for other lengths than 4 and 8.
    func decimal(_ source: inout PhotoSource) -> Double? {
        switch content.count {
        case 4: source.uint32(at: content.lowerBound).map { Double(Float(bitPattern: $0)) }
        case 8: source.uint64(at: content.lowerBound).map(Double.init(bitPattern:))
        default: nil
        }
    }
}
