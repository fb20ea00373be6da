package import SystemPackage

/// Where uploads go: a kind of destination, and a place of that kind. Which kinds there are, and how a place of each is
/// written, `DestinationKinds` knows.
package struct DestinationSpec: Hashable, Sendable {
    /// The kind's name.
    package let kind: String
    /// The place, as users write it behind the first colon.
    package let place: String
    /// The directory of this machine that it means; nil for all others.
    package let directory: FilePath?
    /// As users write it, without secrets: for people, JSON and logs.
    package let shown: String

    /// A place that is no directory of this machine.
    ///
    /// - Parameters:
    ///   - kind: the kind's name.
    ///   - place: as users write it.
    ///   - shown: the place without secrets; nil where it has none.
    package init(kind: String, place: String, shown: String? = nil) {
        self.kind = kind
        self.place = place
        directory = nil
        self.shown = "\(kind):\(shown ?? place)"
    }

    /// A directory of this machine: another disk's, or a share's that is mounted.
    package init(kind: String, directory: FilePath) {
        self.kind = kind
        place = directory.string
        self.directory = directory
        shown = "\(kind):\(directory.string)"
    }

    /// As users write it. Bytes of a directory's path that are not UTF-8 are replaced. May hold secrets, so it is kept in
    /// the index and compared, and never shown: see ``shown``.
    package var text: String { "\(kind):\(place)" }
}
