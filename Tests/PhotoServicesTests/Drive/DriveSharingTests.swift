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
        let place: SharedPlace
        var id: String { place.location.id ?? "" }
        var permissions: [FakePermission] { world.drive.permissions(of: id) }
    }

    private func run(
        excused: [Breach.Kind] = [], _ body: (Scene) async throws -> Void
    ) async throws {
        try await DriveWorld.run(excused: excused) { world in
            _ = try await world.service.makeDestination(DestinationMarker(random: 1, 2), creating: false)
            _ = try await world.upload([1, 2, 3], to: "Office/a.jpg")
            let id = try #require(world.file(at: "Office/a.jpg")?.id)
            let place = SharedPlace(CopyLocation("Office/a.jpg", id: id))
            try await body(Scene(world: world, sharing: try #require(world.service.sharing), place: place))
        }
    }

    @Test func `A link is a permission for anyone with it, and can be revoked`() async throws {
        try await run { scene in
            let given = try await scene.sharing.share(scene.place, ShareGrant(.link), telling: nil) { false }
            #expect(given.permission == "anyoneWithLink")
            #expect(given.link?.address.contains(scene.id) == true)
            #expect(scene.permissions.map(\.type) == ["anyone"] && scene.permissions.map(\.role) == ["reader"])
            try await scene.sharing.stop(.link, permission: given.permission, of: scene.place, besides: [])
            #expect(scene.permissions.isEmpty)
            try await scene.sharing.stop(.link, permission: given.permission, of: scene.place, besides: [])
        }
    }

    @Test func `Sharing twice makes one permission and one mail, and another role or end changes it`() async throws {
        try await run { scene in
            let end = (SystemClock().now / 1_000_000_000 + 86_400) * 1_000_000_000
            let mail = ShareMail(message: "Hello")
            for grant in [ShareGrant(ben), ShareGrant(ben), ShareGrant(ben, .writer, expires: end), ShareGrant(ben)] {
                let given = try await scene.sharing.share(scene.place, grant, telling: mail) { false }
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

    @Test func `Folders are found by their ids after they were renamed and moved, unless in the trash`() async throws {
        try await run { scene in
            let (world, drive) = (scene.world, scene.world.drive)
            let folders = ["Site", "Gone", "Away"].map { world.folder([$0]) }
            drive.rename(folders[0], to: "Cafe\u{301}")
            drive.move(folders[0], to: world.folder(["Office"]))
            drive.trash(folders[1])
            drive.move(folders[2], to: drive.makeFolder("Other", owner: world.anna, client: world.registered))
            let paths = try await scene.sharing.paths(ofFolders: folders + [world.top, "none"])
            #expect(paths == ["Office/Caf\u{E9}", nil, nil, "", nil])
            #expect(paths[0]?.string.unicodeScalars.count == 11)
        }
    }

    @Test func `A visible folder that takes the name of another one after it was found gets none of its copies`()
        async throws
    {
        try await run { scene in
            let (world, drive) = (scene.world, scene.world.drive)
            let (site, own) = (world.folder(["Site"]), world.folder(["Office"]))
            let other = world.another()
            let sharing = try #require(other.sharing)
            let place = SharedPlace(CopyLocation("Site", id: site), isFolder: true)
            _ = try await sharing.share(place, ShareGrant(.link), telling: nil) { false }
            #expect(try await sharing.visibleFolders() == ["Site"])
            drive.rename(own, to: "old")
            drive.rename(site, to: "Office")
            try world.library.write("b", [4, 5, 6])
            let upload = try await other.prepare(PlannedCopy(target: "Office/b.jpg", size: 3, modified: 0))
            let sent = try await other.send(
                try world.source("b"), as: upload, resuming: nil, checkpoint: { _ in }, progress: { _ in })
            _ = try await other.finish([sent])[0].get()
            #expect(drive.file(upload.ticket)?.parents == [own])
        }
    }

    @Test(arguments: [false, true])
    func `A visible folder that takes a new name after it was found gets no copy that is sent to that name`(
        isMade: Bool
    ) async throws {
        try await run { scene in
            let (world, drive) = (scene.world, scene.world.drive)
            let site = world.folder(["Site"])
            let inside = world.folder(["Site", "2026"])
            let other = world.another()
            let sharing = try #require(other.sharing)
            let place = SharedPlace(CopyLocation("Site", id: site), isFolder: true)
            _ = try await sharing.share(place, ShareGrant(.link), telling: nil) { false }
            #expect(try await sharing.visibleFolders() == ["Site"])
            try world.library.write("b", [4, 5, 6])
            func send(to target: FilePath) async throws -> String? {
                let upload = try await other.prepare(PlannedCopy(target: target, size: 3, modified: 0))
                let sent = try await other.send(
                    try world.source("b"), as: upload, resuming: nil, checkpoint: { _ in }, progress: { _ in })
                _ = try await other.finish([sent])[0].get()
                return drive.file(upload.ticket)?.parents.first
            }
            let making = FaultTarget.matching(method: "POST", path: "/drive/v3/files?")
            let held = isMade ? drive.hold(making, at: .handling) : nil
            if !isMade { drive.rename(site, to: "New") }
            async let folder = send(to: "New/b.jpg")
            await held?.reached()
            if isMade { drive.rename(site, to: "New") }
            held?.release()
            let own = try #require(try await folder)
            #expect(own != site && drive.permissions(of: own).isEmpty && drive.file(own)?.parents == [world.top])
            #expect(try await send(to: "Site/2026/b.jpg") == inside, "its own path leads to it, and to what is in it")
        }
    }

    @Test func `Of several folders with one name, the one with the copies is found`() async throws {
        try await run { scene in
            let (world, drive) = (scene.world, scene.world.drive)
            let older = world.folder(["Older"])
            _ = try await world.upload([4], to: "Newer/b.jpg")
            let copy = CopyLocation("Newer/b.jpg", id: world.file(at: "Newer/b.jpg")?.id)
            drive.rename(older, to: "Newer")
            let gone = CopyLocation("Newer/c.jpg", id: "none")
            let sharing = try #require(world.another().sharing)
            #expect(try await sharing.folder(at: "Newer", of: []).id == older)
            let own = drive.files.first { $0.name == "b.jpg" }
            #expect(try await sharing.folder(at: "Newer", of: [gone, copy]).id == own?.parents[0])
        }
    }

    @Test func `No mail is sent without being requested`() async throws {
        try await run { scene in
            _ = try await scene.sharing.share(scene.place, ShareGrant(ben), telling: nil) { false }
            let made = scene.world.drive.requests.last { $0.method == "POST" }
            #expect(made?.parameter("sendNotificationEmail") == "false")
        }
    }

    @Test func `Terms that Drive cannot enforce are refused`() async throws {
        try await run { scene in
            let end = SystemClock().now + Self.day
            await expectError(.refused) { () throws(UploadError) in
                try await scene.sharing.share(scene.place, ShareGrant(.link, expires: end), telling: nil) { false }
            }
            await expectError(.refused) { () throws(UploadError) in
                try await scene.sharing.share(scene.place, ShareGrant(anna), telling: nil) { false }
            }
            #expect(scene.permissions.isEmpty)
            let abilities = try await scene.sharing.abilities()
            #expect(abilities.longestLink == nil && abilities.longestForPerson == .seconds(365 * 86_400))
        }
    }

    @Test func `A folder is shared by its id, and its copies with it`() async throws {
        try await run { scene in
            let folder = SharedPlace(try await scene.sharing.folder(at: "Office", of: []), isFolder: true)
            _ = try await scene.sharing.share(folder, ShareGrant(ben), telling: nil) { false }
            let id = try #require(folder.location.id)
            #expect(scene.world.drive.permissions(of: id).map(\.emailAddress) == ["ben@example.com"])
            #expect(scene.permissions.isEmpty, "it stands on the folder alone")
            // What the folder gives is what the copy has, and ends there only.
            _ = try await scene.sharing.share(scene.place, ShareGrant(ben), telling: nil) { false }
            let error = await #expect(throws: UploadError.self) {
                try await scene.sharing.stop(ben, permission: nil, of: scene.place, besides: [])
            }
            #expect(error?.kind == .refused && error?.cause.contains("Office (\(id)), grants that") == true)
            scene.world.drive.rename(id, to: "Bureau")
            try await scene.sharing.stop(ben, permission: nil, of: folder, besides: [])
            try await scene.sharing.stop(ben, permission: nil, of: scene.place, besides: [])
            #expect(try await scene.sharing.folder(at: FilePath(), of: []).id == scene.world.top)
            await expectError(.missing) { () throws(UploadError) in
                try await scene.sharing.folder(at: "Nowhere", of: [])
            }
        }
    }

    @Test func `Folders that others can see are found whoever shared them, by their present names`() async throws {
        try await run { scene in
            let drive = scene.world.drive
            _ = try await scene.world.upload([4], to: "Office/2026/b.jpg")
            _ = try await scene.world.upload([5], to: "Client/c.jpg")
            #expect(try await scene.sharing.visibleFolders().isEmpty)
            let folder = SharedPlace(try await scene.sharing.folder(at: "Office/2026", of: []), isFolder: true)
            _ = try await scene.sharing.share(folder, ShareGrant(ben), telling: nil) { false }
            #expect(try await scene.sharing.grant(to: ben, at: folder) == ShareGrant(ben))
            #expect(try await scene.sharing.grant(to: .link, at: folder) == nil)
            #expect(try await scene.sharing.visibleFolders() == ["Office/2026"])
            let id = try #require(folder.location.id)
            drive.rename(id, to: "Open")
            drive.move(id, to: try #require(scene.world.file(at: "Client/c.jpg")?.parents[0]))
            #expect(try await scene.sharing.visibleFolders() == ["Client/Open"])
            let top = SharedPlace(try await scene.sharing.folder(at: FilePath(), of: []), isFolder: true)
            _ = try await scene.sharing.share(top, ShareGrant(.link), telling: nil) { false }
            #expect(try await scene.sharing.visibleFolders() == [FilePath()])
        }
    }

    @Test func `The members of a shared drive are not others, and whoever else sees a folder of it is`() async throws {
        try await FakeDrive.run { drive in
            let world = try DriveWorld(drive, scope: .drive)
            let members = ["anna@example.com": "organizer", "ben@example.com": "reader"]
            let team = drive.makeSharedDrive("Team", members: members)
            let service = try world.service(at: "//\(team)/Photos/Work")
            _ = try await service.makeDestination(DestinationMarker(random: 1, 2), creating: false)
            let sharing = try #require(service.sharing)
            #expect(try await sharing.visibleFolders().isEmpty)
            let top = SharedPlace(try await sharing.folder(at: FilePath(), of: []), isFolder: true)
            _ = try await sharing.share(top, ShareGrant(.person("cleo@example.com")), telling: nil) { false }
            #expect(try await sharing.visibleFolders() == [FilePath()])
        }
    }

    @Test func `A copy that was moved or trashed is not shared, and its share can be ended`() async throws {
        try await run { scene in
            let drive = scene.world.drive
            _ = try await scene.sharing.share(scene.place, ShareGrant(.link), telling: nil) { false }
            let other = drive.makeFolder("Elsewhere", owner: scene.world.anna, client: scene.world.registered)
            drive.move(scene.id, to: other)
            await expectError(.missing) { () throws(UploadError) in
                try await scene.sharing.share(scene.place, ShareGrant(ben), telling: nil) { false }
            }
            drive.trash(scene.id)
            await expectError(.missing) { () throws(UploadError) in
                try await scene.sharing.share(scene.place, ShareGrant(ben), telling: nil) { false }
            }
            try await scene.sharing.stop(.link, permission: nil, of: scene.place, besides: [])
            #expect(scene.permissions.isEmpty)
            drive.remove(scene.id)
            try await scene.sharing.stop(.link, permission: nil, of: scene.place, besides: [])
        }
    }

    @Test func `Drive's refusal concerns this copy, and no answer means unknown`() async throws {
        try await run { scene in
            let create = FaultTarget.matching(method: "POST", path: "/drive/v3/files/\(scene.id)/permissions")
            scene.world.drive.plant(.status(403, reason: "publishOutNotPermitted"), at: create)
            await expectError(.refused) { () throws(UploadError) in
                try await scene.sharing.share(scene.place, ShareGrant(.link), telling: nil) { false }
            }
            scene.world.drive.plant(.dropAfter, at: create)
            await expectError(.transient) { () throws(UploadError) in
                try await scene.sharing.share(scene.place, ShareGrant(.link), telling: nil) { false }
            }
            #expect(scene.permissions.count == 1, "it was carried out")
            _ = try await scene.sharing.share(scene.place, ShareGrant(.link), telling: nil) { false }
            #expect(scene.permissions.count == 1)
        }
    }

    @Test func `A single answer that the file is missing does not end the share`() async throws {
        try await run { scene in
            _ = try await scene.sharing.share(scene.place, ShareGrant(.link), telling: nil) { false }
            let list = FaultTarget.matching(method: "GET", path: "/drive/v3/files/\(scene.id)/permissions?")
            scene.world.drive.plant(.status(404, reason: "notFound"), at: list)
            await expectError(.transient) { () throws(UploadError) in
                try await scene.sharing.stop(.link, permission: nil, of: scene.place, besides: [])
            }
            scene.world.drive.plant(
                .status(404, reason: "notFound"), at: .matching(method: "GET", path: "/drive/v3/files/\(scene.id)?"))
            try await scene.sharing.stop(.link, permission: nil, of: scene.place, besides: [])
            #expect(scene.permissions.isEmpty)
        }
    }

    @Test func `A person whose answer was lost may have access under another address`() async throws {
        try await run { scene in
            _ = try await scene.sharing.share(scene.place, ShareGrant(ben), telling: nil) { false }
            let typed = ShareAudience.person("b.en@example.com")
            await expectError(.refused) { () throws(UploadError) in
                try await scene.sharing.stop(typed, permission: nil, of: scene.place, besides: [])
            }
            #expect(scene.permissions.count == 1)
            // That permission is known to be another person's, unlike the next.
            let known: Set = [scene.permissions[0].id]
            try await scene.sharing.stop(typed, permission: nil, of: scene.place, besides: known)
            _ = try await scene.sharing.share(
                scene.place, ShareGrant(.person("cleo@example.com")), telling: nil
            ) { false }
            await expectError(.refused) { () throws(UploadError) in
                try await scene.sharing.stop(typed, permission: nil, of: scene.place, besides: known)
            }
            try await scene.sharing.stop(
                .person("cleo@example.com"), permission: nil, of: scene.place, besides: [])
            try await scene.sharing.stop(typed, permission: scene.permissions[0].id, of: scene.place, besides: [])
            try await scene.sharing.stop(typed, permission: nil, of: scene.place, besides: [])
        }
    }

    @Test func `A share that is no longer wanted is not made`() async throws {
        try await run { scene in
            await expectError(.objected) { () throws(UploadError) in
                try await scene.sharing.share(scene.place, ShareGrant(.link), telling: nil) { true }
            }
            #expect(scene.permissions.isEmpty)
        }
    }

    @Test func `Ending without effect is no end`() async throws {
        try await run { scene in
            _ = try await scene.sharing.share(scene.place, ShareGrant(.link), telling: nil) { false }
            let one = "/drive/v3/files/\(scene.id)/permissions/anyoneWithLink"
            scene.world.drive.plant(
                .answer(204, body: ""), at: .matching(method: "DELETE", path: one))
            await expectError(.refused) { () throws(UploadError) in
                try await scene.sharing.stop(.link, permission: "anyoneWithLink", of: scene.place, besides: [])
            }
            #expect(scene.permissions.count == 1)
        }
    }
}
