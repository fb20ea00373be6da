/// A file or folder of Drive, as far as is asked of it.
package struct DriveFile: Hashable, Sendable, Decodable {
    /// The mark of a folder.
    package static let folderType = "application/vnd.google-apps.folder"
    /// What is asked of every file.
    static let fields =
        "id,name,mimeType,trashed,parents,driveId,size,md5Checksum,sha256Checksum,createdTime,modifiedTime,"
        + "headRevisionId,webViewLink,appProperties"

    /// By what it is known, whatever it is called.
    package let id: String
    /// What it is called; others in the same folder may be called the same.
    package let name: String
    /// Its type.
    package let mimeType: String
    /// Whether it is in the trash, by itself or in a folder that is.
    package let isTrashed: Bool
    /// The folder that it is in; empty where the user may not see that.
    package let parents: [String]
    /// The shared drive that it is in; nil for none.
    package let driveID: String?
    /// Its bytes; nil for what has no bytes of its own, such as folders and Google's documents.
    package let size: Int64?
    /// Its MD5 in hexadecimal; nil where Drive has none.
    package let md5: String?
    /// Its SHA-256 in hexadecimal; nil where Drive has none, as of some older files.
    package let sha256: String?
    /// When it was made, by RFC 3339; texts of two files compare as their times do.
    package let createdTime: String?
    /// When it was changed last, by RFC 3339.
    package let modifiedTime: String?
    /// The revision whose bytes it has; nil for what has none.
    package let headRevisionID: String?
    /// Where a person sees it in a browser.
    package let webViewLink: String?
    /// What this client has noted with it; other clients see none of it.
    package let appProperties: [String: String]

    /// Whether it is a folder.
    package var isFolder: Bool { mimeType == Self.folderType }

    private enum Key: String, CodingKey {
        case id, name, mimeType, trashed, parents, driveId, size, md5Checksum, sha256Checksum, createdTime
        case modifiedTime, headRevisionId, webViewLink, appProperties
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
        headRevisionID = try members.decodeIfPresent(String.self, forKey: .headRevisionId)
        webViewLink = try members.decodeIfPresent(String.self, forKey: .webViewLink)
        appProperties = try members.decodeIfPresent([String: String].self, forKey: .appProperties) ?? [:]
    }
}

/// A number of 64 bits, which Google's JSON has as a text.
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

/// What a file is to be, or to become: what is nil is left out, and stays as it is.
package struct FileChange: Sendable, Encodable {
    /// Its id, of those that `generateIDs` gave; only for a new file.
    package var id: String?
    /// What it is called.
    package var name: String?
    /// Its type.
    package var mimeType: String?
    /// The folder of a new file; a file has one.
    package var parents: [String]?
    /// When it was changed last, by RFC 3339 in milliseconds.
    package var modifiedTime: String?
    /// What this client notes with it: 30 at most, each of 124 bytes of UTF-8 at most, name and value together.
    package var appProperties: [String: String]?
    /// Whether it is in the trash.
    package var trashed: Bool?

    /// Nothing yet.
    package init() {}
}
