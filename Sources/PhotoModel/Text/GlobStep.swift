/// One part of a compiled pattern.
enum GlobStep: Hashable, Sendable {
    /// This byte.
    case byte(UInt8)
    /// One character.
    case one
    /// Any characters, or none.
    case any
    /// One character whose number lies in one of the ranges, or in none of them.
    case set([ClosedRange<UInt32>], isNegated: Bool)

    /// How many bytes at a place match; nil where they do not. ``any`` matches none here.
    func match(_ name: Span<UInt8>, at position: Int) -> Int? {
        guard position < name.count else { return nil }
        switch self {
        case .byte(let byte): return name[position] == byte ? 1 : nil
        case .any: return 0
        case .one: return Self.character(name, at: position).length
        case .set(let ranges, let isNegated):
            let (length, number) = Self.character(name, at: position)
            return ranges.contains { $0.contains(number) } != isNegated ? length : nil
        }
    }

    /// The character at a place; a byte that begins none counts as one, with a number beyond Unicode's.
    static func character(_ name: Span<UInt8>, at position: Int) -> (length: Int, number: UInt32) {
        let first = name[position]
        guard first >= 0x80 else { return (1, UInt32(first)) }
        let end = min(position + 4, name.count)
        let bytes = (position..<end).map { name[$0] }
        guard let (length, scalar) = firstScalar(of: bytes), let scalar else { return (1, 0x11_0000 + UInt32(first)) }
        return (length, scalar.value)
    }
}
