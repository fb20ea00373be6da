package import SystemPackage

/// How much of a place, or of the whole library, has been removed lately, and how much more may be (SAFETY.md,
/// "Removing").
///
/// A place is where photos were first seen in that time: a root as it was before it was forgotten, split, renamed or
/// moved.
package struct RemovalCap: Hashable, Sendable {
    /// Removals count for so long, in nanoseconds: seven days.
    package static let span: Int64 = 7 * 86_400 * 1_000_000_000
    /// What never had so many photos in that time has no share.
    package static let leastForShare = 20

    /// The place's row; nil for all places together.
    package var place: Int64?
    /// Where it is, or was last; nil for all places together.
    package var path: FilePath?
    /// The largest number of photos that it had in that time.
    package var largest: Int
    /// Photos that were removed in that time and are not back.
    package var removed: Int

    package init(place: Int64?, path: FilePath?, largest: Int, removed: Int) {
        self.place = place
        self.path = path
        self.largest = largest
        self.removed = removed
    }

    /// The limit that is broken where so many photos more go.
    ///
    /// - Parameters:
    ///   - planned: how many are to go.
    ///   - limit: what is allowed for the whole time.
    /// - Returns: nil where they may go.
    package func limit(brokenBy planned: Int, _ limit: RemovalLimit) -> CountOrShare? {
        // What was removed counts as well: a clock that was set back hides how many there were.
        let hasShare = largest + removed >= Self.leastForShare
        guard planned > 0, let counting = limit.limit(of: largest, hasShare: hasShare) else { return nil }
        return planned + removed > counting.limit(of: largest) ? counting : nil
    }
}
