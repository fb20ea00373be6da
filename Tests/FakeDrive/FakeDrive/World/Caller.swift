/// The caller of the API: an account and a client, with scopes.
struct Caller: Sendable {
    let email: String
    let client: String
    let scopes: Set<String>

    /// The key under which a file stores who can see it with `drive.file`.
    var authorization: String { client + " " + email }
    /// Whether the caller sees only the client's own files
    /// (developers.google.com/workspace/drive/api/guides/api-specific-auth).
    var seesOwnOnly: Bool {
        scopes.isDisjoint(with: [Scopes.drive, Scopes.readonly, Scopes.metadata, Scopes.metadataReadonly])
    }
}

enum Scopes {
    static let prefix = "https://www.googleapis.com/auth/"
    static let drive = prefix + "drive"
    static let file = prefix + "drive.file"
    static let appdata = prefix + "drive.appdata"
    static let readonly = prefix + "drive.readonly"
    static let metadata = prefix + "drive.metadata"
    static let metadataReadonly = prefix + "drive.metadata.readonly"
    static let identity: Set<String> = [
        "openid", "email", "profile", prefix + "userinfo.email", prefix + "userinfo.profile",
    ]
    static let known = identity.union([drive, file, appdata, readonly, metadata, metadataReadonly])
    /// The scopes that the device flow allows
    /// (developers.google.com/identity/protocols/oauth2/limited-input-device#allowedscopes).
    static let device = identity.union([file, appdata])
}
