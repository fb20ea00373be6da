import PhotoIndex
import PhotoModel
import PhotoPipeline
import SystemPackage
import Testing
import WorkphotosTestSupport

/// Photos are shown to others together, as a folder with copies of exactly these.
struct AlbumTests {
    private let ben = ShareGrant(.person("ben@example.com"))

    private func scene(_ names: FilePath...) async throws -> ShareScene {
        let scene = try await ShareScene(names)
        scene.nas.keepAlbums()
        return scene
    }

    private func bytes(_ names: FilePath..., in scene: ShareScene) throws -> [String: [UInt8]] {
        Dictionary(uniqueKeysWithValues: try names.map { ("Albums/Site/\($0)", try scene.uploads.bytes($0)) })
    }

    @Test func `An album has one permission, and copies of its photos alone`() async throws {
        let scene = try await scene("a.jpg", "a.xmp", "b.jpg", "c.jpg")
        let outcome = try await scene.share("a.jpg", "b.jpg", as: "Site")
        #expect(outcome.results.map(\.state) == [.done] && outcome.results.map(\.path) == [nil])
        #expect(outcome.results.first?.album == "Site" && outcome.results.first?.copy?.path == "Albums/Site")
        #expect(scene.nas.albumCopies == (try bytes("a.jpg", "b.jpg", in: scene)))
        #expect(scene.nas.shown == ["Albums/Site"])
        #expect(try scene.list().map(\.album) == ["Site"])
    }

    @Test func `The photos of an album are those of its first run`() async throws {
        let scene = try await scene("a.jpg", "b.jpg")
        try await scene.share("a.jpg", as: "Site")
        let again = try await scene.share("a.jpg", "b.jpg", as: "Site", to: [ben])
        #expect(again.results.map(\.state) == [.done] && again.summary.notInAlbum == 1)
        #expect(scene.nas.albumCopies == (try bytes("a.jpg", in: scene)))
        #expect(scene.nas.shares.values.map(\.self) == [[ShareGrant(.link), ben]])
        #expect(try scene.list().count == 2)
    }

    @Test func `A photo that is not work any more keeps its album from being shared`() async throws {
        let scene = try await scene("a.jpg", "b.jpg")
        try await scene.share(as: "Site")
        try scene.uploads.mark("a.jpg", .personal)
        #expect(try scene.exposed() == ["a.jpg"])
        #expect(try await scene.share(as: "Site", to: [ben]).states == ["a.jpg refused not-work"])
        #expect(scene.nas.shares.values.map(\.self) == [[ShareGrant(.link)]])
    }

    @Test func `A mark while a photo is copied takes the copy out again, and shares nothing`() async throws {
        let scene = try await scene("a.jpg", "b.jpg")
        try await scene.markWhileCopying()
        #expect(scene.nas.albumCopies == (try bytes("b.jpg", in: scene)))
        #expect(scene.nas.shown.isEmpty)
        #expect(try scene.list().isEmpty)
    }

    @Test func `An album that was never shared is not gone on with where others see its folder`() async throws {
        let scene = try await scene("a.jpg", "b.jpg")
        try await scene.markWhileCopying()
        try scene.uploads.mark("a.jpg", .work)
        scene.nas.showsAlbums = true
        let again = try await scene.share(as: "Site")
        #expect(!again.results.isEmpty && !again.results.contains { $0.state == .done })
        #expect(scene.nas.albumCopies == (try bytes("b.jpg", in: scene)) && scene.nas.shown.isEmpty)
    }

    @Test func `A personal copy that could not be taken out is told, and the next command takes it out`() async throws {
        let scene = try await scene("a.jpg", "b.jpg")
        scene.nas.fail(.takeOut, with: UploadError(.failed, "the server said 500"), times: 2)
        let held = scene.nas.hold(.copy, of: "Albums/Site/a.jpg")
        async let outcome = scene.share(as: "Site")
        await held.reached()
        try scene.uploads.mark("a.jpg", .personal)
        held.release()
        for told in [try await outcome, try await scene.share(as: "Site")] {
            let refused = try #require(told.results.first { $0.path?.lastComponent == "a.jpg" })
            #expect(refused.state == .refused && refused.why == .notWork)
            #expect(refused.detail?.contains("stays there: the server said 500") == true, "\(refused)")
            #expect(scene.nas.albumCopies.keys.contains("Albums/Site/a.jpg"))
            #expect(try scene.unwanted() == ["a.jpg"])
        }
        let third = try await scene.share(as: "Site")
        #expect(third.states == ["a.jpg refused not-work"] && third.results.first?.detail == nil)
        #expect(scene.nas.albumCopies == (try bytes("b.jpg", in: scene)))
        #expect(try scene.unwanted().isEmpty)
        try scene.uploads.mark("a.jpg", .work)
        #expect(try await scene.share(as: "Site").results.map(\.state) == [.done])
    }

    @Test func `A mark after the question keeps a photo from being copied`() async throws {
        let scene = try await scene("a.jpg", "b.jpg")
        let held = scene.nas.hold(.look, of: UploadScene.target("a.jpg"))
        async let outcome = scene.share(as: "Site")
        await held.reached()
        try scene.uploads.mark("a.jpg", .personal)
        held.release()
        #expect(try await outcome.states == ["a.jpg refused not-work"])
        #expect(scene.nas.albumCopies == (try bytes("b.jpg", in: scene)) && scene.nas.shown.isEmpty)
    }

    @Test(arguments: [UploadCall.Name.share, .shareAnswer])
    func `A mark before an album is shown, or before the destination has answered, keeps all of it from being shown`(
        call: UploadCall.Name
    ) async throws {
        let scene = try await scene("a.jpg", "b.jpg")
        let held = scene.nas.hold(call, of: "Albums/Site")
        async let outcome = scene.share(as: "Site")
        await held.reached()
        try scene.uploads.mark("a.jpg", .personal)
        held.release()
        #expect(try await outcome.results.map(\.state) == [.refused])
        #expect(scene.nas.shown.isEmpty)
        #expect(try scene.list().isEmpty)
    }

    @Test func `A copy that somebody removed is made again, and counts as shared at once`() async throws {
        let scene = try await scene("a.jpg", "b.jpg")
        try await scene.share(as: "Site")
        scene.nas.setAlbumCopy(nil, at: "Albums/Site/a.jpg")
        let held = scene.nas.hold(.copy, of: "Albums/Site/a.jpg")
        async let outcome = scene.share(as: "Site", to: [ben])
        await held.reached()
        let index = try scene.uploads.index
        let shares = try index.shares(at: scene.uploads.clock.now).filter { $0.copy.path == "Albums/Site/a.jpg" }
        #expect(shares.count == 2 && Set(shares.map(\.copy.id)).count == 2, "the new copy is announced: \(shares)")
        held.release()
        #expect(try await outcome.results.map(\.state) == [.done])
        #expect(scene.nas.albumCopies == (try bytes("a.jpg", "b.jpg", in: scene)))
    }

    @Test func `Other bytes in a copy's place, or another file, keep an album from being shared`() async throws {
        let scene = try await scene("a.jpg", "b.jpg")
        try await scene.share(as: "Site")
        scene.nas.setAlbumCopy([1], at: "Albums/Site/a.jpg")
        #expect(try await scene.share(as: "Site", to: [ben]).states == ["a.jpg failed not-verified"])
        scene.nas.setAlbumCopy(try scene.uploads.bytes("a.jpg"), at: "Albums/Site/a.jpg")
        scene.nas.setAlbumCopy([1], at: "Albums/Site/other.jpg")
        let outcome = try await scene.share(as: "Site", to: [ben])
        #expect(outcome.results.map(\.state) == [.failed])
        #expect(outcome.results.first?.detail?.contains("other.jpg") == true)
        #expect(scene.nas.shares.values.map(\.self) == [[ShareGrant(.link)]])
    }

    @Test func `A photo that was edited since is not what the album was to have`() async throws {
        let scene = try await scene("a.jpg", "b.jpg")
        try await scene.share(as: "Site")
        try scene.uploads.write("a.jpg", 99)
        try await scene.uploads.scan()
        try await scene.upload()
        #expect(try await scene.share(as: "Site", to: [ben]).states == ["a.jpg refused changed-since-plan"])
        #expect(scene.nas.shares.values.map(\.self) == [[ShareGrant(.link)]])
    }

    @Test func `An album is stopped as a whole`() async throws {
        let scene = try await scene("a.jpg", "b.jpg")
        try await scene.share(as: "Site")
        try await scene.share("a.jpg")
        let one = try await scene.stop("b.jpg")
        #expect(one.results.isEmpty && one.summary.unshared.map(\.standing) == [.inAlbum("Site")])
        #expect(scene.nas.shown == ["Albums/Site", UploadScene.target("a.jpg").string])
        #expect(try await scene.stop().results.map(\.state) == [.removed, .removed])
        #expect(scene.nas.shown.isEmpty)
        #expect(try scene.list().isEmpty)
    }

    @Test func `A stop while an album is made counts: nobody sees it before the next command`() async throws {
        let scene = try await scene("a.jpg", "b.jpg")
        let held = scene.nas.hold(.copy, of: "Albums/Site/a.jpg")
        async let outcome = scene.share(as: "Site")
        await held.reached()
        #expect(try await scene.stop("a.jpg", isDryRun: true).results.isEmpty)
        #expect(try await scene.stop().results.isEmpty)
        held.release()
        let stopped = try await outcome
        #expect(stopped.results.isEmpty && stopped.summary.endedBy?.kind == .unshareable)
        #expect(try scene.nas.shown.isEmpty && scene.list().isEmpty)
        #expect(try scene.unseenAlbums() == ["Site unshared 2 of 2"])
        #expect(try await scene.share(as: "Site").results.map(\.state) == [.done])
    }

    @Test func `A stop of any photo while an album is made counts, and says so`() async throws {
        let scene = try await scene("a.jpg", "b.jpg")
        try await scene.share("b.jpg")
        let held = scene.nas.hold(.copy, of: "Albums/Site/a.jpg")
        async let outcome = scene.share("a.jpg", as: "Site")
        await held.reached()
        let stopped = try await scene.stop("b.jpg")
        #expect(stopped.states == ["b.jpg removed"] && stopped.summary.endsRun)
        held.release()
        #expect(try await outcome.summary.endedBy?.kind == .unshareable)
        #expect(try scene.nas.shown.isEmpty && scene.list().isEmpty)
        #expect(try await scene.share("a.jpg", as: "Site").results.map(\.state) == [.done])
    }

    @Test func `A stop counts before the journal says that something is shared`() async throws {
        let scene = try await scene("a.jpg")
        let index = try scene.uploads.writableIndex
        var last = try index.lastRun()
        #expect(try await scene.stop().results.isEmpty)
        #expect(try !index.isAskedToStop(runsOf: "share", since: last), "nobody can be about to share")
        let person = TypedAnswers(["y"], canAsk: true) {
            #expect(throws: Never.self) { try index.askToStop(runsOf: "share", at: 1) }
        }
        let outcome = try await scene.share("a.jpg", as: "Site", confirmation: person)
        #expect(outcome.summary.endedBy?.kind == .unshareable && scene.nas.shown.isEmpty)
        #expect(try await scene.share("a.jpg", as: "Site").results.map(\.state) == [.done])
        last = try index.lastRun()
        let lock = try ActLock(beside: scene.uploads.tree.path("index.sqlite"), now: 1)
        #expect(try await scene.stop().results.map(\.state) == [.removed])
        #expect(try index.isAskedToStop(runsOf: "share", since: last), "another command may be about to share")
        withExtendedLifetime(lock) {}
    }

    @Test func `An album is the same in whichever normal form its name is typed`() async throws {
        let scene = try await scene("a.jpg")
        try await scene.share("a.jpg", as: "B\u{FC}ro")
        #expect(try await scene.share(as: "Bu\u{308}ro", to: [ben]).results.map(\.state) == [.done])
        #expect(scene.nas.albumFolders.count == 1 && scene.nas.albumCopies.count == 1)
    }

    @Test func `A destination that keeps no albums refuses one`() async throws {
        let scene = try await ShareScene("a.jpg")
        #expect(await expectRefusal(.unshareable) { try await scene.share(as: "Site") }.contains("keeps no albums"))
        scene.nas.keepAlbums()
        for name in ["", "a/b", "CON", "."] {
            await expectRefusal(.unshareable) { try await scene.share(as: name) }
        }
        #expect(scene.nas.shown.isEmpty && scene.nas.albumCopies.isEmpty)
    }
}
