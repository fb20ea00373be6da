/// A file or folder of Drive, with the fields that this client requests.
package struct DriveFile: Hashable, Sendable, Decodable {
    /// The MIME type of folders.
    package static let folderType = "application/vnd.google-apps.folder"
    /// The fields requested for every file.
    static let fields =
        "id,name,mimeType,trashed,parents,driveId,size,md5Checksum,sha256Checksum,createdTime,modifiedTime,"
        + "webViewLink,appProperties"

    /// The id; it never changes.
    package let id: String
    /// The name; not unique within a folder.
    package let name: String
    /// The MIME type.
    package let mimeType: String
    /// Whether the file is in the trash, by itself or within a folder.
    package let isTrashed: Bool
    /// The folder that contains the file; empty if the user may not see it.
    package let parents: [String]
    /// The shared drive that contains the file; nil for none.
    package let driveID: String?
    /// In bytes; nil for files without content of their own, such as folders and Google Docs.
    package let size: Int64?
    /// The MD5 in hexadecimal; nil if Drive has none.
    package let md5: String?
    /// The SHA-256 in hexadecimal; nil if Drive has none, as for some older files.
    package let sha256: String?
    /// The time of creation, in RFC 3339 format; these texts sort chronologically.
    package let createdTime: String?
    /// The time of the last change, in RFC 3339 format.
    package let modifiedTime: String?
    /// The page that shows the file in a browser.
    package let webViewLink: String?
    /// Properties private to this client; other clients cannot see them.
    package let appProperties: [String: String]

    /// Whether the file is a folder.
    package var isFolder: Bool { mimeType == Self.folderType }

    private enum Key: String, CodingKey {
        case id, name, mimeType, trashed, parents, driveId, size, md5Checksum, sha256Checksum, createdTime
        case modifiedTime, webViewLink, appProperties
    }

    package init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: Key.self)
        id = try members.decode(String.self, forKey: .id)
        name = try members.decode(String.self, forKey: .name)
        mimeType = try members.decode(String.self, forKey: .mimeType)
        isTrashed = try members.decode(Bool.self, forKey: .trashed)
        parents = try members.decodeIfPresent([String].self, forKey: .parents) ?? []
        driveID = try members.decodeIfPresent(String.self, forKey: .driveId)
        size = try members.decodeIfPresent(DecimalText.self, forKey: .size)?.value
        md5 = try members.decodeIfPresent(String.self, forKey: .md5Checksum)
        sha256 = try members.decodeIfPresent(String.self, forKey: .sha256Checksum)
        createdTime = try members.decodeIfPresent(String.self, forKey: .createdTime)
        modifiedTime = try members.decodeIfPresent(String.self, forKey: .modifiedTime)
        webViewLink = try members.decodeIfPresent(String.self, forKey: .webViewLink)
        appProperties = try members.decodeIfPresent([String: String].self, forKey: .appProperties) ?? [:]
    }
}

/// A 64-bit number, which Google's JSON encodes as a string.
struct DecimalText: Decodable {
    let value: Int64

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let number = try? container.decode(Int64.self) {
            value = number
        } else if let number = Int64(try container.decode(String.self)) {
            value = number
        } else {
            throw DecodingError.typeMismatch(
                Int64.self, DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "no number"))
        }
    }
}

/// The values of a new file or of a change. Nil values are omitted, and stay as they are.
package struct FileChange: Sendable, Encodable {
    /// An id from `generateIDs`; only for a new file.
    package var id: String?
    package var name: String?
    /// The MIME type.
    package var mimeType: String?
    /// The folder of a new file; exactly one.
    package var parents: [String]?
    /// The time of the last change, in RFC 3339 format with milliseconds.
    package var modifiedTime: String?
    /// Properties private to this client: at most 30, each at most 124 bytes of UTF-8 for key and value together. Nil
    /// removes one.
    package var appProperties: [String: String?]?
    /// Whether the file is in the trash.
    package var trashed: Bool?

    /// An empty change.
    package init() {}
}
