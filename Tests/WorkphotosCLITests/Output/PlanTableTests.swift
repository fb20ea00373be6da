import PhotoPipeline
import SystemPackage
import Testing
import WorkphotosTestSupport

/// What a terminal shows of a plan, in place of a line for each photo.
struct PlanTableTests {
    private let removable: Removable
    private var world: World { removable.world }

    /// Two uploaded photos of May, and two of June that are not uploaded, one of which a person marked.
    init() async throws {
        removable = try await Removable("a.jpg", "b.jpg")
        try world.add("c.jpg", TestPhoto(at: Place.office, taken: "2026:06:04 10:00:00"))
        try world.add("home.jpg", TestPhoto(at: Place.home, taken: "2026:06:04 10:00:00"))
        await world.run("scan")
        await world.run("mark", "work", "\(world.library)/home.jpg")
        world.terminals = [.output]
    }

    @Test func `A plan is counted by fence and month`() async throws {
        let upload = await world.run("upload", "-n")
        let rows = upload.output.split(separator: "\n").map(String.init)
        #expect(rows.count > 2 && rows[0].hasPrefix("Office    2026-06  1 photo "), "\(upload)")
        #expect(rows[1].hasPrefix("no fence  2026-06  1 photo "), "\(upload)")
        #expect(rows[2].hasPrefix("2 photos to upload ("), "\(upload)")
        #expect(upload.notes.contains("To list each photo: -v\n"))
        let purge = await world.run("purge", "-n")
        #expect(purge.output.hasPrefix("Office  2026-05  2 photos  "), "\(purge)")
        #expect(purge.output.contains("\nWould remove 2 photos ("), "\(purge)")
    }

    @Test func `So is what is staged, uploads and removals apart`() async throws {
        world.terminals = []
        await world.run("purge", "--stage")
        await world.run("upload", "--stage")
        world.terminals = [.output]
        let rows = await world.run("staged").output.split(separator: "\n").map(String.init)
        #expect(rows.count == 3)
        #expect(rows[0].hasPrefix("purge   Office    2026-05  2 photos  "), "\(rows)")
        #expect(rows[1].hasPrefix("upload  Office    2026-06  1 photo "), "\(rows)")
        #expect(rows[2].hasPrefix("upload  no fence  2026-06  1 photo "), "\(rows)")
    }

    @Test func `So is what a run did, and in a pipe each group has a line`() async throws {
        #expect(await world.run("purge", "-y", "--max-delete", "100%").exit == 0)
        let run = try #require(try await world.objects("runs", "--limit", "1").first?[number: "id"])
        let shown = await world.run("runs", "\(Int(run))")
        let rows = shown.output.split(separator: "\n").map(String.init)
        #expect(rows.count == 4 && rows[1].hasPrefix("done  Office  2026-05  2 photos  "), "\(shown)")
        #expect(rows[2] == "2 photos done" && rows[3].hasPrefix("In the trash: 2 photos ("), "\(shown)")
        let each = await world.run("runs", "\(Int(run))", "-v").output
        #expect(each.contains("…/photos/a.jpg  copy at nas: "), "\(each)")
        world.terminals = []
        let piped = await world.run("runs", "\(Int(run))").output
        #expect(piped.contains("  \(world.library)/a.jpg  copy at nas: ") && piped.contains("\n2 photos done\n"))
        #expect(piped.split(separator: "\n").first?.hasSuffix("  2 photos done") == true, "\(piped)")
    }

    @Test func `With -v and in a pipe each group has a line, with the whole path only in the pipe`() async throws {
        let shown = await world.run("purge", "-n", "-v")
        #expect(shown.output.contains("  …/photos/a.jpg  copy at nas: "), "\(shown)")
        #expect(shown.output.contains("Would remove 2 photos (2 groups, 2 files, "), "\(shown)")
        world.terminals = []
        let piped = await world.run("purge", "-n")
        #expect(piped.output.contains("  \(world.library)/a.jpg  copy at nas: "), "\(piped)")
        #expect(!piped.output.contains("2026-05  2 photos"))
    }

    @Test(arguments: [40, 60, 80]) func `It fits the terminal`(width: Int) async throws {
        await world.run("fence", "rename", "Office", "An office with a very long name at the harbour")
        world.width = width
        for command in [["upload", "-n"], ["purge", "-n"]] {
            let table = await world.type(command).output.split(separator: "\n").filter { $0.contains("2026-0") }
            #expect(!table.isEmpty && table.allSatisfy { $0.count <= width }, "\(table)")
        }
    }
}
