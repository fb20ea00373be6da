/// The calls of `permissions` (developers.google.com/workspace/drive/api/guides/manage-sharing).
extension World {
    private static let roles: Set<String> = ["owner", "organizer", "fileOrganizer", "writer", "commenter", "reader"]
    /// The id of the permission for anyone with the link, the same in every file.
    static let anyone = "anyoneWithLink"

    mutating func listPermissions(_ call: APICall) throws(APIError) -> Answer {
        let mask = try call.mask("PermissionList", usual: "kind,nextPageToken,permissions(id,type,kind,role)")
        let file = try file(call.values["fileId"] ?? "", for: call, atLeast: .writer)
        let all = allPermissions(file)
        let start = call.query["pageToken"].map { Int($0) } ?? 0
        guard let start else { throw .invalid("pageToken") }
        // Without `pageSize`, a shared drive's permissions come in pages of 100, and those of My Drive all at once
        // (discovery document, pageSize).
        let size = call.query["pageSize"].flatMap { Int($0) } ?? (file.driveID == nil ? all.count : 100)
        var members: [JSON.Member] = [.init("kind", "drive#permissionList")]
        if start + size < all.count { members.append(.init("nextPageToken", .string(String(start + size)))) }
        let page = all.dropFirst(start).prefix(size).map { json($0.permission, in: file) }
        members.append(.init("permissions", .array(page)))
        return .json(mask.applied(to: .object(members)))
    }

    func getPermission(_ call: APICall) throws(APIError) -> Answer {
        let mask = try call.mask("Permission", usual: "kind,id,type,role")
        let file = try file(call.values["fileId"] ?? "", for: call)
        return .json(mask.applied(to: json(try permission(of: file, call).permission, in: file)))
    }

    private func permission(
        of file: FileRecord, _ call: APICall
    ) throws(APIError) -> (permission: PermissionRecord, at: String) {
        let id = call.values["permissionId"] ?? ""
        guard let found = allPermissions(file).first(where: { $0.permission.id == id }) else {
            throw APIError(404, "notFound", "Permission not found: \(id).", at: "permissionId")
        }
        return found
    }

    /// `permissions.create`. An account has one permission on a file, with the account's own id. Creating it again
    /// changes the role.
    mutating func createPermission(_ call: APICall) throws(APIError) -> Answer {
        let mask = try call.mask("Permission", usual: "kind,id,type,role")
        let file = try file(call.values["fileId"] ?? "", for: call, atLeast: .writer)
        var permission = try newPermission(call)
        permission.expiration = try expiration(call, type: permission.type)
        let taken = allPermissions(file).first { $0.permission.id == permission.id }
        if let taken, taken.permission.role == "owner" {
            return .json(mask.applied(to: json(taken.permission, in: file)))
        }
        let made = permission
        change(file.id) { file in
            file.permissions.removeAll { $0.id == made.id }
            file.permissions.append(made)
        }
        return .json(mask.applied(to: json(made, in: file)))
    }

    private mutating func newPermission(_ call: APICall) throws(APIError) -> PermissionRecord {
        let body = call.body ?? .object([])
        guard let type = body["type"]?.string, ["user", "group", "domain", "anyone"].contains(type) else {
            throw APIError(400, "required", "The permission type field is required.", at: "permission.type")
        }
        guard let role = body["role"]?.string, Self.roles.contains(role) else {
            throw APIError(400, "required", "The permission role field is required.", at: "permission.role")
        }
        guard role != "owner" || call.flag("transferOwnership") else {
            throw APIError(
                403, "forbidden", "The transferOwnership parameter must be enabled when the permission role is 'owner'."
            )
        }
        if call.query["sendNotificationEmail"] != nil || call.query["emailMessage"] != nil,
            type == "anyone" || type == "domain"
        {
            // Only users and groups can be notified (discovery document, sendNotificationEmail).
            throw .invalid("sendNotificationEmail", "Nobody is written to for a permission of type \(type).")
        }
        switch type {
        case "user", "group":
            guard let email = body["emailAddress"]?.string, email.contains("@") else {
                throw APIError(400, "invalidSharingRequest", "Bad Request. User message: \"An address is missing.\"")
            }
            return PermissionRecord(id: permissionID(of: email), type: type, role: role, email: email)
        case "domain":
            guard let domain = body["domain"]?.string else { throw .invalid("permission.domain") }
            return PermissionRecord(
                id: domain + "k", type: type, role: role, domain: domain,
                allowsDiscovery: body["allowFileDiscovery"]?.bool)
        default:
            guard ["reader", "commenter", "writer"].contains(role) else { throw .invalid("permission.role") }
            let isFound = body["allowFileDiscovery"]?.bool ?? false
            return PermissionRecord(
                id: isFound ? "anyone" : Self.anyone, type: type, role: role, allowsDiscovery: isFound)
        }
    }

    /// The id of an account in permissions. An unknown address gets a stable one.
    mutating func permissionID(of email: String) -> String {
        if let known = accounts[email] { return known.permissionID }
        let hash = email.utf8.reduce(UInt64(14_695_981_039_346_656_037)) { ($0 ^ UInt64($1)) &* 1_099_511_628_211 }
        return String(hash)
    }

    /// When a permission expires. Only those of users and groups can, in the future and within a year (discovery
    /// document, expirationTime).
    private func expiration(_ call: APICall, type: String) throws(APIError) -> Int? {
        guard let text = call.body?["expirationTime"]?.string, let end = Times.read(text) else { return nil }
        guard type == "user" || type == "group" else {
            throw APIError(
                403, "cannotSetExpiration", "Expiration dates can only be set on permissions of users and groups.")
        }
        guard end > call.now, end <= call.now + 366 * 86_400_000 else {
            throw APIError(
                403, "invalidExpirationTime", "Expiration dates must be in the future, at most a year ahead.")
        }
        return end
    }

    /// `permissions.update`: changes role and expiration.
    mutating func updatePermission(_ call: APICall) throws(APIError) -> Answer {
        let mask = try call.mask("Permission", usual: "kind,id,type,role")
        let file = try file(call.values["fileId"] ?? "", for: call, atLeast: .writer)
        var (permission, place) = try permission(of: file, call)
        try mustBeOwn(permission, place, file)
        for member in call.body?.members ?? [] where !["role", "expirationTime", "kind"].contains(member.name) {
            throw APIError(
                403, "fieldNotWritable", "The resource body includes fields which are not directly writable.",
                at: member.name)
        }
        if let role = call.body?["role"]?.string {
            guard Self.roles.contains(role), role != "owner" || call.flag("transferOwnership") else {
                throw .invalid("permission.role")
            }
            permission.role = role
        }
        permission.expiration = try expiration(call, type: permission.type) ?? permission.expiration
        if call.flag("removeExpiration") { permission.expiration = nil }
        let changed = permission
        change(file.id) { file in
            if let index = file.permissions.firstIndex(where: { $0.id == changed.id }) {
                file.permissions[index] = changed
            }
        }
        return .json(mask.applied(to: json(changed, in: file)))
    }

    mutating func deletePermission(_ call: APICall) throws(APIError) -> Answer {
        let file = try file(call.values["fileId"] ?? "", for: call, atLeast: .writer)
        let (permission, place) = try permission(of: file, call)
        try mustBeOwn(permission, place, file)
        change(file.id) { $0.permissions.removeAll { $0.id == permission.id } }
        return Answer(status: 204)
    }

    /// Refuses changes of inherited permissions, which belong to the folder above, and of owners.
    private func mustBeOwn(_ permission: PermissionRecord, _ place: String, _ file: FileRecord) throws(APIError) {
        guard place == file.id else {
            throw APIError(
                403, "cannotModifyInheritedPermission", "The permission is inherited from \(place); change it there.")
        }
        guard permission.role != "owner" else {
            throw APIError(403, "insufficientFilePermissions", "The owner of a file cannot be removed.")
        }
    }
}
