import PhotoModel
import SystemPackage
import Testing
import WorkphotosTestSupport

/// Decisions that meet at a path because a root or a photo gets it: the stricter one stands.
struct MetDecisionTests {
    private let removable: Removable
    private var world: World { removable.world }

    init() async throws {
        removable = try await Removable("d.jpg", "e.jpg", "f.jpg", "g.jpg")
        for name in ["x.jpg", "y.jpg"] { try removable.add(name) }
        await world.run("scan")
        try world.tree.makeDirectory("other")
    }

    private var stored: [String] {
        removable.service.entries.keys.compactMap(\.lastComponent?.string).sorted()
    }

    private func path(_ name: String) -> String { world.tree.path(FilePath(name)).string }

    private func verdict(_ name: String) async throws -> String? {
        try await world.objects("list", "--path", "*/\(name)").first?["verdict"]
    }

    /// Marks a copy of a photo in another directory as work, and removes it.
    private func decideOnCopy(_ name: String) async throws {
        try world.tree.write(FilePath("other/\(name)"), try removable.bytes(name))
        #expect(await world.run("mark", "work", "--yes", path("other/\(name)")).exit == 0)
        try world.tree.remove(FilePath("other/\(name)"))
    }

    /// Makes the other directory a root.
    private func scanOther() async throws {
        try removable.add("k.jpg")
        try world.tree.rename("photos/k.jpg", to: "other/k.jpg")
        #expect(await world.run("scan", path("other")).exit == 0)
    }

    /// Renames the root to the other directory.
    private func renameRoot() async throws -> Outcome {
        try world.tree.remove("other")
        try world.tree.rename("photos", to: "other")
        return await world.run("root", "rename", world.library, path("other"))
    }

    @Test func `A personal photo stays so where its root gets the path at which a copy was marked as work`()
        async throws
    {
        #expect(await world.run("mark", "personal", path("photos/x.jpg")).exit == 0)
        try await decideOnCopy("x.jpg")
        let outcome = try await renameRoot()
        #expect(outcome.exit == 0 && outcome.notes.contains("personal ones at the new paths: 1"), "\(outcome)")
        for _ in 1...2 {
            #expect(try await verdict("other/x.jpg") == "personal")
            #expect(await world.run("upload").exit == 0)
            #expect(stored == ["d.jpg", "e.jpg", "f.jpg", "g.jpg", "y.jpg"])
            #expect(await world.run("scan").exit == 0)
            #expect(await world.run("index", "check").exit == 0)
        }
        #expect(await world.run("mark", "work", "--yes", path("other/x.jpg")).exit == 0)
        #expect(await world.run("upload").exit == 0)
        #expect(stored.contains("x.jpg"))
    }

    @Test func `A photo whose root gets a path that is personal is so at once`() async throws {
        try removable.add("n.jpg")
        try world.tree.rename("photos/n.jpg", to: "other/x.jpg")
        #expect(await world.run("mark", "personal", path("other/x.jpg")).exit == 0)
        let outcome = try await renameRoot()
        #expect(outcome.exit == 0 && !outcome.notes.contains("personal ones"), "\(outcome)")
        #expect(try await verdict("other/x.jpg") == "personal")
        #expect(await world.run("upload").exit == 0)
        #expect(stored == ["d.jpg", "e.jpg", "f.jpg", "g.jpg", "y.jpg"])
    }

    /// What is done with a photo before a scan finds it where a copy of it was marked as work.
    enum Change: CaseIterable { case none, edited, seenElsewhereFirst }

    @Test(arguments: Change.allCases)
    func `A personal photo stays so where a scan finds it at the path at which a copy was marked as work`(
        change: Change
    ) async throws {
        try await scanOther()
        #expect(await world.run("mark", "personal", path("photos/x.jpg")).exit == 0)
        try await decideOnCopy("x.jpg")
        if change == .edited { try removable.edit("x.jpg") }
        try world.tree.rename("photos/x.jpg", to: "other/x.jpg")
        if change == .seenElsewhereFirst { #expect(await world.run("scan", world.library).exit == 0) }
        #expect(await world.run("scan").exit == 0)
        #expect(try await verdict("other/x.jpg") == "personal")
        #expect(await world.run("upload").exit == 0)
        #expect(!stored.contains("x.jpg"))
        #expect(await world.run("mark", "work", "--yes", path("other/x.jpg")).exit == 0)
        #expect(await world.run("upload").exit == 0)
        #expect(stored.contains("x.jpg"))
    }

    @Test(arguments: [false, true])
    func `What was taken back is held where a scan finds it at the path at which a copy was marked as work`(
        isMeant: Bool
    ) async throws {
        try await scanOther()
        #expect(await world.run("retract", path("photos/d.jpg"), "--yes").exit == 0)
        if !isMeant { try await decideOnCopy("d.jpg") }
        try world.tree.rename("photos/d.jpg", to: "other/d.jpg")
        if isMeant { #expect(await world.run("mark", "work", path("other/d.jpg")).exit == 0) }
        #expect(await world.run("scan").exit == 0)
        #expect(await world.run("upload").exit == 0)
        #expect(stored.contains("d.jpg") == isMeant)
    }
}
