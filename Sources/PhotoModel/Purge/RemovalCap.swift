package import SystemPackage

/// How much of a root has been removed lately, and how much more may be (SAFETY.md, "Removing").
package struct RemovalCap: Hashable, Sendable {
    /// Removals count for so long, in nanoseconds: seven days.
    package static let span: Int64 = 7 * 86_400 * 1_000_000_000
    /// A root that never had so many photos in that time has no share.
    package static let leastForShare = 20

    /// The root's row.
    package var root: Int64
    /// Where it is.
    package var path: FilePath
    /// The largest number of photos that it had in that time.
    package var largest: Int
    /// Photos that were removed in that time and are not back.
    package var removed: Int

    package init(root: Int64, path: FilePath, largest: Int, removed: Int) {
        self.root = root
        self.path = path
        self.largest = largest
        self.removed = removed
    }

    /// How many photos may still go.
    ///
    /// - Parameter limit: what the user allows for the whole time.
    /// - Returns: at least 0; nil where nothing limits it, since the root is so small that a share says little.
    package func allowance(_ limit: CountOrShare) -> Int? {
        // What was removed counts as well: a clock that was set back hides how many there were.
        if case .percent = limit, largest + removed < Self.leastForShare { return nil }
        return max(0, limit.limit(of: largest) - removed)
    }
}
