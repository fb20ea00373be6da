extension World {
    /// All permissions on a file including the owner's, as in `permissions.list`.
    func allPermissions(_ file: FileRecord) -> [(permission: PermissionRecord, at: String)] {
        var all = permissions(of: file)
        if let owner = file.owner, let account = accounts[owner] {
            all.insert(
                (PermissionRecord(id: account.permissionID, type: "user", role: "owner", email: owner), file.id), at: 0)
        }
        for (email, role) in (file.driveID.flatMap { drives[$0] }?.members ?? [:]).sorted(by: { $0.key < $1.key }) {
            guard let account = accounts[email], !all.contains(where: { $0.permission.id == account.permissionID }),
                let drive = file.driveID
            else { continue }
            let record = PermissionRecord(id: account.permissionID, type: "user", role: role.rawValue, email: email)
            all.append((record, drive))
        }
        return all
    }

    /// A permission in an answer (schema `Permission`).
    func json(_ permission: PermissionRecord, in file: FileRecord) -> JSON {
        var members: [JSON.Member] = [
            .init("kind", "drive#permission"), .init("id", .string(permission.id)),
            .init("type", .string(permission.type)),
            .init("role", .string(permission.role)),
        ]
        if let email = permission.email {
            members.append(.init("emailAddress", .string(email)))
            members.append(.init("displayName", .string(accounts[email]?.name ?? String(email.prefix { $0 != "@" }))))
            members.append(.init("deleted", false))
            members.append(.init("pendingOwner", false))
        }
        if let domain = permission.domain {
            members.append(.init("domain", .string(domain)))
            members.append(.init("displayName", .string(domain)))
        }
        if let end = permission.expiration { members.append(.init("expirationTime", .string(Times.text(end)))) }
        if permission.type == "anyone" || permission.type == "domain" {
            members.append(.init("allowFileDiscovery", .bool(permission.allowsDiscovery ?? false)))
        }
        if let drive = file.driveID {
            let isOwn = file.permissions.contains { $0.id == permission.id }
            var detail: [JSON.Member] = [
                .init("permissionType", .string(isOwn ? "file" : "member")), .init("role", .string(permission.role)),
                .init("inherited", .bool(!isOwn)),
            ]
            if !isOwn { detail.append(.init("inheritedFrom", .string(drive))) }
            members.append(.init("permissionDetails", .array([.object(detail)])))
        }
        return .object(members)
    }
}
