import PhotoModel
import PhotoPipeline
import SystemPackage
import Testing
import WorkphotosTestSupport

/// Albums that nobody sees are told, and an album is removed with what was made for it.
struct RemoveAlbumTests {
    private func scene(_ names: FilePath...) async throws -> ShareScene {
        let scene = try await ShareScene(names)
        scene.nas.keepAlbums()
        return scene
    }

    @Test func `An album that is removed is seen by nobody, and its name is free`() async throws {
        let scene = try await scene("a.jpg", "b.jpg")
        try await scene.share("a.jpg", as: "Site")
        let removed = try await scene.removeAlbum("Site")
        #expect(removed.results.map(\.state) == [.removed, .removed, .removed])
        #expect(scene.nas.shown.isEmpty && scene.nas.albumFolders.isEmpty)
        #expect(try scene.list().isEmpty && scene.unseenAlbums().isEmpty)
        #expect(scene.nas.bytes(at: UploadScene.target("a.jpg")) != nil, "the upload stays")
        try await scene.share("b.jpg", as: "Site")
        #expect(scene.nas.albumCopies == ["Albums/Site/b.jpg": try scene.uploads.bytes("b.jpg")])
        await expectRefusal(.unknown) { try await scene.removeAlbum("Other") }
    }

    @Test(arguments: [(UploadError.Kind.failed, "failed"), (.refused, "refused")])
    func `A removal that fails is finished by the same command`(kind: UploadError.Kind, state: String) async throws {
        let scene = try await scene("a.jpg", "b.jpg")
        try await scene.share(as: "Site")
        scene.nas.fail(.takeOut, of: "Albums/Site/b.jpg", with: UploadError(kind, "no"))
        #expect(try await scene.removeAlbum("Site").states.contains { $0.hasPrefix("b.jpg \(state) ") })
        #expect(scene.nas.shown.isEmpty)
        #expect(try scene.unseenAlbums() == ["Site stopped 1 of 1"])
        #expect(try await scene.removeAlbum("Site").states == ["b.jpg removed", " removed"])
        #expect(try scene.nas.albumFolders.isEmpty && scene.unseenAlbums().isEmpty)
    }

    @Test func `What others have put into an album, or changed there, stays and is told`() async throws {
        let scene = try await scene("a.jpg", "b.jpg")
        try await scene.share(as: "Site")
        scene.nas.setAlbumCopy([1], at: "Albums/Site/a.jpg")
        scene.nas.setAlbumCopy([2], at: "Albums/Site/other.jpg")
        let removed = try await scene.removeAlbum("Site")
        #expect(
            removed.states.dropFirst() == [
                "a.jpg refused not-verified", "b.jpg removed", " refused destination-changed",
            ])
        let detail = try #require(removed.results.last?.detail)
        #expect(
            detail.contains("2 files of others") && detail.contains("no other album can have its name"), "\(detail)")
        #expect(scene.nas.albumCopies == ["Albums/Site/a.jpg": [1], "Albums/Site/other.jpg": [2]])
        #expect(try scene.nas.shown.isEmpty && scene.unseenAlbums().isEmpty)
    }

    @Test func `Of copies that were never made, nothing counts as removed`() async throws {
        let scene = try await scene("a.jpg", "b.jpg")
        let held = scene.nas.hold(.look, of: UploadScene.target("a.jpg"))
        async let shared = scene.share("a.jpg", as: "Site")
        await held.reached()
        try scene.uploads.mark("a.jpg", .personal)
        held.release()
        #expect(try await shared.states == ["a.jpg refused not-work"])
        #expect(try await scene.removeAlbum("Site", isDryRun: true).results.isEmpty)
        let person = TypedAnswers(["y"], canAsk: true)
        let removed = try await scene.removeAlbum("Site", confirmation: person)
        #expect(person.questions.first?.hasPrefix("Put the album Site, copies of 0 files (") == true)
        #expect(removed.states == [" removed"] && removed.results.first?.detail == nil)
        try await scene.share("b.jpg", as: "Site")
        scene.nas.trashAlbum("Albums/Site")
        let gone = try await scene.removeAlbum("Site")
        #expect(gone.results.last?.detail == "its folder was not there")
    }

    @Test func `No copy is removed while the album is still shared`() async throws {
        let scene = try await scene("a.jpg")
        try await scene.share(as: "Site")
        scene.nas.keepsSharing = true
        #expect(try await scene.removeAlbum("Site").results.map(\.state) == [.refused])
        #expect(scene.nas.albumCopies.count == 1)
        #expect(try scene.list().map(\.album) == ["Site"])
    }

    @Test func `Before an album is removed it is asked, and a dry run changes nothing`() async throws {
        let scene = try await scene("a.jpg")
        try await scene.share(as: "Site")
        #expect(try await scene.removeAlbum("Site", isDryRun: true).results.map(\.state) == [.planned, .planned])
        await expectRefusal(.unconfirmed) { try await scene.removeAlbum("Site", confirmation: TypedAnswers()) }
        let person = TypedAnswers(["n", "y"], canAsk: true)
        await expectRefusal(.declined) { try await scene.removeAlbum("Site", confirmation: person) }
        #expect(scene.nas.shown == ["Albums/Site"] && scene.nas.albumCopies.count == 1)
        try await scene.removeAlbum("Site", confirmation: person)
        #expect(scene.nas.albumFolders.isEmpty)
        let question = try #require(person.questions.first)
        #expect(question.hasPrefix("Put the album Site, copies of 1 file ("), "\(question)")
        #expect(question.contains("at: nas") && question.contains("who sees it until then: anyone who has the link"))
    }

    @Test func `An album whose folder is not there any more is told, until it is there again or removed`() async throws
    {
        let scene = try await scene("a.jpg")
        try await scene.share(as: "Site")
        scene.nas.trashAlbum("Albums/Site")
        #expect(try await scene.share(as: "Site").results.map(\.state) == [.failed])
        #expect(try scene.unseenAlbums() == ["Site gone 1 of 1"])
        scene.nas.trashAlbum("Albums/Site", false)
        #expect(try await scene.share(as: "Site").results.map(\.state) == [.done])
        #expect(try scene.unseenAlbums().isEmpty)
        scene.nas.trashAlbum("Albums/Site")
        try await scene.share(as: "Site")
        #expect(try await scene.removeAlbum("Site").results.allSatisfy { $0.state == .removed })
        #expect(try scene.unseenAlbums().isEmpty && scene.list().isEmpty && scene.nas.shown.isEmpty)
    }

    @Test func `An album that is unfinished, empty or seen by nobody is told`() async throws {
        let scene = try await scene("a.jpg", "b.jpg")
        try await scene.markWhileCopying()
        #expect(try scene.unseenAlbums() == ["Site unfinished 1 of 2"])
        try scene.uploads.mark("a.jpg", .work)
        let sharing = scene.nas.hold(.share, of: "Albums/Site")
        async let unshared = scene.share(as: "Site")
        await sharing.reached()
        try scene.uploads.mark("a.jpg", .personal)
        sharing.release()
        #expect(try await unshared.results.map(\.state) == [.refused])
        #expect(try scene.unseenAlbums() == ["Site unshared 2 of 2"])
        try scene.uploads.mark("a.jpg", .work)
        try await scene.share(as: "Site")
        #expect(try scene.unseenAlbums().isEmpty)
        try await scene.stop()
        #expect(try scene.unseenAlbums() == ["Site stopped 2 of 2"])
        #expect(try await scene.takeOut("a.jpg", "b.jpg", of: "Site").results.map(\.state) == [.removed, .removed])
        #expect(try scene.unseenAlbums() == ["Site empty 0 of 0"])
        try await scene.removeAlbum("Site")
        #expect(try scene.unseenAlbums().isEmpty)
    }
}
