package import PhotoModel
package import PhotoPipeline
import Synchronization
package import SystemPackage

extension SharingAbilities {
    /// The abilities of Google Drive.
    package static var all: SharingAbilities {
        var abilities = SharingAbilities()
        abilities.linkRoles = Set(ShareRole.allCases)
        abilities.personRoles = Set(ShareRole.allCases)
        abilities.longestForPerson = .seconds(365 * 86_400)
        abilities.writesMails = true
        abilities.takesFolders = true
        return abilities
    }

    /// The abilities of most rclone remotes.
    package static var links: SharingAbilities {
        var abilities = SharingAbilities()
        abilities.linkRoles = [.reader]
        abilities.takesFolders = true
        return abilities
    }
}

extension FakeUploadService {
    /// Sets the sharing abilities; nil for none.
    package func setSharing(_ abilities: SharingAbilities?) {
        state.withLock { $0.abilities = abilities }
    }

    /// Holds the next share of a copy or a folder before it checks whether the share is still wanted.
    package func holdShare(of path: FilePath) -> HeldCall {
        let held = HeldCall()
        state.withLock { $0.heldShares[path] = held }
        return held
    }

    /// Shares a copy or a folder by other means than the program.
    package func show(_ place: SharedPlace, _ grant: ShareGrant) {
        state.withLock { _ = $0.shares[place, default: []].insert(grant) }
    }

    /// Ends all shares of a copy or a folder by other means than the program.
    package func hide(_ place: SharedPlace) {
        state.withLock { $0.shares[place] = nil }
    }

    /// Makes shares persist even if they are ended.
    package func keepSharing(_ keeps: Bool = true) {
        state.withLock { $0.keepsSharing = keeps }
    }

    /// The shares with their audiences.
    package var shares: [SharedPlace: Set<ShareGrant>] { state.withLock { $0.shares.filter { !$0.value.isEmpty } } }

    /// The paths of shared copies, and of shared folders with a slash at the end.
    package var shown: [String] {
        shares.keys.map { "\($0.location.path)\($0.isFolder ? "/" : "")" }.sorted()
    }

    package var sharing: (any Sharing)? {
        state.withLock(\.abilities).map { FakeSharing(service: self, abilities: $0) }
    }
}

/// The shares of a destination in memory. The link of a copy is `https://share.example/` with its path.
private struct FakeSharing: Sharing {
    let service: FakeUploadService
    let abilities: SharingAbilities
    /// Only rclone does not.
    var knowsGrants: Bool { !abilities.personRoles.isEmpty }

    func abilities() async throws(UploadError) -> SharingAbilities { abilities }

    func folder(at path: FilePath, of copies: [CopyLocation]) async throws(UploadError) -> CopyLocation {
        CopyLocation(path)
    }

    func paths(ofFolders ids: [String]) async throws(UploadError) -> [FilePath?] { ids.map { _ in nil } }

    func visibleFolders() async throws(UploadError) -> [FilePath] {
        service.shares.keys.filter(\.isFolder).map(\.location.path)
    }

    func grant(to audience: ShareAudience, at place: SharedPlace) async throws(UploadError) -> ShareGrant? {
        service.shares[place]?.first { $0.audience == audience }
    }

    func share(
        _ place: SharedPlace, _ grant: ShareGrant, telling mail: ShareMail?, unless isUnwanted: @Sendable () -> Bool
    ) async throws(UploadError) -> GivenShare {
        let path = place.location.path
        await service.state.withLock { $0.heldShares.removeValue(forKey: path) }?.pass()
        if isUnwanted() { throw .objected }
        try service.enter(.share(place, grant, mail), .share, path)
        service.state.withLock { state in
            state.shares[place, default: []] = state.shares[place, default: []].filter { $0.audience != grant.audience }
            state.shares[place]?.insert(grant)
        }
        return GivenShare(
            permission: grant.audience.address ?? "anyone", link: ShareLink("https://share.example/\(path)"))
    }

    func stop(
        _ audience: ShareAudience, permission: String?, of place: SharedPlace, besides others: Set<String>
    ) async throws(UploadError) {
        try service.enter(.stop(place, audience, besides: others), .stop, place.location.path)
        let isLeft = service.state.withLock { state in
            if state.keepsSharing { return true }
            state.shares[place] = state.shares[place]?.filter { $0.audience != audience }
            return false
        }
        if isLeft { throw UploadError(.refused, "is shared still") }
    }
}
