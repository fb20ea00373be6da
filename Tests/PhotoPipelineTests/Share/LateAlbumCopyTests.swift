import PhotoIndex
import PhotoModel
import PhotoPipeline
import SystemPackage
import Testing
import WorkphotosTestSupport

/// What a server stores of an album's copy only after it has left a call without an answer.
struct LateAlbumCopyTests {
    private let scene: ShareScene
    private let silence = UploadError(.transient, "504 Gateway Timeout", lasting: .unavailable)
    private let target: FilePath = "Albums/Site/a.jpg"

    init() async throws {
        scene = try await ShareScene("a.jpg")
        scene.nas.keepAlbums()
        scene.nas.storesLate = true
    }

    /// Where something is awaited.
    private func awaited() throws -> [FilePath] { try scene.uploads.index.leftovers().filter(\.isAwaited).map(\.path) }

    /// Makes the album at the second attempt.
    ///
    /// - Returns: the temporary name under which the first may come.
    private func share() async throws -> FilePath {
        scene.nas.fail(.copy, with: silence)
        #expect(try await scene.share(as: "Site").states == [" done"])
        let places = try awaited()
        #expect(places.count == 2 && places.last == target)
        return try #require(places.first)
    }

    /// Lets bytes come; the photo's, where none are given.
    private func store(_ bytes: [UInt8]? = nil, at place: FilePath) throws {
        scene.nas.place(.file(try bytes ?? scene.uploads.bytes("a.jpg"), modified: 0), at: place)
    }

    @Test func `Under the temporary name it is removed each time that it comes, and not told of`() async throws {
        let part = try await share()
        for _ in 0..<2 {
            try store(at: part)
            let outcome = try await scene.uploads.upload()
            #expect(!outcome.notes.contains { $0.contains(part.string) })
            #expect(scene.nas.bytes(at: part) == nil)
        }
        #expect(try awaited() == [part, target])
    }

    @Test func `Under its own name it is removed once it was taken out of the album`() async throws {
        _ = try await share()
        try store(at: target)
        _ = try await scene.uploads.upload()
        #expect(scene.nas.bytes(at: target) != nil, "that is the copy")
        try await scene.takeOut("a.jpg", of: "Site")
        _ = try await scene.uploads.upload()
        #expect(scene.nas.bytes(at: target) == nil)
    }

    @Test func `Whoever shares the album again does not find it there`() async throws {
        let part = try await share()
        try await scene.takeOut("a.jpg", of: "Site")
        for place in [part, target] { try store(at: place) }
        try await scene.share("a.jpg", as: "Site", isAdding: true)
        #expect(scene.nas.bytes(at: part) == nil && scene.nas.bytes(at: target) == nil)
    }

    @Test func `After a day it is not looked for any more`() async throws {
        let part = try await share()
        scene.uploads.clock.advance(seconds: 86_401)
        _ = try await scene.uploads.upload()
        #expect(try awaited().isEmpty)
        try store(at: part)
        _ = try await scene.uploads.upload()
        #expect(scene.nas.bytes(at: part) != nil)
    }

    @Test func `What is not proved to be it stays, and is told of under a temporary name`() async throws {
        let part = try await share()
        try await scene.takeOut("a.jpg", of: "Site")
        for place in [part, target] { try store([1], at: place) }
        #expect(try await scene.uploads.upload().notes.contains { $0.contains(part.string) })
        #expect(scene.nas.bytes(at: part) == [1] && scene.nas.bytes(at: target) == [1])
        #expect(try scene.uploads.index.status(unsentSidecars: [.takeout]).leftovers.map(\.path) == [part])
        try store(at: part)
        _ = try await scene.uploads.upload()
        #expect(scene.nas.bytes(at: part) == nil, "it is proved by now")
    }

    @Test func `A copy that is still to be made is left to whoever makes it, or removes the album`() async throws {
        scene.nas.fail(.copy, with: UploadError(.interrupted, "stopped"))
        #expect(try await scene.share(as: "Site").states.contains { $0.hasPrefix("a.jpg failed") })
        let part = try #require(try awaited().first)
        try store(at: part)
        _ = try await scene.uploads.upload()
        #expect(scene.nas.bytes(at: part) != nil)
        try await scene.removeAlbum("Site")
        _ = try await scene.uploads.upload()
        #expect(scene.nas.bytes(at: part) == nil)
    }

    @Test func `A run that is killed leaves word of it, and one that gets an answer does not`() async throws {
        let held = scene.nas.hold(.copy, of: target)
        async let outcome = scene.share(as: "Site")
        await held.reached()
        #expect(try awaited().count == 2)
        held.release()
        #expect(try await outcome.states == [" done"])
        #expect(try awaited().isEmpty)
    }

    @Test func `It is awaited on where the next run gets an answer at once`() async throws {
        scene.nas.fail(.copy, with: UploadError(.interrupted, "stopped"))
        _ = try await scene.share(as: "Site")
        let places = try awaited()
        #expect(try await scene.share(as: "Site").states == [" done"])
        #expect(try awaited() == places && places.count == 2)
    }

    @Test func `A destination that stores nothing late is not asked for it`() async throws {
        scene.nas.storesLate = false
        scene.nas.fail(.copy, with: silence)
        #expect(try await scene.share(as: "Site").states == [" done"])
        #expect(try scene.uploads.index.leftovers().isEmpty)
    }
}
