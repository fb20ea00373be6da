import Foundation
import PhotoModel
import PhotoPipeline
import SystemPackage
import Testing
import WorkphotosTestSupport

/// The copies of an album lack what tells place, device and person.
struct CleanAlbumTests {
    private let ben = ShareGrant(.person("ben@example.com"))

    private func scene(_ names: FilePath...) async throws -> ShareScene {
        let scene = try await ShareScene(names)
        scene.nas.keepAlbums()
        return scene
    }

    private func namesDevice(_ bytes: [UInt8]) -> Bool { Data(bytes).range(of: Data("Leica".utf8)) != nil }

    @Test func `Clean copies are sent, and stay clean whatever is asked of the album`() async throws {
        let scene = try await scene("a.jpg", "b.jpg")
        let person = TypedAnswers(["y"], canAsk: true)
        let made = try await scene.share("a.jpg", as: "Site", isCleaning: true, confirmation: person)
        #expect(made.results.map(\.state) == [.done])
        #expect(person.questions.first?.contains("without what tells place, device and person") == true)
        let copy = try #require(scene.nas.albumCopies["Albums/Site/a.jpg"])
        #expect(!namesDevice(copy))
        #expect(try namesDevice(scene.uploads.bytes("a.jpg")))
        #expect(scene.nas.bytes(at: UploadScene.target("a.jpg")) == (try scene.uploads.bytes("a.jpg")))
        #expect(try await scene.share("b.jpg", as: "Site", isAdding: true).results.map(\.state) == [.done])
        #expect(scene.nas.albumCopies.count == 2 && !scene.nas.albumCopies.values.contains { namesDevice($0) })
        scene.nas.setAlbumCopy(nil, at: "Albums/Site/a.jpg")
        #expect(try await scene.share(as: "Site", to: [ben]).results.map(\.state) == [.done])
        #expect(scene.nas.albumCopies["Albums/Site/a.jpg"] == copy)
    }

    @Test func `What cannot be cleaned is refused, and the rest is shared`() async throws {
        let scene = try await scene("a.jpg", "b.jpg", "c.jpg")
        let photo = TestPhoto(at: (52.52, 13.405), taken: "2026:05:04 11:00:00").bytes
        try scene.uploads.tree.write("photos/b.jpg", Array(photo.dropLast(2)))
        try scene.uploads.tree.write("photos/a.cr3", CR3File().bytes)
        try await scene.uploads.scan()
        try await scene.upload()
        let made = try await scene.share(as: "Site", isCleaning: true)
        #expect(
            Set(made.states) == ["a.cr3 refused sharing-failed", "b.jpg refused sharing-failed", " done"])
        #expect(made.summary.unclean == 2)
        #expect(made.results.first { $0.path?.lastComponent == "b.jpg" }?.detail == "ends within its picture")
        #expect(scene.nas.albumCopies.keys.sorted() == ["Albums/Site/a.jpg", "Albums/Site/c.jpg"])
        #expect(try scene.unseenAlbums().isEmpty)
        try await scene.takeOut("a.jpg", of: "Site")
        let named = try await scene.share("b.jpg", as: "Site", isAdding: true)
        #expect(named.states == ["b.jpg refused sharing-failed", " done"])
        #expect(scene.nas.albumCopies.keys.sorted() == ["Albums/Site/c.jpg"])
    }

    @Test func `A mark while a clean copy is sent takes it out again`() async throws {
        let scene = try await scene("a.jpg")
        let held = scene.nas.hold(.copy, of: "Albums/Site/a.jpg")
        async let outcome = scene.share(as: "Site", isCleaning: true)
        await held.reached()
        try scene.uploads.mark("a.jpg", .personal)
        held.release()
        #expect(try await outcome.states == ["a.jpg refused not-work"])
        #expect(scene.nas.albumCopies.isEmpty && scene.nas.shown.isEmpty)
    }

    @Test func `A photo that is edited while its clean copy is sent is told as changed, and taken out again`()
        async throws
    {
        let scene = try await scene("a.jpg")
        let held = scene.nas.hold(.copy, of: "Albums/Site/a.jpg")
        async let outcome = scene.share(as: "Site", isCleaning: true)
        await held.reached()
        try scene.uploads.write("a.jpg", 99)
        held.release()
        #expect(try await outcome.states == ["a.jpg refused changed-since-scan"])
        #expect(scene.nas.albumCopies.isEmpty && scene.nas.shown.isEmpty)
    }

    @Test func `Other bytes in place of a clean copy keep the album from being shared, and stay`() async throws {
        let scene = try await scene("a.jpg", "b.jpg")
        try await scene.share(as: "Site", isCleaning: true)
        scene.nas.setAlbumCopy(try scene.uploads.bytes("a.jpg"), at: "Albums/Site/a.jpg")
        #expect(try await scene.share(as: "Site", to: [ben]).states == ["a.jpg failed not-verified"])
        let removed = try await scene.removeAlbum("Site")
        #expect(removed.states.contains("a.jpg refused not-verified") && removed.states.contains("b.jpg removed"))
        #expect(scene.nas.albumCopies.keys.sorted() == ["Albums/Site/a.jpg"])
    }

    @Test func `An album of copies as they are gets no clean ones`() async throws {
        let scene = try await scene("a.jpg", "b.jpg")
        try await scene.share("a.jpg", as: "Site")
        await expectRefusal(.unshareable) {
            try await scene.share("b.jpg", as: "Site", isAdding: true, isCleaning: true)
        }
        #expect(scene.nas.albumCopies.count == 1)
    }
}
