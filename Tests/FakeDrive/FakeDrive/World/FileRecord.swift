struct FileRecord: Sendable {
    static let folderType = "application/vnd.google-apps.folder"

    let id: String
    var name: String
    var mimeType: String
    /// The only parent (developers.google.com/workspace/drive/api/guides/ref-single-parent); nil for the top of a
    /// drive.
    var parent: String?
    /// The address of the owner; nil in a shared drive, which owns its files itself.
    var owner: String?
    var driveID: String?
    /// Who can see it with the scope `drive.file`: the client that made it, for the account that it acted for.
    var authorized: Set<String> = []
    /// The private properties of clients, by the client's id
    /// (developers.google.com/workspace/drive/api/guides/properties).
    var appProperties: [String: [String: String]] = [:]
    var properties: [String: String] = [:]
    /// Other members, such as `description`, which are returned as they were written.
    var others: [JSON.Member] = []
    var isTrashed = false
    var trashedTime: Int?
    var createdTime: Int
    var modifiedTime: Int
    var lastModifiedBy: String
    /// Increases with every change.
    var version = 1
    /// Increases with every new content.
    var revision = 0
    var content: StoredContent?
    var permissions: [PermissionRecord] = []
    /// The order in which files were made.
    let sequence: Int

    var isFolder: Bool { mimeType == Self.folderType }
}

/// A permission on a file, other than the owner's.
struct PermissionRecord: Sendable {
    let id: String
    var type: String
    var role: String
    var email: String?
    var domain: String?
    var expiration: Int?
    var allowsDiscovery: Bool?
}

/// Roles in ascending order of rights (developers.google.com/workspace/drive/api/guides/ref-roles).
enum Role: String, Comparable, Sendable, CaseIterable {
    case reader, commenter, writer, fileOrganizer, organizer, owner

    static func < (one: Role, other: Role) -> Bool { one.rank < other.rank }
    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

struct DriveRecord: Sendable {
    let id: String
    var name: String
    /// Roles by the members' addresses.
    var members: [String: Role]
    let createdTime: Int
}

struct AccountRecord: Sendable {
    let email: String
    var name: String
    /// The number that identifies the account in permissions.
    let permissionID: String
    /// The id of My Drive's top folder.
    let root: String
    /// In bytes; nil for no limit.
    var storageLimit: Int?
    /// Service accounts have no storage, and cannot own files with content.
    var isService = false
}

/// An OAuth client that is registered with Google.
struct ClientRecord: Sendable {
    let id: String
    let secret: String
    let kind: FakeClient.Kind
    /// Whether its consent screen is in "Testing", which limits refresh tokens to seven days.
    var isTesting: Bool
}
