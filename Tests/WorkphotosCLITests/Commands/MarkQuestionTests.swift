import SystemPackage
import Testing
import WorkphotosTestSupport

/// Marks and holds that were made are not reversed without a question.
struct MarkQuestionTests {
    private let world: World

    init() async throws {
        world = try await World.withOfficeAndHome()
    }

    private func path(_ name: String) -> String { "\(world.library)/\(name)" }

    private func verdict(_ name: String) async throws -> String? {
        try await world.objects("list", "--path", "*/\(name)").first?["verdict"]
    }

    /// What is said of each photo.
    private func said() async throws -> [[String?]] {
        try await world.objects("list").dropLast().map { [$0["path"], $0["verdict"], $0["marked"], $0["held"]] }
    }

    /// Expects that a command needs an answer, changes nothing without one or after a no, and what it says.
    private func expectQuestion(_ command: [String], about words: String...) async throws {
        let before = try await said()
        world.confirmation = TypedAnswers()
        let alone = await world.type(command)
        #expect(alone.exit == 64)
        world.confirmation = TypedAnswers(["n"], canAsk: true)
        #expect(await world.type(command).exit == 1)
        let question = try #require(world.confirmation.questions.first)
        for word in words { #expect(question.contains(word) && alone.notes.contains(word)) }
        #expect(try await said() == before)
        let dry = await world.type(command + ["-n"])
        #expect(dry.exit == 0 && dry.output.contains("would reverse: ") && dry.output.contains(words[0]), "\(dry)")
        #expect(try await said() == before)
        world.confirmation = TypedAnswers(["y"], canAsk: true)
        #expect(await world.type(command).exit == 0)
    }

    @Test(arguments: ["work", "auto"])
    func `A personal mark is reversed only after a question`(word: String) async throws {
        await world.run("mark", "personal", path("a.jpg"))
        try await expectQuestion(["mark", word, path("a.jpg")], about: "1 photo marked personal", "mark --undo")
        #expect(try await verdict("a.jpg") == "work")
    }

    @Test func `A copy's personal mark counts`() async throws {
        try world.add("copy.jpg")
        await world.run("mark", "personal", path("copy.jpg"))
        try await expectQuestion(["mark", "auto", path("a.jpg")], about: "marked personal")
    }

    @Test func `A fence that is never work is overruled only after a question`() async throws {
        await world.run("fence", "add", "Home", "--kind", "never", "--at", "52.487,13.425", "--radius", "80m")
        try await expectQuestion(["mark", "work", path("home.jpg")], about: "1 photo in fences that are never work")
        #expect(try await verdict("home.jpg") == "work")
    }

    @Test func `So is one that a scan would find, also by another file of the photo`() async throws {
        await world.run("fence", "add", "Home", "--kind", "never", "--at", "52.487,13.425", "--radius", "80m")
        try world.add("new.jpg", TestPhoto(at: Place.home, taken: "2026:05:04 21:00:00"))
        try world.add("IMG_7.JPG", TestPhoto(at: Place.home, taken: "2026:05:04 22:00:00"))
        try world.add("IMG_E7.JPG", TestPhoto(at: Place.office, taken: "2026:05:04 22:00:00"))
        for name in ["new.jpg", "IMG_E7.JPG"] {
            try await expectQuestion(["mark", "work", path(name)], about: "1 photo in fences that are never work")
            world.confirmation = TypedAnswers()
            #expect(await world.run("mark", "work", path(name)).exit == 0, "it is so already")
        }
        try world.add("b.jpg", TestPhoto(at: Place.cafe, taken: "2026:05:04 21:00:00"))
        #expect(await world.run("mark", "work", path("b.jpg")).exit == 0)
    }

    /// What became of a photo since the scan.
    enum Change: CaseIterable {
        case edited, moved, editedAndMoved, copied
    }

    @Test(arguments: Change.allCases)
    func `So is a personal mark on a photo that no scan knows as it is now`(change: Change) async throws {
        let (old, new) = (FilePath("photos/a.jpg"), FilePath("photos/new.jpg"))
        let bytes = try world.tree.read(old)
        await world.run("mark", "personal", path("a.jpg"))
        switch change {
        case .edited, .editedAndMoved: try world.tree.write(old, bytes + Array("edited".utf8))
        case .moved: break
        case .copied: try world.tree.write(new, bytes)
        }
        switch change {
        case .moved, .editedAndMoved: try world.tree.rename(old, to: new)
        case .edited, .copied: break
        }
        let name = change == .edited ? "a.jpg" : "new.jpg"
        try await expectQuestion(["mark", "work", path(name)], about: "1 photo marked personal")
        await world.run("scan", world.library)
        #expect(try await verdict(name) == "work")
    }

    @Test func `So is a fence that is never work, by what was edited or added since the scan`() async throws {
        await world.run("fence", "add", "Home", "--kind", "never", "--at", "52.487,13.425", "--radius", "80m")
        for name in ["b.jpg", "IMG_E7.JPG"] {
            var photo = TestPhoto(at: Place.office, taken: "2026:05:04 22:00:00")
            photo.tail = Array(name.utf8)
            try world.add(name, photo)
        }
        try world.tree.write("photos/twin.jpg", world.tree.read("photos/b.jpg"))
        await world.run("scan", world.library)
        try world.add("a.jpg", TestPhoto(at: Place.home, taken: "2026:05:04 21:00:00"))
        let home = XMPPacket([
            "exif:GPSLatitude": "\(Place.home.latitude)", "exif:GPSLongitude": "\(Place.home.longitude)",
        ])
        try world.tree.write("photos/b.xmp", home.bytes)
        try world.add("IMG_7.JPG", TestPhoto(at: Place.home, taken: "2026:05:04 22:00:00"))
        for names in [["a.jpg"], ["twin.jpg", "b.jpg"], ["IMG_E7.JPG"]] {
            let command = ["mark", "work"] + names.map(path)
            try await expectQuestion(command, about: "1 photo in fences that are never work")
        }
    }

    @Test func `A hold ends only after a question`() async throws {
        await world.run("hold", path("a.jpg"))
        try await expectQuestion(["unhold", path("a.jpg")], about: "1 photo held")
        #expect(try await world.objects("list", "--held").last?[number: "photos"] == 0)
    }

    @Test func `What protects photos, and what reverses nothing, is done at once`() async throws {
        #expect(await world.run("mark", "work", path("home.jpg")).exit == 0)
        #expect(await world.run("mark", "auto", path("home.jpg")).exit == 0)
        #expect(await world.run("mark", "personal", path("home.jpg")).exit == 0)
        #expect(await world.run("hold", path("home.jpg")).exit == 0)
        #expect(await world.run("unhold", path("a.jpg")).exit == 0)
        #expect(await world.run("mark", "work", "--yes", path("home.jpg")).exit == 0)
    }

    @Test func `More than a hundred photos require their number, and are counted in one line`() async throws {
        for number in 0..<101 {
            var photo = TestPhoto(at: Place.home, taken: "2026:05:04 20:00:00")
            photo.tail = [UInt8(number), 1]
            try world.add("many/\(number).jpg", photo)
        }
        await world.run("scan", world.library)
        world.confirmation = TypedAnswers(["y", "101"], canAsk: true)
        #expect(await world.run("mark", "work", path("many")).exit == 1)
        let outcome = await world.run("mark", "work", path("many"))
        #expect(outcome.output.hasSuffix("101 photos marked work; 101 personal -> work\n"))
        let summary = try await world.objects("mark", "personal", path("many")).last
        #expect(summary?[number: "changed"] == 101 && summary?[number: "reversedMarks"] == 0)
    }

    @Test func `Copies of each other that are named count once in the question, and all are marked and unmarked`()
        async throws
    {
        for number in 0..<101 {
            try world.add("many/\(number).jpg", TestPhoto(at: Place.home, taken: "2026:05:04 20:00:00"))
        }
        await world.run("scan", world.library)
        world.confirmation = TypedAnswers(["102"], canAsk: true)
        let outcome = await world.run("mark", "work", path("many"))
        #expect(world.confirmation.questions.first?.contains("mark work reaches 102 photos") == true, "home.jpg, too")
        #expect(outcome.exit == 0 && outcome.output.contains(", 1 copy too (\(path("home.jpg")))\n"), "\(outcome)")
        #expect(try await world.objects("list", "--personal").last?[number: "photos"] == 0)
        #expect(await world.run("mark", "--undo", "--yes").exit == 0)
        #expect(try await world.objects("list", "--personal").last?[number: "photos"] == 102)
    }
}

/// The last change of marks and holds can be undone.
struct MarkUndoTests {
    private let world: World

    init() async throws {
        world = try await World.withOfficeAndHome()
    }

    private func path(_ name: String) -> String { "\(world.library)/\(name)" }

    private func photo(_ name: String) async throws -> JSONObject {
        try #require(try await world.objects("list", "--path", "*/\(name)").first)
    }

    @Test func `Changes are undone from the last to the first`() async throws {
        await world.run("mark", "work", path("home.jpg"))
        await world.run("mark", "personal", path("home.jpg"))
        await world.run("hold", path("a.jpg"))
        #expect(await world.run("mark", "--undo").exit == 64, "it ends a hold")
        let undo = await world.run("mark", "--undo", "--yes")
        #expect(undo.exit == 0 && undo.output.contains("Undid hold of "))
        #expect(try await photo("a.jpg")["held"] == nil)
        #expect(await world.run("mark", "--undo").exit == 64, "it goes back towards work")
        #expect(try await photo("home.jpg")["marked"] == "personal")
        #expect(await world.run("mark", "--undo", "-n").exit == 0)
        #expect(try await photo("home.jpg")["marked"] == "personal")
        world.confirmation = TypedAnswers(["y"], canAsk: true)
        #expect(await world.run("mark", "--undo").exit == 0)
        #expect(try await photo("home.jpg")["marked"] == "work")
        #expect(await world.run("mark", "--undo").exit == 0)
        #expect(try await photo("home.jpg")["marked"] == nil)
        #expect(try await photo("home.jpg")["verdict"] == "personal")
        #expect(await world.run("mark", "--undo").exit == 1)
        #expect(await world.run("index", "check").exit == 0)
    }

    @Test func `What was decided again since is left alone`() async throws {
        await world.run("mark", "personal", path("a.jpg"), path("home.jpg"))
        await world.run("mark", "auto", "--yes", path("a.jpg"))
        await world.run("mark", "personal", path("a.jpg"))
        // The last two cancel each other, so the value is again what the first change made.
        await world.run("mark", "work", "--yes", path("home.jpg"))
        for _ in 0..<3 { #expect(await world.run("mark", "--undo", "--yes").exit == 0) }
        #expect(try await photo("home.jpg")["marked"] == "personal")
        await world.run("mark", "work", "--yes", path("home.jpg"))
        await world.run("mark", "--undo", "--yes")
        let lines = try await world.objects("mark", "--undo", "--yes")
        #expect(lines.compactMap { $0["type"] } == ["restoredWord", "restoredWord", "summary"])
        #expect(try await photo("home.jpg")["marked"] == nil)
        #expect(try await photo("a.jpg")["marked"] == nil)
    }

    @Test func `A later decision on one of several photos keeps that one`() async throws {
        await world.run("mark", "personal", path("a.jpg"), path("home.jpg"))
        for name in ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10"] {
            await world.run("hold", "--reason", name, path("home.jpg"))
        }
        // Ten later changes: the first is forgotten, and the oldest kept one changed the hold alone.
        for _ in 0..<10 { #expect(await world.run("mark", "--undo", "--yes").exit == 0) }
        #expect(try await photo("home.jpg")["held"] == nil)
        #expect(try await photo("home.jpg")["marked"] == "personal")
        #expect(await world.run("mark", "--undo", "--yes").exit == 1)
    }

    @Test func `Marks are undone where the photo is edited meanwhile`() async throws {
        await world.run("mark", "personal", path("a.jpg"))
        try world.add("a.jpg", TestPhoto(at: Place.office, taken: "2026:05:04 10:00:01"))
        await world.run("scan", world.library, "--reread")
        #expect(try await photo("a.jpg")["verdict"] == "personal")
        #expect(await world.run("mark", "--undo", "--yes").exit == 0)
        #expect(try await photo("a.jpg")["verdict"] == "work")
    }

    @Test func `What was sent meanwhile is told`() async throws {
        _ = try world.addNAS()
        await world.run("mark", "work", path("home.jpg"))
        #expect(await world.run("upload", "--to", world.nas, "--create").exit == 0)
        let outcome = await world.run("mark", "--undo")
        #expect(outcome.exit == 0 && outcome.output.contains("1 photo of these was sent meanwhile"))
        #expect(try await photo("home.jpg")["verdict"] == "personal")
    }

    @Test func `The flag takes nothing else`() async throws {
        #expect(await world.run("mark", "work", "--undo").exit == 64)
        #expect(await world.run("mark").exit == 64)
    }
}
