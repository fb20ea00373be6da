import FoundationEssentials

/// A permission on a file, or on a folder and everything in it.
package struct DrivePermission: Hashable, Sendable, Decodable {
    static let fields = "id,type,role,emailAddress,expirationTime,deleted"

    package let id: String
    /// `user`, `group`, `domain` or `anyone`.
    package let type: String
    /// `owner`, `organizer`, `fileOrganizer`, `writer`, `commenter` or `reader`.
    package let role: String
    /// The person or group; nil for `domain` and `anyone`.
    package let emailAddress: String?
    /// The end, in RFC 3339 format; nil for never.
    package let expirationTime: String?
    /// Whether the account no longer exists.
    package let deleted: Bool?
}

/// A permission to create.
package struct NewPermission: Sendable, Encodable {
    /// `user`, `group`, `domain` or `anyone`.
    package var type: String
    /// `writer`, `commenter` or `reader`.
    package var role: String
    /// The person or group; only for `user` and `group`.
    package var emailAddress: String?
    /// The end, in RFC 3339 format; only for `user` and `group`, and at most a year ahead.
    package var expirationTime: String?

    package init(type: String, role: String, emailAddress: String? = nil, expirationTime: String? = nil) {
        self.type = type
        self.role = role
        self.emailAddress = emailAddress
        self.expirationTime = expirationTime
    }
}

extension DriveClient {
    /// Returns all permissions of a file or folder.
    ///
    /// - Returns: the permissions, including those inherited from folders above.
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
            hasMore = try pages.turn(to: answer.nextPageToken, after: answer.permissions.map(\.id))
        }
        return all
    }

    /// Creates a permission.
    ///
    /// - Parameters:
    ///   - id: the file or folder.
    ///   - message: the text of the notification e-mail; nil for no e-mail. Not for `anyone` and `domain`.
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
    ///   - id: the file or folder.
    ///   - expires: the new end, in RFC 3339 format; nil for never.
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

    /// Deletes a permission.
    ///
    /// - Parameter id: the file or folder.
    /// - Throws: `notFound` if it does not exist.
    package func remove(_ permission: String, of id: String) async throws(DriveError) {
        let path = "drive/v3/files/\(formEncoded(id))/permissions/\(formEncoded(permission))"
        let answer = try await send(
            WireRequest(.delete, endpoint.appending(path, query: [("supportsAllDrives", "true")])))
        _ = try await answer.body.collect(upTo: JSONAnswer.limit)
    }
}
