import FakeDrive
import PhotoModel
import PhotoPipeline
import PhotoServices
import SystemPackage
import Testing
import WorkphotosTestSupport

/// Copies at Google Drive are shown to others by its permissions.
@Suite(.timeLimit(.minutes(1)))
struct DriveSharingTests {
    private let anna = ShareAudience.person("anna@example.com")
    private let ben = ShareAudience.person("ben@example.com")
    private static let day: Int64 = 86_400_000_000_000

    /// A destination with a copy, whose Drive has done nothing else yet.
    private struct Scene {
        let world: DriveWorld
        let sharing: any Sharing
        let copy: CopyLocation
        var id: String { copy.id ?? "" }
        var permissions: [FakePermission] { world.drive.permissions(of: id) }
    }

    private func run(
        excused: [Breach.Kind] = [], _ body: (Scene) async throws -> Void
    ) async throws {
        try await DriveWorld.run(excused: excused) { world in
            _ = try await world.service.makeDestination(DestinationMarker(random: 1, 2), creating: false)
            _ = try await world.upload([1, 2, 3], to: "Office/a.jpg")
            let id = try #require(world.file(at: "Office/a.jpg")?.id)
            let copy = CopyLocation("Office/a.jpg", id: id)
            try await body(Scene(world: world, sharing: try #require(world.service.sharing), copy: copy))
        }
    }

    @Test func `A link is a permission for anyone with it, and can be revoked`() async throws {
        try await run { scene in
            let given = try await scene.sharing.share(scene.copy, ShareGrant(.link), telling: nil) { false }
            #expect(given.permission == "anyoneWithLink")
            #expect(given.link?.address.contains(scene.id) == true)
            #expect(scene.permissions.map(\.type) == ["anyone"] && scene.permissions.map(\.role) == ["reader"])
            try await scene.sharing.stop(.link, permission: given.permission, of: scene.copy, besides: [])
            #expect(scene.permissions.isEmpty)
            try await scene.sharing.stop(.link, permission: given.permission, of: scene.copy, besides: [])
        }
    }

    @Test func `Sharing twice makes one permission and one mail, and another role or end changes it`() async throws {
        try await run { scene in
            let end = (SystemClock().now / 1_000_000_000 + 86_400) * 1_000_000_000
            let mail = ShareMail(message: "Hello")
            for grant in [ShareGrant(ben), ShareGrant(ben), ShareGrant(ben, .writer, expires: end), ShareGrant(ben)] {
                let given = try await scene.sharing.share(scene.copy, grant, telling: mail) { false }
                #expect(scene.permissions.map(\.id) == [given.permission])
                #expect(scene.permissions.map(\.role) == [grant.role.rawValue])
                #expect((scene.permissions[0].expirationTime != nil) == (grant.expires != nil))
            }
            let made = scene.world.drive.requests.filter { $0.method == "POST" && $0.path.hasSuffix("/permissions") }
            #expect(made.count == 1)
            #expect(made.first?.parameter("sendNotificationEmail") == "true")
            #expect(made.first?.parameter("emailMessage") == "Hello")
        }
    }

    @Test func `No mail is sent without being requested`() async throws {
        try await run { scene in
            _ = try await scene.sharing.share(scene.copy, ShareGrant(ben), telling: nil) { false }
            let made = scene.world.drive.requests.last { $0.method == "POST" }
            #expect(made?.parameter("sendNotificationEmail") == "false")
        }
    }

    @Test func `Terms that Drive cannot enforce are refused`() async throws {
        try await run { scene in
            let end = SystemClock().now + Self.day
            await expectError(.refused) { () throws(UploadError) in
                try await scene.sharing.share(scene.copy, ShareGrant(.link, expires: end), telling: nil) { false }
            }
            await expectError(.refused) { () throws(UploadError) in
                try await scene.sharing.share(scene.copy, ShareGrant(anna), telling: nil) { false }
            }
            #expect(scene.permissions.isEmpty)
            let abilities = try await scene.sharing.abilities()
            #expect(abilities.longestLink == nil && abilities.longestForPerson == .seconds(365 * 86_400))
        }
    }

    @Test func `What a folder above grants ends only there, and the refusal names that folder`() async throws {
        try await run { scene in
            let folder = scene.world.folder(["Office"])
            scene.world.drive.share(folder, with: "ben@example.com")
            _ = try await scene.sharing.share(scene.copy, ShareGrant(ben), telling: nil) { false }
            let error = await #expect(throws: UploadError.self) {
                try await scene.sharing.stop(ben, permission: nil, of: scene.copy, besides: [])
            }
            #expect(error?.kind == .refused && error?.cause.contains("Office (\(folder)), grants that") == true)
        }
    }

    @Test func `A copy that was moved or trashed is not shared, and its share can be ended`() async throws {
        try await run { scene in
            let drive = scene.world.drive
            _ = try await scene.sharing.share(scene.copy, ShareGrant(.link), telling: nil) { false }
            let other = drive.makeFolder("Elsewhere", owner: scene.world.anna, client: scene.world.registered)
            drive.move(scene.id, to: other)
            await expectError(.missing) { () throws(UploadError) in
                try await scene.sharing.share(scene.copy, ShareGrant(ben), telling: nil) { false }
            }
            drive.trash(scene.id)
            await expectError(.missing) { () throws(UploadError) in
                try await scene.sharing.share(scene.copy, ShareGrant(ben), telling: nil) { false }
            }
            try await scene.sharing.stop(.link, permission: nil, of: scene.copy, besides: [])
            #expect(scene.permissions.isEmpty)
            drive.remove(scene.id)
            try await scene.sharing.stop(.link, permission: nil, of: scene.copy, besides: [])
        }
    }

    @Test func `Drive's refusal concerns this copy, and no answer means unknown`() async throws {
        try await run { scene in
            let create = FaultTarget.matching(method: "POST", path: "/drive/v3/files/\(scene.id)/permissions")
            scene.world.drive.plant(.status(403, reason: "publishOutNotPermitted"), at: create)
            await expectError(.refused) { () throws(UploadError) in
                try await scene.sharing.share(scene.copy, ShareGrant(.link), telling: nil) { false }
            }
            scene.world.drive.plant(.dropAfter, at: create)
            await expectError(.transient) { () throws(UploadError) in
                try await scene.sharing.share(scene.copy, ShareGrant(.link), telling: nil) { false }
            }
            #expect(scene.permissions.count == 1, "it was carried out")
            _ = try await scene.sharing.share(scene.copy, ShareGrant(.link), telling: nil) { false }
            #expect(scene.permissions.count == 1)
        }
    }

    @Test func `A single answer that the file is missing does not end the share`() async throws {
        try await run { scene in
            _ = try await scene.sharing.share(scene.copy, ShareGrant(.link), telling: nil) { false }
            let list = FaultTarget.matching(method: "GET", path: "/drive/v3/files/\(scene.id)/permissions?")
            scene.world.drive.plant(.status(404, reason: "notFound"), at: list)
            await expectError(.transient) { () throws(UploadError) in
                try await scene.sharing.stop(.link, permission: nil, of: scene.copy, besides: [])
            }
            scene.world.drive.plant(
                .status(404, reason: "notFound"), at: .matching(method: "GET", path: "/drive/v3/files/\(scene.id)?"))
            try await scene.sharing.stop(.link, permission: nil, of: scene.copy, besides: [])
            #expect(scene.permissions.isEmpty)
        }
    }

    @Test func `A person whose answer was lost may have access under another address`() async throws {
        try await run { scene in
            _ = try await scene.sharing.share(scene.copy, ShareGrant(ben), telling: nil) { false }
            let typed = ShareAudience.person("b.en@example.com")
            await expectError(.refused) { () throws(UploadError) in
                try await scene.sharing.stop(typed, permission: nil, of: scene.copy, besides: [])
            }
            #expect(scene.permissions.count == 1)
            // That permission is known to be another person's, unlike the next.
            let known: Set = [scene.permissions[0].id]
            try await scene.sharing.stop(typed, permission: nil, of: scene.copy, besides: known)
            _ = try await scene.sharing.share(
                scene.copy, ShareGrant(.person("cleo@example.com")), telling: nil
            ) { false }
            await expectError(.refused) { () throws(UploadError) in
                try await scene.sharing.stop(typed, permission: nil, of: scene.copy, besides: known)
            }
            try await scene.sharing.stop(
                .person("cleo@example.com"), permission: nil, of: scene.copy, besides: [])
            try await scene.sharing.stop(typed, permission: scene.permissions[0].id, of: scene.copy, besides: [])
            try await scene.sharing.stop(typed, permission: nil, of: scene.copy, besides: [])
        }
    }

    @Test func `A share that is no longer wanted is not made`() async throws {
        try await run { scene in
            await expectError(.objected) { () throws(UploadError) in
                try await scene.sharing.share(scene.copy, ShareGrant(.link), telling: nil) { true }
            }
            #expect(scene.permissions.isEmpty)
        }
    }

    @Test func `Ending without effect is no end`() async throws {
        try await run { scene in
            _ = try await scene.sharing.share(scene.copy, ShareGrant(.link), telling: nil) { false }
            let one = "/drive/v3/files/\(scene.id)/permissions/anyoneWithLink"
            scene.world.drive.plant(
                .answer(204, body: ""), at: .matching(method: "DELETE", path: one))
            await expectError(.refused) { () throws(UploadError) in
                try await scene.sharing.stop(.link, permission: "anyoneWithLink", of: scene.copy, besides: [])
            }
            #expect(scene.permissions.count == 1)
        }
    }
}
