import FoundationEssentials

/// Whose Drive it is, and how full.
package struct DriveAbout: Hashable, Sendable, Decodable {
    static let fields = "user(displayName,emailAddress,permissionId),storageQuota(limit,usage)"

    /// The account.
    package struct User: Hashable, Sendable, Decodable {
        /// Its name, as others see it; nil where it has none.
        package let displayName: String?
        /// Its address.
        package let emailAddress: String
        /// By what it is known in permissions.
        package let permissionId: String?
    }

    /// The account.
    package let user: User
    /// How many bytes it may have; nil for no limit.
    package let limit: Int64?
    /// How many it has.
    package let usage: Int64

    private enum Key: String, CodingKey {
        case user, storageQuota
    }

    private struct Quota: Decodable {
        let limit: DecimalText?
        let usage: DecimalText?
    }

    package init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: Key.self)
        user = try members.decode(User.self, forKey: .user)
        let quota = try members.decode(Quota.self, forKey: .storageQuota)
        limit = quota.limit?.value
        usage = quota.usage?.value ?? 0
    }
}

/// A drive that belongs to many.
package struct SharedDrive: Hashable, Sendable, Decodable {
    /// By what it is known; also the id of its top folder.
    package let id: String
    /// What it is called.
    package let name: String
}

extension DriveClient {
    /// Whose Drive it is, and how full.
    package func about() async throws(DriveError) -> DriveAbout { try await timedAbout().about }

    /// Whose Drive it is, and how full, with what the server's clock shows, in nanoseconds since 1970; nil where the
    /// answer has no date.
    package func timedAbout() async throws(DriveError) -> (about: DriveAbout, clock: Int64?) {
        let address = endpoint.appending("drive/v3/about", query: [("fields", DriveAbout.fields)])
        let answer = try await send(WireRequest(.get, address))
        let bytes = try await answer.body.collect(upTo: JSONAnswer.limit)
        let clock = answer.header("Date").flatMap(HTTPDate.seconds).map { Int64($0) * 1_000_000_000 }
        return (try JSONAnswer.decode(bytes, of: answer, to: "about.get"), clock)
    }

    /// A shared drive. Needs the scope `drive`.
    ///
    /// - Parameter id: its id.
    /// - Returns: the drive.
    /// - Throws: `notFound` where the user is no member.
    package func drive(_ id: String) async throws(DriveError) -> SharedDrive {
        try await call("drives.get", .get, "drives/\(formEncoded(id))", query: [("fields", "id,name")])
    }

    /// All shared drives that the user is a member of. Needs the scope `drive`.
    package func drives() async throws(DriveError) -> [SharedDrive] {
        struct Answer: Decodable {
            let drives: [SharedDrive]
            let nextPageToken: String?
        }
        var (all, pages): ([SharedDrive], Pages) = ([], Pages(of: "drives.list"))
        var hasMore = true
        while hasMore {
            var query: [(name: String, value: String)] = [
                ("pageSize", "100"), ("fields", "nextPageToken,drives(id,name)"),
            ]
            if let page = pages.token { query.append(("pageToken", page)) }
            let answer: Answer = try await call("drives.list", .get, "drives", query: query)
            all += answer.drives
            hasMore = try pages.turn(to: answer.nextPageToken)
        }
        return all
    }
}
