package import PhotoModel

/// A group that a run removed, and what has become of it.
package struct RemovedGroup: Hashable, Sendable {
    /// The purge, done, with its number, its members' tickets, hashes and permissions.
    package var action: Action
    /// Whether it is back.
    package var isUndone: Bool
    /// When it was taken out of the trash for good, nanoseconds since 1970-01-01T00:00:00Z; nil where nobody did by
    /// `runs --empty-trash`.
    package var emptiedAt: Int64?

    package init(action: Action, isUndone: Bool, emptiedAt: Int64? = nil) {
        self.action = action
        self.isUndone = isUndone
        self.emptiedAt = emptiedAt
    }
}
