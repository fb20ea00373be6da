import SystemPackage
import Testing
import WorkphotosTestSupport

/// Photos that a user takes out of the trash with a file manager, and the next scheduled run.
struct ReturnedPhotoTests {
    private let removable: Removable
    private var world: World { removable.world }

    init() async throws { removable = try await Removable("a.jpg", "b.jpg") }

    /// Purges both photos and puts one back, under its name or another, like a file manager.
    private func purgeAndTakeBack(_ name: String, as newName: String? = nil) async throws {
        let bytes = try world.tree.read(FilePath("photos/\(name)"))
        #expect(await world.run("purge", "--yes", "-q").exit == 0)
        let parked = try #require(
            try world.tree.snapshot().keys.first {
                $0.hasPrefix("trash/") && (try? world.tree.read(FilePath($0))) == bytes
            })
        if newName != nil { try world.tree.makeDirectory("photos/rescued") }
        try world.tree.rename(FilePath(parked), to: FilePath("photos/\(newName ?? name)"))
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

    @Test(arguments: [false, true])
    func `One that a person had held meanwhile is held still when that is undone`(byHand: Bool) async throws {
        let path = "\(world.library)/a.jpg"
        if byHand { try await purgeAndTakeBack("a.jpg") } else { await world.run("purge", "--yes", "-q") }
        #expect(await world.run("hold", path).exit == 0)
        let returned = byHand ? await world.run("scan") : await world.run("undo", "3")
        #expect(returned.exit == 0, "\(returned)")
        #expect(await world.run("mark", "--undo", "--yes").exit == 0)
        let photo = try #require(try await world.objects("list", "--path", "*/a.jpg").first)
        #expect(photo["held"] == "restored")
        #expect(await world.run("index", "check").exit == 0)
    }

    @Test func `One whose root was forgotten meanwhile is held where it is back, and no other`() async throws {
        try removable.add("c.jpg")
        await world.run("scan")
        try await purgeAndTakeBack("a.jpg")
        #expect(await world.run("root", "forget", world.library, "--yes").exit == 0)
        let scan = await world.run("scan", world.library)
        #expect(scan.notes.contains("1 photo that a purge removed is back and is held"), "\(scan)")
        let held = try await world.objects("list").filter { $0["held"] != nil }.compactMap { $0["path"] }
        #expect(held == ["\(world.library)/a.jpg"])
        #expect(await world.run("index", "check").exit == 0)
    }

    /// Forgets the root and scans it anew.
    ///
    /// - Returns: what the scan told.
    private func scanAnew() async -> String {
        #expect(await world.run("root", "forget", world.library, "--yes").exit == 0)
        let scan = await world.run("scan", world.library)
        #expect(scan.exit == 0, "\(scan)")
        #expect(await world.run("index", "check").exit == 0)
        return scan.notes
    }

    /// The names of photos that are held.
    private var held: [String] {
        get async throws {
            try await world.objects("list").filter { $0["held"] != nil }.compactMap { $0["path"] }
                .map { String($0.dropFirst(world.library.count + 1)) }.sorted()
        }
    }

    @Test(arguments: [false, true])
    func `After its root was forgotten it is held under another name too, also if its copy is lost`(
        isLost: Bool
    ) async throws {
        // No other photo has its size.
        try removable.add("longer.jpg")
        await world.run("scan")
        #expect(await world.run("upload").exit == 0)
        try await purgeAndTakeBack("longer.jpg", as: "rescued/mine.jpg")
        if isLost {
            removable.service.place(nil, at: "Office/2026/2026-05-04/longer.jpg")
            #expect(await world.run("verify", "-q").exit == 3)
        }
        let notes = await scanAnew()
        #expect(notes.contains("1 photo that a purge removed is back and is held"), "\(notes)")
        #expect(try await held == ["rescued/mine.jpg"])
    }

    @Test(arguments: [nil, "rescued/mine.jpg"])
    func `So is one that was edited before that scan`(newName: String?) async throws {
        try await purgeAndTakeBack("a.jpg", as: newName)
        try removable.edit(newName ?? "a.jpg")
        let notes = await scanAnew()
        #expect(notes.contains("1 photo that a purge removed is back and is held"), "\(notes)")
        #expect(try await held == [newName ?? "a.jpg"])
    }

    /// When another photo gets the name of one that was removed.
    enum Moment: CaseIterable, Sendable { case withItsReturn, before, afterForgetting }

    @Test(arguments: Moment.allCases)
    func `One whose name another photo has got is held under the name at which it is back`(
        moment: Moment
    ) async throws {
        let bytes = try removable.bytes("a.jpg")
        #expect(await world.run("purge", "--yes", "-q").exit == 0)
        if moment == .afterForgetting { #expect(await world.run("root", "forget", world.library, "--yes").exit == 0) }
        try world.add("a.jpg", TestPhoto(at: Place.office, taken: "2026:05:05 11:00:00"))
        if moment != .withItsReturn { #expect(await world.run("scan", world.library).exit == 0) }
        try removable.write("mine.jpg", bytes)
        let scan = await world.run("scan", world.library)
        #expect(scan.notes.contains("1 photo that a purge removed is back and is held"), "\(scan)")
        #expect(try await held.contains("mine.jpg"))
        #expect(await world.run("index", "check").exit == 0)
    }

    @Test func `So is the first of two with one name that both were removed, at that name`() async throws {
        let bytes = try removable.bytes("a.jpg")
        #expect(await world.run("purge", "--yes", "-q").exit == 0)
        try world.add("a.jpg", TestPhoto(at: Place.office, taken: "2026:05:05 11:00:00"))
        #expect(await world.run("scan").exit == 0)
        #expect(await world.run("upload").exit == 0)
        #expect(await world.run("purge", "--yes", "-q", "--max-delete", "100%").exit == 0)
        try removable.write("a.jpg", bytes)
        let notes = await scanAnew()
        #expect(notes.contains("1 photo that a purge removed is back and is held"), "\(notes)")
        #expect(try await held == ["a.jpg"])
    }

    @Test func `A copy that was there when its root was forgotten is not taken for it`() async throws {
        try removable.write("copy.jpg", try removable.bytes("b.jpg"))
        await world.run("scan")
        #expect(await world.run("upload").exit == 0)
        #expect(await world.run("purge", "--yes", "-q", "--path", "*/b.jpg").exit == 0)
        #expect(try world.names == ["a.jpg", "copy.jpg"])
        let notes = await scanAnew()
        #expect(!notes.contains("is back"), "\(notes)")
        #expect(try await held.isEmpty)
    }

    @Test(arguments: [nil, "rescued/mine.jpg"])
    func `A file that was not its photo's first is held after that too where it is back alone`(
        newName: String?
    ) async throws {
        try removable.add("a-edited.jpg")
        await world.run("scan")
        #expect(await world.run("upload").exit == 0)
        try await purgeAndTakeBack("a-edited.jpg", as: newName)
        let notes = await scanAnew()
        #expect(notes.contains("1 photo that a purge removed is back and is held"), "\(notes)")
        #expect(try await held == [newName ?? "a-edited.jpg"])
    }

    @Test(arguments: [nil, "rescued/mine.jpg"])
    func `One that somebody has released is not held again when its root is forgotten`(newName: String?) async throws {
        try await purgeAndTakeBack("a.jpg", as: newName)
        await world.run("scan")
        #expect(await world.run("unhold", "--yes", "\(world.library)/\(newName ?? "a.jpg")").exit == 0)
        let notes = await scanAnew()
        #expect(!notes.contains("is back"), "\(notes)")
        #expect(try await held.isEmpty)
    }

    @Test func `Nor is it when it is renamed`() async throws {
        try await purgeAndTakeBack("a.jpg", as: "rescued/mine.jpg")
        await world.run("scan")
        #expect(await world.run("unhold", "--yes", "\(world.library)/rescued/mine.jpg").exit == 0)
        try removable.rename("rescued/mine.jpg", to: "rescued/yours.jpg")
        await world.run("scan")
        #expect(try await held.isEmpty)
    }

    @Test func `One that a killed undo has brought back is held still when a person's hold is undone`() async throws {
        await world.run("purge", "--yes", "-q")
        #expect(await world.run("hold", "\(world.library)/a.jpg").exit == 0)
        let (tree, index) = (world.tree, world.index)
        removable.trash.whenCalled { call in
            guard call.step == .putBack, !tree.exists("killed") else { return }
            for ending in ["", "-wal"] {
                guard let bytes = try? tree.read(FilePath(index.string + ending)) else { continue }
                try? tree.write(FilePath("killed/index.sqlite\(ending)"), bytes)
            }
        }
        #expect(await world.run("undo", "3").exit == 0)
        removable.trash.leaveAlone()
        world.removeIndex()
        for ending in ["", "-wal"] {
            try tree.rename(FilePath("killed/index.sqlite\(ending)"), to: FilePath(index.string + ending))
        }
        #expect(await world.run("mark", "--undo", "--yes").exit == 0)
        let purge = await world.run("purge", "--yes")
        #expect(purge.notes.contains("Settled"), "\(purge)")
        #expect(try world.names == ["a.jpg", "b.jpg"])
        #expect(try await held == ["a.jpg", "b.jpg"])
        #expect(await world.run("index", "check").exit == 0)
    }

    private let rescued: FilePath = "photos/rescued/mine.jpg"

    private func edit() throws { try world.tree.write(rescued, try world.tree.read(rescued) + Array("edited".utf8)) }

    /// Whether each run with an upload and a purge leaves it there.
    private func expectKept() async throws {
        #expect(await world.run("upload").exit == 0)
        let purge = try await world.objects("purge", "--yes", "--max-delete", "100%")
        #expect(purge.first?["why"] == "held", "\(purge.map(\.members))")
        #expect(try world.names == ["rescued/mine.jpg"])
    }

    @Test func `Under another name in another directory it is held too, and stays held when it is edited`() async throws
    {
        try await purgeAndTakeBack("a.jpg", as: "rescued/mine.jpg")
        #expect(await world.run("scan").notes.contains("1 photo that a purge removed is back and is held"))
        try await expectKept()
        try edit()
        await world.run("scan")
        try await expectKept()
        #expect(await world.run("index", "check").exit == 0)
    }

    @Test func `So it is where it was edited before the scan`() async throws {
        try await purgeAndTakeBack("a.jpg", as: "rescued/mine.jpg")
        try edit()
        #expect(await world.run("scan").notes.contains("1 photo that a purge removed is back and is held"))
        try await expectKept()
    }

    @Test func `A new photo that gets the inode of a removed one is not it`() async throws {
        let bytes = try world.tree.read("photos/a.jpg")
        #expect(await world.run("purge", "--yes", "-q").exit == 0)
        for name in try world.tree.snapshot().keys where name.hasPrefix("trash/") {
            try world.tree.remove(FilePath(name))
        }
        try world.tree.write("photos/new.jpg", bytes + Array("other".utf8))
        #expect(await world.run("scan").notes.isEmpty)
    }
}
