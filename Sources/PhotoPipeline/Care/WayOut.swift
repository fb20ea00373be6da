package import SystemPackage

/// A way to have an index again where the one that was there is damaged.
package struct WayOut: Hashable, Sendable {
    /// How it comes back. The raw values are the contract's `what`.
    package enum Kind: String, Hashable, Sendable {
        /// From a copy that somebody made.
        case backup
        /// From the lists that destinations keep of what was sent.
        case rebuild
        /// From the photos.
        case scan
    }

    /// How it comes back.
    package let kind: Kind
    /// The backup; nil for the others.
    package let path: FilePath?
    /// When the backup was made, nanoseconds since 1970-01-01T00:00:00Z; nil for the others.
    package let made: Int64?
    /// How many photos the backup knows; nil for the others.
    package let photos: Int?
    /// What to type, line by line. The first puts what is damaged aside.
    package let commands: [String]

    /// What is lost on this way, in one sentence without a full stop.
    package var loses: String {
        switch kind {
        case .backup: "what was marked, held, staged, sent and removed since it was made"
        case .rebuild: "marks, holds, what is staged, and the record of runs, by which undo finds what they removed"
        case .scan:
            "all that, and what was sent counts as not uploaded, until an upload to the same place reads the list there"
        }
    }
}
