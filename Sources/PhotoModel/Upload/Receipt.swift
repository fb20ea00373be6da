package import SystemPackage

/// A destination's word that it has a content: written only after the copy was read back, or its checksum asked for.
package struct Receipt: Hashable, Sendable {
    /// SHA-256 of the bytes that were sent, computed while they were read; 32 bytes.
    package var sha256: [UInt8]
    /// The size in bytes.
    package var size: Int64
    /// Where they are.
    package var target: CopyLocation
    /// The destination's checksum of them.
    package var checksum: Checksum
    /// When they were verified first, nanoseconds since 1970-01-01T00:00:00Z.
    package var received: Int64
    /// When they were verified last.
    package var checked: Int64

    /// A receipt whose copy was read back at `checked`.
    package init(
        sha256: [UInt8], size: Int64, target: CopyLocation, checksum: Checksum, received: Int64, checked: Int64
    ) {
        self.sha256 = sha256
        self.size = size
        self.target = target
        self.checksum = checksum
        self.received = received
        self.checked = checked
    }
}

/// A receipt whose copy nobody expects at the destination any more: it was taken back, or accepted as missing.
package struct EndedReceipt: Hashable, Sendable {
    package var receipt: Receipt
    /// When it ended, nanoseconds since 1970-01-01T00:00:00Z.
    package var ended: Int64
    /// Whether its content is held from the destination since then.
    package var isHeld: Bool

    package init(_ receipt: Receipt, ended: Int64, isHeld: Bool) {
        self.receipt = receipt
        self.ended = ended
        self.isHeld = isHeld
    }
}

/// A checksum by its kind, as a destination gives it.
package struct Checksum: Hashable, Sendable {
    /// Which function. The raw values are in receipts.
    package enum Kind: String, CaseIterable, Hashable, Sendable {
        /// SHA-256 of the whole content.
        case sha256
        /// MD5 of the whole content; counts with an equal size only.
        case md5
        /// SHA-1 of the whole content; likewise.
        case sha1
    }

    package var kind: Kind
    /// Lowercase hexadecimal digits.
    package var value: String

    package init(kind: Kind, value: String) {
        self.kind = kind
        self.value = value
    }

    /// The 32 bytes of a SHA-256.
    package init(sha256: [UInt8]) {
        self.init(kind: .sha256, value: hexText(sha256))
    }

    /// Whether it says nothing.
    package var isBlank: Bool { value.allSatisfy(\.isWhitespace) }
}

/// The location of a copy at a destination.
package struct CopyLocation: Hashable, Sendable {
    /// A path below the destination's top, without a slash at its start.
    package var path: FilePath
    /// The remote's own id for the file, if it gives files ids: there several files can have the same path. Nil if the
    /// path suffices.
    package var id: String?

    package init(_ path: FilePath, id: String? = nil) {
        self.path = path
        self.id = id
    }
}

extension CopyLocation: ExpressibleByStringLiteral {
    /// A path without an id.
    package init(stringLiteral path: String) {
        self.init(FilePath(path))
    }
}

/// What destinations have of a personal photo that is gone from the library.
package struct GoneCopy: Hashable, Sendable {
    /// Where the photo was last.
    package let path: FilePath
    /// The size of the copy.
    package let bytes: Int64
    /// The names of the configured destinations that have it, in order, with commas between them; nil if there are
    /// only removed ones.
    package let destinations: String?

    package init(path: FilePath, bytes: Int64, destinations: String?) {
        self.path = path
        self.bytes = bytes
        self.destinations = destinations
    }
}
