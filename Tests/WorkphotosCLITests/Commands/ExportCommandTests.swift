import PhotoModel
import PhotoPipeline
import SystemPackage
import Testing
import WorkphotosTestSupport

struct ExportCommandTests {
    private static let target = "Office/2026/2026-05-04/a.jpg"

    @Test(arguments: [
        ["export"], ["export", ""], ["export", "out", "--strip-all", "--strip-location"],
        ["export", "out", "--names", "date"], ["export", "out", "more"],
    ])
    func `Invalid combinations are usage errors`(arguments: [String]) async throws {
        let world = try await World.withOfficeAndHome()
        #expect(await world.type(arguments).exit == 64)
        #expect(!world.tree.exists("out"))
    }

    @Test func `Work photos are copied, others only if a verdict asks for them`() async throws {
        let world = try await World.withOfficeAndHome()
        let outcome = await world.run("export", "out")
        let directory = world.tree.path("out").string
        #expect(outcome.exit == 0 && outcome.notes.isEmpty, "\(outcome)")
        #expect(outcome.output.hasPrefix("Exported 1 photo, 1 file ("), "\(outcome)")
        #expect(outcome.output.hasSuffix("), to \(directory)\n"), "\(outcome)")
        #expect(try world.tree.read(FilePath("out/\(Self.target)")) == world.tree.read("photos/a.jpg"))
        #expect(await world.run("export", "personal", "--personal", "--names", "number").exit == 0)
        #expect(try world.tree.read("personal/0001.jpg") == world.tree.read("photos/home.jpg"))
        let none = await world.run("export", "none", "--since", "2027")
        #expect(none == Outcome(exit: 0, output: "There are no photos to export.\n"))
    }

    @Test func `A dry run shows each copy and writes nothing`() async throws {
        let world = try await World.withOfficeAndHome()
        let outcome = await world.run("export", "out", "-n", "--strip-location", "--names", "number")
        #expect(outcome.exit == 0)
        let words = outcome.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(
            words.hasPrefix(
                "would copy \(world.library)/a.jpg -> \(world.tree.path("out/0001.jpg").string), without exif "
                    + "Would export 1 photo, 1 file ("), "\(outcome)")
        #expect(!world.tree.exists("out"))
    }

    @Test func `JSON says of each file what was left out or why it was refused`() async throws {
        let world = try await World.withOfficeAndHome()
        let cut = TestPhoto(at: Place.office, taken: "2026:05:04 11:00:00").bytes.dropLast(2)
        try world.tree.write("photos/b.jpg", Array(cut))
        await world.run("scan", world.library)
        let objects = try await world.objects("export", "out", "--strip-all")
        #expect(objects.map { $0["type"] } == ["export", "export", "summary"])
        let done = try #require(objects.first { $0["state"] == "done" })
        #expect(done["target"] == world.tree.path(FilePath("out/\(Self.target)")).string && done["why"] == nil)
        #expect(done.members["removed"] as? [String] == ["exif"])
        let refused = try #require(objects.first { $0["state"] == "refused" })
        #expect(refused["path"] == "\(world.library)/b.jpg" && refused["target"] == nil)
        #expect(refused["why"] == "ends within its picture")
        let summary = try #require(objects.last)
        #expect(summary["command"] == "export" && summary["path"] == world.tree.path("out").string)
        #expect(summary[number: "done"] == 1 && summary[number: "refused"] == 1 && summary[number: "photos"] == 1)
    }

    @Test func `The exit status says whether some or all were refused`() async throws {
        let world = try await World.withOfficeAndHome()
        let cut = TestPhoto(at: Place.office, taken: "2026:05:04 11:00:00").bytes.dropLast(2)
        try world.tree.write("photos/b.jpg", Array(cut))
        await world.run("scan", world.library)
        let partly = await world.run("export", "out", "--strip-location")
        #expect(partly.exit == 3)
        #expect(partly.output.contains("b.jpg: ends within its picture"), "\(partly)")
        #expect(partly.output.contains("; 1 refused"), "\(partly)")
        #expect(await world.run("export", "out", "--strip-location", "--path", "b.jpg").exit == 1)
        let inside = await world.run("export", "\(world.library)/out")
        #expect(inside.exit == 4)
        #expect(inside.notes.contains("is inside the library's root"), "\(inside)")
    }

    @Test func `A signal ends it with its own exit status`() async throws {
        let world = try await World.withOfficeAndHome()
        world.interruption = TestInterruption(afterQuestions: 0)
        #expect(await world.run("export", "out").exit == 130)
        #expect(!world.tree.exists("out"))
    }
}
