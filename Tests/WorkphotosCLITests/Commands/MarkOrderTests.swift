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

    private func mark(_ verdict: String, _ name: String) async {
        #expect(await world.run("mark", verdict, path(name), "--yes").exit == 0)
    }

    private func expectPersonal(_ name: String) async throws {
        let photo = try #require(try await world.objects("list", "--path", "*/photos/\(name)").first)
        #expect(photo["verdict"] == "personal")
    }

    /// Lets a file join the photo in another directory, and leave it again.
    private func joinAndLeave() async throws {
        try removable.rename("IMG_E7.JPG", to: "k/IMG_E7.JPG")
        await world.run("scan")
        try await expectPersonal("k/IMG_E7.JPG")
        try removable.rename("k/IMG_E7.JPG", to: "o/IMG_E7.JPG")
        await world.run("scan")
    }

    @Test func `An older mark as work on bytes that come back does not end a later word`() async throws {
        let before = try removable.bytes("a.jpg")
        await mark("work", "a.jpg")
        try removable.rename("a.jpg", to: "b.jpg")
        try removable.edit("b.jpg")
        await world.run("scan")
        await mark("personal", "b.jpg")
        try removable.write("b.jpg", before)
        try removable.rename("b.jpg", to: "a.jpg")
        await world.run("scan")
        try await expectPersonal("a.jpg")
    }

    @Test func `Nor does it send again what was taken back since`() async throws {
        try removable.add("n.jpg")
        let before = try removable.bytes("n.jpg")
        await world.run("scan")
        await mark("work", "n.jpg")
        try removable.rename("n.jpg", to: "m.jpg")
        try removable.edit("m.jpg")
        await world.run("scan")
        #expect(await world.run("upload").exit == 0)
        #expect(await world.run("retract", path("m.jpg"), "--yes").exit == 0)
        try removable.write("m.jpg", before)
        try removable.rename("m.jpg", to: "n.jpg")
        await world.run("scan")
        #expect(await world.run("upload").exit == 0)
        #expect(!removable.service.entries.keys.contains { $0.lastComponent == "n.jpg" })
    }

    @Test func `Nor does it end a later word on another file of the photo`() async throws {
        let before = try removable.bytes("IMG_E1.JPG")
        await mark("work", "IMG_E1.JPG")
        try removable.edit("IMG_E1.JPG")
        await world.run("scan")
        await mark("personal", "IMG_1.JPG")
        try removable.write("IMG_E1.JPG", before)
        try removable.rename("IMG_E1.JPG", to: "o/IMG_E1.JPG")
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
        let before = try removable.bytes("a.jpg")
        await mark("work", "a.jpg")
        try removable.edit("a.jpg")
        await world.run("scan")
        await mark("work", "IMG_E7.JPG")
        await mark("personal", "a.jpg")
        try removable.write("k/IMG_7.JPG", before)
        await world.run("scan")
        try await joinAndLeave()
        try await expectPersonal("o/IMG_E7.JPG")
    }

    @Test func `So is one that is said again, for the other files of the photo too`() async throws {
        await mark("personal", "IMG_E1.JPG")
        await mark("work", "IMG_E7.JPG")
        await mark("personal", "IMG_1.JPG")
        try removable.write("k/IMG_7.JPG", try removable.bytes("IMG_E1.JPG"))
        await world.run("scan")
        try await joinAndLeave()
        try await expectPersonal("o/IMG_E7.JPG")
    }
}
