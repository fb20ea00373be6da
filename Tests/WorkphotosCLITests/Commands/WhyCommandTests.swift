import Foundation
import SystemPackage
import Testing
import WorkphotosTestSupport

/// What `why` tells of a photo: in the index, changed since, or never scanned.
struct WhyCommandTests {
    private let world: World

    init() async throws {
        world = try World()
        try world.add("a.jpg")
        try world.add("home.jpg", TestPhoto(at: Place.home, taken: "2026:05:04 20:00:00"))
        await world.run("fence", "add", "Office", "--at", "52.52,13.405", "--radius", "150m")
        await world.run("scan", world.library)
    }

    private func path(_ name: String) -> String { "\(world.library)/\(name)" }

    private func why(_ name: String) async throws -> JSONObject {
        try #require(try await world.objects("why", path(name)).first)
    }

    private func steps(_ why: JSONObject) -> [String] {
        let steps = why.members["steps"] as? [[String: Any]] ?? []
        return steps.filter { $0["outcome"] as? String != "not-reached" }.compactMap { $0["rule"] as? String }
    }

    @Test func `It tells the verdict, the fence with its distance, and each step up to the one that decides`()
        async throws
    {
        let outcome = await world.run("why", path("a.jpg"))
        #expect(outcome.exit == 0)
        #expect(outcome.output.hasPrefix("\(path("a.jpg")): work (inside-fence)\n"))
        #expect(outcome.output.contains("Office (work): 150 m inside"))
        #expect(
            outcome.output.contains("inside-fence: it lies in a work fence, in its hours and dates (Office), so work"))
        #expect(outcome.output.hasSuffix("  kept by   it is not uploaded\n"))
        let why = try await why("a.jpg")
        #expect([why["type"], why["verdict"], why["standing"]] == ["photo", "work", "indexed"])
        #expect(steps(why).first == "marked")
        #expect(steps(why).last == "inside-fence")
    }

    @Test func `Far from every fence it tells the nearest`() async throws {
        let why = try await why("home.jpg")
        #expect([why["reason"], why["fence"]] == ["outside-fences", "Office"])
        #expect(try #require(why[number: "distance"]) > 3_000)
        #expect(why.members["kept"] as? [String] == ["not-work", "not-uploaded"])
    }

    @Test func `A mark and a hold are told`() async throws {
        await world.run("mark", "work", path("home.jpg"))
        await world.run("hold", path("home.jpg"), "--reason", "printing")
        let why = try await why("home.jpg")
        #expect([why["verdict"], why["reason"], why["marked"], why["held"]] == ["work", "marked", "work", "printing"])
        #expect(steps(why) == ["marked"])
        #expect(why.members["kept"] as? [String] == ["held", "not-uploaded"])
        #expect(await world.run("why", path("home.jpg")).output.contains("1. marked: you marked it"))
    }

    @Test func `A file that was never scanned is judged as a scan would, marks of its content included`() async throws {
        await world.run("mark", "personal", path("a.jpg"))
        try FileManager.default.copyItem(atPath: path("a.jpg"), toPath: path("copy.jpg"))
        let why = try await why("copy.jpg")
        #expect([why["standing"], why["verdict"], why["marked"]] == ["not-indexed", "personal", "personal"])
        let bare = try World()
        try bare.add("a.jpg")
        let outcome = await bare.run("why", "\(bare.library)/a.jpg")
        #expect(outcome.output.contains("unsure (no-fences)\n  It is not in the index"))
        #expect(!bare.tree.exists(bare.index))
    }

    @Test func `A file that changed since the scan is read anew, and that is said`() async throws {
        try world.add("a.jpg", TestPhoto(at: Place.beach, taken: "2026:05:04 10:00:00"))
        let why = try await why("a.jpg")
        #expect([why["standing"], why["verdict"]] == ["changed-since-scan", "personal"])
        #expect(why.members["kept"] as? [String] == ["not-work", "changed-since-scan", "not-uploaded"])
    }

    @Test func `What is no photo is a problem`() async throws {
        #expect(await world.run("why", path("none.jpg")).exit == 1)
        #expect(await world.run("why", path("none.jpg"), path("a.jpg")).exit == 3)
    }
}
