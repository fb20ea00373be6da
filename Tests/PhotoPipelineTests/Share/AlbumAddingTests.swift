import PhotoIndex
import PhotoModel
import PhotoPipeline
import SystemPackage
import Testing
import WorkphotosTestSupport

/// Photos are added to an album, which others may see already.
struct AlbumAddingTests {
    private let ben = ShareGrant(.person("ben@example.com"))

    private func scene(_ names: FilePath...) async throws -> ShareScene {
        let scene = try await ShareScene(names)
        scene.nas.keepAlbums()
        return scene
    }

    @Test func `What is added is asked for with counts, and seen by those who see the album`() async throws {
        let scene = try await scene("a.jpg", "b.jpg", "c.jpg")
        try await scene.share("a.jpg", as: "Site", to: [ben])
        let person = TypedAnswers(["y"], canAsk: true)
        let added = try await scene.share("b.jpg", as: "Site", isAdding: true, to: [], confirmation: person)
        #expect(added.results.map(\.state) == [.done] && added.results.map(\.grant) == [ben])
        #expect(scene.nas.albumCopies.keys.sorted() == ["Albums/Site/a.jpg", "Albums/Site/b.jpg"])
        #expect(scene.nas.shares.values.map(\.self) == [[ben]])
        let seen = try scene.uploads.index.shares(at: scene.uploads.clock.now).map(\.copy.path).sorted {
            $0.string < $1.string
        }
        #expect(seen == ["Albums/Site/a.jpg", "Albums/Site/b.jpg"])
        let question = try #require(person.questions.first)
        #expect(question.hasPrefix("Let ben@example.com see the copies of 2 photos ("), "\(question)")
        #expect(question.contains("as the album: Site, with 1 photo ("), "\(question)")
    }

    @Test func `Who sees the album besides is told before photos are added for somebody else`() async throws {
        let scene = try await scene("a.jpg", "b.jpg")
        try await scene.share("a.jpg", as: "Site", to: [ben])
        let person = TypedAnswers(["n", "y"], canAsk: true)
        await expectRefusal(.declined) {
            try await scene.share("b.jpg", as: "Site", isAdding: true, confirmation: person)
        }
        #expect(person.questions.first?.contains("seen already by: ben@example.com") == true)
        #expect(scene.nas.albumCopies.count == 1)
        #expect(try scene.uploads.index.albums().map(\.copies.count) == [1])
        try await scene.share("b.jpg", as: "Site", isAdding: true, confirmation: person)
        #expect(scene.nas.albumCopies.count == 2)
        #expect(scene.nas.shares.values.map(\.self) == [[ShareGrant(.link), ben]])
    }

    @Test func `What is added is judged as before, and the same command again finishes`() async throws {
        let scene = try await scene("a.jpg", "b.jpg")
        try await scene.share("a.jpg", as: "Site")
        let held = scene.nas.hold(.copy, of: "Albums/Site/b.jpg")
        async let outcome = scene.share("b.jpg", as: "Site", isAdding: true, to: [])
        await held.reached()
        try scene.uploads.mark("b.jpg", .personal)
        held.release()
        #expect(try await outcome.states == ["b.jpg refused not-work"])
        #expect(scene.nas.albumCopies.keys.sorted() == ["Albums/Site/a.jpg"])
        #expect(try scene.exposed().isEmpty, "nobody has seen it")
        #expect(try scene.unseenAlbums() == ["Site unfinished 1 of 2"])
        #expect(
            try await scene.share("b.jpg", as: "Site", isAdding: true, to: []).states.contains("b.jpg refused not-work")
        )
        try scene.uploads.mark("b.jpg", .work)
        #expect(try await scene.share("b.jpg", as: "Site", isAdding: true, to: []).results.map(\.state) == [.done])
        #expect(scene.nas.albumCopies.count == 2)
        #expect(try scene.unseenAlbums().isEmpty)
    }

    @Test func `A photo that is not work is not added, and the others are`() async throws {
        let scene = try await scene("a.jpg", "b.jpg", "c.jpg")
        try await scene.share("a.jpg", as: "Site")
        try scene.uploads.mark("b.jpg", .personal)
        let added = try await scene.share("b.jpg", "c.jpg", as: "Site", isAdding: true)
        #expect(added.states == ["b.jpg refused not-work", " done"])
        #expect(scene.nas.albumCopies.keys.sorted() == ["Albums/Site/a.jpg", "Albums/Site/c.jpg"])
        let all = try await scene.share(as: "Site", isAdding: true)
        #expect(all.summary.personal == 1 && all.results.map(\.state) == [.done])
    }

    @Test func `Without an album, a viewer or somebody to ask, nothing is added`() async throws {
        let scene = try await scene("a.jpg", "b.jpg")
        await expectRefusal(.unknown) { try await scene.share("a.jpg", as: "Site", isAdding: true) }
        await expectRefusal(.unknown) { try await scene.share("a.jpg", as: "Site", isAdding: true, to: []) }
        try await scene.share("a.jpg", as: "Site")
        await expectRefusal(.unconfirmed) {
            try await scene.share("b.jpg", as: "Site", isAdding: true, confirmation: TypedAnswers())
        }
        try await scene.stop()
        await expectRefusal(.unshareable) { try await scene.share("b.jpg", as: "Site", isAdding: true, to: []) }
        #expect(scene.nas.albumCopies.count == 1)
        #expect(try await scene.share("b.jpg", as: "Site", isAdding: true).results.map(\.state) == [.done])
    }

    @Test func `A stop while photos are added counts: nobody sees the album again`() async throws {
        let scene = try await scene("a.jpg", "b.jpg")
        try await scene.share("a.jpg", as: "Site", to: [ben])
        let held = scene.nas.hold(.copy, of: "Albums/Site/b.jpg")
        async let added = scene.share("b.jpg", as: "Site", isAdding: true, to: [])
        await held.reached()
        try await scene.stop()
        #expect(scene.nas.shown.isEmpty)
        held.release()
        #expect(try await added.summary.endedBy?.kind == .unshareable)
        #expect(scene.nas.shown.isEmpty)
    }

    @Test func `A stop of a photo that is about to be added to an album that others see keeps it out`() async throws {
        let scene = try await scene("a.jpg", "b.jpg")
        try await scene.share("a.jpg", as: "Site", to: [ben])
        let held = scene.nas.hold(.look, of: UploadScene.target("b.jpg"))
        async let added = scene.share("b.jpg", as: "Site", isAdding: true, to: [])
        await held.reached()
        #expect(try await scene.stop("b.jpg").summary.endsRun)
        held.release()
        #expect(try await added.summary.endedBy?.kind == .unshareable)
        #expect(scene.nas.albumCopies.keys.sorted() == ["Albums/Site/a.jpg"])
    }

    @Test func `A photo that is taken out while the question is read does not come back`() async throws {
        let scene = try await scene("a.jpg", "b.jpg")
        try await scene.share("a.jpg", as: "Site")
        let index = try scene.uploads.writableIndex
        let album = try #require(try index.albums().first)
        let person = TypedAnswers(["y"], canAsk: true) {
            #expect(throws: Never.self) {
                try index.noteTakenOut(album.copies.map(\.location), ofAlbum: album.id, staysChosen: false, at: 1)
            }
        }
        await expectRefusal(.locked) {
            try await scene.share("b.jpg", as: "Site", isAdding: true, confirmation: person)
        }
        #expect(try index.albums().map(\.copies) == [[]])
    }
}
