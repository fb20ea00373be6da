import PhotoModel
import PhotoPipeline
import SystemPackage
import Testing
import WorkphotosTestSupport

/// Text on terminals from 40 columns on.
struct FittedTextTests {
    private let world: World

    /// A fence with everything that its line can have, and a place that is suggested.
    init() async throws {
        world = try World()
        for hour in 10..<20 {
            try world.add("\(hour).jpg", TestPhoto(at: Place.office, taken: "2026:05:04 \(hour):00:00"))
        }
        let more = ["--hours", "mon-fri 08:00-18:00", "--folder", "Sites/{year}/{name}"]
        let fence = ["fence", "add", "Café of the Müllers", "--at", "52.5245,13.405", "--radius", "150m"] + more
        #expect(await world.type(fence).exit == 0)
        #expect(await world.run("scan", world.library).exit == 0)
        try world.tree.rename("photos", to: "elsewhere")
        world.terminals = [.output]
    }

    private func lines(_ arguments: [String], width: Int) async -> [String] {
        world.width = width
        return await world.type(arguments).output.split(separator: "\n").map(String.init)
    }

    @Test(
        arguments: [
            ["status"], ["fence", "list"], ["fence", "suggest"], ["list"], ["runs"], ["root", "list"], ["doctor"],
            ["index", "check"],
        ], [40, 52, 80, 300])
    func `Lines fit the terminal, and only commands and single words are longer`(
        arguments: [String], width: Int
    ) async {
        let lines = await lines(arguments, width: width)
        #expect(!lines.isEmpty)
        for line in lines where line.displayWidth > width {
            let text = line.drop { $0 == " " }
            #expect(
                text.hasPrefix("workphotos ") || text.hasPrefix("next: ") || !text.contains(" "), "\(width): \(line)")
        }
    }

    @Test(arguments: [["status"], ["fence", "list"], ["fence", "suggest"]])
    func `A wide terminal shows the lines that a file gets`(arguments: [String]) async {
        let wide = await lines(arguments, width: 300)
        world.terminals = []
        #expect(await lines(arguments, width: 40) == wide)
    }

    @Test func `A command that does not fit begins a line, unbroken`() async {
        let next = "workphotos root rename \(world.library) NEW"
        #expect(await lines(["status"], width: 40).contains { $0.drop { $0 == " " } == next })
    }

    @Test func `At 80 columns a path gets the room that a short reason leaves`() async throws {
        let other = try World()
        try other.add("2026/IMG_20260504_100000.jpg", TestPhoto(taken: "2026:05:04 10:00:00"))
        await other.addOffice()
        await other.run("scan", other.library)
        other.terminals = [.output]
        other.width = 80
        let lines = await other.run("list").output.split(separator: "\n")
        #expect(lines.first?.hasSuffix(" …/photos/2026/IMG_20260504_100000.jpg") == true, "\(lines)")
        #expect(lines.allSatisfy { String($0).displayWidth <= 80 })
    }

    @Test func `A path that was shortened begins with the sign of it, in every list`() async throws {
        let other = try World()
        try other.add("a.jpg")
        try other.tree.write("photos/torn.jpg", Array(TestPhoto(at: Place.office).bytes.prefix(60)))
        await other.addOffice()
        await other.run("scan", other.library)
        other.terminals = [.output]
        #expect(await other.run("problems").output.contains(" …/photos/torn.jpg: "))
        let why = await other.run("why", "\(other.library)/a.jpg").output
        #expect(why.hasPrefix("…/photos/a.jpg: Work") && why.contains("  members   …/photos/a.jpg (still)\n"), "\(why)")
        other.terminals = []
        #expect(await other.run("why", "\(other.library)/a.jpg").output.hasPrefix("\(other.library)/a.jpg: "))
    }

    @Test func `What goes on stands under its value`() async throws {
        let other = try World()
        try other.add("a.jpg")
        await other.addOffice()
        await other.run("scan", other.library)
        other.terminals = [.output]
        other.width = 40
        let lines = await other.run("why", "\(other.library)/a.jpg").output.split(separator: "\n").dropFirst()
        #expect(lines.contains { $0.hasPrefix(String(repeating: " ", count: 12)) }, "\(lines)")
        let starts = lines.map { $0.prefix { $0 == " " }.count }
        #expect(starts.allSatisfy { $0 == 2 || $0 == 12 }, "\(lines)")
    }

    @Test(arguments: ["never", "always"])
    func `A path that does not fit stays beside the name of the program`(color: String) async throws {
        world.terminals = [.error]
        world.width = 40
        let path = "\(world.library)/a-name-that-is-longer-than-the-terminal.jpg"
        let notes = await world.run("why", path, "--color", color).notes
        let plain = notes.replacing("\u{1B}[31m", with: "").replacing("\u{1B}[33m", with: "")
        #expect(plain.replacing("\u{1B}[0m", with: "").contains("workphotos: \(path):\n  "), "\(notes)")
    }

    @Test func `The question of a purge is broken between words, with a line for each fact`() async throws {
        let removable = try await Removable("a.jpg", "b.jpg")
        removable.world.terminals = [.error]
        removable.world.width = 48
        removable.world.confirmation = TypedAnswers(["n"], canAsk: true)
        await removable.world.run("purge", "--max-delete", "100%")
        let question = try #require(removable.world.confirmation.questions.first)
        let lines = question.split(separator: "\n").map(String.init)
        #expect(lines.contains { $0.hasPrefix("  copies at nas, last verified at most ") }, "\(question)")
        #expect(lines.allSatisfy { $0.count <= 48 || !$0.drop { $0 == " " }.contains(" ") }, "\(question)")
        #expect(question.contains(" are read back from nas") && lines.contains { $0.hasPrefix("    ") }, "\(question)")
    }

    @Test func `Notes are broken between words at a terminal, and nowhere else`() async throws {
        let removable = try await Removable("a.jpg", "b.jpg", "c.jpg")
        let command = ["purge", "--yes", "--max-delete", "1", "--color", "never"]
        let whole = await removable.world.type(command).notes.split(separator: "\n")
        #expect(whole.count == 4 && whole.contains { $0.count > 60 })
        removable.world.terminals = [.error]
        removable.world.width = 60
        let lines = await removable.world.type(command).notes.split(separator: "\n")
        #expect(lines.count > 2)
        for line in lines where line.count > 60 {
            let text = line.drop { $0 == " " }
            #expect(text.hasPrefix("workphotos purge ") || !text.contains(" "), "\(line)")
        }
    }
}
