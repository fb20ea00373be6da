import PhotoModel
import SystemPackage
import Testing
import WorkphotosTestSupport

/// An unreadable file is reported once and listed as long as it is unreadable; it affects the exit code until the user
/// accepts it.
struct ProblemsCommandTests {
    private let world: World

    init() async throws {
        world = try World()
        try world.add("a.jpg")
        try world.tree.write("photos/torn.jpg", Array("no photo".utf8))
        await world.addOffice()
    }

    private var torn: String { "\(world.library)/torn.jpg" }

    @Test func `A scan prints a problem when it is new, and only counts it later`() async throws {
        let first = await world.run("scan", world.library)
        #expect(first.exit == 3)
        #expect(first.notes.contains("\(torn): "))
        let second = await world.run("scan")
        #expect(second.exit == 3)
        #expect(!second.notes.contains(torn))
        #expect(second.notes.contains("1 problem reported before; to list it: workphotos problems"))
        #expect(await world.run("scan", "--quiet") == Outcome(exit: 3))
        let objects = try await world.objects("scan").filter { $0["type"] == "problem" }
        #expect(objects.map { $0["path"] } == [torn])
        #expect(objects.first?.members["new"] as? Bool == false)
    }

    @Test func `Files in formats that are not read can be named, and are no problems`() async throws {
        try world.tree.remove("photos/torn.jpg")
        try world.tree.write("photos/notes.json", Array("{\"a\":1}".utf8))
        for name in ["metadata", "print-subscriptions", "shared_album_comments", "user-generated-memory-titles"] {
            try world.tree.write(FilePath("photos/\(name).json"), Array("{\"title\":\"x\"}".utf8))
        }
        #expect(await world.run("scan", world.library).exit == 0)
        #expect(await world.run("problems").output == "No scan has reported a problem.\n")
        let named = "\(world.library)/notes.json: json files are not read"
        #expect(
            await world.run("problems", "--unsupported").output == "\(named)\n1 file in unsupported formats\n")
        #expect(await world.run("scan", "-v").notes.contains(named))
        #expect(!(await world.run("scan").notes.contains("notes.json")))
        let objects = try await world.objects("problems", "--unsupported")
        #expect(objects.first?["what"] == "unsupported")
        #expect(objects.last?[number: "unsupported"] == 1)
    }

    @Test func `A problem that changes is printed again`() async throws {
        await world.run("scan", world.library)
        try world.tree.write("photos/torn.jpg", Array(TestPhoto(at: Place.office).bytes.prefix(40)))
        let again = await world.run("scan")
        #expect(again.notes.contains(torn) == (again.exit == 3))
        try world.tree.remove("photos/torn.jpg")
        #expect(await world.run("scan").exit == 0)
        #expect(await world.run("problems").output == "No scan has reported a problem.\n")
    }

    @Test func `All are listed, with the day when they began`() async throws {
        #expect(await (try World()).run("problems").exit == 10)
        await world.run("scan", world.library)
        let outcome = await world.run("problems")
        #expect(outcome.exit == 0)
        let lines = outcome.output.split(separator: "\n")
        #expect(lines.count == 2 && lines.last == "1 problem")
        #expect(lines.first?.contains(#/^20\d\d-\d\d-\d\d  (corrupt|unsupported) +\//#) == true, "\(lines)")
        let objects = try await world.objects("problems")
        #expect(objects.map { $0["type"] } == ["problem", "summary"])
        #expect(objects.first?["since"]?.hasSuffix("Z") == true)
        #expect(objects.first?.members["accepted"] as? Bool == false)
    }

    @Test func `An accepted file is not printed and does not affect the exit code, until it changes`() async throws {
        await world.run("scan", world.library)
        let dry = await world.run("problems", "--accept", torn, "-n")
        #expect(dry.output.contains("would be accepted as it is"))
        #expect(await world.run("scan").exit == 3)
        #expect(await world.run("problems", "--accept", torn).exit == 0)
        let scan = await world.run("scan")
        #expect((scan.exit, scan.notes) == (0, ""))
        #expect(scan.output.contains("1 could not be read (1 accepted)"))
        let summary = try #require(try await world.objects("scan").last)
        #expect((summary[number: "problems"], summary[number: "accepted"]) == (0, 1))
        #expect(await world.run("problems").output.contains("(accepted)\n1 problem, 1 accepted\n"))
        try world.tree.write("photos/torn.jpg", Array("another, and no photo either".utf8))
        let changed = await world.run("scan")
        #expect(changed.exit == 3 && changed.notes.contains(torn), "\(changed.notes)")
        #expect(!(await world.run("scan")).notes.contains(torn))
    }

    @Test func `A file without a reported problem cannot be accepted, nor can a missing root`() async throws {
        await world.run("scan", world.library)
        let well = await world.run("problems", "--accept", "\(world.library)/a.jpg")
        #expect(well.exit == 1)
        #expect(well.notes.contains("no scan has reported a problem with it; next: workphotos problems"))
        try world.tree.rename("photos", to: "elsewhere")
        await world.run("scan")
        let root = await world.run("problems", "--accept", world.library)
        #expect(root.exit == 1)
        #expect(root.notes.contains("is root-missing"), "\(root.notes)")
    }

    @Test func `A group with an accepted file is not sent`() async throws {
        try world.add("c.jpg")
        try world.tree.write("photos/c.cr2", Array("no raw file".utf8))
        await world.run("scan", world.library)
        #expect(await world.run("problems", "--accept", torn, "\(world.library)/c.cr2").exit == 0)
        let planned = try await world.objects("upload", "--dry-run").filter { $0["type"] == "action" }
        let paths = planned.flatMap {
            ($0.members["members"] as? [[String: Any]] ?? []).compactMap { $0["path"] as? String }
        }
        #expect(!paths.contains("\(world.library)/c.cr2"))
    }

    @Test func `Of many files with one cause the first ten are printed`() async throws {
        for number in 10..<40 { try world.tree.write(FilePath("photos/\(number).jpg"), Array("no photo".utf8)) }
        let outcome = await world.run("scan", world.library)
        let lines = outcome.notes.split(separator: "\n")
        #expect(lines.count == 11)
        #expect(lines.last?.contains("and 21 more: ") == true)
        #expect(try await world.objects("problems").filter { $0["type"] == "problem" }.count == 31)
    }

    @Test func `A root that is renamed or becomes part of another keeps its accepted problems`() async throws {
        await world.run("scan", world.library)
        await world.run("problems", "--accept", torn)
        try world.tree.rename("photos", to: "pictures")
        await world.run("root", "rename", world.library, world.tree.path("pictures").string)
        #expect(await world.run("scan").exit == 0)
        try world.tree.makeDirectory("all")
        try world.tree.rename("pictures", to: "all/pictures")
        let moved = world.tree.path("all/pictures").string
        await world.run("root", "rename", world.tree.path("pictures").string, moved)
        #expect(await world.run("scan", world.tree.path("all").string).exit == 0)
        await world.run("root", "forget", "--yes", world.tree.path("all").string)
        #expect(await world.run("problems").output == "No scan has reported a problem.\n")
    }

    @Test(arguments: [["-n"], ["--accept"], ["x"]])
    func `Invalid combinations are usage errors`(arguments: [String]) async throws {
        #expect(await world.type(["problems"] + arguments).exit == 64)
    }
}
