/// A file that a scan read, on its way into the index.
package struct ScannedFile: Sendable {
    /// The row the index has for this path; nil for a path it does not know.
    package var row: Int64?
    /// The path below the root, as bytes, without a slash at either end.
    package var path: [UInt8]
    /// The file system of the file's directory.
    package var fileSystem: FileSystemIdentity
    /// Whether the names in its directory may make groups of more than one.
    package var mayBeGrouped = true
    /// What came of reading it.
    package var reading: FileReading
    /// The SHA-256 of its bytes, 32 of them; nil if it was not hashed. Only files with the size of a content that
    /// matters are, such as one that a person marked or holds.
    package var sha256: [UInt8]?

    package init(row: Int64?, path: [UInt8], fileSystem: FileSystemIdentity, reading: FileReading) {
        self.row = row
        self.path = path
        self.fileSystem = fileSystem
        self.reading = reading
    }
}

extension ScannedFile {
    /// Whether the index need not know it: what Takeout says of albums and comments is counted nowhere, and few files
    /// are read anew by each scan for that.
    package var isOfNoUse: Bool { row == nil && reading.content == .other(FileContent.takeoutsOwn) }
}

/// What came of reading one file.
package struct FileReading: Hashable, Sendable {
    /// The file as it was when it was opened; what was read holds for this.
    package var fingerprint: Fingerprint
    /// Whether the file was touched so shortly before that it is to be read again (``Fingerprint/isRacy(readAt:)``).
    package var isRacy: Bool
    /// A digest (XXH3, 64 bits) of the first 64 KiB and the last 4 KiB, by which a moved file is known again.
    package var digest: UInt64
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
    /// The word for a JSON file of Google Takeout that describes no photo, but an album or comments.
    package static let takeoutsOwn = "takeout"
    /// The word for a JSON file of something else: it says nothing of a photo, whatever its name.
    package static let json = "json"
    /// The word for a file with a JSON file's name that holds no JSON: nobody knows what it said.
    package static let brokenJSON = "broken json"

    /// Whether this is a JSON file that says nothing of photos.
    package var isForeignJSON: Bool { self == .other(Self.json) || self == .other(Self.takeoutsOwn) }

    /// What a group is judged by: a photo's facts, or place and time that a file beside the photos says
    /// (``SourceFacts/kept(of:)``); nil where there are none.
    package var judged: PhotoFacts? {
        switch self {
        case .photo(let facts): return facts
        case .sidecar(let format, let said):
            guard let kept = said?.kept(of: format) else { return nil }
            let facts = PhotoFacts(kept, by: format)
            return facts.position.coordinate == nil && facts.captureTime == nil ? nil : facts
        case .other, .broken: return nil
        }
    }

    /// A photo or video that is read.
    case photo(PhotoFacts)
    /// A file that says something of the photos beside it, and what it says of place, time and camera; nil for a
    /// format that says nothing of these. The index keeps what ``SourceFacts/kept(of:)`` leaves of it.
    case sidecar(SidecarFormat, SourceFacts? = nil)
    /// A known format that this version does not read, by its usual name: `m4a`, `wma`, `json`.
    case other(String)
    /// A file whose name promises a photo and whose content is none, or is damaged. The kind is `corrupt`,
    /// `unsupported` or `tooLarge`; the detail as in ``Finding/detail``.
    case broken(Finding.Kind, detail: String)
}

/// The format of a sidecar. The raw values stand in the index.
package enum SidecarFormat: String, CaseIterable, Hashable, Sendable {
    /// An XMP packet (ISO 16684-1) in a file of its own.
    case xmp
    /// The JSON file that Google Takeout writes for each photo.
    case takeout
    /// Apple's description of an edit, a property list.
    case aae
    /// What an editor or a camera put beside a photo (``CompanionNames``): an editor's settings, a voice memo, a
    /// thumbnail or a film of low resolution.
    case companion

    /// The media type (RFC 6838): of XMP the one that ISO 16684-1 gives it; property lists have none that is
    /// registered.
    package var mimeType: String {
        switch self {
        case .xmp: "application/rdf+xml"
        case .takeout: "application/json"
        case .aae: "application/x-plist"
        case .companion: "application/octet-stream"
        }
    }
}
