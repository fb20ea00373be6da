import PhotoIndex
import PhotoModel
import PhotoPipeline
import SystemPackage
import Testing
import WorkphotosTestSupport

/// How the next run settles one that was killed.
struct SettlingTests {
    private let scene: UploadScene
    private let target = UploadScene.target("a.jpg")

    init() async throws { scene = try await UploadScene("a.jpg") }

    /// Announces the upload of the photo, like a run that is killed afterwards.
    private func announce() async throws -> (source: UploadSource, upload: TicketedUpload, run: Int64) {
        var action = try #require(try await scene.upload(.selection(PhotoSelection()), .dryRun).actions.first)
        let upload = try await scene.prepare(action.members[0])
        action.members[0].ticket = upload.ticket
        let index = try scene.writableIndex
        let run = try index.beginRun("upload", at: 1)
        let basis = try #require(try index.basis())
        guard case .begun = try index.intend([action], run: run, basis: basis, leavingOut: [.takeout])[0] else {
            throw UploadError(.failed, "the upload was not announced")
        }
        return (try UploadSource(scene.tree.path(scene.file("a.jpg")), interruption: TestInterruption()), upload, run)
    }

    @Test func `What was under way when a run ended is sent after the others, by itself`() async throws {
        _ = try await announce()
        try scene.write("b.jpg", 9)
        try await scene.scan()
        #expect(try await scene.upload().states == ["a.jpg": "done", "b.jpg": "done"])
        let steps = scene.nas.words.filter { $0.hasPrefix("send") || $0.hasPrefix("finish") }
        #expect(steps == ["send b.jpg", "finish b.jpg", "send a.jpg", "finish a.jpg"])
    }

    /// Announces and sends it.
    private func send() async throws -> SentUpload {
        let (source, upload, _) = try await announce()
        return try await scene.nas.send(source, as: upload)
    }

    /// The same, and notes that it is about to get its name.
    private func sendToMove() async throws -> SentUpload {
        let (source, upload, run) = try await announce()
        let sent = try await scene.nas.send(source, as: upload)
        try scene.writableIndex.noteMoving([(upload.ticket, sent.hashes.sha256)], run: run)
        return sent
    }

    /// Announces the upload of a scene's only group, and gives the copy of one of its files its name, like a run that
    /// is killed afterwards.
    ///
    /// - Returns: the run.
    private static func send(_ place: Int, ofGroupOf scene: UploadScene) async throws -> Int64 {
        var action = try #require(try await scene.upload(.selection(PhotoSelection()), .dryRun).actions.first)
        for place in action.members.indices {
            action.members[place].ticket = try await scene.prepare(action.members[place]).ticket
        }
        let index = try scene.writableIndex
        let run = try index.beginRun("upload", at: 1)
        _ = try index.intend([action], run: run, basis: try #require(try index.basis()), leavingOut: [.takeout])
        let member = action.members[place]
        let source = try UploadSource(member.path, interruption: TestInterruption())
        let upload = TicketedUpload(
            target: try #require(member.target), ticket: try #require(member.ticket),
            modified: member.fingerprint.modified)
        let sent = try await scene.nas.send(source, as: upload)
        try index.noteMoving([(upload.ticket, sent.hashes.sha256)], run: run)
        _ = try await scene.nas.finish([sent])[0].get()
        return run
    }

    @Test func `A sidecar's copy is known as its photo's after both were renamed and the sidecar was edited`()
        async throws
    {
        let scene = try await UploadScene("a.jpg", "a.jpg.xmp")
        _ = try await Self.send(1, ofGroupOf: scene)
        for name in ["jpg", "jpg.xmp"] {
            try scene.tree.rename(scene.file(FilePath("a.\(name)")), to: scene.file(FilePath("b.\(name)")))
        }
        try scene.write("b.jpg.xmp", 9)
        try await scene.scan(acceptsMissing: true)
        try scene.mark("b.jpg", .personal)
        _ = try await scene.upload()
        #expect(try scene.receipts == ["a.jpg.xmp"])
        #expect(try scene.index.status(unsentSidecars: [.takeout]).uploadedButNotWork.photos == 1)
        let copies = try scene.index.sentPhoto(at: scene.tree.path(scene.file("b.jpg")))?.copies
        #expect(copies?.map(\.receipt.receipt.target.path) == [UploadScene.target("a.jpg.xmp")])
    }

    @Test func `A complete copy is finished, and not sent again`() async throws {
        _ = try await scene.nas.finish([try await send()])[0].get()
        let next = try await scene.upload()
        #expect(next.actions.isEmpty)
        #expect(next.notes.first == "\(ActionNote.settled(1, of: 1, .upload, destination: "nas"))")
        #expect(try scene.receipts == ["a.jpg"])
        #expect(scene.nas.words.count { $0 == "send a.jpg" } == 1)
        #expect(try scene.index.underWay(.upload).isEmpty)
    }

    @Test func `A copy without its name is removed, and sent again`() async throws {
        _ = try await send()
        #expect(try await scene.upload().states == ["a.jpg": "done"])
        #expect(scene.nas.parts.isEmpty)
        #expect(scene.nas.words.count { $0 == "send a.jpg" } == 2)
    }

    @Test func `Other bytes with the name are no copy, and stay`() async throws {
        _ = try await send()
        scene.nas.place(.file([1], modified: 0), at: target)
        #expect(try await scene.upload().states == ["a.jpg": "done"])
        #expect(scene.stored() == ["a (2).jpg", "a.jpg"])
        #expect(scene.nas.bytes(at: target) == [1])
    }

    @Test func `At a remote without file identities, equal bytes with the name are no one's copy`()
        async throws
    {
        scene.nas.hasIdentities = false
        _ = try await announce()
        scene.nas.place(.file(try scene.bytes("a.jpg"), modified: 1), at: target)
        #expect(try await scene.upload().states == ["a.jpg": "done"])
        #expect(scene.stored() == ["a (2).jpg", "a.jpg"], "a sync client may have put the first one there")
    }

    @Test func `At such a remote, what was about to be moved to a free name is its copy, and is not sent again`()
        async throws
    {
        scene.nas.hasIdentities = false
        _ = try await scene.nas.finish([try await sendToMove()])[0].get()
        #expect(try await scene.upload().actions.isEmpty)
        #expect(scene.stored() == ["a.jpg"])
        #expect(try scene.receipts == ["a.jpg"])
    }

    @Test(arguments: ["a.jpg", "b.jpg"])
    func `While it is not known whether a copy is there, no other one is sent, whatever the photo's name is now`(
        name: String
    ) async throws {
        scene.nas.hasIdentities = false
        _ = try await scene.nas.finish([try await sendToMove()])[0].get()
        if name == "b.jpg" {
            try scene.tree.rename(scene.file("a.jpg"), to: scene.file("b.jpg"))
            try await scene.scan(acceptsMissing: true)
        }
        scene.nas.fail(.look, of: target, with: UploadError(.transient, "the server said 504"), times: 6)
        let first = try await scene.upload()
        #expect(first.states == [name: "skipped interrupted"])
        #expect(first.summary.unsettled == 1)
        #expect(try await scene.upload().summary.unsettled == 0)
        #expect(scene.stored() == ["a.jpg"])
        #expect(try scene.receipts == ["a.jpg"])
    }

    @Test func `What keeps an upload from being settled is told`() async throws {
        _ = try await send()
        scene.nas.fail(.discard, with: UploadError(.failed, "is not complete under its name"))
        let next = try await scene.upload()
        #expect(next.states == ["a.jpg": "skipped interrupted"])
        #expect(next.notes.contains { $0.contains("is not complete under its name") }, "\(next.notes)")
    }

    @Test func `A copy that gets its name while it is settled is known, and not sent again`() async throws {
        scene.nas.hasIdentities = false
        let sent = try await sendToMove()
        let held = scene.nas.hold(.discard, of: target)
        async let next = scene.upload()
        await held.reached()
        _ = try await scene.nas.finish([sent])[0].get()
        held.release()
        #expect(try await next.actions.isEmpty)
        #expect(scene.stored() == ["a.jpg"])
        #expect(try scene.receipts == ["a.jpg"])
    }

    @Test func `A photo that changed since proves nothing`() async throws {
        _ = try await scene.nas.finish([try await send()])[0].get()
        try scene.write("a.jpg", 99)
        #expect(try await scene.upload().states == ["a.jpg": "skipped changed-since-scan"])
        #expect(try scene.receipts.isEmpty)
        #expect(try scene.index.underWay(.upload).isEmpty)
    }

    @Test func `A photo that was touched since proves nothing either`() async throws {
        _ = try await scene.nas.finish([try await send()])[0].get()
        try scene.tree.setModified(scene.file("a.jpg"), seconds: 1_000)
        #expect(try await scene.upload().states == ["a.jpg": "skipped changed-since-scan"])
        #expect(try scene.receipts.isEmpty)
    }

    @Test func `A group with one finished copy is not done`() async throws {
        let scene = try await UploadScene("a.jpg", "a.xmp")
        let run = try await Self.send(0, ofGroupOf: scene)
        #expect(try await scene.upload().states == ["a.jpg": "done"])
        var states: [Action.State] = []
        try scene.index.actions(ofRun: run) { action in
            states.append(action.state)
            return true
        }
        #expect(states == [.skipped])
        #expect(scene.stored() == ["a.jpg", "a.xmp"])
    }

    /// What the destination tells of a copy.
    private static let evidences: [ContentEvidence] = [.nothing, .computedNow(Checksum(kind: .md5, value: "00"))]

    @Test(arguments: evidences)
    func `What was about to get its name is read where its source is gone and the checksum is of another kind`(
        evidence: ContentEvidence
    ) async throws {
        scene.nas.hasIdentities = false
        _ = try await scene.nas.finish([try await sendToMove()])[0].get()
        scene.nas.evidence[target] = evidence
        try scene.tree.rename(scene.file("a.jpg"), to: scene.file("b.jpg"))
        _ = try await scene.upload()
        #expect(try scene.receipts == ["a.jpg"])
        #expect(try scene.index.underWay(.upload).isEmpty)
    }

    @Test func `An upload whose temporary file stays is not told as settled, and is looked at again`() async throws {
        let sent = try await send()
        scene.nas.fail(.discard, with: UploadError(.taken, "is another's"), times: 1)
        let first = try await scene.upload()
        #expect(first.notes.first == "\(ActionNote.settled(0, of: 1, .upload, destination: "nas"))")
        #expect(try scene.index.underWay(.upload).isEmpty)
        let left = try #require(try scene.index.leftovers().first)
        #expect(left.path.lastComponent?.string == sent.upload.ticket)
        scene.nas.place(.file([1], modified: 0), at: left.path)
        scene.nas.fail(.discard, with: UploadError(.taken, "is another's"), times: 1)
        #expect(try await scene.upload().notes.contains { $0.contains(sent.upload.ticket) })
        #expect(try scene.index.leftovers() == [left])
        #expect(try await scene.upload().notes.contains { $0.contains(sent.upload.ticket) } == false)
        #expect(try scene.index.leftovers().isEmpty, "the photo proves it now")
    }

    @Test func `What was left is forgotten only when two answers say that it is gone`() async throws {
        let sent = try await send()
        scene.nas.fail(.discard, with: UploadError(.taken, "is another's"), times: 2)
        _ = try await scene.upload()
        let left = try #require(try scene.index.leftovers().first)
        scene.nas.fail(.stamp, with: UploadError(.failed, "the server said 500"), times: 1)
        #expect(try await scene.upload().notes.contains { $0.contains(sent.upload.ticket) })
        #expect(try scene.index.leftovers() == [left])
        #expect(try await scene.upload().notes.contains { $0.contains(sent.upload.ticket) } == false)
        #expect(try scene.index.leftovers().isEmpty)
    }

    @Test func `What it was sending and is not there may come later, and is looked for`() async throws {
        scene.nas.storesLate = true
        let (_, upload, _) = try await announce()
        #expect(try await scene.upload().states == ["a.jpg": "done"])
        let left = try #require(try scene.index.leftovers().first)
        #expect(left.isAwaited && left.path == target.removingLastComponent().appending(upload.ticket))
        scene.nas.place(.file(try scene.bytes("a.jpg"), modified: 0), at: left.path)
        let before = scene.nas.words.count { $0 == "discard a.jpg" }
        _ = try await scene.upload()
        #expect(scene.nas.words.count { $0 == "discard a.jpg" } == before + 1)
    }

    @Test func `The journal gets the hash of what it was sending, which may come when the photo has changed`()
        async throws
    {
        scene.nas.storesLate = true
        let (_, upload, _) = try await announce()
        #expect(try scene.index.uploads(withTickets: [upload.ticket])[upload.ticket]?.source.sha256 == nil)
        _ = try await scene.upload()
        let sha256 = try scene.index.uploads(withTickets: [upload.ticket])[upload.ticket]?.source.sha256
        #expect(sha256 == bytes(ofHexText: Checksum.sha256(of: try scene.bytes("a.jpg")).value))
    }

    @Test func `Nothing more is looked for of a complete copy`() async throws {
        scene.nas.storesLate = true
        _ = try await scene.nas.finish([try await send()])[0].get()
        #expect(try await scene.upload().actions.isEmpty)
        #expect(try scene.index.leftovers().isEmpty)
    }

    @Test func `What came late of an upload that is under way is left to its settling`() async throws {
        scene.nas.storesLate = true
        let (_, upload, _) = try await announce()
        let part = target.removingLastComponent().appending(upload.ticket)
        let nas = try #require(try scene.index.destinations().first { $0.name == "nas" })
        try scene.writableIndex.noteLeftovers([part], atDestination: nas.id, areAwaited: true, at: scene.clock.now)
        scene.nas.place(.file(try scene.bytes("a.jpg"), modified: 0), at: part)
        _ = try await scene.upload()
        #expect(scene.nas.words.count { $0 == "discard a.jpg" } == 1)
    }

    @Test(arguments: ["a.jpg", "b.jpg"])
    func `What it left is compared with the photo as it is now, wherever the index knows it`(name: String) async throws
    {
        _ = try await send()
        let file = scene.file(FilePath(name))
        if name == "a.jpg" {
            try scene.tree.setModified(file, seconds: 1_000)
        } else {
            try scene.tree.rename(scene.file("a.jpg"), to: file)
        }
        try await scene.scan(acceptsMissing: true)
        _ = try await scene.upload()
        let sources = scene.nas.calls.compactMap { call in
            if case .discard(_, let source) = call { source } else { nil }
        }
        #expect(sources == [scene.tree.path(file)])
    }

    @Test func `An upload to another destination leaves it, does not ask for it and says so`() async throws {
        _ = try await send()
        scene.nas.isGone = true
        let asked = scene.nas.calls.count
        let upload = try await scene.upload(to: "attic")
        #expect(upload.summary.count(.done) == 1 && upload.summary.unsettled == 0)
        #expect(upload.notes.contains("\(ActionNote.uploadsWaiting(1, destination: "nas"))"), "\(upload.notes)")
        #expect(scene.nas.calls.count == asked)
        #expect(try scene.index.underWay(.upload).count == 1)
        scene.nas.isGone = false
        #expect(try await scene.upload().summary.unsettled == 0)
        #expect(try scene.index.underWay(.upload).isEmpty)
    }

    @Test func `If the photo is not work any more, an upload to another destination settles it too`() async throws {
        _ = try await send()
        try scene.mark("a.jpg", .personal)
        #expect(try await scene.upload(to: "attic").summary.unsettled == 0)
        #expect(try scene.index.underWay(.upload).isEmpty)
        #expect(scene.nas.parts.isEmpty)
    }

    @Test func `If the photo has moved since, an upload to another destination settles it too`() async throws {
        _ = try await send()
        try scene.tree.rename(scene.file("a.jpg"), to: scene.file("b.jpg"))
        try await scene.scan(acceptsMissing: true)
        try scene.mark("b.jpg", .personal)
        #expect(try await scene.upload(to: "attic").summary.unsettled == 0)
        #expect(try scene.index.underWay(.upload).isEmpty)
        #expect(scene.nas.parts.isEmpty)
    }

    @Test func `If the destination cannot be reached it is left, and no run is recorded`() async throws {
        _ = try await send()
        scene.nas.isGone = true
        var commands: [String] = []
        #expect(try await scene.upload(.staged(nil)).summary.unsettled == 1)
        try scene.index.runs(limit: nil) { record in
            commands.append(record.command)
            return true
        }
        #expect(!commands.contains("settle"))
        #expect(try scene.index.underWay(.upload).count == 1)
        scene.nas.isGone = false
        #expect(try await scene.upload().summary.unsettled == 0)
        #expect(try scene.index.underWay(.upload).isEmpty)
        #expect(scene.nas.parts.isEmpty)
    }

    @Test func `A dry run leaves uploads in progress alone`() async throws {
        _ = try await send()
        let before = try scene.tree.snapshot()
        _ = try await scene.upload(.selection(PhotoSelection()), .dryRun)
        #expect(try scene.tree.snapshot() == before)
        #expect(scene.nas.parts.count == 1)
    }
}
