package import SystemPackage

/// A place for uploads: a kind of destination, and a place of that kind. `DestinationKinds` knows the kinds and how
/// their places are written.
package struct DestinationSpec: Hashable, Sendable {
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

    /// As users write it. Bytes of a directory's path that are not UTF-8 are replaced. May hold secrets, so it is kept
    /// in the index and compared, and never shown: see ``shown``.
    package var text: String { "\(kind):\(place)" }
}

/// Identifies a destination: the random id in its marker file, or its equivalent at a service with identities of its
/// own.
///
/// Two destinations with the same marker are the same destination, whatever paths lead there.
package struct DestinationMarker: Hashable, Sendable {
    /// The name of the file at a destination's top that holds the marker as a line of text.
    package static let fileName = OwnName.prefix + "destination"

    /// As much of the file as can matter; in bytes.
    package static let mostBytes = 256

    /// Lowercase letters, digits and hyphens; never empty.
    package let text: String

    /// Nil where the text is no marker: empty, over 128 bytes, or with other bytes than letters, digits, `-` and `_`.
    package init?(_ text: String) {
        guard text.isPlainName(ofAtMost: 128) else { return nil }
        self.text = text
    }

    /// Parses the beginning of a file; nil if it is no marker.
    ///
    /// - Parameter content: its first ``mostBytes``, or all of it.
    package init?(file content: some Sequence<UInt8>) {
        self.init(String(decoding: content.prefix { $0 != 0x0A && $0 != 0x0D }, as: UTF8.self))
    }

    /// What the file holds.
    package var file: [UInt8] { Array("\(text)\n".utf8) }

    /// A new one of 128 random bits.
    package init(random high: UInt64, _ low: UInt64) {
        text = high.paddedHex + low.paddedHex
    }
}

/// A directory of a root that contains a destination's marker.
package struct MarkerSighting: Hashable, Sendable {
    /// The directory's path below the root, without slashes at the ends; empty for the root itself.
    package let directory: [UInt8]
    package let marker: DestinationMarker

    package init(directory: [UInt8], marker: DestinationMarker) {
        self.directory = directory
        self.marker = marker
    }
}
