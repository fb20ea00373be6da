import PhotoModel
import PhotoPipeline
import SystemPackage
import Testing
import WorkphotosTestSupport

/// Photos that a destination never takes, and the others.
struct UntakenPhotoTests {
    private let world: World
    private let service: FakeUploadService

    /// Nine photos, `a.jpg` to `i.jpg`, and a destination in memory to which one batch is sent at a time.
    init() async throws {
        world = try World()
        service = try world.addNAS()
        await world.addOffice()
        for name in "abcdefghi" {
            var photo = TestPhoto(at: Place.office, taken: "2026:05:04 10:00:00")
            photo.tail = Array(String(name).utf8)
            try world.add("\(name).jpg", photo)
        }
        try world.tree.write(world.configuration, Array("[upload]\nparallel = 1\n".utf8))
        await world.run("scan", world.library)
        await world.run("destination", "add", "nas", world.nas)
    }

    @Test func `They go last, however many there are and however many runs they have ended`() async throws {
        for name in "abcdef" {
            let target = FilePath("Office/2026/2026-05-04/\(name).jpg")
            service.fail(.send, of: target, with: UploadError(.transient, "503 Service Unavailable"), times: 1_000)
        }
        #expect(await world.run("upload").exit == 3)
        #expect(await world.run("run", "--no-purge").exit == 3)
        #expect(service.entries.isEmpty, "each of these runs has come to three of the six")
        let third = await world.run("upload")
        #expect(third.exit == 3)
        #expect(service.entries.keys.compactMap(\.lastComponent?.string).sorted() == ["g.jpg", "h.jpg", "i.jpg"])
        #expect(third.notes.contains("ended early: nas: is too busy, try again later: 503 Service Unavailable"))
        #expect(third.output.contains("for a destination that is not available now"), "it answers: \(third)")
    }
}
