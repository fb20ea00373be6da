import SystemPackage
import Testing
import WorkphotosTestSupport

/// Photos that a user takes out of the trash with a file manager, and the next scheduled run.
struct ReturnedPhotoTests {
    private let removable: Removable
    private var world: World { removable.world }

    init() async throws { removable = try await Removable("a.jpg", "b.jpg") }

    /// Purges both photos and puts one back under its name, like a file manager.
    private func purgeAndTakeBack(_ name: String) async throws {
        let bytes = try world.tree.read(FilePath("photos/\(name)"))
        #expect(await world.run("purge", "--yes", "-q").exit == 0)
        let parked = try #require(
            try world.tree.snapshot().keys.first {
                $0.hasPrefix("trash/") && (try? world.tree.read(FilePath($0))) == bytes
            })
        try world.tree.rename(FilePath(parked), to: FilePath("photos/\(name)"))
    }

    @Test func `The scan holds and reports them, and no purge removes them again`() async throws {
        try await purgeAndTakeBack("a.jpg")
        let scan = await world.run("scan")
        let told =
            "1 photo that a purge removed is back and is held, so that no purge removes it again; to release one: "
            + "workphotos unhold FILE\n"
        #expect(scan.exit == 0 && scan.notes == told, "\(scan)")
        let purge = try await world.objects("purge", "--yes")
        #expect(purge.first?["why"] == "held")
        #expect(try removable.world.names == ["a.jpg"])
        #expect(await world.run("scan").notes.isEmpty)
        await world.run("unhold", "--yes", "\(world.library)/a.jpg")
        #expect(try await world.objects("purge", "--yes").last?[number: "done"] == 1)
    }

    @Test func `A dry scan reports them and writes nothing`() async throws {
        try await purgeAndTakeBack("b.jpg")
        let before = try world.tree.snapshot()
        let lines = try await world.objects("scan", "-n")
        #expect(lines.last?[number: "returned"] == 1 && lines.last?[number: "new"] == 1)
        #expect(try world.tree.snapshot() == before)
    }

    @Test func `Undo finds them restored and restores the others`() async throws {
        try await purgeAndTakeBack("a.jpg")
        await world.run("scan", "-q")
        let undo = try await world.objects("undo", "3")
        #expect(undo.last?[number: "done"] == 2 && undo.last?[number: "failed"] == 0)
        #expect(try removable.world.names == ["a.jpg", "b.jpg"])
        #expect(await world.run("index", "check").exit == 0)
    }
}
