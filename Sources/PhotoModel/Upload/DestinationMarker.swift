/// What a destination is known by again: the random id in its marker file, or what takes its place at a service that
/// has identities of its own.
///
/// Two destinations with one marker are one destination, by whatever roads they are reached.
package struct DestinationMarker: Hashable, Sendable {
    /// The name of the file at a destination's top that holds the marker as a line of text.
    package static let fileName = OwnName.prefix + "destination"

    /// As much of the file as can matter; in bytes.
    package static let mostBytes = 256

    /// Lowercase letters, digits and hyphens; never empty.
    package let text: String

    /// Nil where the text is no marker: empty, over 128 bytes, or with other bytes than letters, digits, `-` and `_`.
    package init?(_ text: String) {
        let isFine = text.utf8.allSatisfy { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x5F: true
            default: false
            }
        }
        guard isFine, !text.isEmpty, text.utf8.count <= 128 else { return nil }
        self.text = text
    }

    /// What the file begins with; nil where that is no marker.
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
