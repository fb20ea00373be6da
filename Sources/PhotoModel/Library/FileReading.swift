/// What came of reading one file.
package struct FileReading: Hashable, Sendable {
    /// The file as it was when it was opened; what was read holds for this.
    package var fingerprint: Fingerprint
    /// Whether the file was touched so shortly before that it is to be read again (``Fingerprint/isRacy(readAt:)``).
    package var isRacy: Bool
    /// A digest (XXH3, 64 bits) of the first 64 KiB and the last 4 KiB, by which a moved file is known again.
    package var digest: UInt64
    /// What the file holds.
    package var content: FileContent

    package init(fingerprint: Fingerprint, isRacy: Bool, digest: UInt64, content: FileContent) {
        self.fingerprint = fingerprint
        self.isRacy = isRacy
        self.digest = digest
        self.content = content
    }
}

/// What a file turned out to hold.
package enum FileContent: Hashable, Sendable {
    /// A photo or video that is read.
    case photo(PhotoFacts)
    /// A known format that this version does not read, by its usual name: `heic`, `png`, `mov`.
    case other(String)
    /// A file whose name promises a photo and whose content is none, or is damaged. The kind is `corrupt`,
    /// `unsupported` or `tooLarge`; the detail as in ``Finding/detail``.
    case broken(Finding.Kind, detail: String)
}
