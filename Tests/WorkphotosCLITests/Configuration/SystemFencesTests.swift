import SystemPackage
import Testing
import WorkphotosTestSupport

/// The fences for all users of a machine, which are merged below each user's own.
struct SystemFencesTests {
    private let world: World
    private let system: FilePath = "etc/fences.geojson"

    init() async throws {
        world = try World()
        try world.add("a.jpg")
        try world.add("cafe.jpg", TestPhoto(at: Place.cafe))
        try write(fence("Office", Place.office), fence("Cafe", Place.cafe))
        await world.run("scan", world.library)
    }

    private func fence(_ name: String, _ place: (latitude: Double, longitude: Double), _ more: String = "") -> String {
        """
        {"type":"Feature","properties":{"name":"\(name)","radius":100\(more)},
        "geometry":{"type":"Point","coordinates":[\(place.longitude),\(place.latitude)]}}
        """
    }

    private func write(_ fences: String..., to path: FilePath? = nil) throws {
        let text = "{\"type\":\"FeatureCollection\",\"features\":[\n\(fences.joined(separator: ",\n"))]}"
        try world.tree.write(path ?? system, Array(text.utf8))
    }

    private func work() async -> [String] {
        await world.list(["--work", "--sort", "path", "--format", "paths"]).output.split(separator: "\n").map {
            String($0.dropFirst(world.library.count + 1))
        }
    }

    @Test func `They count, and a change of them is noticed`() async throws {
        #expect(await work() == ["a.jpg", "cafe.jpg"])
        try write(fence("Office", Place.office))
        #expect(await work() == ["a.jpg"])
        try world.tree.remove(system)
        #expect(await work().isEmpty)
    }

    @Test func `Of equal names the user's counts, and the list says where each is`() async throws {
        try write(fence("Cafe", Place.beach), to: world.fences)
        #expect(await work() == ["a.jpg"])
        let list = try await world.objects("fence", "list")
        #expect(list.compactMap { $0["name"] } == ["Cafe", "Office"])
        #expect(list.compactMap { $0["path"] } == [world.fences, system].map { world.tree.path($0).string })
        #expect(await world.run("fence", "list").output.contains("(in \(world.tree.path(system).string))\n"))
    }

    @Test func `A fence that is never work counts in either file, whatever its name`() async throws {
        try write(fence("Office", Place.office), fence("Cafe", Place.cafe, ",\"kind\":\"never\""))
        try write(fence("Cafe", Place.cafe), to: world.fences)
        #expect(await work() == ["a.jpg"])
        try write(
            fence("Office", Place.office, ",\"kind\":\"never\""), fence("Cafe", Place.cafe), to: world.fences)
        #expect(await work().isEmpty)
        #expect(try await world.objects("list", "--personal").filter { $0["reason"] == "never-fence" }.count == 2)
    }

    @Test func `They are never written, and destinations of them are found with their own line`() async throws {
        try write(fence("Office", Place.office, ",\n\"to\":\"nsa\""))
        let before = try world.tree.read(system)
        let check = await world.run("config", "check")
        #expect(check.exit == 78 && check.notes.contains("\(world.tree.path(system).string):3: \"to\": "), "\(check)")
        #expect(await world.run("fence", "add", "Cafe", "--at", "52.5245,13.405", "--radius", "50m").exit == 0)
        for words in [
            ["remove", "Office", "--yes"], ["edit", "Office", "--radius", "9m"], ["rename", "Office", "Shop"],
        ] {
            let refused = await world.type(["fence"] + words)
            #expect(refused.exit == 1 && refused.notes.contains("counts for all users: it is in "), "\(refused)")
            #expect(refused.notes.contains("next: sudoedit \(world.tree.path(system).string)"), "\(refused)")
        }
        #expect(try world.tree.read(system) == before)
        #expect(try await world.objects("fence", "list").compactMap { $0["name"] } == ["Cafe", "Office"])
    }

    @Test func `If they cannot be read, nothing is judged`() async throws {
        try world.tree.write(system, Array("{".utf8))
        for command in [["list"], ["scan"], ["upload", "-n"], ["config", "check"]] {
            let outcome = await world.type(command)
            #expect(outcome.exit == 78)
            #expect(outcome.notes.contains("\(world.tree.path(system).string):1: "), "\(outcome.notes)")
        }
        try world.tree.remove(system)
        try world.tree.makeDirectory(system)
        #expect(await world.run("list").exit == 78)
    }

    @Test func `Doctor says which of the files has an error`() async throws {
        let trash = FakeTrashService(in: world.tree.path("trash"))
        world.trashService = { _ in trash }
        for (file, other) in [(system, world.fences), (world.fences, system)] {
            try write(fence("Office", Place.office), to: other)
            try world.tree.write(file, Array("{".utf8))
            let checks = try await world.objects("doctor").filter { $0["name"] == "fences" }
            #expect(checks.map { $0["subject"] } == [world.tree.path(file).string])
        }
    }

    @Test(arguments: [nil, "etc", "etc/fences.geojson", "etc/config.toml"] as [FilePath?])
    func `A link to what is not there is a file that cannot be read`(link: FilePath?) async throws {
        try world.tree.remove(system)
        if link == "etc" { try world.tree.remove("etc") }
        // Nil is the user's own file.
        try world.tree.link(link ?? world.fences, to: "gone")
        for command in [["list"], ["scan"], ["upload", "-n"], ["config", "check"]] {
            let outcome = await world.type(command)
            #expect(outcome.exit == 78 && outcome.notes.contains("this is a link to what is not there"), "\(outcome)")
        }
    }

    @Test func `Both files are named where the fences are said to be valid`() async throws {
        let trash = FakeTrashService(in: world.tree.path("trash"))
        world.trashService = { _ in trash }
        let words = ", with those in \(world.tree.path(system).string)"
        #expect(await world.run("config", "check").output.contains(words))
        #expect(await world.run("doctor").output.contains(words))
        try world.tree.remove(system)
        #expect(await !world.run("doctor").output.contains(words))
    }
}
