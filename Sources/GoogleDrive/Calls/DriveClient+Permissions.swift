import FoundationEssentials

/// Who may do what with a file, or with all in a folder.
package struct DrivePermission: Hashable, Sendable, Decodable {
    static let fields = "id,type,role,emailAddress,expirationTime,allowFileDiscovery,deleted"

    /// By what it is known.
    package let id: String
    /// `user`, `group`, `domain` or `anyone`.
    package let type: String
    /// `owner`, `organizer`, `fileOrganizer`, `writer`, `commenter` or `reader`.
    package let role: String
    /// Whom it is for; nil for `domain` and `anyone`.
    package let emailAddress: String?
    /// When it ends, by RFC 3339; nil for never.
    package let expirationTime: String?
    /// Whether it can be found by searching; of `domain` and `anyone` only.
    package let allowFileDiscovery: Bool?
    /// Whether whom it is for is no account any more.
    package let deleted: Bool?
}

/// A permission that is to be.
package struct NewPermission: Sendable, Encodable {
    /// `user`, `group`, `domain` or `anyone`.
    package var type: String
    /// `writer`, `commenter` or `reader`.
    package var role: String
    /// Whom it is for; of `user` and `group`.
    package var emailAddress: String?
    /// When it ends, by RFC 3339; of `user` and `group`, and at most a year ahead.
    package var expirationTime: String?

    package init(type: String, role: String, emailAddress: String? = nil, expirationTime: String? = nil) {
        self.type = type
        self.role = role
        self.emailAddress = emailAddress
        self.expirationTime = expirationTime
    }
}

extension DriveClient {
    /// All permissions of a file or folder.
    ///
    /// - Parameter id: the file.
    /// - Returns: the permissions, those that come from folders above among them.
    /// - Throws: as every call.
    package func permissions(of id: String) async throws(DriveError) -> [DrivePermission] {
        struct Answer: Decodable {
            let permissions: [DrivePermission]
            let nextPageToken: String?
        }
        var (all, pages): ([DrivePermission], Pages) = ([], Pages(of: "permissions.list"))
        var hasMore = true
        while hasMore {
            var query: [(name: String, value: String)] = [
                ("supportsAllDrives", "true"), ("pageSize", "100"),
                ("fields", "nextPageToken,permissions(\(DrivePermission.fields))"),
            ]
            if let page = pages.token { query.append(("pageToken", page)) }
            let answer: Answer = try await call(
                "permissions.list", .get, "files/\(formEncoded(id))/permissions", query: query)
            all += answer.permissions
            hasMore = try pages.turn(to: answer.nextPageToken)
        }
        return all
    }

    /// Gives somebody a permission.
    ///
    /// - Parameters:
    ///   - permission: what, and to whom.
    ///   - id: the file or folder.
    ///   - message: what the mail says that tells them; nil for no mail. Not for `anyone` and `domain`.
    /// - Returns: the permission.
    /// - Throws: as every call.
    package func create(
        _ permission: NewPermission, of id: String, telling message: String? = nil
    ) async throws(DriveError) -> DrivePermission {
        var query: [(name: String, value: String)] = [
            ("supportsAllDrives", "true"), ("fields", DrivePermission.fields),
        ]
        if permission.type == "user" || permission.type == "group" {
            query.append(("sendNotificationEmail", message == nil ? "false" : "true"))
            if let message, !message.isEmpty { query.append(("emailMessage", message)) }
        }
        return try await call(
            "permissions.create", .post, "files/\(formEncoded(id))/permissions", query: query, body: permission)
    }

    /// Changes a permission.
    ///
    /// - Parameters:
    ///   - permission: the permission.
    ///   - id: the file or folder.
    ///   - role: what it becomes.
    ///   - expires: when it ends, by RFC 3339; nil for never.
    /// - Returns: the permission as it is then.
    /// - Throws: as every call.
    package func update(
        _ permission: String, of id: String, role: String, expires: String?
    ) async throws(DriveError) -> DrivePermission {
        struct Change: Encodable {
            let role: String
            let expirationTime: String?
        }
        var query: [(name: String, value: String)] = [
            ("supportsAllDrives", "true"), ("fields", DrivePermission.fields),
        ]
        if expires == nil { query.append(("removeExpiration", "true")) }
        return try await call(
            "permissions.update", .patch, "files/\(formEncoded(id))/permissions/\(formEncoded(permission))",
            query: query,
            body: Change(role: role, expirationTime: expires))
    }

    /// Takes a permission back.
    ///
    /// - Parameters:
    ///   - permission: the permission.
    ///   - id: the file or folder.
    /// - Throws: `notFound` where there is none.
    package func remove(_ permission: String, of id: String) async throws(DriveError) {
        let path = "drive/v3/files/\(formEncoded(id))/permissions/\(formEncoded(permission))"
        let answer = try await send(
            WireRequest(.delete, endpoint.appending(path, query: [("supportsAllDrives", "true")])))
        _ = try await answer.body.collect(upTo: JSONAnswer.limit)
    }
}
