import PhotoModel
import SystemPackage
import Testing
import WorkphotosTestSupport

/// What was decided on photos, or taken back, is known again of files whose rows the index has not any more: their root
/// was forgotten, or a scan found them gone before another found them elsewhere.
struct ForgottenRootTests {
    private let removable: Removable
    private var world: World { removable.world }

    init() async throws {
        removable = try await Removable("a.jpg", "d.jpg", "e.jpg", "f.jpg", "g.jpg", "k.jpg")
        try removable.write("c.jpg", try removable.bytes("a.jpg"))
        try world.tree.makeDirectory("other")
        try world.tree.rename("photos/k.jpg", to: "other/k.jpg")
        await world.run("scan", world.library)
        await scanOther()
    }

    private static let words = [["mark", "personal"], ["hold"]]

    private var stored: [String] {
        removable.service.entries.keys.compactMap(\.lastComponent?.string).sorted()
    }

    private func path(_ name: String) -> String { world.tree.path(FilePath(name)).string }

    private func scanOther() async {
        #expect(await world.run("scan", path("other")).exit == 0)
        #expect(await world.run("index", "check").exit == 0)
    }

    private func forget() async {
        #expect(await world.run("root", "forget", world.library, "--yes").exit == 0)
        #expect(await world.run("index", "check").exit == 0)
    }

    private func edit(_ name: String, as other: String) throws {
        try world.tree.write(FilePath(name), try world.tree.read(FilePath(name)) + Array("edited".utf8))
        try world.tree.rename(FilePath(name), to: FilePath(other))
    }

    /// Saves an edited photo as programs do that write another file and give it the name.
    private func saveAnew(_ name: String) throws {
        let bytes = try removable.bytes(name)
        try removable.write("new", bytes + Array("edited".utf8))
        try world.tree.remove(FilePath("photos/\(name)"))
        try removable.rename("new", to: name)
    }

    /// Has a scan find the library gone, as where its disk is not mounted, and another find it back with an edit.
    private func editWhileGone(_ name: String, savingAnew: Bool = false) async throws {
        try world.tree.rename("photos", to: "away")
        try world.tree.makeDirectory("photos")
        #expect(await world.run("scan", "--accept-missing", world.library).exit == 0)
        try world.tree.remove("photos")
        try world.tree.rename("away", to: "photos")
        if savingAnew { try saveAnew(name) } else { try removable.edit(name) }
        #expect(await world.run("scan", world.library).exit == 0)
        #expect(await world.run("index", "check").exit == 0)
    }

    private func isProtected(_ name: String) async throws -> Bool {
        let photo = try #require(try await world.objects("list", "--path", "*/\(name)").first)
        return photo["verdict"] == "personal" || photo["held"] != nil
    }

    @Test(arguments: words, [false, true])
    func `A copy of a decided photo that was edited and moved to another root stays decided until somebody ends that`(
        word: [String], isForgotten: Bool
    ) async throws {
        _ = await world.type(word + [path("photos/a.jpg")])
        try edit("photos/c.jpg", as: "other/c.jpg")
        if isForgotten { await forget() } else { #expect(await world.run("scan", world.library).exit == 0) }
        await scanOther()
        #expect(try await isProtected("other/c.jpg"))
        let end = word == ["hold"] ? ["unhold"] : ["mark", "auto"]
        #expect(await world.type(end + [path("other/c.jpg"), "--yes"]).exit == 0)
        try edit("other/c.jpg", as: "other/n.jpg")
        await scanOther()
        #expect(try await !isProtected("other/n.jpg"))
    }

    @Test(arguments: words)
    func `A copy that was saved anew stays decided when its root is scanned again, and one that was not is a copy`(
        word: [String]
    ) async throws {
        try removable.write("b.jpg", try removable.bytes("a.jpg"))
        await world.run("scan")
        _ = await world.type(word + [path("photos/a.jpg")])
        try saveAnew("c.jpg")
        await forget()
        #expect(await world.run("scan", world.library).exit == 0)
        for name in ["photos/b.jpg", "photos/c.jpg"] { #expect(try await isProtected(name)) }
        let end = word == ["hold"] ? ["unhold"] : ["mark", "auto"]
        #expect(await world.type(end + [path("photos/a.jpg"), "--yes"]).exit == 0)
        #expect(try await !isProtected("photos/b.jpg"))
        #expect(try await isProtected("photos/c.jpg"))
    }

    @Test(arguments: words, [false, true])
    func `A copy of a decided photo that was edited while a scan found it gone stays decided`(
        word: [String], isSavedAnew: Bool
    ) async throws {
        _ = await world.type(word + [path("photos/a.jpg")])
        try await editWhileGone("c.jpg", savingAnew: isSavedAnew)
        #expect(try await isProtected("photos/c.jpg"))
    }

    @Test(arguments: words)
    func `So does one that was edited while scans left it out, and a photo of another time is another`(
        word: [String]
    ) async throws {
        try removable.write("k/b.jpg", try removable.bytes("a.jpg"))
        await world.run("scan", world.library)
        _ = await world.type(word + [path("photos/a.jpg")])
        try removable.configure("[scan]\nexclude = [\"c.jpg\", \"k\"]\n")
        #expect(await world.run("scan", world.library).exit == 0)
        try saveAnew("c.jpg")
        // Made before the other is removed: it must not get the inode of that.
        try world.add("k/new.jpg", TestPhoto(at: Place.office, taken: "2026:05:04 11:00:00"))
        try world.tree.remove("photos/k/b.jpg")
        try removable.rename("k/new.jpg", to: "k/b.jpg")
        try removable.configure("")
        #expect(await world.run("scan", world.library).exit == 0)
        #expect(try await isProtected("photos/c.jpg"))
        #expect(try await !isProtected("photos/k/b.jpg"))
    }

    @Test(arguments: words, [false, true])
    func `A copy that a scan left out, or did not find, stays decided when its root is forgotten`(
        word: [String], isAway: Bool
    ) async throws {
        _ = await world.type(word + [path("photos/a.jpg")])
        if isAway {
            try world.tree.rename("photos/c.jpg", to: "c.jpg")
            #expect(await world.run("scan", "--accept-missing", world.library).exit == 0)
            try world.tree.rename("c.jpg", to: "photos/c.jpg")
        } else {
            #expect(await world.run("scan", "--exclude", "c.jpg", world.library).exit == 0)
        }
        await forget()
        try saveAnew("c.jpg")
        #expect(await world.run("scan", world.library).exit == 0)
        #expect(try await isProtected("photos/c.jpg"))
    }

    @Test(arguments: words)
    func `A copy that a scan left out is decided once it is written again, though one saw it empty`(
        word: [String]
    ) async throws {
        _ = await world.type(word + [path("photos/a.jpg")])
        #expect(await world.run("scan", "--exclude", "c.jpg", world.library).exit == 0)
        let bytes = try removable.bytes("c.jpg")
        try removable.write("new", [])
        try world.tree.remove("photos/c.jpg")
        try removable.rename("new", to: "c.jpg")
        _ = await world.run("scan", world.library)
        try removable.write("new", bytes + Array("edited".utf8))
        try world.tree.remove("photos/c.jpg")
        try removable.rename("new", to: "c.jpg")
        #expect(await world.run("scan", world.library).exit == 0)
        #expect(try await isProtected("photos/c.jpg"))
    }

    @Test func `A photo that has the name of a forgotten one later is another`() async throws {
        _ = await world.type(["mark", "personal", path("photos/a.jpg")])
        await forget()
        #expect(await world.run("scan", world.library).exit == 0)
        try removable.rename("c.jpg", to: "n.jpg")
        await world.run("scan")
        try removable.add("c.jpg")
        await world.run("scan")
        await forget()
        #expect(await world.run("scan", world.library).exit == 0)
        #expect(try await isProtected("photos/n.jpg"))
        #expect(try await !isProtected("photos/c.jpg"))
    }

    /// What becomes of a photo before an index that was restored from before reads that its copy was taken back.
    enum Change: CaseIterable { case movedAndForgotten, savedAnewAndForgotten, editedWhileGone, savedAnewWhileGone }

    @Test(arguments: Change.allCases)
    func `What was taken back is not sent again by an index that was restored from before`(
        change: Change
    ) async throws {
        #expect(await world.run("index", "backup", path("before.sqlite")).exit == 0)
        #expect(await world.run("retract", path("photos/d.jpg"), "--yes").exit == 0)
        world.removeIndex()
        try world.tree.rename("before.sqlite", to: world.index)
        switch change {
        case .movedAndForgotten:
            try edit("photos/d.jpg", as: "other/d.jpg")
            await forget()
            await scanOther()
        case .savedAnewAndForgotten:
            try saveAnew("d.jpg")
            await forget()
            #expect(await world.run("scan", world.library).exit == 0)
        case .editedWhileGone: try await editWhileGone("d.jpg")
        case .savedAnewWhileGone: try await editWhileGone("d.jpg", savingAnew: true)
        }
        let before = stored
        let upload = await world.run("upload")
        #expect(upload.output.contains("1 held from their destination"), "\(upload)")
        #expect(!before.contains("d.jpg") && !stored.contains("d.jpg"))
        let place = change == .movedAndForgotten ? "other/d.jpg" : "photos/d.jpg"
        #expect(await world.run("mark", "work", path(place)).exit == 0)
        #expect(await world.run("upload").exit == 0)
        #expect(stored.contains("d.jpg"))
    }
}
