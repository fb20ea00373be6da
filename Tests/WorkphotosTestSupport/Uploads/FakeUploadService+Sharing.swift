package import PhotoModel
package import PhotoPipeline
import Synchronization
import SystemPackage

extension SharingAbilities {
    /// The abilities of Google Drive.
    package static var all: SharingAbilities {
        var abilities = SharingAbilities()
        abilities.linkRoles = Set(ShareRole.allCases)
        abilities.personRoles = Set(ShareRole.allCases)
        abilities.longestForPerson = .seconds(365 * 86_400)
        abilities.writesMails = true
        return abilities
    }

    /// The abilities of most rclone remotes.
    package static var links: SharingAbilities {
        var abilities = SharingAbilities()
        abilities.linkRoles = [.reader]
        return abilities
    }
}

extension FakeUploadService {
    /// The shared copies with their audiences.
    package var shares: [CopyLocation: Set<ShareGrant>] { state.withLock { $0.shares.filter { !$0.value.isEmpty } } }

    /// The paths of shared copies.
    package var shown: [String] { shares.keys.map(\.path.string).sorted() }

    package var sharing: (any Sharing)? {
        state.withLock(\.abilities).map { FakeSharing(service: self, abilities: $0) }
    }
}

/// The shares of a destination in memory. The link of a copy is `https://share.example/` with its path.
private struct FakeSharing: Sharing {
    let service: FakeUploadService
    let abilities: SharingAbilities

    func abilities() async throws(UploadError) -> SharingAbilities { abilities }

    func share(
        _ copy: CopyLocation, _ grant: ShareGrant, telling mail: ShareMail?, unless isUnwanted: @Sendable () -> Bool
    ) async throws(UploadError) -> NewShare {
        let path = copy.path
        await service.held(.share, path)?.pass()
        if isUnwanted() { throw .objected }
        try service.enter(.share(copy, grant, mail), .share, path)
        service.state.withLock { state in
            state.shares[copy, default: []] = state.shares[copy, default: []].filter { $0.audience != grant.audience }
            state.shares[copy]?.insert(grant)
        }
        await service.held(.shareAnswer, path)?.pass()
        return NewShare(
            permission: grant.audience.address ?? "anyone", link: ShareLink("https://share.example/\(path)"))
    }

    func stop(
        _ audience: ShareAudience, permission: String?, of copy: CopyLocation, besides others: Set<String>
    ) async throws(UploadError) {
        try service.enter(.stop(copy, audience, besides: others), .stop, copy.path)
        let isLeft = service.state.withLock { state in
            if state.keepsSharing { return true }
            state.shares[copy] = state.shares[copy]?.filter { $0.audience != audience }
            return false
        }
        if isLeft { throw UploadError(.refused, "is shared still") }
    }
}
