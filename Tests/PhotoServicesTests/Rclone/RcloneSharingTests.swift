import PhotoModel
import PhotoPipeline
import PhotoServices
import SystemPackage
import Testing
import WorkphotosTestSupport

/// Links to copies at real remotes.
@Suite(.enabled(if: RcloneWorld.isInstalled, Comment(rawValue: RcloneWorld.reason)))
struct RcloneSharingTests {
    private let target = CopyLocation("Büro/a b.jpg")

    @Test(.needs(.s3)) func `Anyone with a link can read the copy, and such a link cannot be revoked`() async throws {
        let remote = try TestRemote(.s3)
        defer { withExtendedLifetime(remote) {} }
        let sharing = try #require(try await remote.service(with: Array("a photo".utf8), at: target.path).sharing)
        let abilities = try await sharing.abilities()
        #expect(abilities.linkRoles == [.reader] && abilities.personRoles.isEmpty)
        #expect(abilities.longestLink == nil && !abilities.writesMails)
        let given = try await sharing.share(target, ShareGrant(.link), telling: nil) { false }
        let link = try #require(given.link).address
        #expect(given.link?.end != nil, "an index knows when it ends by itself")
        #expect(try remote.rclone("copyurl", "--stdout", link).output == "a photo")
        await expectError(.refused) { () throws(UploadError) in
            try await sharing.stop(.link, permission: nil, of: target, besides: [])
        }
        #expect(try remote.rclone("copyurl", "--stdout", link).output == "a photo", "so it was not promised")
    }

    @Test(.needs(.s3)) func `There is no link to a missing file`() async throws {
        let remote = try TestRemote(.s3)
        defer { withExtendedLifetime(remote) {} }
        let sharing = try #require(try await remote.service(with: Array("a photo".utf8), at: target.path).sharing)
        await expectError(.missing) { () throws(UploadError) in
            try await sharing.share(CopyLocation("Büro/b.jpg"), ShareGrant(.link), telling: nil) { false }
        }
    }

    @Test func `A remote that does not support links says so`() async throws {
        let remote = try TestRemote(.alias)
        defer { withExtendedLifetime(remote) {} }
        let sharing = try #require(try await remote.service(with: Array("a photo".utf8), at: target.path).sharing)
        #expect(try await sharing.abilities() == SharingAbilities())
        await expectError(.refused) { () throws(UploadError) in
            try await sharing.share(target, ShareGrant(.link), telling: nil) { false }
        }
        await expectError(.refused) { () throws(UploadError) in
            try await sharing.stop(.link, permission: nil, of: target, besides: [])
        }
    }

    @Test func `An end, a role and a person are refused, not ignored`() async throws {
        let remote = try TestRemote(.alias)
        defer { withExtendedLifetime(remote) {} }
        let sharing = try #require(try await remote.service(with: Array("a photo".utf8), at: target.path).sharing)
        for grant in [
            ShareGrant(.link, expires: 5), ShareGrant(.link, .writer), ShareGrant(.person("anna@example.com")),
        ] {
            await expectError(.refused) { () throws(UploadError) in
                try await sharing.share(target, grant, telling: nil) { false }
            }
        }
    }
}
