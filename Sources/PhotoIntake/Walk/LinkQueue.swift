/// Symbolic links to directories that are still to be followed, by their paths relative to the root.
struct LinkQueue: Sendable {
    /// The links of the current round, the next one last.
    private var current: [[UInt8]] = []
    /// Links found in the current round; they form the next one.
    private var found: [[UInt8]] = []

    /// Adds the links of a directory.
    mutating func add(_ links: EntryList, in directory: [UInt8]) {
        for entry in links.entries { found.append(joined(directory, links.name(of: entry).span)) }
    }

    /// Returns the next link. Links of the same round are followed in the order of their paths, so that of two links to
    /// the same directory it is always the same one that is used.
    mutating func next() -> [UInt8]? {
        if current.isEmpty {
            current = found.sorted { $1.lexicographicallyPrecedes($0) }
            found = []
        }
        return current.popLast()
    }
}
