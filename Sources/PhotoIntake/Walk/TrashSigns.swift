/// By what a directory with the name of a home trash is told from a person's own: the parts that the FreeDesktop
/// specification gives it. A home trash has no other name that a walk could know: it lies wherever the home is, below
/// `.local/share` or what `XDG_DATA_HOME` says, and what was removed from a library may not be found in it again.
struct TrashSigns {
    private var hasFiles = false
    private var hasInfo = false

    /// Whether both parts were seen.
    var isTrash: Bool { hasFiles && hasInfo }

    /// Takes note of an entry.
    mutating func note(_ name: Span<UInt8>) {
        if name.equals(Self.files) { hasFiles = true }
        if name.equals(Self.info) { hasInfo = true }
    }

    private static let files = Array("files".utf8)
    private static let info = Array("info".utf8)
}
