import PhotoModel
import PhotoPipeline
import SystemPackage

/// The links that a remote makes: rclone knows no persons and no roles. No expiry is requested either: rclone passes it
/// on, and many remotes ignore it.
struct RcloneSharing: Sharing {
    let service: RcloneService

    func abilities() async throws(UploadError) -> SharingAbilities {
        var abilities = SharingAbilities()
        guard try await service.rclone.info(service.top).can("PublicLink") else { return abilities }
        abilities.linkRoles = [.reader]
        return abilities
    }

    func share(
        _ copy: CopyLocation, _ grant: ShareGrant, telling mail: ShareMail?, unless isUnwanted: @Sendable () -> Bool
    ) async throws(UploadError) -> NewShare {
        guard grant == ShareGrant(.link), mail == nil else {
            throw UploadError(.refused, "can be shared only by links, which are for reading and have no end")
        }
        guard let link = ShareLink(try await link(to: copy, unless: isUnwanted)) else {
            throw UploadError(.failed, "gave no link")
        }
        return NewShare(permission: nil, link: link)
    }

    func stop(
        _ audience: ShareAudience, permission: String?, of copy: CopyLocation, besides others: Set<String>
    ) async throws(UploadError) {
        let left: String
        do throws(UploadError) {
            left = try await link(to: copy, removing: true)
        } catch  where error.kind == .missing {
            return
        }
        // A remote that signs its links does not know them, ignores the request, and signs another.
        if !left.isEmpty {
            throw UploadError(.refused, "cannot revoke links: each lasts until it ends by itself")
        }
    }

    private func link(
        to copy: CopyLocation, removing: Bool = false, unless isUnwanted: () -> Bool = { false }
    ) async throws(UploadError) -> String {
        try await service.checkMarker()
        guard try await service.rclone.info(service.top).can("PublicLink") else {
            throw UploadError(.refused, "is a kind of remote without links")
        }
        if isUnwanted() { throw .objected }
        return try await service.rclone.publicLink(
            to: try service.place(of: copy.path), removing: removing)
    }
}
