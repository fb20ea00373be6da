import PhotoModel
import PhotoPipeline
import SystemPackage
import Testing
import WorkphotosTestSupport

/// What is decided on a photo reaches its other bytes, files and copies: none of them is sent or removed when it is
/// edited, copied to another disk, or left alone.
struct MarkReachTests {
    private let removable: Removable
    private var world: World { removable.world }

    init() async throws {
        removable = try await Removable("a.jpg", "copy/a.jpg", "d.jpg", "e.jpg", "f.jpg", "g.jpg")
        try removable.write("copy/a.jpg", try removable.bytes("a.jpg"))
        try removable.add("IMG_1.JPG")
        try removable.add("IMG_E1.JPG")
        await world.run("scan")
    }

    private static let words = [["mark", "personal"], ["hold"]]

    private func path(_ name: String) -> String { "\(world.library)/\(name)" }

    private func remove(_ name: String) throws { try world.tree.remove(FilePath("photos/\(name)")) }

    /// Moves a photo as to another file system: its bytes become another file.
    private func move(_ name: String, to other: String) throws {
        let bytes = try removable.bytes(name)
        try remove(name)
        try removable.write(other, bytes)
    }

    private func isProtected(_ name: String) async throws -> Bool {
        let photo = try #require(try await world.objects("list", "--path", "*/photos/\(name)").first)
        return photo["verdict"] == "personal" || photo["held"] != nil
    }

    @Test(arguments: words)
    func `An edited photo that comes to another disk is still decided`(word: [String]) async throws {
        _ = await world.type(word + [path("d.jpg")])
        try removable.edit("d.jpg")
        await world.run("scan")
        try move("d.jpg", to: "disk/z.jpg")
        await world.run("scan")
        #expect(try await isProtected("disk/z.jpg"))
        #expect(await world.run("index", "check").exit == 0)
    }

    @Test(arguments: words)
    func `So is a copy of it that the same scan finds first`(word: [String]) async throws {
        _ = await world.type(word + [path("d.jpg")])
        try removable.edit("d.jpg")
        try removable.write("0.jpg", try removable.bytes("d.jpg"))
        await world.run("scan")
        #expect(try await isProtected("0.jpg"))
        #expect(try await isProtected("d.jpg"))
    }

    @Test(arguments: words)
    func `A file with two names stays decided by both when it is edited`(word: [String]) async throws {
        _ = await world.type(word + [path("copy/a.jpg")])
        try removable.edit("copy/a.jpg")
        try removable.write("a.jpg", try removable.bytes("copy/a.jpg"))
        await world.run("scan")
        #expect(try await isProtected("a.jpg"))
        try move("a.jpg", to: "disk/z.jpg")
        try remove("copy/a.jpg")
        await world.run("scan")
        #expect(try await isProtected("disk/z.jpg"))
    }

    @Test(arguments: [
        (["mark", "personal"], ["mark", "work"], "personal"), (["mark", "personal"], ["mark", "auto"], "marked"),
        (["hold"], ["unhold"], "held"),
    ])
    func `It is told where another file of the photo keeps what is ended`(
        word: [String], end: [String], kept: String
    ) async throws {
        _ = await world.type(word + [path("IMG_1.JPG")])
        let ended = await world.type(end + [path("IMG_E1.JPG"), "--yes"])
        #expect(ended.output.contains("still \(kept), by what was decided on another of its files"), "\(ended)")
        #expect(try await isProtected("IMG_1.JPG"))
        #expect(await !world.type(end + [path("IMG_1.JPG"), "--yes"]).output.contains("still"))
        #expect(try await !isProtected("IMG_1.JPG"))
    }

    @Test(arguments: words)
    func `An undo leaves nothing of what one command said of a photo's files, one of which was edited`(
        word: [String]
    ) async throws {
        try removable.edit("IMG_E1.JPG")
        _ = await world.type(word + [path("IMG_1.JPG"), path("IMG_E1.JPG")])
        #expect(try await isProtected("IMG_1.JPG"))
        #expect(await world.run("mark", "--undo", "--yes").exit == 0)
        #expect(try await !isProtected("IMG_1.JPG"))
        await world.run("scan")
        for name in ["IMG_1.JPG", "IMG_E1.JPG"] { #expect(try await !isProtected(name)) }
    }

    @Test(arguments: words, [false, true])
    func `It is told where a photo that no scan has seen at its path keeps what is ended`(
        word: [String], isEdited: Bool
    ) async throws {
        _ = await world.type(word + [path("d.jpg")])
        if isEdited { try removable.edit("d.jpg") }
        try removable.rename("d.jpg", to: "n.jpg")
        let end = word == ["hold"] ? ["unhold"] : ["mark", "auto"]
        let ended = await world.type(end + [path("n.jpg"), "--yes"])
        #expect(ended.exit == 0 && ended.output.contains(word == ["hold"] ? "still held" : "still marked"), "\(ended)")
        await world.run("scan")
        #expect(try await isProtected("n.jpg"))
        #expect(await !world.type(end + [path("n.jpg"), "--yes"]).output.contains("still"))
        #expect(try await !isProtected("n.jpg"))
    }

    @Test func `What undo restored stays held when it was edited and comes to another disk`() async throws {
        #expect(await world.run("purge", "--yes", "--max-delete", "100%", "--path", "*/d.jpg").exit == 0)
        #expect(await world.run("undo", "--yes").exit == 0)
        try removable.edit("d.jpg")
        await world.run("scan")
        try move("d.jpg", to: "disk/z.jpg")
        await world.run("scan")
        #expect(try await isProtected("disk/z.jpg"))
    }

    @Test(arguments: [("d.jpg", "e.jpg"), ("a.jpg", "copy/a.jpg")])
    func `Of an edited photo that is held, no hold of an undo takes the place`(name: String, held: String) async throws
    {
        #expect(await world.run("purge", "--yes", "--max-delete", "100%", "--path", "*/photos/\(name)").exit == 0)
        #expect(await world.run("undo", "--yes").exit == 0)
        await world.run("scan")
        await world.run("hold", path(held))
        if name == "d.jpg" {
            try removable.edit(held)
            try world.tree.remove(FilePath("photos/\(name)"))
            try world.tree.rename(FilePath("photos/\(held)"), to: FilePath("photos/\(name)"))
        } else {
            try removable.edit(name)
        }
        await world.run("scan")
        #expect(await world.run("mark", "work", "--yes", path(name)).exit == 0)
        let photo = try await world.objects("list", "--path", "*/photos/\(name)").first
        #expect(photo?["verdict"] == "work" && photo?["held"] == "held", "\(photo as Any)")
    }

    @Test func `What was taken back is not sent again when it was edited and comes to another disk`() async throws {
        #expect(await world.run("retract", path("d.jpg"), "--yes").exit == 0)
        try removable.edit("d.jpg")
        await world.run("scan")
        try move("d.jpg", to: "disk/z.jpg")
        await world.run("scan")
        let upload = await world.run("upload")
        #expect(upload.output.contains("1 held from their destination"), "\(upload)")
        #expect(!removable.service.entries.keys.contains { $0.lastComponent == "z.jpg" })
        #expect(await world.run("mark", "work", path("disk/z.jpg")).exit == 0)
        #expect(await world.run("upload").exit == 0)
        #expect(removable.service.entries.keys.contains { $0.lastComponent == "z.jpg" })
    }

    @Test(arguments: words, ["IMG_1.JPG", "IMG_E1.JPG"])
    func `The rest of a photo stays decided when the named file is gone`(word: [String], name: String) async throws {
        _ = await world.type(word + [path(name)])
        let rest = name == "IMG_1.JPG" ? "IMG_E1.JPG" : "IMG_1.JPG"
        try remove(name)
        try move(rest, to: "disk/\(rest)")
        await world.run("scan")
        #expect(try await isProtected("disk/\(rest)"))
        try removable.edit("disk/\(rest)")
        await world.run("scan")
        #expect(try await isProtected("disk/\(rest)"))
        #expect(await world.run("index", "check").exit == 0)
    }

    @Test(arguments: words, ["IMG_1.JPG", "IMG_E1.JPG"])
    func `A file that nobody named stays decided when it is moved and edited at once`(
        word: [String], name: String
    ) async throws {
        _ = await world.type(word + [path(name)])
        let rest = name == "IMG_1.JPG" ? "IMG_E1.JPG" : "IMG_1.JPG"
        try remove(name)
        try world.tree.makeDirectory("photos/other")
        let place = FilePath("photos/other/\(rest)")
        try world.tree.rename(FilePath("photos/\(rest)"), to: place)
        let file = try FileDescriptor.open(world.tree.path(place), .writeOnly, options: .append)
        _ = try file.closeAfter { try file.writeAll(Array("edited".utf8)) }
        await world.run("scan")
        #expect(try await isProtected("other/\(rest)"))
        #expect(await world.run("index", "check").exit == 0)
    }

    @Test(arguments: words)
    func `A file that joins a photo later stays decided without it`(word: [String]) async throws {
        try removable.add("IMG_2.JPG")
        await world.run("scan")
        _ = await world.type(word + [path("IMG_2.JPG")])
        try removable.add("IMG_E2.JPG")
        await world.run("scan")
        try remove("IMG_2.JPG")
        await world.run("scan")
        #expect(try await isProtected("IMG_E2.JPG"))
    }

    @Test(arguments: [
        ["mark", "work", "--yes"], ["mark", "auto", "--yes"], ["mark", "--undo", "--yes"],
    ])
    func `A mark ends for the whole photo and its edits`(word: [String]) async throws {
        await world.run("mark", "personal", path("IMG_1.JPG"))
        try removable.edit("IMG_1.JPG")
        await world.run("scan")
        #expect(try await isProtected("IMG_1.JPG"))
        let end = await world.type(word + (word.contains("--undo") ? [] : [path("IMG_1.JPG")]))
        #expect(end.exit == 0, "\(end)")
        #expect(try await !isProtected("IMG_1.JPG"))
        await world.run("scan")
        try remove("IMG_1.JPG")
        await world.run("scan")
        #expect(try await !isProtected("IMG_E1.JPG"))
    }

    @Test func `A hold ends for the whole photo, and is taken back as a whole`() async throws {
        for end in [["unhold", "--yes", path("IMG_1.JPG")], ["mark", "--undo", "--yes"]] {
            await world.run("hold", path("IMG_1.JPG"))
            #expect(await world.type(end).exit == 0)
            await world.run("scan")
            #expect(try await !isProtected("IMG_1.JPG"))
        }
        try remove("IMG_1.JPG")
        await world.run("scan")
        #expect(try await !isProtected("IMG_E1.JPG"))
    }

    @Test func `A mark as work reaches no other file and no edit`() async throws {
        for name in ["IMG_3.JPG", "IMG_E3.JPG"] {
            var photo = TestPhoto(at: Place.home, taken: "2026:05:04 20:00:00")
            photo.tail = Array(name.utf8)
            try world.add(name, photo)
        }
        await world.run("scan")
        #expect(await world.run("mark", "work", "--yes", path("IMG_3.JPG")).exit == 0)
        #expect(try await !isProtected("IMG_3.JPG"))
        try remove("IMG_3.JPG")
        await world.run("scan")
        #expect(try await isProtected("IMG_E3.JPG"))
    }

    @Test func `A later mark on another file of the photo is kept when they part`() async throws {
        await world.run("mark", "personal", path("IMG_1.JPG"))
        await world.run("mark", "work", "--yes", path("IMG_E1.JPG"))
        await world.run("scan")
        #expect(try await isProtected("IMG_E1.JPG"))
        try remove("IMG_1.JPG")
        await world.run("scan")
        #expect(try await !isProtected("IMG_E1.JPG"))
    }
}
