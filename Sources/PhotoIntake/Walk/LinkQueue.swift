/// Symbolic links to directories that wait to be followed, by their paths below the root.
struct LinkQueue: Sendable {
    /// Those being followed, the next one last.
    private var current: [[UInt8]] = []
    /// Those found since; followed after these.
    private var found: [[UInt8]] = []

    /// Adds the links of a directory.
    mutating func add(_ links: EntryList, in directory: [UInt8]) {
        for entry in links.entries { found.append(joined(directory, links.name(of: entry).span)) }
    }

    /// The next link. Links found in the same round are followed in the order of their paths, so that of two that lead
    /// to the same place it is always the same one that counts.
    mutating func next() -> [UInt8]? {
        if current.isEmpty {
            current = found.sorted { $1.lexicographicallyPrecedes($0) }
            found = []
        }
        return current.popLast()
    }
}
