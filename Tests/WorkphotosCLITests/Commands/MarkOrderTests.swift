import PhotoModel
import PhotoPipeline
import SystemPackage
import Testing
import WorkphotosTestSupport

/// The newest word wins for every file of the photos that it names, whatever was said of their bytes before.
struct MarkOrderTests {
    private let removable: Removable
    private var world: World { removable.world }

    init() async throws {
        removable = try await Removable("a.jpg", "d.jpg", "e.jpg", "f.jpg", "g.jpg")
        for name in ["IMG_1.JPG", "IMG_E1.JPG", "IMG_E7.JPG", "k/IMG_7.JPG"] { try removable.add(name) }
        try world.tree.makeDirectory("photos/o")
        await world.run("scan")
    }

    private func path(_ name: String) -> String { "\(world.library)/\(name)" }

    private func bytes(_ name: String) throws -> [UInt8] { try world.tree.read(FilePath("photos/\(name)")) }

    /// Writes a photo in place.
    private func write(_ name: String, _ bytes: [UInt8]) throws {
        try world.tree.write(FilePath("photos/\(name)"), bytes)
    }

    private func edit(_ name: String) throws { try write(name, try bytes(name) + Array("edited".utf8)) }

    private func rename(_ name: String, to other: String) throws {
        try world.tree.rename(FilePath("photos/\(name)"), to: FilePath("photos/\(other)"))
    }

    private func mark(_ verdict: String, _ name: String) async {
        #expect(await world.run("mark", verdict, path(name), "--yes").exit == 0)
    }

    private func expectPersonal(_ name: String) async throws {
        let photo = try #require(try await world.objects("list", "--path", "*/photos/\(name)").first)
        #expect(photo["verdict"] == "personal")
    }

    /// Lets a file join the photo in another directory, and leave it again.
    private func joinAndLeave() async throws {
        try rename("IMG_E7.JPG", to: "k/IMG_E7.JPG")
        await world.run("scan")
        try await expectPersonal("k/IMG_E7.JPG")
        try rename("k/IMG_E7.JPG", to: "o/IMG_E7.JPG")
        await world.run("scan")
    }

    @Test func `An older mark as work on bytes that come back does not end a later word`() async throws {
        let before = try bytes("a.jpg")
        await mark("work", "a.jpg")
        try rename("a.jpg", to: "b.jpg")
        try edit("b.jpg")
        await world.run("scan")
        await mark("personal", "b.jpg")
        try write("b.jpg", before)
        try rename("b.jpg", to: "a.jpg")
        await world.run("scan")
        try await expectPersonal("a.jpg")
    }

    @Test func `Nor does it send again what was taken back since`() async throws {
        try removable.add("n.jpg")
        let before = try bytes("n.jpg")
        await world.run("scan")
        await mark("work", "n.jpg")
        try rename("n.jpg", to: "m.jpg")
        try edit("m.jpg")
        await world.run("scan")
        #expect(await world.run("upload").exit == 0)
        #expect(await world.run("retract", path("m.jpg"), "--yes").exit == 0)
        try write("m.jpg", before)
        try rename("m.jpg", to: "n.jpg")
        await world.run("scan")
        #expect(await world.run("upload").exit == 0)
        #expect(!removable.service.entries.keys.contains { $0.lastComponent == "n.jpg" })
    }

    @Test func `Nor does it end a later word on another file of the photo`() async throws {
        let before = try bytes("IMG_E1.JPG")
        await mark("work", "IMG_E1.JPG")
        try edit("IMG_E1.JPG")
        await world.run("scan")
        await mark("personal", "IMG_1.JPG")
        try write("IMG_E1.JPG", before)
        try rename("IMG_E1.JPG", to: "o/IMG_E1.JPG")
        await world.run("scan")
        try await expectPersonal("o/IMG_E1.JPG")
    }

    @Test func `What an undo gives back is as old as before`() async throws {
        await mark("work", "IMG_E7.JPG")
        await mark("personal", "k/IMG_7.JPG")
        await mark("personal", "IMG_E7.JPG")
        #expect(await world.run("mark", "--undo", "--yes").exit == 0)
        try await joinAndLeave()
        try await expectPersonal("o/IMG_E7.JPG")
    }

    @Test func `A mark that replaces another on earlier bytes is a new word`() async throws {
        let before = try bytes("a.jpg")
        await mark("work", "a.jpg")
        try edit("a.jpg")
        await world.run("scan")
        await mark("work", "IMG_E7.JPG")
        await mark("personal", "a.jpg")
        try write("k/IMG_7.JPG", before)
        await world.run("scan")
        try await joinAndLeave()
        try await expectPersonal("o/IMG_E7.JPG")
    }

    @Test func `So is one that is said again, for the other files of the photo too`() async throws {
        await mark("personal", "IMG_E1.JPG")
        await mark("work", "IMG_E7.JPG")
        await mark("personal", "IMG_1.JPG")
        try write("k/IMG_7.JPG", try bytes("IMG_E1.JPG"))
        await world.run("scan")
        try await joinAndLeave()
        try await expectPersonal("o/IMG_E7.JPG")
    }
}
