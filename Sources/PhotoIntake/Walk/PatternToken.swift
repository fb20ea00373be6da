/// One piece of an ``ExcludePattern``.
enum PatternToken: Sendable {
    /// This byte.
    case byte(UInt8)
    /// `?`: one character that is no slash.
    case character
    /// `[…]`: a byte in, or a character not beginning with a byte in, these ranges; never a slash.
    case set([ClosedRange<UInt8>], isNegated: Bool)
    /// `*`: any bytes but slashes.
    case star
    /// `**`: any bytes.
    case deep
    /// `**/` at the start of a path component: any number of whole directories, also none.
    case directories

    /// The bytes at a place in a text that a token for one character takes, or nil where it does not fit.
    func length(in text: Span<UInt8>, at position: Int) -> Int? {
        guard position < text.count else { return nil }
        let byte = text[position]
        if case .byte(let wanted) = self { return byte == wanted ? 1 : nil }
        guard byte != slash else { return nil }
        switch self {
        case .character: return Self.characterLength(in: text, at: position)
        case .set(let ranges, isNegated: false): return ranges.contains { $0 ~= byte } ? 1 : nil
        case .set(let ranges, isNegated: true):
            return ranges.contains { $0 ~= byte } ? nil : Self.characterLength(in: text, at: position)
        case .byte, .star, .deep, .directories: return nil
        }
    }

    /// The bytes of the character at a place: its first byte and the UTF-8 continuation bytes that it announces.
    private static func characterLength(in text: Span<UInt8>, at position: Int) -> Int {
        let wanted = min(4, (~text[position]).leadingZeroBitCount)
        var length = 1
        while length < wanted, position + length < text.count, text[position + length] & 0xC0 == 0x80 { length += 1 }
        return length
    }

    /// Whether a path component begins behind the token.
    private var endsComponent: Bool {
        switch self {
        case .byte(slash), .directories: true
        default: false
        }
    }
}

extension PatternToken {
    /// The pieces of a pattern, and whether it has a `[` that stands for itself, since it has no end.
    static func tokens(of pattern: ArraySlice<UInt8>) -> (tokens: [PatternToken], hasOpenSet: Bool) {
        var rest = pattern
        var tokens: [PatternToken] = []
        var hasOpenSet = false
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "*"): tokens.append(star(&rest, isAtStart: tokens.last?.endsComponent ?? true))
            case UInt8(ascii: "?"): tokens.append(.character)
            case UInt8(ascii: "["):
                let set = set(&rest)
                hasOpenSet = hasOpenSet || set == nil
                tokens.append(set ?? .byte(byte))
            case UInt8(ascii: "\\"): tokens.append(.byte(rest.popFirst() ?? byte))
            default: tokens.append(.byte(byte))
            }
        }
        return (tokens, hasOpenSet)
    }

    /// The token for a star whose first byte is taken: `*`, `**`, or `**/` at the start of a path component.
    private static func star(_ rest: inout ArraySlice<UInt8>, isAtStart: Bool) -> PatternToken {
        guard rest.first == UInt8(ascii: "*") else { return .star }
        while rest.first == UInt8(ascii: "*") { rest.removeFirst() }
        guard isAtStart, rest.first == slash else { return .deep }
        rest.removeFirst()
        return .directories
    }

    /// The token for a set whose bracket is taken, or nil where its end is missing.
    private static func set(_ rest: inout ArraySlice<UInt8>) -> PatternToken? {
        var left = rest
        let isNegated = left.first == UInt8(ascii: "!") || left.first == UInt8(ascii: "^")
        if isNegated { left.removeFirst() }
        var ranges: [ClosedRange<UInt8>] = []
        while let first = left.popFirst() {
            if first == UInt8(ascii: "]"), !ranges.isEmpty {
                rest = left
                return .set(ranges, isNegated: isNegated)
            }
            guard left.first == UInt8(ascii: "-"), let last = left.dropFirst().first, last != UInt8(ascii: "]") else {
                ranges.append(first...first)
                continue
            }
            left = left.dropFirst(2)
            ranges.append(min(first, last)...max(first, last))
        }
        return nil
    }
}
