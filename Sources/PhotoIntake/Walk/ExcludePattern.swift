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
