import PhotoModel
import PhotoPipeline

/// The links that a remote gives. An end is not asked for: rclone hands it on, and many remotes pass over it.
struct RcloneLinks: LinkSharing {
    let service: RcloneService

    var takesExpiry: Bool { false }

    func makeLink(to copy: CopyLocation) async throws(UploadError) -> Secret {
        let link = try await link(to: copy)
        if link.isEmpty { throw UploadError(.failed, "gave no link") }
        return Secret(Array(link.utf8))
    }

    func removeLinks(to copy: CopyLocation) async throws(UploadError) {
        let left = try await link(to: copy, removing: true)
        // A remote that signs its links knows of none, passes over what it was asked for, and signs another.
        if !left.isEmpty {
            throw UploadError(.refused, "cannot take links back: each goes on until it ends by itself")
        }
    }

    private func link(to copy: CopyLocation, removing: Bool = false) async throws(UploadError) -> String {
        try await service.checkMarker()
        guard try await service.rclone.info(service.top).can("PublicLink") else {
            throw UploadError(.refused, "is a kind of remote that has no links")
        }
        return try await service.rclone.publicLink(to: try service.place(of: copy.path), removing: removing)
    }
}
