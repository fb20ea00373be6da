import PhotoModel
import PhotoPipeline
import SystemPackage
import Testing
import WorkphotosTestSupport

/// What a person decided on stays decided when another file takes its name before a scan finds it.
struct MarkPlaceTests {
    private let removable: Removable
    private var world: World { removable.world }

    init() async throws {
        removable = try await Removable("la/A.jpg", "la/B.jpg", "la/C.jpg", "la/D.jpg", "lb/K.jpg")
        for name in ["la/IMG_1.JPG", "la/IMG_E1.JPG"] { try removable.add(name) }
        await world.run("scan")
    }

    private static let words = [["mark", "personal"], ["hold"]]

    private func path(_ name: String) -> String { "\(world.library)/\(name)" }

    private func isProtected(_ name: String) async throws -> Bool {
        let photo = try #require(try await world.objects("list", "--path", "*/photos/\(name)").first)
        return photo["verdict"] == "personal" || photo["held"] != nil
    }

    @Test(arguments: words)
    func `A photo whose name another has taken is known by a later scan of another directory`(
        word: [String]
    ) async throws {
        _ = await world.type(word + [path("la/A.jpg")])
        try removable.edit("la/A.jpg")
        try removable.rename("la/A.jpg", to: "lb/Z.jpg")
        try removable.rename("la/B.jpg", to: "la/A.jpg")
        for directory in ["la", "lb"] { await world.run("scan", path(directory)) }
        #expect(try await isProtected("lb/Z.jpg"))
        #expect(await world.run("index", "check").exit == 0)
    }

    @Test(arguments: words, ["la/IMG_1.JPG", "la/IMG_E1.JPG"])
    func `So is a file that nobody named`(word: [String], name: String) async throws {
        let other = name == "la/IMG_1.JPG" ? "la/IMG_E1.JPG" : "la/IMG_1.JPG"
        _ = await world.type(word + [path(name)])
        try removable.edit(other)
        try removable.rename(other, to: "lb/Z.jpg")
        try removable.rename("la/B.jpg", to: other)
        for directory in ["la", "lb"] { await world.run("scan", path(directory)) }
        #expect(try await isProtected("lb/Z.jpg"))
    }

    @Test(arguments: words)
    func `A photo is known though another had its name when a scan saw it`(word: [String]) async throws {
        try removable.rename("la/A.jpg", to: "la/E.jpg")
        try removable.add("la/A.jpg")
        try removable.edit("la/A.jpg")
        _ = await world.type(word + [path("la/A.jpg")])
        try removable.edit("la/A.jpg")
        try removable.rename("la/A.jpg", to: "lb/A.jpg")
        for directory in ["la", "lb"] { await world.run("scan", path(directory)) }
        #expect(try await isProtected("lb/A.jpg"))
    }
}
