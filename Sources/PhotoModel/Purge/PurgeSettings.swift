/// What may be removed, and how: the configuration's `[purge]` and the flags that beat it.
package struct PurgeSettings: Sendable {
    /// How many photos of a root, and of all roots together, may go within seven days, over all runs.
    package var maxDelete = RemovalLimit()
    /// How long ago a photo must have been taken; nil where that does not matter. One of which nobody knows when it was
    /// taken is never older.
    package var olderThan: Duration?
    /// How long ago the first receipt of every file must have been given; nil where that does not matter.
    package var verifiedFor: Duration?
    /// Paths that are never removed: a group with a file whose absolute path matches one of these stays.
    package var keep: [Glob] = []
    /// At how many destinations every file has to be; at least 1.
    package var require = 1
    /// Whether photos go whose position was worked out from others.
    package var includesInferred = false
    /// How they go.
    package var way = RemovalWay.trash
    /// How many copies are read at the same time; at least 1.
    package var parallel = 4

    /// The settings of a configuration that says nothing.
    package init() {}
}

/// How photos leave the library.
package enum RemovalWay: String, CaseIterable, Hashable, Sendable {
    /// Into the trash of the file system they are on.
    case trash
    /// For good.
    case permanent

    /// The way that a ticket was given out by: its first word.
    package init?(ticket: String) {
        guard let word = ticket.split(separator: " ", maxSplits: 1).first else { return nil }
        self.init(rawValue: String(word))
    }
}
