package import SystemPackage

/// What another machine's index brings to this one, when the two are merged.
package struct MergedIndex: Hashable, Sendable {
    /// A content that is marked as work in one index and as personal in the other. It is personal now.
    package struct Conflict: Hashable, Sendable {
        /// The path in the mark of this index.
        package var path: FilePath
        /// The mark in this index.
        package var here: Mark
        /// The mark in the other one.
        package var there: Mark

        /// Two marks that differ.
        package init(path: FilePath, here: Mark, there: Mark) {
            (self.path, self.here, self.there) = (path, here, there)
        }
    }

    /// The marks that are new here, or are stricter now.
    package var marks = 0
    /// The holds that are new here, from purges and from destinations.
    package var holds = 0
    /// Of these, the holds from destinations that somebody had lifted here.
    package var heldAgain = 0
    /// The marks that differ.
    package var conflicts: [Conflict] = []
    /// The receipts that are new here.
    package var receipts = 0
    /// The receipts that have ended there and not here.
    package var ended = 0
    /// The receipts of each destination that is not known here, by its name there; they count for nothing.
    package var unknownReceipts: [String: Int] = [:]
    /// The runs that are new here.
    package var runs = 0
    /// The photos that these removed within ``RemovalCap/span`` and that are not back.
    package var removed = 0
    /// The unhashed files that the next scan reads again, since what is new may be about them.
    package var reread = 0
    /// The shares of photos that have not ended there. They stay with the other index.
    package var shares = 0
    /// The albums that are there; they stay with the other index too.
    package var albums = 0
    /// The photos that are work by a mark of the other index only, with the unread ones.
    package var becameWork = 0
    /// The photos that may have a content that the other index marks as work, and cannot be read now or were never read
    /// here. The next scan that reads them finds out.
    package var unread = 0
    /// The paths of new marks as work, if this index does not know their files to be in `never` fences: a scan may find
    /// that the files on the disk are.
    package var work: [FilePath] = []
    /// What marks as work reverse.
    package var reverses = OverruledDecisions()
    package var changes: [VerdictChange] = []

    package init() {}
}
