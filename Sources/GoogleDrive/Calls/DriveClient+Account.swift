import FoundationEssentials

/// The account of a Drive and its storage.
package struct DriveAbout: Hashable, Sendable, Decodable {
    static let fields = "user(emailAddress),storageQuota(limit,usage)"

    /// The account.
    package struct User: Hashable, Sendable, Decodable {
        /// The e-mail address.
        package let emailAddress: String
    }

    package let user: User
    /// The storage limit in bytes; nil if unlimited.
    package let limit: Int64?
    /// The storage used, in bytes.
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

/// A shared drive.
package struct SharedDrive: Hashable, Sendable, Decodable {
    /// The id; also that of the drive's root folder.
    package let id: String
    package let name: String
}

extension DriveClient {
    /// Returns the account of the Drive and its storage.
    package func about() async throws(DriveError) -> DriveAbout { try await timedAbout().about }

    /// Returns the account with the time on the server's clock, in nanoseconds since 1970; nil if the answer has no
    /// date.
    package func timedAbout() async throws(DriveError) -> (about: DriveAbout, clock: Int64?) {
        let address = endpoint.appending("drive/v3/about", query: [("fields", DriveAbout.fields)])
        let answer = try await send(WireRequest(.get, address))
        let bytes = try await answer.body.collect(upTo: JSONAnswer.limit)
        let clock = answer.header("Date").flatMap(HTTPDate.seconds).map { Int64($0) * 1_000_000_000 }
        return (try JSONAnswer.decode(bytes, of: answer, to: "about.get"), clock)
    }

    /// Returns a shared drive. Needs the scope `drive`.
    ///
    /// - Throws: `notFound` if the user is not a member.
    package func drive(_ id: String) async throws(DriveError) -> SharedDrive {
        try await call("drives.get", .get, "drives/\(formEncoded(id))", query: [("fields", "id,name")])
    }

    /// Returns all shared drives that the user is a member of. Needs the scope `drive`.
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
            hasMore = try pages.turn(to: answer.nextPageToken, after: answer.drives.map(\.id))
        }
        return all
    }
}
