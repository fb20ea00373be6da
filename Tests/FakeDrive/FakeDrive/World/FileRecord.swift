/// A file or folder as the fake keeps it.
struct FileRecord: Sendable {
    static let folderType = "application/vnd.google-apps.folder"

    let id: String
    var name: String
    var mimeType: String
    /// The one parent (developers.google.com/workspace/drive/api/guides/ref-single-parent); nil for the top of a drive.
    var parent: String?
    /// The address of the account that owns it; nil in a shared drive, which owns its files itself.
    var owner: String?
    var driveID: String?
    /// Those who may see it with the scope `drive.file`: the client that made it, for the account that it acted for.
    var authorized: Set<String> = []
    /// What a client keeps for itself, by the client's id
    /// (developers.google.com/workspace/drive/api/guides/properties).
    var appProperties: [String: [String: String]] = [:]
    var properties: [String: String] = [:]
    /// Other members that were written and are given back as they came, such as `description`.
    var others: [JSON.Member] = []
    var isTrashed = false
    var trashedTime: Int?
    var createdTime: Int
    var modifiedTime: Int
    var lastModifiedBy: String
    /// Grows with every change.
    var version = 1
    /// Grows with every content.
    var revision = 0
    var content: StoredContent?
    var permissions: [PermissionRecord] = []
    /// The order in which files were made.
    let sequence: Int
    /// Whether lists do not have it yet (rclone's documentation, Drive: lists lag behind).
    var isUnlisted = false

    var isFolder: Bool { mimeType == Self.folderType }
}

/// Who may do what with a file besides its owner.
struct PermissionRecord: Sendable {
    let id: String
    var type: String
    var role: String
    var email: String?
    var domain: String?
    var expiration: Int?
    var allowsDiscovery: Bool?
}

/// What a role permits, from little to much (developers.google.com/workspace/drive/api/guides/ref-roles).
enum Role: String, Comparable, Sendable, CaseIterable {
    case reader, commenter, writer, fileOrganizer, organizer, owner

    static func < (one: Role, other: Role) -> Bool { one.rank < other.rank }
    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

/// A shared drive.
struct DriveRecord: Sendable {
    let id: String
    var name: String
    /// Roles by the addresses of members.
    var members: [String: Role]
    let createdTime: Int
}

/// Someone with an address.
struct AccountRecord: Sendable {
    let email: String
    var name: String
    /// The number by which permissions name the account.
    let permissionID: String
    /// The id of My Drive's top folder.
    let root: String
    /// Bytes; nil is without limit.
    var storageLimit: Int?
    /// Service accounts have no storage, and own no files with content.
    var isService = false
}

/// A program that is registered with Google.
struct ClientRecord: Sendable {
    let id: String
    let secret: String
    let kind: FakeClient.Kind
    /// Whether its consent screen is in "Testing": refresh tokens live for seven days.
    var isTesting: Bool
}
