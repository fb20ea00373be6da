import Foundation
import PhotoPipeline
import SystemPackage
import Testing
import WorkphotosTestSupport

/// Marks and holds follow the content through edits, copies, renames and restored backups.
struct MarkCommandTests {
    private let world: World

    init() async throws {
        world = try await World.withOfficeAndHome()
    }

    private func photo(_ name: String) async throws -> JSONObject {
        try #require(try await world.objects("list", "--path", "*/\(name)").first)
    }

    private func verdict(_ name: String) async throws -> [String?] {
        let photo = try await photo(name)
        return [photo["verdict"], photo["reason"], photo["marked"]]
    }

    private func path(_ name: String) -> String { "\(world.library)/\(name)" }

    private func copy(_ name: String, to other: String) throws {
        try FileManager.default.copyItem(atPath: path(name), toPath: path(other))
    }

    @Test func `A mark beats the rules at once, and auto removes it`() async throws {
        let outcome = await world.run("mark", "personal", path("a.jpg"))
        #expect(outcome.exit == 0)
        #expect(outcome.output == "\(path("a.jpg")): marked personal, work -> personal\n")
        #expect(try await verdict("a.jpg") == ["personal", "marked", "personal"])
        #expect(try await photo("a.jpg")["sha256"]?.count == 64)
        #expect(try await world.objects("status").first?[number: "groups"] == 2)
        #expect(await world.run("index", "check").exit == 0)
        await world.run("mark", "auto", "--yes", path("a.jpg"))
        #expect(try await verdict("a.jpg") == ["work", "inside-fence", nil])
    }

    @Test func `Whoever waits for a mark sees how far it is`() async throws {
        world.terminals = [.error]
        await world.run("mark", "personal", path("a.jpg"), path("home.jpg"))
        #expect(world.progress.calls.contains(.begin("Recording")) && world.progress.calls.contains(.update(done: 1)))
        #expect(world.progress.calls.last == .end)
        world.confirmation = TypedAnswers(["n"], canAsk: true)
        await world.run("mark", "work", path("a.jpg"))
        #expect(world.progress.calls.contains(.begin("Reading copies")))
    }

    @Test func `A mark applies to copies made before and after, to renames, and to a restored backup`() async throws {
        try copy("a.jpg", to: "before.jpg")
        await world.run("scan", world.library)
        let text = await world.run("mark", "personal", "-n", path("a.jpg")).output
        #expect(text.contains("1 copy too (\(path("before.jpg")))"))
        let line = try await world.objects("mark", "personal", path("a.jpg"))[0]
        #expect(line[number: "copies"] == 1)
        let copies = line.members["copyPaths"] as? [[String: Any]]
        #expect(copies?.map { $0["path"] as? String } == [path("before.jpg")])
        #expect(await world.run("mark", "personal", path("a.jpg")).output == "1 photo already marked personal\n")
        #expect(try await verdict("before.jpg") == ["personal", "marked", "personal"])
        try copy("a.jpg", to: "after.jpg")
        try FileManager.default.moveItem(atPath: path("before.jpg"), toPath: path("renamed.jpg"))
        await world.run("scan", world.library)
        #expect(try await verdict("after.jpg") == ["personal", "marked", "personal"])
        #expect(try await verdict("renamed.jpg") == ["personal", "marked", "personal"])
        #expect(await world.run("index", "check").exit == 0)
        try FileManager.default.moveItem(atPath: path("a.jpg"), toPath: world.tree.path.appending("kept").string)
        await world.run("scan", world.library)
        await world.run("root", "forget", "--yes", world.library)
        try FileManager.default.moveItem(atPath: world.tree.path.appending("kept").string, toPath: path("new.jpg"))
        await world.run("scan", world.library)
        #expect(try await verdict("new.jpg") == ["personal", "marked", "personal"])
    }

    @Test func `A personal mark stays with the path of an edited photo, a work mark does not`() async throws {
        await world.run("mark", "personal", path("a.jpg"))
        await world.run("mark", "work", "--yes", path("home.jpg"))
        #expect(try await verdict("home.jpg") == ["work", "marked", "work"])
        try world.add("a.jpg", TestPhoto(at: Place.office, taken: "2026:05:04 10:00:01"))
        try world.add("home.jpg", TestPhoto(at: Place.home, taken: "2026:05:04 20:00:01"))
        await world.run("scan", world.library, "--reread")
        #expect(try await verdict("a.jpg") == ["personal", "marked", "personal"])
        #expect(try await verdict("home.jpg") == ["personal", "outside-fences", nil])
        await world.run("mark", "auto", "--yes", path("a.jpg"))
        #expect(try await verdict("a.jpg") == ["work", "inside-fence", nil])
    }

    @Test func `The last decision on a content counts, and a personal one keeps the other path`() async throws {
        try copy("a.jpg", to: "b.jpg")
        await world.run("scan", world.library)
        await world.run("mark", "personal", path("a.jpg"))
        await world.run("mark", "work", "--yes", path("b.jpg"))
        #expect(try await verdict("a.jpg") == ["personal", "marked", "personal"])
        #expect(try await verdict("b.jpg") == ["work", "marked", "work"])
    }

    @Test func `Only photos that change are named, also of the copies`() async throws {
        try copy("a.jpg", to: "b.jpg")
        await world.run("scan", world.library)
        let first = await world.run("mark", "personal", path("a.jpg")).output
        #expect(first == "\(path("a.jpg")): marked personal, work -> personal, 1 copy too (\(path("b.jpg")))\n")
        let both = await world.run("mark", "personal", path("a.jpg"), path("b.jpg")).output
        #expect(both == "\(path("b.jpg")): marked personal\n1 photo already marked personal\n")
        await world.run("mark", "auto", "--yes", path("b.jpg"))
        let line = try await world.objects("mark", "work", "-n", path("b.jpg"))[0]
        #expect(line[number: "copies"] == 0, "another mark stays with the path of the copy")
        #expect(await world.run("mark", "work", "--yes", path("b.jpg")).output == "\(path("b.jpg")): marked work\n")
        #expect(await world.run("mark", "auto", "--yes", path("home.jpg")).output == "1 photo without a mark\n")
        #expect(await world.run("unhold", "--yes", path("a.jpg"), path("b.jpg")).output == "2 photos not held\n")
    }

    @Test func `Equal photos that are decided on together all count as changed`() async throws {
        try copy("home.jpg", to: "copy.jpg")
        await world.run("scan", world.library)
        let both = [path("home.jpg"), path("copy.jpg")]
        let marked = await world.type(["mark", "work", "--yes"] + both).output
        #expect(
            marked == "\(both[0]): marked work, personal -> work\n\(both[1]): marked work, personal -> work\n"
                + "2 photos marked work; 2 personal -> work\n")
        #expect(await world.type(["mark", "work", "--yes"] + both).output == "2 photos already marked work\n")
        let lines = try await world.objects("mark", "auto", "--yes", both[0], both[1])
        #expect(lines.last?[number: "changed"] == 2)
        world.terminals = [.output]
        world.width = 300
        #expect(
            await world.type(["mark", "work", "--yes"] + both).output == "2 photos marked work; 2 personal -> work\n")
    }

    @Test func `A file that was never scanned can be marked, without an index`() async throws {
        let world = try World()
        try world.add("a.jpg")
        let outcome = await world.run("mark", "personal", "\(world.library)/a.jpg")
        #expect(outcome.output == "\(world.library)/a.jpg: marked personal, not scanned yet\n")
        await world.addOffice()
        await world.run("scan", world.library)
        let photo = try await world.objects("list")[0]
        #expect(photo["reason"] == "marked")
    }

    @Test func `Marks survive fence changes, also for readers that judge in memory`() async throws {
        await world.run("mark", "personal", path("a.jpg"))
        await world.run("mark", "work", "--yes", path("home.jpg"))
        await world.run("fence", "remove", "--yes", "Office")
        #expect(try await verdict("a.jpg") == ["personal", "marked", "personal"])
        try world.tree.write(world.fences, Array(#"{"type":"FeatureCollection","features":[]} "#.utf8))
        #expect(try await verdict("home.jpg") == ["work", "marked", "work"])
    }

    @Test func `A hold is shown and removed, and changes no verdict`() async throws {
        #expect(await world.run("hold", path("a.jpg"), "--reason", "restored").exit == 64, "mark work ends that one")
        let outcome = await world.run("hold", path("a.jpg"), "--reason", "printing")
        #expect(outcome.output == "\(path("a.jpg")): held (printing)\n")
        let photo = try await photo("a.jpg")
        #expect([photo["held"], photo["verdict"]] == ["printing", "work"])
        let again = await world.run("hold", path("a.jpg"), "--reason", "printing")
        #expect(again.output == "1 photo already held (printing)\n")
        await world.run("unhold", "--yes", path("a.jpg"))
        #expect(try await self.photo("a.jpg")["held"] == nil)
        #expect(await world.run("hold", path("a.jpg")).output == "\(path("a.jpg")): held\n")
        #expect(await world.run("hold", path("a.jpg")).output == "1 photo already held\n")
    }

    @Test func `A dry run shows and writes nothing`() async throws {
        let outcome = await world.run("mark", "personal", "-n", path("a.jpg"))
        #expect(outcome.output == "\(path("a.jpg")): would be marked personal, work -> personal\n")
        #expect(try await verdict("a.jpg") == ["work", "inside-fence", nil])
    }

    @Test func `Names are read from a list, and a file that cannot be hashed is a problem`() async throws {
        world.input = Array("photos/a.jpg\0photos/none.jpg\0".utf8)
        let lines = try await world.objects("mark", "personal", "--files-from0", "-")
        #expect(lines.map { $0["type"] } == ["problem", "word", "summary"])
        #expect(lines[1]["said"] == "personal")
        try FileManager.default.createSymbolicLink(atPath: path("link.jpg"), withDestinationPath: path("a.jpg"))
        #expect(await world.run("mark", "work", "--yes", path("link.jpg")).exit == 1)
        #expect(await world.run("mark", "work", "--yes", path("link.jpg"), path("a.jpg")).exit == 3)
    }

    @Test func `On a terminal the totals are told, in a dry run in words of one, and each photo with -v`() async throws
    {
        world.terminals = [.output]
        world.width = 300
        let both = [path("a.jpg"), path("home.jpg")]
        let dry = await world.type(["mark", "personal", "-n"] + both).output
        #expect(dry == "2 photos would be marked personal; 1 work -> personal\n")
        #expect(await world.type(["hold", "-n"] + both).output == "2 photos would be held\n")
        #expect(await world.type(["mark", "personal"] + both).output == dry.replacing("would be ", with: ""))
        #expect(await world.run("mark", "--undo", "--yes").output.hasSuffix(": 2 photos\n"))
        let each = await world.type(["mark", "personal", "-n", "-v"] + both).output
        #expect(each.contains("\(path("a.jpg")): would be marked personal, work -> personal\n"), "\(each)")
        world.terminals = []
        #expect(await world.type(["mark", "personal"] + both).output.contains("\(path("a.jpg")): marked personal"))
    }
}
