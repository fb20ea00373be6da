/// A pattern of entries to leave out, on bytes.
///
/// A pattern without a slash is matched with an entry's name at any depth; one with a slash, at the front or in the
/// middle, with the path below the root. A slash at the end restricts it to directories. A directory that is left out
/// takes all below it along.
///
/// `*` is any bytes but slashes, `?` one character but a slash (a UTF-8 character, or one byte where it is not UTF-8),
/// `[a-z]` and `[!a-z]` one byte in or not in a set, `**` any bytes with slashes, `**/` also nothing; a backslash
/// takes the next byte literally. Letters match in their own case. A pattern is never invalid: a `[` without its `]`
/// is a bracket, and who writes one is told by ``WalkOptions/check(exclude:)``. The empty pattern matches nothing.
struct ExcludePattern: Sendable {
    /// Whether the pattern is matched with the path below the root rather than with the name.
    let isPath: Bool
    /// Whether only directories match.
    let isDirectoryOnly: Bool
    /// Whether it has a `[` without its `]`.
    let hasOpenSet: Bool
    private let tokens: [PatternToken]

    init(_ pattern: String) {
        var bytes = ArraySlice(pattern.utf8)
        isDirectoryOnly = bytes.last == slash
        if isDirectoryOnly { bytes.removeLast() }
        isPath = bytes.contains(slash)
        if bytes.first == slash { bytes.removeFirst() }
        (tokens, hasOpenSet) = PatternToken.tokens(of: bytes)
    }

    /// Whether all of the text, a name or a path, fits the pattern.
    func match(_ text: Span<UInt8>) -> Bool {
        guard !tokens.isEmpty else { return false }
        var matcher = PatternMatcher()
        while matcher.token < tokens.count || matcher.position < text.count {
            if matcher.token < tokens.count, matcher.take(tokens[matcher.token], of: text) { continue }
            if !matcher.retry(in: text) { return false }
        }
        return true
    }
}

/// The byte between the components of a path.
let slash = UInt8(ascii: "/")

/// How far the matching of a pattern with a text has come, and where it goes on when what follows a star does not fit:
/// with the last star a byte longer. One such place for `*` and one for `**` suffice, because what came before them
/// fitted; so the time is bounded by the square of the text's length for each token.
struct PatternMatcher {
    private struct Star {
        /// The token behind the star.
        var token: Int
        /// Where the star ends.
        var end: Int
        /// Whether it ends behind a slash only.
        var takesDirectories = false
    }

    /// The next token to fit.
    private(set) var token = 0
    /// Where in the text it has to fit.
    private(set) var position = 0
    private var star: Star?
    private var deep: Star?

    /// Fits the next token, stars at first with nothing; returns false where it does not fit.
    mutating func take(_ next: PatternToken, of text: Span<UInt8>) -> Bool {
        switch next {
        case .star:
            token += 1
            star = Star(token: token, end: position)
        case .deep, .directories:
            token += 1
            star = nil
            deep = Star(token: token, end: position)
            if case .directories = next { deep?.takesDirectories = true }
        default:
            guard let length = next.length(in: text, at: position) else { return false }
            token += 1
            position += length
        }
        return true
    }

    /// Makes the last star that can be longer; returns false where none can.
    mutating func retry(in text: Span<UInt8>) -> Bool {
        if let star, star.end < text.count, text[star.end] != slash {
            self.star?.end += 1
            (token, position) = (star.token, star.end + 1)
            return true
        }
        guard let deep, let end = Self.nextEnd(of: deep, in: text) else { return false }
        star = nil
        self.deep?.end = end
        (token, position) = (deep.token, end)
        return true
    }

    private static func nextEnd(of star: Star, in text: Span<UInt8>) -> Int? {
        var end = star.end
        while end < text.count {
            end += 1
            if !star.takesDirectories || text[end - 1] == slash { return end }
        }
        return nil
    }
}

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
