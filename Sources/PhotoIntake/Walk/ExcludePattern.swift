internal import PhotoModel

/// A pattern of entries to leave out, on bytes.
///
/// A pattern without a slash is matched with an entry's name at any depth; one with a slash, at the front or in the
/// middle, with the path below the root. A slash at the end restricts it to directories. A directory that is left out
/// takes all below it along.
///
/// `*`, `?` and sets match no slashes; `**` does, and `**/` is any number of directories, also none (``Glob``). A
/// pattern is never invalid: a `[` without its `]` is a bracket, and who writes one is told by
/// ``WalkOptions/check(exclude:)``. The empty pattern matches nothing.
struct ExcludePattern: Sendable {
    /// Whether the pattern is matched with the path below the root rather than with the name.
    let isPath: Bool
    /// Whether only directories match.
    let isDirectoryOnly: Bool
    private let glob: Glob

    init(_ pattern: String) {
        var bytes = ArraySlice(pattern.utf8)
        isDirectoryOnly = bytes.last == slash
        if isDirectoryOnly { bytes.removeLast() }
        isPath = bytes.contains(slash)
        if bytes.first == slash { bytes.removeFirst() }
        glob = Glob(bytes: bytes, dialect: .separators)
    }

    /// Whether it has a `[` without its `]`.
    var hasOpenSet: Bool { glob.hasOpenSet }

    /// Whether all of the text, a name or a path, fits the pattern.
    func match(_ text: Span<UInt8>) -> Bool { glob.matches(text) }
}

/// The byte between the components of a path.
let slash = UInt8(ascii: "/")
