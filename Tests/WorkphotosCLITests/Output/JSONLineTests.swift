import PhotoModel
import SystemPackage
import Testing
import WorkphotosTestSupport

struct JSONLineTests {
    @Test func `A path that is not UTF-8 has replacement characters and its bytes next to them`() async throws {
        let world = try World()
        let name = FilePath(bytes: Array("photos/bad".utf8) + [0xFF] + Array(".jpg".utf8))
        try world.tree.write(name, TestPhoto(at: Place.office).bytes)
        await world.run("scan", world.library)
        let photo = try #require(try await world.objects("list").first)
        #expect(photo["path"] == world.library + "/bad\u{FFFD}.jpg")
        #expect(photo["pathBase64"] != nil)
    }

    @Test func `Names that differ in the form of a letter are two photos`() async throws {
        let world = try World()
        try world.add("caf\u{E9}.jpg")
        try world.add("cafe\u{301}.jpg")
        await world.run("scan", world.library)
        #expect(try await world.objects("list").last?[number: "photos"] == 2)
    }

    @Test func `A name with line ends and control characters stays one line`() async throws {
        let world = try World()
        try world.add("a\n\u{1B}\"\\.jpg")
        await world.run("scan", world.library)
        #expect(try await world.objects("list").first?["path"] == world.library + "/a\n\u{1B}\"\\.jpg")
    }
}
