import PhotoModel
import PhotoPipeline
import SystemPackage
import Testing
import WorkphotosTestSupport

/// Photos whose copies were taken back and that change afterwards, groups that no scan has hashed, and retractions that
/// have not ended.
struct RetractedPhotoTests {
    private let removable: Removable
    private var world: World { removable.world }
    private var nas: FakeUploadService { removable.service }

    init() async throws { removable = try await Removable("a.jpg", "b.jpg") }

    private func target(_ name: String) -> FilePath { FilePath("Office/2026/2026-05-04/\(name)") }

    private func path(_ name: String) -> String { "\(world.library)/\(name)" }

    private var stored: [String] { nas.entries.keys.compactMap(\.lastComponent?.string).sorted() }

    private func answer(_ answers: String?...) { world.confirmation = TypedAnswers(answers, canAsk: true) }

    @Test(arguments: ["a.jpg", "z.jpg"])
    func `An edit, also after a rename, does not send a photo again that was taken back`(name: String) async throws {
        #expect(await world.run("retract", path("a.jpg"), "--yes").exit == 0)
        let bytes = try world.tree.read("photos/a.jpg")
        let file = FilePath("photos/\(name)")
        if name != "a.jpg" { try world.tree.rename("photos/a.jpg", to: file) }
        try world.tree.write(file, bytes + Array("edited".utf8))
        await world.run("scan")
        let upload = await world.run("upload")
        #expect(upload.exit == 0 && upload.output.contains("1 held from their destination"), "\(upload)")
        #expect(stored == ["b.jpg"])
        #expect(await world.run("why", path(name)).output.contains("not sent  to nas, from where its copy was taken"))
        #expect(await world.run("mark", "work", path(name)).exit == 0)
        #expect(await world.run("upload").exit == 0)
        #expect(stored == [name, "b.jpg"].sorted())
    }

    @Test func `A photo that was taken back is not sent again because the destination's marker was lost and made anew`()
        async throws
    {
        #expect(await world.run("retract", path("a.jpg"), "--yes").exit == 0)
        #expect(await world.run("destination", "remove", "nas", "--yes").exit == 0)
        nas.setMarker(DestinationMarker("fedcba9876543210fedcba9876543210"))
        #expect(await world.run("destination", "add", "nas", world.nas).exit == 0)
        let upload = await world.run("upload")
        #expect(upload.exit == 0 && upload.output.contains("1 held from their destination"), "\(upload)")
        #expect(stored == ["b.jpg"])
        #expect(await world.run("mark", "work", path("a.jpg")).exit == 0)
        #expect(await world.run("upload").exit == 0)
        #expect(stored == ["a.jpg", "b.jpg"])
        world.removeIndex()
        let rebuilt = await world.run("index", "rebuild", "--from", world.nas)
        #expect(rebuilt.exit == 3 && rebuilt.notes.contains("1 receipt of another destination skipped"), "\(rebuilt)")
        await world.run("scan", world.library)
        #expect(await !world.type(["upload", "--to", world.nas]).output.contains("held from their destination"))
    }

    @Test func `A mark as work, and its undo, say where copies are sent or held again`() async throws {
        #expect(await world.run("retract", path("a.jpg"), path("b.jpg"), "--yes").exit == 0)
        let one = await world.run("mark", "work", path("a.jpg"))
        #expect(one.exit == 0 && one.output.contains("sent again to where its copy was taken back"), "\(one)")
        let undo = await world.run("mark", "--undo", "--yes")
        #expect(undo.exit == 0 && undo.output.contains("1 held again from where its copy was taken back"), "\(undo)")
        let both = await world.run("mark", "work", path("a.jpg"), path("b.jpg"), "--yes")
        #expect(both.exit == 0 && both.output.contains("2 sent again to where their copies were taken back"), "\(both)")
        let lines = try await world.objects("mark", "--undo", "--yes")
        #expect(lines.last?[number: "heldAgain"] == 2)
        let words = try await world.objects("mark", "work", path("a.jpg"), "--yes")
        #expect(words.first?.members["sentAgain"] as? Bool == true && words.last?[number: "sentAgain"] == 1)
    }

    @Test(arguments: [true, false])
    func `After a rebuild of the index the hold follows a photo that is edited and renamed`(
        isRebuilt: Bool
    ) async throws {
        #expect(await world.run("retract", path("a.jpg"), "--yes").exit == 0)
        if isRebuilt {
            world.removeIndex()
            #expect(await world.run("index", "rebuild", "--from", world.nas).exit == 0)
            await world.run("scan", world.library)
        }
        let bytes = try world.tree.read("photos/a.jpg")
        try world.tree.rename("photos/a.jpg", to: "photos/z.jpg")
        try world.tree.write("photos/z.jpg", bytes + Array("edited".utf8))
        await world.run("scan")
        let upload = await world.type(["upload", "--to", world.nas])
        #expect(upload.exit == 0 && upload.output.contains("1 held from their destination"), "\(upload)")
        #expect(stored == ["b.jpg"])
        #expect(await world.run("mark", "work", path("z.jpg")).exit == 0)
        #expect(await world.type(["upload", "--to", world.nas]).exit == 0)
        #expect(stored == ["b.jpg", "z.jpg"])
    }

    @Test(arguments: ["a.jpg", "z.jpg"])
    func `Nor is it sent again if the index is restored from before and no upload comes between`(
        name: String
    ) async throws {
        #expect(await world.run("index", "backup", world.tree.path("before.sqlite").string).exit == 0)
        #expect(await world.run("retract", path("a.jpg"), "--yes").exit == 0)
        world.removeIndex()
        try world.tree.rename("before.sqlite", to: world.index)
        let file = FilePath("photos/\(name)")
        if name != "a.jpg" { try world.tree.rename("photos/a.jpg", to: file) }
        try world.tree.write(file, try world.tree.read(file) + Array("edited".utf8))
        await world.run("scan")
        let verify = await world.run("verify")
        #expect(verify.exit == 0 && !verify.output.contains("missing"), "\(verify)")
        for arguments in [["upload", "-n"], ["upload"]] {
            let upload = await world.type(arguments)
            #expect(upload.exit == 0 && upload.output.contains("1 held from their destination"), "\(upload)")
            #expect(stored == ["b.jpg"])
        }
        #expect(await world.run("mark", "work", path(name)).exit == 0)
        #expect(await world.run("upload").exit == 0)
        #expect(stored == [name, "b.jpg"].sorted())
    }

    /// What becomes of an edited photo before the next scan.
    enum Move: CaseIterable {
        /// It comes to another root, which is scanned after its own, before it, or alone.
        case away, awayFirst, awayAlone
        /// Another photo takes its name, or the two names change places.
        case replaced, swapped
    }

    @Test(arguments: Move.allCases)
    func `Nor if it was moved to another root, or another photo took its name`(move: Move) async throws {
        try removable.add("k.jpg")
        try world.tree.makeDirectory("other")
        try world.tree.rename("photos/k.jpg", to: "other/k.jpg")
        let other = world.tree.path("other").string
        await world.run("scan", other)
        #expect(await world.run("upload").exit == 0)
        #expect(await world.run("index", "backup", world.tree.path("before.sqlite").string).exit == 0)
        #expect(await world.run("retract", path("a.jpg"), "--yes").exit == 0)
        world.removeIndex()
        try world.tree.rename("before.sqlite", to: world.index)
        try world.tree.write("photos/a.jpg", try world.tree.read("photos/a.jpg") + Array("edited".utf8))
        let file: FilePath =
            switch move {
            case .away, .awayFirst, .awayAlone: "other/z.jpg"
            case .replaced: "photos/z.jpg"
            case .swapped: "photos/b.jpg"
            }
        try world.tree.rename("photos/a.jpg", to: "moved")
        if !file.starts(with: "other") { try world.tree.rename("photos/b.jpg", to: "photos/a.jpg") }
        try world.tree.rename("moved", to: file)
        if move != .away { await world.run("scan", other) }
        if move != .awayAlone { await world.run("scan", world.library) }
        if move == .away { await world.run("scan", other) }
        let before = stored
        await world.run("upload")
        #expect(stored == before)
        await world.run("scan")
        #expect(await world.run("mark", "work", world.tree.path(file).string).exit == 0)
        #expect(await world.run("upload").exit == 0)
        #expect(stored.count == before.count + 1)
        #expect(await world.run("index", "check").exit == 0)
    }

    @Test(arguments: [FilePath("other/z.jpg"), "photos/b.jpg"])
    func `Nor if the index is restored from before it was sent, and it moves after an upload has held it`(
        file: FilePath
    ) async throws {
        for name in ["c.jpg", "k.jpg"] { try removable.add(name) }
        try world.tree.makeDirectory("other")
        try world.tree.rename("photos/k.jpg", to: "other/k.jpg")
        await world.run("scan", world.library)
        await world.run("scan", world.tree.path("other").string)
        #expect(await world.run("index", "backup", world.tree.path("before.sqlite").string).exit == 0)
        #expect(await world.run("upload").exit == 0)
        #expect(await world.run("retract", path("c.jpg"), "--yes").exit == 0)
        world.removeIndex()
        try world.tree.rename("before.sqlite", to: world.index)
        #expect(await world.run("upload").output.contains("1 held from their destination"))
        let before = stored
        try world.tree.write("photos/c.jpg", try world.tree.read("photos/c.jpg") + Array("edited".utf8))
        try world.tree.rename("photos/c.jpg", to: "moved")
        if file == "photos/b.jpg" { try world.tree.rename(file, to: "photos/c.jpg") }
        try world.tree.rename("moved", to: file)
        await world.run("scan")
        await world.run("upload")
        #expect(stored == before)
        #expect(await world.run("mark", "work", world.tree.path(file).string).exit == 0)
        #expect(await world.run("upload").exit == 0)
        #expect(stored.count == before.count + 1)
    }

    @Test(arguments: [false, true])
    func `Nor if another machine took it back from where this one never sent it, and it was edited and moved before`(
        isMerged: Bool
    ) async throws {
        let usb = FakeUploadService(marker: DestinationMarker("fedcba9876543210fedcba9876543210"))
        world.uploadService = { [nas] in $0.shown.hasSuffix("usb") ? usb : nas }
        try world.tree.makeDirectory("usb")
        let (place, other) = (world.tree.path("usb").string, world.tree.path("other/index.sqlite").string)
        try world.tree.makeDirectory("other")
        #expect(await world.run("destination", "add", "usb", place).exit == 0)
        #expect(await world.run("index", "backup", other).exit == 0)
        #expect(await world.run("upload", "--to", "usb", "--index", other).exit == 0)
        #expect(await world.run("retract", path("a.jpg"), "--to", "usb", "--yes", "--index", other).exit == 0)
        let bytes = try world.tree.read("photos/a.jpg")
        try world.tree.rename("photos/a.jpg", to: "photos/z.jpg")
        try world.tree.write("photos/z.jpg", bytes + Array("edited".utf8))
        await world.run("scan")
        if isMerged {
            let copy = world.tree.path("other/copy.sqlite").string
            #expect(await world.run("index", "backup", copy, "--index", other).exit == 0)
            #expect(await world.run("index", "merge", copy, "--yes").exit == 0)
        }
        for arguments in [["upload", "-n", "--to", "usb"], ["upload", "--to", "usb"]] {
            let upload = await world.type(arguments)
            #expect(upload.exit == 0 && upload.output.contains("1 held from their destination"), "\(upload)")
        }
        #expect(usb.entries.keys.compactMap(\.lastComponent?.string) == ["b.jpg"])
    }

    @Test(arguments: [false, true])
    func `A list that could not be written is told by status and doctor until an upload completes it`(
        isCatalogued: Bool
    ) async throws {
        if isCatalogued { nas.listings = [CataloguePage(copies: [])] }
        #expect(await world.run("retract", path("b.jpg"), "--yes").exit == 0)
        #expect(await !world.run("status").output.contains("list at nas"))
        nas.fail(.addReceipts, with: UploadError(.failed, "the disk is full"))
        #expect(await world.run("retract", path("a.jpg"), "--yes").notes.contains("the disk is full"))
        let status = await world.run("status").output
        #expect(status.contains("list at nas"), "\(status)")
        #expect(status.contains("may not say yet that 2 copies were taken back"), "\(status)")
        #expect(status.contains("next: workphotos upload\n"), "\(status)")
        let json = try #require(try await world.objects("status").first?.members["unlistedEnds"] as? [[String: Any]])
        #expect(json.first?["copies"] as? Int == 2 && json.first?["destination"] as? String == "nas")
        let warning = try #require(
            try await world.objects("doctor").first { $0["detail"]?.contains("may not say yet") == true })
        #expect(warning["state"] == "warning" && warning["subject"] == "nas", "\(warning.members)")
        #expect(await world.run("upload").exit == 0)
        #expect(await !world.run("status").output.contains("list at nas"))
        #expect(await !world.run("doctor").output.contains("may not say yet"))
    }

    @Test func `After a rebuild of the index the list that it was rebuilt from is complete`() async throws {
        #expect(await world.run("retract", path("a.jpg"), "--yes").exit == 0)
        world.removeIndex()
        #expect(await world.run("index", "rebuild", "--from", world.nas).exit == 0)
        #expect(await !world.run("status").output.contains("list at"))
    }

    @Test func `A dry run holds a copy that no scan has hashed, as the upload does`() async throws {
        try world.tree.write("photos/c.jpg", try world.tree.read("photos/a.jpg"))
        await world.run("scan")
        #expect(await world.run("retract", path("a.jpg"), "--yes").exit == 0)
        let plan = await world.run("upload", "--dry-run")
        #expect(plan.exit == 0 && plan.output.contains("2 held from their destination"), "\(plan)")
        await world.run("upload")
        #expect(stored == ["b.jpg"])
    }

    @Test func `A photo that was sent and made personal by an edit is told by status, list and why`() async throws {
        try world.add("a.jpg", TestPhoto(at: Place.home, taken: "2026:05:04 10:00:00"))
        await world.run("scan")
        #expect(await world.run("status").output.contains("uploaded, but not work now  1 ("))
        #expect(await world.run("list", "--personal", "--uploaded", "--format", "paths").output == "\(path("a.jpg"))\n")
        let why = await world.run("why", path("a.jpg")).output
        #expect(why.contains("as it was before: nas: \(target("a.jpg"))"), "\(why)")
        let photo = try #require(try await world.objects("why", path("a.jpg")).first)
        let copies = photo.members["earlierCopies"] as? [[String: Any]]
        #expect(copies?.compactMap { $0["target"] as? String } == ["\(target("a.jpg"))"])
    }

    /// Adds a photo with a sidecar, which are sent, and restores the index from before.
    private func forgetUpload() async throws {
        try removable.add("c.jpg")
        try world.tree.write("photos/c.xmp", XMPPacket(elements: "").bytes)
        await world.run("scan")
        #expect(await world.run("index", "backup", world.tree.path("before.sqlite").string).exit == 0)
        #expect(await world.run("upload").exit == 0)
        world.removeIndex()
        try world.tree.rename("before.sqlite", to: world.index)
        #expect(stored == ["a.jpg", "b.jpg", "c.jpg", "c.xmp"])
    }

    @Test func `A group whose files no scan has hashed is taken back whole`() async throws {
        try await forgetUpload()
        let outcome = await world.run("retract", path("c.jpg"), "--yes")
        #expect(outcome.exit == 0 && outcome.output.hasPrefix("Took back 1 photo ("), "\(outcome)")
        #expect(stored == ["a.jpg", "b.jpg"])
    }

    @Test func `The copy of an unhashed file that was edited since is named, as the last copy`() async throws {
        try await forgetUpload()
        try world.tree.write("photos/c.xmp", XMPPacket(elements: "<!-- later -->").bytes)
        let outcome = await world.run("retract", path("c.jpg"), "--yes")
        #expect(outcome.exit == 4 && outcome.notes.contains("last-copy"), "\(outcome)")
        #expect(outcome.notes.contains("\(target("c.xmp"))"), "\(outcome.notes)")
        #expect(stored == ["a.jpg", "b.jpg", "c.xmp"])
        answer("1")
        #expect(await world.run("retract", path("c.jpg")).exit == 0)
        #expect(stored == ["a.jpg", "b.jpg"])
    }

    @Test func `A copy on which a removed photo rests stays, and the group's other copies go`() async throws {
        for name in ["one/c.jpg", "two/c.jpg"] {
            try removable.add(name)
            try world.tree.write(
                FilePath("photos/\(name)").removingLastComponent().appending("c.xmp"),
                XMPPacket(elements: "").bytes)
        }
        await world.run("scan")
        #expect(await world.run("upload").exit == 0)
        #expect(stored.count { $0.hasSuffix(".xmp") } == 1, "\(stored)")
        let purge = await world.run("purge", "--yes", "--max-delete", "100%", "--path", "*/one/*")
        #expect(purge.exit == 0 && !world.tree.exists("photos/one/c.jpg"), "\(purge)")
        let before = stored.count
        let outcome = await world.run("retract", path("two/c.jpg"), "--permanently", "--yes")
        #expect(outcome.exit == 4 && outcome.notes.contains("last-copy"), "\(outcome)")
        #expect(outcome.notes.contains("\(path("one/c.xmp")), which comes back with: workphotos undo "), "\(outcome)")
        #expect(stored.count == before - 1 && stored.contains { $0.hasSuffix(".xmp") }, "\(stored)")
    }

    @Test func `A retraction of which nobody knows how it ended is told until it is settled`() async throws {
        let error = UploadError(.failed, "does not answer")
        nas.fail(.takeBack, with: error, times: 1)
        nas.fail(.putBack, with: error, times: 2)
        #expect(await world.run("retract", path("a.jpg"), "--yes").exit == 1)
        for _ in 1...2 {
            #expect(await world.run("status").output.contains("retractions interrupted"))
            let status = try #require(try await world.objects("status").first)
            #expect(status[number: "interruptedRetractions"] == 1)
            let check = try #require(try await world.objects("doctor").first { $0["name"] == "interrupted" })
            #expect(check["state"] == "warning" && check["next"]?.hasPrefix("workphotos scan") == true)
            #expect(check["detail"]?.contains("1 retraction") == true, "\(check["detail"] ?? "")")
            await world.run("scan")
        }
        let status = try #require(try await world.objects("status").first)
        #expect(status[number: "interruptedRetractions"] == 0)
        #expect(stored == ["a.jpg", "b.jpg"])
    }
}
