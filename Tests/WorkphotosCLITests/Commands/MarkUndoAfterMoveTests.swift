import PhotoModel
import SystemPackage
import Testing
import WorkphotosTestSupport

/// An undo gives back what was decided before, also where only a scan has found out that it was about the same photo:
/// it was edited and moved, or copied and edited, when somebody decided again.
struct MarkUndoAfterMoveTests {
    private let removable: Removable
    private var world: World { removable.world }

    init() async throws {
        removable = try await Removable("d.jpg", "e.jpg", "f.jpg", "g.jpg")
        for name in ["x.jpg", "y.jpg", "k/z.jpg"] { try removable.add(name) }
        await world.run("scan")
    }

    private static let words = [["mark", "personal"], ["hold"]]

    private func path(_ name: String) -> String { "\(world.library)/\(name)" }

    private func decide(_ word: [String], _ names: String...) async {
        let outcome = await world.type(word + names.map(path))
        #expect(outcome.exit == 0, "\(outcome)")
    }

    private func undo() async {
        let outcome = await world.run("mark", "--undo", "--yes")
        #expect(outcome.exit == 0 && !"\(outcome)".contains("left alone"), "\(outcome)")
    }

    private func scan() async {
        #expect(await world.run("scan").exit == 0)
        #expect(await world.run("index", "check").exit == 0)
    }

    private func editAndMove(_ name: String, to other: String) throws {
        try removable.edit(name)
        try removable.rename(name, to: other)
    }

    private func photo(_ name: String) async throws -> JSONObject {
        try #require(try await world.objects("list", "--path", "*/photos/\(name)").first)
    }

    private func isProtected(_ name: String) async throws -> Bool {
        let photo = try await photo(name)
        return photo["verdict"] == "personal" || photo["held"] != nil
    }

    @Test(arguments: words)
    func `Of a photo that was edited and moved before somebody decided again`(word: [String]) async throws {
        await decide(word, "x.jpg")
        try editAndMove("x.jpg", to: "n.jpg")
        await decide(word, "n.jpg")
        await scan()
        await undo()
        #expect(try await isProtected("n.jpg"))
        await scan()
        await world.run("upload")
        #expect(removable.service.entries.keys.contains { $0.lastComponent == "n.jpg" } == (word == ["hold"]))
        await world.run("purge", "--yes", "--max-delete", "100%", "--path", "*/n.jpg")
        #expect(try world.names.contains("n.jpg"))
    }

    @Test(arguments: [false, true])
    func `Of one that was marked as work there, whether or not it was edited`(isEdited: Bool) async throws {
        await decide(["mark", "personal"], "x.jpg")
        if isEdited { try removable.edit("x.jpg") }
        try removable.rename("x.jpg", to: "n.jpg")
        await decide(["mark", "work", "--yes"], "n.jpg")
        await scan()
        #expect(try await photo("n.jpg")["verdict"] == "work")
        await undo()
        #expect(try await photo("n.jpg")["verdict"] == "personal")
        try removable.edit("n.jpg")
        await scan()
        #expect(try await isProtected("n.jpg"))
    }

    @Test func `By the last of several undos, when it is the first word there that is undone`() async throws {
        await decide(["mark", "personal"], "x.jpg")
        try editAndMove("x.jpg", to: "n.jpg")
        await decide(["mark", "personal"], "n.jpg")
        await decide(["mark", "work", "--yes"], "n.jpg")
        await scan()
        await undo()
        #expect(try await photo("n.jpg")["verdict"] == "personal")
        await undo()
        #expect(try await photo("n.jpg")["verdict"] == "personal")
        await decide(["mark", "auto", "--yes"], "n.jpg")
        await scan()
        #expect(try await photo("n.jpg")["verdict"] == "work")
    }

    @Test(arguments: [["mark", "auto", "--yes"], ["mark", "work", "--yes"], ["unhold", "--yes"]])
    func `Of one that was edited and moved after somebody had withdrawn it`(word: [String]) async throws {
        await decide(word[0] == "unhold" ? ["hold"] : ["mark", "personal"], "x.jpg")
        await decide(word, "x.jpg")
        try editAndMove("x.jpg", to: "n.jpg")
        await scan()
        #expect(try await !isProtected("n.jpg"))
        try editAndMove("n.jpg", to: "o.jpg")
        await scan()
        #expect(try await !isProtected("o.jpg"))
        await undo()
        #expect(try await isProtected("o.jpg"))
        await scan()
        #expect(try await isProtected("o.jpg"))
        try removable.write("x.jpg", try removable.bytes("y.jpg") + Array("new".utf8))
        await scan()
        #expect(try await !isProtected("x.jpg"))
    }

    @Test(arguments: words + [["mark", "work", "--yes"]])
    func `Of one that was edited and moved when one command named it and a new photo with its old name`(
        word: [String]
    ) async throws {
        await decide(word == ["hold"] ? word : ["mark", "personal"], "x.jpg")
        try editAndMove("x.jpg", to: "n.jpg")
        try removable.write("x.jpg", try removable.bytes("y.jpg") + Array("new".utf8))
        await decide(word, "x.jpg", "n.jpg")
        await scan()
        await undo()
        for name in ["x.jpg", "n.jpg"] { #expect(try await isProtected(name), "\(name)") }
        await scan()
        #expect(try await isProtected("n.jpg"))
    }

    @Test func `Of two that each took the next name when one command named all`() async throws {
        await decide(["mark", "personal"], "x.jpg", "y.jpg")
        try editAndMove("y.jpg", to: "n.jpg")
        try editAndMove("x.jpg", to: "y.jpg")
        try removable.write("x.jpg", try removable.bytes("k/z.jpg") + Array("new".utf8))
        await decide(["mark", "personal"], "x.jpg", "y.jpg", "n.jpg")
        await scan()
        await undo()
        for name in ["y.jpg", "n.jpg"] { #expect(try await isProtected(name), "\(name)") }
    }

    @Test(arguments: [["mark", "personal"], ["mark", "work", "--yes"]], [false, true])
    func `Of a copy that was edited to the bytes of another photo on which somebody decided then`(
        word: [String], isMoved: Bool
    ) async throws {
        try removable.write("c.jpg", try removable.bytes("x.jpg"))
        await scan()
        await decide(["mark", "personal"], "x.jpg")
        try removable.edit("c.jpg")
        try removable.write("k/c.jpg", try removable.bytes("c.jpg"))
        if isMoved { try removable.rename("c.jpg", to: "m.jpg") }
        await decide(word, "k/c.jpg")
        await scan()
        await undo()
        let name = isMoved ? "m.jpg" : "c.jpg"
        #expect(try await isProtected(name))
        await scan()
        #expect(try await isProtected(name))
    }

    @Test func `Of one in a directory that was marked and renamed, and that was saved anew`() async throws {
        await decide(["mark", "personal"], "k")
        let edited = try removable.bytes("k/z.jpg") + Array("edited".utf8)
        try world.tree.remove("photos/k/z.jpg")
        try removable.write("k/z.jpg", edited)
        try removable.rename("k", to: "m")
        await decide(["mark", "personal"], "m/z.jpg")
        await scan()
        await undo()
        #expect(try await isProtected("m/z.jpg"))
    }

    @Test func `Of two that took each other's names, each keeps what is not undone`() async throws {
        await decide(["mark", "personal"], "x.jpg")
        await decide(["mark", "personal"], "y.jpg")
        try removable.edit("y.jpg")
        try editAndMove("x.jpg", to: "n.jpg")
        try removable.rename("y.jpg", to: "x.jpg")
        try removable.rename("n.jpg", to: "y.jpg")
        await scan()
        await undo()
        #expect(try await isProtected("y.jpg"))
    }

    @Test func `Of two that were marked by one command, neither keeps anything`() async throws {
        await decide(["mark", "personal"], "x.jpg", "y.jpg")
        try removable.edit("y.jpg")
        try editAndMove("x.jpg", to: "n.jpg")
        try removable.rename("y.jpg", to: "x.jpg")
        try removable.rename("n.jpg", to: "y.jpg")
        await scan()
        await undo()
        await scan()
        for name in ["x.jpg", "y.jpg"] { #expect(try await !isProtected(name), "\(name)") }
    }

    @Test(arguments: [["mark", "personal"], ["mark", "work", "--yes"]], [false, true])
    func `Of a copy that was edited before or after somebody decided on it`(
        word: [String], isEditedBefore: Bool
    ) async throws {
        try removable.write("c.jpg", try removable.bytes("x.jpg"))
        await scan()
        await decide(["mark", "personal"], "x.jpg")
        if isEditedBefore { try removable.edit("c.jpg") }
        await decide(word, "c.jpg")
        if !isEditedBefore { try removable.edit("c.jpg") }
        await scan()
        await undo()
        #expect(try await isProtected("c.jpg"))
        await scan()
        #expect(try await isProtected("c.jpg"))
    }

    @Test func `Of a copy that was edited after one command had marked both, nothing is left`() async throws {
        try removable.write("c.jpg", try removable.bytes("x.jpg"))
        await scan()
        await decide(["mark", "personal"], "x.jpg", "c.jpg")
        try removable.edit("c.jpg")
        await scan()
        await undo()
        await scan()
        for name in ["x.jpg", "c.jpg"] { #expect(try await !isProtected(name), "\(name)") }
    }

    @Test func `Of a photo that was restored and is held for that`() async throws {
        await world.run("upload")
        #expect(await world.run("purge", "--yes", "--max-delete", "100%", "--path", "*/x.jpg").exit == 0)
        #expect(await world.run("undo", "--yes").exit == 0)
        await scan()
        #expect(try await photo("x.jpg")["held"] == "restored")
        try editAndMove("x.jpg", to: "n.jpg")
        await decide(["hold"], "n.jpg")
        await scan()
        await undo()
        #expect(try await photo("n.jpg")["held"] == "restored")
    }

    private func isSent(_ name: String) async -> Bool {
        await world.run("upload", "--path", "*/\(name)")
        return removable.service.entries.keys.contains { $0.lastComponent?.string == name }
    }

    @Test func `Of one whose copy was taken back, and that was edited, moved and marked as work`() async throws {
        #expect(await world.run("retract", path("d.jpg"), "--yes").exit == 0)
        try editAndMove("d.jpg", to: "n.jpg")
        await decide(["mark", "work", "--yes"], "n.jpg")
        await scan()
        await undo()
        #expect(await !isSent("n.jpg"))
        await decide(["mark", "work", "--yes"], "n.jpg")
        #expect(await isSent("n.jpg"))
    }

    @Test func `Of one whose copy was taken back, and that was edited and moved after it was marked`() async throws {
        #expect(await world.run("retract", path("d.jpg"), "--yes").exit == 0)
        await decide(["mark", "work", "--yes"], "d.jpg")
        try editAndMove("d.jpg", to: "n.jpg")
        await scan()
        await undo()
        #expect(await !isSent("n.jpg"))
    }

    @Test(arguments: [false, true])
    func `Of a copy of it that was edited before or after it was marked as work`(isEditedBefore: Bool) async throws {
        try removable.write("c.jpg", try removable.bytes("d.jpg"))
        await scan()
        await world.run("upload")
        #expect(await world.run("retract", path("d.jpg"), "--yes").exit == 0)
        if isEditedBefore { try removable.edit("c.jpg") }
        await decide(["mark", "work", "--yes"], "c.jpg")
        if !isEditedBefore { try removable.edit("c.jpg") }
        await scan()
        await undo()
        let copies = Set(removable.service.entries.keys)
        await world.run("upload", "--path", "*/c.jpg")
        #expect(Set(removable.service.entries.keys) == copies)
    }
}
