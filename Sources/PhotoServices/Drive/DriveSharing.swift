import GoogleDrive
import PhotoModel
import PhotoPipeline

/// Shares copies through Drive's permissions. An account has at most one permission on a file, and so has everybody
/// with the link. Existing permissions are therefore read first.
///
/// Inherited permissions are listed with a file's own, but can be changed only on the folder that grants them.
struct DriveSharing: Sharing {
    /// Drive's discovery document, Permission.expirationTime: of users and groups only.
    private static let year = Duration.seconds(365 * 86_400)

    let service: DriveService

    private var client: DriveClient { service.client }

    func abilities() async throws(UploadError) -> SharingAbilities {
        var abilities = SharingAbilities()
        abilities.linkRoles = Set(ShareRole.allCases)
        abilities.personRoles = Set(ShareRole.allCases)
        abilities.longestForPerson = Self.year
        abilities.writesMails = true
        return abilities
    }

    func share(
        _ copy: CopyLocation, _ grant: ShareGrant, telling mail: ShareMail?, unless isUnwanted: @Sendable () -> Bool
    ) async throws(UploadError) -> NewShare {
        if grant.audience == .link, grant.expires != nil || mail != nil {
            throw UploadError(.refused, "does not support an end or notifications for links")
        }
        let file = try await file(at: copy)
        let known = try await permissions(for: grant.audience, at: file.id).first
        if let known, !known.isChangeable {
            throw UploadError(.refused, "is already shared with them in a role above writer")
        }
        if isUnwanted() { throw .objected }
        let given = try await give(grant, of: file.id, known, telling: mail)
        // A different grant is an error. What was granted counts as shared until it is stopped.
        guard given.role == grant.role.rawValue, DriveMoment(given.expirationTime) == DriveMoment(grant.expires) else {
            throw UploadError(.failed, "was shared in another role than asked for: \(terminalSafe(given.role))")
        }
        return NewShare(permission: given.id, link: file.webViewLink.flatMap(ShareLink.init))
    }

    /// Grants a permission: keeps an identical one, changes an existing one, or creates one.
    private func give(
        _ grant: ShareGrant, of file: String, _ known: DrivePermission?, telling mail: ShareMail?
    ) async throws(UploadError) -> DrivePermission {
        let (role, end) = (grant.role.rawValue, DriveMoment(grant.expires))
        return try await refusing { () async throws(DriveError) in
            if let known {
                if known.role == role, DriveMoment(known.expirationTime) == end { return known }
                return try await client.update(known.id, of: file, role: role, expires: end.text)
            }
            let permission = NewPermission(
                type: grant.audience == .link ? "anyone" : "user", role: role,
                emailAddress: grant.audience.address, expirationTime: end.text)
            return try await client.create(permission, of: file, telling: mail?.message)
        }
    }

    func stop(
        _ audience: ShareAudience, permission: String?, of copy: CopyLocation, besides others: Set<String>
    ) async throws(UploadError) {
        // Checking the root shows that account and client are the ones that could see what was shared.
        _ = try await service.checkedTop()
        guard let id = copy.id else {
            throw UploadError(.failed, "has no id by which Drive could be asked for it")
        }
        var refusal: UploadError?
        let found = try await remaining(for: audience, id: permission, at: id)
        if found.isEmpty, permission == nil { return try await refuseOtherAddresses(for: audience, at: id, others) }
        for one in found {
            do throws(UploadError) {
                try await refusing { () async throws(DriveError) in try await client.remove(one.id, of: id) }
            } catch  where error.kind == .refused || error.kind == .missing {
                refusal = error
            }
        }
        let left = try await remaining(for: audience, id: permission, at: id)
        guard let first = left.first else { return }
        if let folder = try await origin(of: first, above: id) {
            throw UploadError(
                .refused,
                "is still shared: a folder above, \(terminalSafe(folder.name)) (\(terminalSafe(folder.id))), grants that, "
                    + "and it ends only there")
        }
        throw refusal ?? UploadError(.refused, "is still shared: a folder above may grant that, and it ends only there")
    }

    /// The folder above a file that grants a permission: the highest one, since those below it only inherit it. Nil if
    /// no folder is known to, as this client may not see it.
    private func origin(of permission: DrivePermission, above file: String) async throws(UploadError) -> DriveFile? {
        var (origin, next): (DriveFile?, String?) = (nil, try await client.fileIfThere(file)?.parents.first)
        for _ in 0..<DriveFolders.deepest {
            guard let id = next, let folder = try await client.fileIfThere(id),
                let all = try? await permissions(of: id), all.contains(where: { $0.id == permission.id })
            else { break }
            (origin, next) = (folder, folder.parents.first)
        }
        return origin
    }

    /// The remaining permissions of an audience on a file. None if the file does not exist, which is checked in two
    /// ways: a single answer may be wrong, and nobody would ask again.
    private func remaining(
        for audience: ShareAudience, id: String?, at file: String
    ) async throws(UploadError) -> [DrivePermission] {
        do throws(UploadError) {
            return try await permissions(for: audience, id: id, at: file)
        } catch  where error.kind == .missing {
            if try await client.fileIfThere(file) == nil { return [] }
            throw UploadError(.transient, "Drive knows the file and none of its permissions")
        }
    }

    /// Throws if a person's permission may exist under another address than the one requested: Drive lists an account
    /// under its main address. Only the answer that was lost had the permission's id. Permissions that are known to be
    /// others' count for nothing here: they stay in the list of shares.
    private func refuseOtherAddresses(
        for audience: ShareAudience, at file: String, _ others: Set<String>
    ) async throws(UploadError) {
        guard case .person(let address) = audience else { return }
        let all: [DrivePermission]
        do throws(UploadError) {
            all = try await permissions(of: file)
        } catch  where error.kind == .missing {
            return
        }
        guard
            let other = all.first(where: { $0.isOfPerson && $0.isChangeable && !others.contains($0.id) })?.emailAddress
        else { return }
        throw UploadError(
            .refused,
            "was requested without an answer, and Drive may have given it to \(terminalSafe(other)), another address of "
                + "the same person; remove that access at drive.google.com, or share this with "
                + "\(terminalSafe(address)) once more, then stop sharing again")
    }

    /// The file of a copy, or the folder of an album, which must be below the root and not in the trash.
    private func file(at copy: CopyLocation) async throws(UploadError) -> DriveFile {
        let top = try await service.checkedTop()
        let isAlbum = AlbumFolder.contains(copy.path)
        guard let id = copy.id, let file = try await client.fileIfThere(id), !file.isTrashed, file.isFolder == isAlbum,
            !isAlbum || file.appProperties[DriveNote.album] == top.marker.text
        else {
            throw UploadError(.missing, "is not at the destination")
        }
        let roads = DriveFoldersBelowRoot(top: top.folder, client: client)
        guard let parent = file.parents.first, try await roads.leadUp(from: parent, throughAlbums: isAlbum) else {
            throw UploadError(.missing, "is no longer in the destination's folder")
        }
        return file
    }

    /// The permissions of an audience on a file, including inherited ones.
    private func permissions(
        for audience: ShareAudience, id: String? = nil, at file: String
    ) async throws(UploadError) -> [DrivePermission] {
        try await permissions(of: file).filter { one in
            switch audience {
            case .link: one.type == "anyone"
            case .person(let address): one.id == id || one.emailAddress?.lowercased() == address && one.isOfPerson
            }
        }
    }

    private func permissions(of file: String) async throws(UploadError) -> [DrivePermission] {
        try await refusing { () async throws(DriveError) in try await client.permissions(of: file) }
    }

    /// Makes calls. A lack of rights on one file is an error of that file only, and does not end the run.
    private func refusing<Value>(_ calls: () async throws(DriveError) -> Value) async throws(UploadError) -> Value {
        do throws(DriveError) {
            return try await calls()
        } catch {
            var refusal = UploadError(error)
            if error.kind == .forbidden { refusal.kind = .refused }
            throw refusal
        }
    }
}

extension DrivePermission {
    /// Whether it is a person's or a group's, who have an address.
    fileprivate var isOfPerson: Bool { ["user", "group"].contains(type) }

    /// Whether its role is one that can be given, not that of an owner or a manager.
    fileprivate var isChangeable: Bool { !["owner", "organizer", "fileOrganizer"].contains(role) }
}

/// The end of a permission, to a second, as Drive stores it.
private struct DriveMoment: Hashable {
    let seconds: Int64?

    /// - Parameter nanoseconds: since 1970-01-01T00:00:00Z; nil for never.
    init(_ nanoseconds: Int64?) {
        seconds = nanoseconds.map { $0 / 1_000_000_000 }
    }

    /// - Parameter text: in RFC 3339 format; nil for never.
    init(_ text: String?) {
        self.init(text.flatMap { try? UTCInstant(parsing: $0).nanoseconds })
    }

    var nanoseconds: Int64? { seconds.map { $0 * 1_000_000_000 } }

    var text: String? { nanoseconds.map { UTCInstant(nanoseconds: $0).text } }
}
