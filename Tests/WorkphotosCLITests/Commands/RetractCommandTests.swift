import PhotoModel
import PhotoPipeline
import SystemPackage
import Testing
import WorkphotosTestSupport

/// Copies are taken back from a destination, from the words that are typed to what is printed.
struct RetractCommandTests {
    private let removable: Removable
    private var world: World { removable.world }
    private var nas: FakeUploadService { removable.service }

    init() async throws { removable = try await Removable("a.jpg", "b.jpg") }

    private func target(_ name: String) -> FilePath { FilePath("Office/2026/2026-05-04/\(name)") }

    private func path(_ name: String) -> String { "\(world.library)/\(name)" }

    private var copies: [String] { nas.entries.keys.map(\.string).filter { $0.hasPrefix("Office") }.sorted() }

    private var stored: [String] { nas.entries.keys.compactMap(\.lastComponent?.string).sorted() }

    private func answer(_ answers: String?...) { world.confirmation = TypedAnswers(answers, canAsk: true) }

    @Test func `A copy is taken back, and not sent again before its photo is marked as work`() async throws {
        let outcome = await world.run("retract", path("a.jpg"), "--yes")
        #expect(outcome.exit == 0, "\(outcome.notes)")
        #expect(outcome.output.hasPrefix("Took back 1 photo ("))
        #expect(stored == ["b.jpg"])
        #expect(try world.names == ["a.jpg", "b.jpg"])
        let again = await world.run("upload")
        #expect(again.exit == 0 && again.output.contains("1 held from their destination"), "\(again)")
        #expect(stored == ["b.jpg"])
        let why = await world.run("why", path("a.jpg"))
        #expect(why.output.contains("not sent  to nas, from where its copy was taken back"), "\(why.output)")
        #expect(why.output.contains("workphotos mark work \(path("a.jpg"))"))
        #expect(await world.run("verify").exit == 0)
        #expect(await world.run("mark", "work", path("a.jpg")).exit == 0)
        #expect(await world.run("upload").exit == 0)
        #expect(stored == ["a.jpg", "b.jpg"])
        #expect(await !world.run("why", path("a.jpg")).output.contains("not sent"))
    }

    @Test func `No purge counts on a copy that was taken back`() async throws {
        #expect(await world.run("retract", path("a.jpg"), "--yes").exit == 0)
        let purge = await world.run("purge", "--yes", "--max-delete", "100%")
        #expect(purge.exit == 0, "\(purge.notes)")
        #expect(try world.names == ["a.jpg"])
    }

    @Test func `The receipts have ended before the destination is asked to take anything back`() async throws {
        nas.fail(.takeBack, with: UploadError(.failed, "does not"), times: 1)
        let outcome = await world.run("retract", path("a.jpg"), "--yes")
        #expect(outcome.exit == 1 && outcome.notes.contains("failed, removal-failed: does not"), "\(outcome.notes)")
        #expect(stored == ["a.jpg", "b.jpg"])
        let exported = try await world.objects("receipts", "export")
        #expect(exported.filter { $0["type"] == "receipt" }.count == 2, "what is still there counts again")
        #expect(await world.run("retract", path("a.jpg"), "--yes").exit == 0)
        #expect(stored == ["b.jpg"])
    }

    @Test(arguments: [UploadCall.Name.marker, .receipts, .look, .stop, .takeBack])
    func `A call that fails for a moment is repeated`(call: UploadCall.Name) async throws {
        nas.abilities = .all
        #expect(await world.run("share", path("a.jpg"), "--link", "--yes").exit == 0)
        nas.fail(call, with: UploadError(.transient, "busy"), times: 2)
        let outcome = await world.run("retract", path("a.jpg"), "--yes")
        #expect(outcome.exit == 0 && !outcome.notes.contains("busy"), "\(outcome.notes)")
        #expect(stored == ["b.jpg"])
    }

    @Test func `A dry run shows what would be taken back, and writes nothing`() async throws {
        let before = try world.tree.snapshot()
        let lines = try await world.objects("retract", path("a.jpg"), "-n")
        #expect(lines.first?["kind"] == "retract" && lines.first?["state"] == "planned")
        #expect(lines.first?["destination"] == "nas" && lines.first?["target"] == target("a.jpg").string)
        #expect(lines.last?["command"] == "retract")
        #expect(try world.tree.snapshot() == before)
        #expect(stored == ["a.jpg", "b.jpg"])
    }

    @Test func `Without a terminal and --yes nothing is done`() async throws {
        let calls = nas.calls.count
        let outcome = await world.run("retract", path("a.jpg"))
        #expect(outcome.exit == 64)
        #expect(outcome.notes.contains("There is no terminal to ask whether files may be taken back; nothing was done"))
        #expect(nas.calls.count == calls)
    }

    @Test(arguments: [([], "into its trash"), (["--permanently"], "removed for good")] as [([String], String)])
    func `The question says what becomes of the copies`(_ flags: [String], words: String) async throws {
        let command = ["retract", path("a.jpg")] + flags
        answer("n", "y")
        let refused = await world.type(command)
        #expect(refused.exit == 1 && stored == ["a.jpg", "b.jpg"], "\(refused)")
        let question = try #require(world.confirmation.questions.first)
        #expect(question.hasPrefix("Take back 1 photo ("))
        #expect(question.contains("from nas: \(words)"), "\(question)")
        #expect(await world.type(command).exit == 0)
        #expect(stored == ["b.jpg"])
    }

    @Test func `Without a usable trash nothing is taken back unless it is to be removed for good`() async throws {
        nas.trashError = TrashError(.refused, "the trash is a file")
        for flags in [["-n"], ["--yes"]] {
            let outcome = await world.type(["retract", path("a.jpg"), path("b.jpg")] + flags)
            #expect(outcome.exit == 4, "\(outcome)")
            let words = "refused, no-trash: the trash is a file; with --permanently the copy is removed for good"
            #expect(outcome.notes.contains(words), "\(outcome.notes)")
        }
        #expect(stored == ["a.jpg", "b.jpg"])
        #expect(await world.run("verify").exit == 0, "their receipts still count")
        #expect(await world.run("retract", path("a.jpg"), "--permanently", "--yes").exit == 0)
        #expect(stored == ["b.jpg"])
    }

    @Test func `A trash that breaks after the question is no reason to remove anything for good`() async throws {
        world.confirmation = TypedAnswers(["y"], canAsk: true) { [nas] in
            nas.trashError = TrashError(.refused, "the trash is a file")
        }
        let outcome = await world.run("retract", path("a.jpg"))
        #expect(outcome.exit == 4 && outcome.notes.contains("refused, no-trash"), "\(outcome)")
        #expect(stored == ["a.jpg", "b.jpg"])
    }

    @Test func `Without a home for the trash it is an error of the configuration`() async throws {
        nas.trashError = TrashError(.noHome, "there is no home")
        let outcome = await world.run("retract", path("a.jpg"), "--yes")
        #expect(outcome.exit == 78 && outcome.notes.contains("There is no home"), "\(outcome)")
        #expect(stored == ["a.jpg", "b.jpg"])
    }

    @Test func `The last copy is taken back only for its number, which nobody can give in advance`() async throws {
        #expect(await world.run("purge", "--yes", "--max-delete", "100%").exit == 0)
        let refused = await world.run("retract", path("a.jpg"), "--yes")
        #expect(refused.exit == 4 && refused.notes.contains("refused, last-copy"), "\(refused.notes)")
        #expect(stored == ["a.jpg", "b.jpg"])
        answer("y", "1")
        #expect(await world.run("retract", path("a.jpg")).exit == 1)
        #expect(stored == ["a.jpg", "b.jpg"])
        let question = try #require(world.confirmation.questions.first)
        #expect(question.contains("the last copy: for 1 photo") && question.contains("Type the number of photos, 1"))
        #expect(await world.run("retract", path("a.jpg")).exit == 0)
        #expect(stored == ["b.jpg"])
    }

    @Test func `A photo that was edited since does not count as the one that was sent`() async throws {
        try removable.add("other.jpg")
        try world.tree.write("photos/a.jpg", try world.tree.read("photos/other.jpg"))
        #expect(await world.run("retract", path("a.jpg"), "--yes").exit == 4)
        #expect(stored == ["a.jpg", "b.jpg"])
        await world.run("scan")
        #expect(await world.run("retract", path("a.jpg"), "--yes").exit == 4)
        #expect(stored == ["a.jpg", "b.jpg"])
    }

    @Test func `A copy under other names and paths of the library is enough`() async throws {
        try world.tree.rename("photos/a.jpg", to: "photos/moved.jpg")
        await world.run("scan")
        #expect(await world.run("retract", path("moved.jpg"), "--yes").exit == 0)
        #expect(stored == ["b.jpg"])
    }

    @Test func `Bytes that are not ours stay`() async throws {
        nas.place(.file([1, 2, 3], modified: 1), at: target("a.jpg"))
        let outcome = await world.run("retract", path("a.jpg"), "--yes")
        #expect(outcome.exit == 4, "\(outcome.notes)")
        #expect(outcome.notes.contains("refused, not-verified: the copy is not what was sent"))
        #expect(nas.bytes(at: target("a.jpg")) == [1, 2, 3])
        #expect(!nas.calls.contains(.takeBack(target("a.jpg"))))
    }

    @Test func `A copy that is the library's own file by another road stays`() async throws {
        let source = try UploadSource(world.tree.path("photos/a.jpg"), interruption: TestInterruption())
        nas.identities[target("a.jpg")] = source.identity
        let outcome = await world.run("retract", path("a.jpg"), "--yes")
        #expect(outcome.exit == 4 && outcome.notes.contains("the copy is the library's own file"), "\(outcome.notes)")
        #expect(stored == ["a.jpg", "b.jpg"])
    }

    @Test func `A copy that is gone already is not expected any more`() async throws {
        nas.place(nil, at: target("a.jpg"))
        #expect(await world.run("retract", path("a.jpg"), "-n").notes.contains("not there any more"))
        let outcome = await world.run("retract", path("a.jpg"), "--yes")
        #expect(outcome.exit == 3, "\(outcome)")
        #expect(outcome.output.hasPrefix("Nothing to do\nNot taken back: 1 "), "\(outcome.output)")
        #expect(outcome.notes.contains("not there any more: \(target("a.jpg"))"), "\(outcome.notes)")
        #expect(await world.run("retract", path("a.jpg"), "--yes").output.contains("1 not uploaded"))
        #expect(await world.run("verify").exit == 0)
        await world.run("upload")
        #expect(stored == ["b.jpg"])
    }

    @Test func `Links to a copy are ended first, and a link that stays keeps it`() async throws {
        nas.abilities = .all
        #expect(await world.run("share", path("a.jpg"), "--link", "--yes").exit == 0)
        nas.keepsSharing = true
        nas.fail(.stop, with: UploadError(.refused, "keeps it"), times: 1)
        let kept = await world.run("retract", path("a.jpg"), "--yes")
        #expect(kept.exit == 1 && kept.notes.contains("sharing-failed"), "\(kept.notes)")
        #expect(stored == ["a.jpg", "b.jpg"])
        nas.keepsSharing = false
        #expect(await world.run("retract", path("a.jpg"), "--yes").exit == 0)
        let steps = nas.calls.filter { call in
            switch call {
            case .stop, .takeBack: true
            default: false
            }
        }
        #expect(steps.last == .takeBack(target("a.jpg")))
        #expect(nas.shown.isEmpty)
        #expect(await world.run("share", "--list").output == "Nothing is shared.\n")
    }

    @Test func `What was never sent is skipped, and what nobody knows fails`() async throws {
        try world.add("home.jpg", TestPhoto(at: Place.home, taken: "2026:05:04 20:00:00"))
        await world.run("scan")
        let skipped = await world.run("retract", path("home.jpg"), "--yes")
        #expect(skipped.exit == 0 && skipped.output.contains("1 not uploaded"), "\(skipped)")
        let unknown = await world.run("retract", path("none.jpg"), "--yes")
        #expect(unknown.exit == 1 && unknown.notes.contains("neither the index nor the journal knows it"))
        #expect(await world.run("retract", world.library, "--yes").exit == 64)
        #expect(await world.run("retract", path("a.jpg"), "--yes", "--to", "nowhere").exit == 1)
        #expect(stored == ["a.jpg", "b.jpg"])
    }

    @Test func `A whole group is taken back with one of its files`() async throws {
        try removable.add("c.jpg")
        try world.tree.write("photos/c.xmp", XMPPacket(elements: "").bytes)
        await world.run("scan")
        #expect(await world.run("upload").exit == 0)
        #expect(stored == ["a.jpg", "b.jpg", "c.jpg", "c.xmp"])
        #expect(await world.run("retract", path("c.jpg"), "--yes").exit == 0)
        #expect(stored == ["a.jpg", "b.jpg"])
    }

    @Test(arguments: [false, true])
    func `Undoing the mark that allowed it holds the photo from the destination again`(
        isMarkedBefore: Bool
    ) async throws {
        if isMarkedBefore { #expect(await world.run("mark", "work", path("a.jpg")).exit == 0) }
        #expect(await world.run("retract", path("a.jpg"), "--yes").exit == 0)
        #expect(await world.run("mark", "work", path("a.jpg")).exit == 0)
        #expect(await world.run("mark", "--undo", "--yes").exit == 0)
        #expect(await world.run("upload").exit == 0)
        #expect(stored == ["b.jpg"])
    }

    @Test func `What is staged is not sent either`() async throws {
        #expect(await world.run("retract", path("a.jpg"), "--yes").exit == 0)
        try removable.add("c.jpg")
        try world.tree.write("photos/copy.jpg", try world.tree.read("photos/a.jpg"))
        await world.run("scan")
        await world.run("upload", "--stage")
        await world.run("apply")
        #expect(stored == ["b.jpg", "c.jpg"], "a copy of the photo that was never hashed is the same photo")
    }

    @Test func `A directory, a link or a pipe in place of a copy stays, and is told`() async throws {
        nas.place(.other, at: target("a.jpg"))
        let outcome = await world.run("retract", path("a.jpg"), "--yes")
        #expect(outcome.exit == 4, "\(outcome)")
        #expect(outcome.notes.contains("what has its name is no file: \(target("a.jpg"))"), "\(outcome.notes)")
        #expect(nas.entries[target("a.jpg")] == .other)
        #expect(await world.run("verify").exit == 3, "its copy is expected still")
    }

    @Test func `Of a group with a copy that is gone the others are taken back, and it is told`() async throws {
        try await addSidecar()
        nas.place(nil, at: target("c.xmp"))
        let outcome = await world.run("retract", path("c.jpg"), "--yes")
        #expect(outcome.exit == 3 && outcome.notes.contains("not there any more: \(target("c.xmp"))"), "\(outcome)")
        #expect(stored == ["a.jpg", "b.jpg"])
    }

    /// Adds a photo with a sidecar, which are sent.
    private func addSidecar() async throws {
        try removable.add("c.jpg")
        try await writeSidecar("")
        #expect(stored == ["a.jpg", "b.jpg", "c.jpg", "c.xmp"])
    }

    private func writeSidecar(_ elements: String) async throws {
        try world.tree.write("photos/c.xmp", XMPPacket(elements: elements).bytes)
        await world.run("scan")
        #expect(await world.run("upload").exit == 0)
    }

    @Test func `The earlier version of a sidecar is the last copy: it stays with --yes, and is named`() async throws {
        try await addSidecar()
        try await writeSidecar("<!-- later -->")
        #expect(stored == ["a.jpg", "b.jpg", "c (2).xmp", "c.jpg", "c.xmp"])
        let outcome = await world.run("retract", path("c.jpg"), "--yes")
        #expect(outcome.exit == 4 && outcome.notes.contains("last-copy"), "\(outcome)")
        #expect(outcome.notes.contains("\(target("c.xmp"))"))
        #expect(stored == ["a.jpg", "b.jpg", "c.xmp"])
        let status = await world.run("status").output
        #expect(status.contains("\(path("c.xmp")): still at nas, \(target("c.xmp")) (last-copy)"), "\(status)")
        let left = try #require(try await world.objects("status").first?.members["notTakenBack"] as? [[String: Any]])
        #expect(left.compactMap { $0["target"] as? String } == [target("c.xmp").string])
        answer("1")
        #expect(await world.run("retract", path("c.jpg")).exit == 0)
        #expect(stored == ["a.jpg", "b.jpg"])
        #expect(await !world.run("status").output.contains("still at nas"))
    }

    @Test(arguments: [true, false])
    func `A copy that was sent before a rename and an edit is its own`(isScannedBetween: Bool) async throws {
        let bytes = try world.tree.read("photos/a.jpg")
        try world.tree.rename("photos/a.jpg", to: "photos/z.jpg")
        if isScannedBetween { await world.run("scan") }
        try world.tree.write("photos/z.jpg", bytes + Array("edited".utf8))
        await world.run("scan")
        #expect(await world.run("upload").exit == 0)
        #expect(stored == ["a.jpg", "b.jpg", "z.jpg"])
        let some = await world.run("retract", path("z.jpg"), "--yes")
        #expect(some.exit == 4 && some.notes.contains("\(target("a.jpg"))"), "\(some)")
        #expect(stored == ["a.jpg", "b.jpg"])
        answer("1")
        #expect(await world.run("retract", path("z.jpg")).exit == 0)
        #expect(stored == ["b.jpg"])
    }

    @Test(arguments: [[], ["--accept-missing", "photos/a.jpg"]])
    func `A copy whose receipt has lapsed is taken back where it is there again`(more: [String]) async throws {
        let copy = nas.entries[target("a.jpg")]
        nas.place(nil, at: target("a.jpg"))
        _ = await world.type(["verify"] + more)
        nas.place(copy, at: target("a.jpg"))
        let outcome = await world.run("retract", path("a.jpg"), "--yes")
        #expect(outcome.exit == 0 && outcome.output.hasPrefix("Took back 1 photo"), "\(outcome)")
        #expect(stored == ["b.jpg"])
    }

    @Test func `What has taken the name of a lapsed copy is not touched`() async throws {
        nas.place(nil, at: target("a.jpg"))
        await world.run("verify")
        nas.place(.file([1, 2, 3], modified: 1), at: target("a.jpg"))
        let outcome = await world.run("retract", path("a.jpg"), "--yes")
        #expect(outcome.exit == 0 && outcome.output.contains("1 not uploaded"), "\(outcome)")
        #expect(nas.bytes(at: target("a.jpg")) == [1, 2, 3])
    }

    @Test func `A held photo is not to upload by status`() async throws {
        #expect(await world.run("retract", path("a.jpg"), "--yes").exit == 0)
        let status = try #require(try await world.objects("status").first)
        func photos(_ key: String) -> Int? { (status.members[key] as? [String: Any])?["photos"] as? Int }
        #expect([photos("uploaded"), photos("notUploaded"), photos("heldFromDestinations")] == [1, 0, 1])
        #expect(await world.run("status").output.contains("held from destinations      1 ("))
    }

    @Test func `An index that was restored from a backup learns from the destination what is held`() async throws {
        try removable.add("c.jpg")
        await world.run("scan")
        #expect(await world.run("index", "backup", world.tree.path("before.sqlite").string).exit == 0)
        #expect(await world.run("upload").exit == 0)
        #expect(await world.run("retract", path("c.jpg"), "--yes").exit == 0)
        world.removeIndex()
        try world.tree.rename("before.sqlite", to: world.index)
        let again = await world.run("upload")
        #expect(again.exit == 0 && again.output.contains("1 held from their destination"), "\(again)")
        #expect(stored == ["a.jpg", "b.jpg"])
        let status = try #require(try await world.objects("status").first)
        #expect((status.members["heldFromDestinations"] as? [String: Any])?["photos"] as? Int == 1)
    }

    @Test func `An index that was made anew learns it when it is rebuilt`() async throws {
        #expect(await world.run("retract", path("a.jpg"), "--yes").exit == 0)
        world.removeIndex()
        let summary = try #require(try await world.objects("index", "rebuild", "--from", world.nas).last)
        #expect([summary[number: "receipts"], summary[number: "ended"]] == [1, 1])
        #expect(await world.run("scan", world.library).exit == 0)
        let upload = await world.run("upload", "--to", world.nas)
        #expect(upload.exit == 0 && upload.output.contains("1 held from their destination"), "\(upload)")
        #expect(stored == ["b.jpg"])
        #expect(await world.run("mark", "work", path("a.jpg")).exit == 0)
        #expect(await world.run("upload", "--to", world.nas).exit == 0)
        #expect(stored == ["a.jpg", "b.jpg"])
    }

    @Test func `A mark as work counts, although the whole list is read again`() async throws {
        nas.fail(.addReceipts, with: UploadError(.failed, "read-only"))
        let outcome = await world.run("retract", path("a.jpg"), "--yes")
        #expect(outcome.exit == 0 && outcome.notes.contains("read-only; the index has the receipts"), "\(outcome)")
        #expect(try await !list.contains("endedAt"))
        await world.run("upload")
        #expect(try await list.contains("endedAt"), "the next upload completes the list")
        #expect(await world.run("mark", "work", path("a.jpg")).exit == 0)
        nas.receipts = Array("\n".utf8) + Array(try await list.utf8)
        #expect(await world.run("upload").exit == 0)
        #expect(stored == ["a.jpg", "b.jpg"])
    }

    /// The destination's own list of receipts.
    private var list: String {
        get async throws { String(decoding: try await nas.lines(of: "", from: 0), as: UTF8.self) }
    }
}
