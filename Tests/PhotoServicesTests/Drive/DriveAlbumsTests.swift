import FakeDrive
import PhotoModel
import PhotoPipeline
import SystemPackage
import Testing
import WorkphotosTestSupport

/// Drive copies uploads into folders of albums.
@Suite(.timeLimit(.minutes(1)))
struct DriveAlbumsTests {
    /// A destination with an upload, and the folder of an album that is yet to be made.
    private struct Scene {
        let world: DriveWorld
        let keeping: any AlbumKeeping
        let receipt: Receipt
        let folder: CopyLocation
        let target: CopyLocation

        init(_ world: DriveWorld) async throws {
            self.world = world
            _ = try await world.service.makeDestination(DestinationMarker(random: 1, 2), creating: false)
            let stored = try await world.upload([1, 2, 3], to: "Office/a.jpg")
            let id = try #require(world.file(at: "Office/a.jpg")?.id)
            let checksum = try #require(stored.evidence.checksum)
            receipt = Receipt(
                sha256: try #require(bytes(ofHexText: checksum.value)), size: 3,
                target: CopyLocation("Office/a.jpg", id: id), checksum: checksum, received: 1, checked: 1)
            keeping = try #require(world.service.albums)
            let located = try await keeping.locate(["Albums/Site", "Albums/Site/a.jpg"])
            (folder, target) = (located[0], located[1])
        }

        func copy(unless isUnwanted: @escaping @Sendable (CopyLocation) -> Bool = { _ in false }) async -> Result<
            Void, UploadError
        > {
            await keeping.copy(
                [CopyForAlbum(of: receipt, at: target)], into: folder, unless: isUnwanted, announcing: { _ in })[0]
        }

        /// What the copy is made with.
        var content: RecordedContent { RecordedContent(receipt) }

        /// The files in the album's folder that are not in the trash.
        var copies: [FakeFile] {
            world.drive.files.filter { $0.parents == [folder.id ?? ""] && !$0.trashed }
        }
    }

    private func run(excused: [Breach.Kind] = [], _ body: (Scene) async throws -> Void) async throws {
        try await DriveWorld.run(excused: excused) { world in try await body(try await Scene(world)) }
    }

    @Test func `A copy is made once, by Drive, and has none of the notes of an upload`() async throws {
        try await run { scene in
            try await scene.keeping.make(scene.folder, isShared: false)
            try await scene.keeping.make(scene.folder, isShared: false)
            for _ in 0..<2 { try await scene.copy().get() }
            #expect(scene.copies.map(\.name) == ["a.jpg"] && scene.copies.map(\.id) == [scene.target.id])
            let notes = try #require(scene.copies.first?.appProperties.values.first)
            #expect(Set(notes.keys) == ["wpAlbum", "wpSchema"])
            let looks = await scene.keeping.inspect([scene.target, scene.receipt.target], in: scene.folder)
            #expect(try looks.map { try $0.get() == nil } == [false, true], "an upload is in no album")
            #expect(try await scene.keeping.others(in: scene.folder, besides: [scene.target]).isEmpty)
            #expect(try await scene.keeping.others(in: scene.folder, besides: []) == ["a.jpg"])
            #expect(scene.world.drive.requests.count { $0.path.contains("/copy") } == 1)
        }
    }

    @Test func `A copy whose request got no answer is recognized`() async throws {
        try await run { scene in
            try await scene.keeping.make(scene.folder, isShared: false)
            scene.world.drive.plant(.dropAfter, at: .matching(method: "POST", path: "/copy"))
            _ = await scene.copy()
            try await scene.copy().get()
            #expect(scene.copies.count == 1)
        }
    }

    @Test func `What is objected to is not copied, and what is taken out is in the trash`() async throws {
        try await run { scene in
            try await scene.keeping.make(scene.folder, isShared: false)
            await expectError(.objected) { () throws(UploadError) in try await scene.copy { _ in true }.get() }
            #expect(scene.copies.isEmpty)
            try await scene.copy().get()
            for _ in 0..<2 {
                try await scene.keeping.takeOut(
                    scene.target, of: scene.folder, having: scene.content, at: .proved, orChanged: true)
            }
            #expect(scene.copies.isEmpty)
            #expect(scene.world.file(at: "Office/a.jpg") != nil)
            try await scene.keeping.takeOut(
                CopyLocation("Albums/Site/a.jpg", id: scene.receipt.target.id), of: scene.folder, having: scene.content,
                at: .proved, orChanged: true)
            #expect(scene.world.file(at: "Office/a.jpg") != nil, "an upload is not taken out")
        }
    }

    @Test func `A file that is no upload is sent once, and has none of the notes of an upload`() async throws {
        try await run { scene in
            try await scene.keeping.make(scene.folder, isShared: false)
            let clean: [UInt8] = [7, 7, 7, 7]
            try scene.world.library.write("clean.jpg", clean)
            let sha256 = try #require(bytes(ofHexText: Checksum.sha256(of: clean).value))
            func send(_ sha256: [UInt8], isUnwanted: Bool = false) async throws -> Result<Void, UploadError> {
                let source = try UploadSource(
                    scene.world.library.path("clean.jpg"), interruption: TestInterruption())
                let copy = CopyForAlbum(sending: source, sha256: sha256, to: scene.target)
                return await scene.keeping.copy(
                    [copy], into: scene.folder, unless: { _ in isUnwanted }, announcing: { _ in })[0]
            }
            await #expect(throws: UploadError.self) { try await send(sha256, isUnwanted: true).get() }
            #expect(scene.copies.isEmpty)
            scene.world.drive.plant(.dropAfter, at: .matching(method: "PUT"))
            _ = try await send(sha256)
            for _ in 0..<2 { try await send(sha256).get() }
            #expect(scene.copies.map(\.id) == [scene.target.id])
            #expect(scene.world.drive.content(of: scene.target.id ?? "") == clean)
            let notes = try #require(scene.copies.first?.appProperties.values.first)
            #expect(Set(notes.keys) == ["wpAlbum", "wpSchema"])
            await #expect(throws: UploadError.self) {
                try await send(Array(repeating: 0, count: 32)).get()
            }
            #expect(scene.copies.isEmpty, "it was to have other bytes")
        }
    }

    @Test func `An album is removed with what was copied, and stays with what others have put there`() async throws {
        try await run { scene in
            try await scene.keeping.make(scene.folder, isShared: false)
            try await scene.copy().get()
            scene.world.drive.replace(scene.target.id ?? "", [9, 9, 9])
            await expectError(.corrupted) { () throws(UploadError) in
                try await scene.keeping.takeOut(
                    scene.target, of: scene.folder, having: scene.content, at: .proved, orChanged: false)
            }
            #expect(try await scene.keeping.remove(scene.folder) == ["a.jpg"])
            #expect(scene.copies.map(\.name) == ["a.jpg"])
            scene.world.drive.replace(scene.target.id ?? "", [1, 2, 3])
            try await scene.keeping.takeOut(
                scene.target, of: scene.folder, having: scene.content, at: .proved, orChanged: false)
            #expect(try await scene.keeping.remove(scene.folder) == [])
            #expect(try await scene.keeping.remove(scene.folder) == nil)
            let folder = try #require(scene.world.drive.files.first { $0.id == scene.folder.id })
            #expect(folder.trashed && scene.copies.isEmpty)
            #expect(scene.world.file(at: "Office/a.jpg") != nil)
            await expectError(.missing) { () throws(UploadError) in
                try await scene.keeping.make(scene.folder, isShared: false)
            }
        }
    }

    @Test func `A copy that somebody has moved elsewhere is taken out there`() async throws {
        try await run { scene in
            try await scene.keeping.make(scene.folder, isShared: false)
            try await scene.copy().get()
            let other = try #require(scene.world.file(at: "Office/a.jpg")?.parents.first)
            scene.world.drive.move(scene.target.id ?? "", to: other)
            try await scene.keeping.takeOut(
                scene.target, of: scene.folder, having: scene.content, at: .proved, orChanged: true)
            #expect(scene.world.drive.files.first { $0.id == scene.target.id }?.trashed == true)
        }
    }

    @Test func `One wrong answer does not make a copy or a folder count as gone`() async throws {
        try await run { scene in
            try await scene.keeping.make(scene.folder, isShared: false)
            try await scene.copy().get()
            let wrong = Fault.status(404, reason: "notFound")
            scene.world.drive.plant(wrong, at: .matching(method: "GET", path: "/files/\(scene.target.id ?? "")"))
            await expectError(.transient) { () throws(UploadError) in
                try await scene.keeping.takeOut(
                    scene.target, of: scene.folder, having: scene.content, at: .proved, orChanged: true)
            }
            #expect(scene.copies.count == 1)
            scene.world.drive.plant(wrong, at: .matching(method: "GET", path: "/files/\(scene.target.id ?? "")"))
            let look = await scene.keeping.inspect([scene.target], in: scene.folder)[0]
            #expect(throws: UploadError.self) { try look.get() }
            try await scene.keeping.takeOut(
                scene.target, of: scene.folder, having: scene.content, at: .proved, orChanged: true)
            scene.world.drive.plant(wrong, at: .matching(method: "GET", path: "/files/\(scene.folder.id ?? "")"))
            await expectError(.transient) { () throws(UploadError) in _ = try await scene.keeping.remove(scene.folder) }
            #expect(try await scene.keeping.remove(scene.folder) == [])
            #expect(scene.world.drive.files.first { $0.id == scene.folder.id }?.trashed == true)
        }
    }

    @Test func `A folder that is no album of this destination is not removed`() async throws {
        try await run { scene in
            let folder = scene.world.folder(["Albums", "Site"])
            let left = try await scene.keeping.remove(CopyLocation("Albums/Site", id: folder))
            #expect(left == nil)
            #expect(scene.world.drive.files.first { $0.id == folder }?.trashed == false)
        }
    }

    @Test func `An upload that changed since is not kept in an album`() async throws {
        try await run { scene in
            try await scene.keeping.make(scene.folder, isShared: false)
            scene.world.drive.replace(scene.receipt.target.id ?? "", [9, 9, 9])
            await expectError(.corrupted) { () throws(UploadError) in try await scene.copy().get() }
            #expect(scene.copies.isEmpty)
        }
    }

    @Test func `A folder that others see before it is shared is refused`() async throws {
        try await run { scene in
            scene.world.drive.share(scene.world.top, with: "ben@example.com")
            await expectError(.refused) { () throws(UploadError) in
                try await scene.keeping.make(scene.folder, isShared: false)
            }
            try await scene.keeping.make(scene.folder, isShared: true)
        }
    }

    @Test func `A folder that has the name already is refused`() async throws {
        try await run { scene in
            _ = scene.world.folder(["Albums", "Site"])
            // The scene's service has listed the top before and makes another folder Albums, and of two of one
            // millisecond either may be the one that counts.
            let keeping = try #require(scene.world.another().albums)
            await expectError(.taken) { () throws(UploadError) in
                try await keeping.make(scene.folder, isShared: false)
            }
        }
    }

    @Test func `Sharing an album shares its folder, and not the uploads`() async throws {
        try await run { scene in
            let sharing = try #require(scene.world.service.sharing)
            try await scene.keeping.make(scene.folder, isShared: false)
            try await scene.copy().get()
            let given = try await sharing.share(scene.folder, ShareGrant(.link), telling: nil) { false }
            #expect(scene.world.drive.permissions(of: scene.folder.id ?? "").map(\.type) == ["anyone"])
            #expect(scene.world.drive.permissions(of: scene.receipt.target.id ?? "").isEmpty)
            await expectError(.missing) { () throws(UploadError) in
                try await sharing.share(scene.target, ShareGrant(.link), telling: nil) { false }
            }
            let parent = try #require(scene.world.file(at: "Office/a.jpg")?.parents.first)
            for path in ["Office", "Albums/Site"] as [FilePath] {
                await expectError(.missing) { () throws(UploadError) in
                    try await sharing.share(CopyLocation(path, id: parent), ShareGrant(.link), telling: nil) { false }
                }
            }
            try await sharing.stop(.link, permission: given.permission, of: scene.folder, besides: [])
            #expect(scene.world.drive.permissions(of: scene.folder.id ?? "").isEmpty)
        }
    }
}
