import PhotoIndex
import PhotoModel
import PhotoPipeline
import SystemPackage
import Testing
import WorkphotosTestSupport

/// Failures at a destination, and which groups they affect.
struct UploadFailureTests {
    @Test(arguments: 1...5)
    func `A temporary failure is retried, after waits that double`(failures: Int) async throws {
        let scene = try await UploadScene("a.jpg")
        scene.nas.fail(.send, with: UploadError(.transient, "busy"), times: failures)
        let start = scene.clock.now
        #expect(try await scene.upload().states == ["a.jpg": "done"])
        let waited = (scene.clock.now - start) / 1_000_000
        // 1, 2, 4… seconds, each shortened at random to between half and all of it.
        let whole = Int64((1 << failures) - 1) * 1_000
        #expect((whole / 2...whole).contains(waited), "\(waited)")
    }

    @Test func `A service that can resume does so from its last token, and sends only the rest`() async throws {
        let scene = try await UploadScene("a.jpg")
        scene.nas.tokenDistance = 100
        let size = try scene.bytes("a.jpg").count
        scene.nas.fail(.send, with: UploadError(.transient, "busy"), times: 2, after: 150)
        #expect(try await scene.upload().states == ["a.jpg": "done"])
        // The first try left 100 bytes with one token and 50 more with another; the next cannot continue either.
        #expect(scene.nas.arrived == Int64(size))
        #expect(scene.nas.bytes(at: UploadScene.target("a.jpg")) == (try scene.bytes("a.jpg")))
    }

    @Test(arguments: [UploadCall.Name.marker, .receipts, .prepare, .size, .finish])
    func `Every step is retried`(call: UploadCall.Name) async throws {
        let scene = try await UploadScene("a.jpg")
        scene.nas.fail(call, with: UploadError(.transient, "busy"), times: 2)
        #expect(try await scene.upload().states == ["a.jpg": "done"])
        #expect(scene.stored() == ["a.jpg"])
    }

    @Test func `Only the temporarily failed files of a group are retried, and each file has its own result`()
        async throws
    {
        let scene = try await UploadScene("a.jpg", "a.xmp", "a.jpg.xmp")
        scene.nas.fail(.finish, of: UploadScene.target("a.xmp"), with: UploadError(.transient, "busy"))
        #expect(try await scene.upload().states == ["a.jpg": "done"])
        let finished = scene.nas.words.filter { $0.hasPrefix("finish") }
        #expect(finished.count == 2 && finished.last == "finish a.xmp", "\(finished)")
        #expect(try scene.receipts.sorted() == ["a.jpg", "a.jpg.xmp", "a.xmp"])
    }

    @Test(arguments: [UploadCall.Name.send, .finish])
    func `A lasting failure is given up, and the copy is removed`(call: UploadCall.Name) async throws {
        let scene = try await UploadScene("a.jpg")
        scene.nas.fail(call, with: UploadError(.transient, "busy"), times: 99)
        #expect(try await scene.upload().states == ["a.jpg": "failed sending-failed"])
        #expect(scene.nas.words.count { $0 == "\(call) a.jpg" } == 6)
        #expect(scene.nas.parts.isEmpty)
        #expect(try scene.index.underWay(.upload).isEmpty)
    }

    @Test func `After a step was given up, it is tried only once until it succeeds`() async throws {
        let scene = try await UploadScene("a.jpg", "b.jpg", "c.jpg", "d.jpg")
        // Six attempts for the first, and one for the second.
        scene.nas.fail(.send, with: UploadError(.transient, "busy"), times: 7)
        scene.nas.fail(.send, of: UploadScene.target("d.jpg"), with: UploadError(.transient, "busy"), times: 2)
        let start = scene.clock.now
        let states = try await scene.upload().states
        #expect(states.values.sorted() == ["done", "done", "failed sending-failed", "failed sending-failed"])
        #expect(states["d.jpg"] == "done")
        // 31 s for the group that was given up, 3 s for the other.
        #expect((scene.clock.now - start) / 1_000_000_000 <= 34)
    }

    @Test func `Photos that are never taken cost their waits three times, however many get through between them`()
        async throws
    {
        let scene = try await UploadScene((0..<10).map { FilePath("\($0).jpg") })
        let bad = [0, 2, 4, 6, 8].map { FilePath("\($0).jpg") }
        for name in bad {
            let target = UploadScene.target(name)
            scene.nas.fail(.send, of: target, with: UploadError(.transient, "busy"), times: 1_000)
        }
        let upload = try await scene.upload()
        #expect(upload.summary.endedBy == nil)
        #expect(upload.states.values.count { $0 == "done" } == 5)
        #expect(bad.map { name in scene.nas.words.count { $0 == "send \(name)" } } == [6, 6, 6, 1, 1])
    }

    @Test func `A wait that the destination asks for is obeyed even with a single try`() async throws {
        let scene = try await UploadScene("a.jpg", "b.jpg", "c.jpg")
        let busy = UploadError(.transient, "busy", retryAfter: .seconds(20))
        scene.nas.fail(.send, with: busy, times: 7)
        let start = scene.clock.now
        let states = try await scene.upload().states.values.sorted()
        #expect(states == ["done", "failed sending-failed", "failed sending-failed"])
        #expect((scene.clock.now - start) / 1_000_000_000 == 140)
    }

    @Test(arguments: [
        (UploadError.Kind.failed, "failed sending-failed"), (.refused, "failed name-refused"),
        (.taken, "failed name-refused"), (.corrupted, "failed corrupted"), (.missing, "failed sending-failed"),
        (.sourceChanged, "failed changed-while-sent"), (.sourceUnreadable, "failed unreadable"),
    ])
    func `A permanent failure is not retried and does not affect the others`(
        kind: UploadError.Kind, state: String
    ) async throws {
        let scene = try await UploadScene("a.jpg", "b.jpg", "c.jpg")
        let start = scene.clock.now
        scene.nas.fail(.finish, of: UploadScene.target("b.jpg"), with: UploadError(kind, "no"), times: 100)
        let upload = try await scene.upload()
        #expect(upload.states == ["a.jpg": "done", "b.jpg": state, "c.jpg": "done"])
        #expect(scene.clock.now == start)
        #expect(scene.stored() == ["a.jpg", "c.jpg"])
        #expect(scene.nas.parts.isEmpty)
        #expect(try scene.receipts == ["a.jpg", "c.jpg"])
    }

    @Test(
        arguments: [
            (.full, "failed full"), (.quota, "failed quota"), (.unavailable, "skipped unavailable"),
            (.signIn, "failed unavailable"),
        ] as [(UploadError.Kind, String)])
    func `A failure that affects all files ends the run, and the rest is counted`(
        kind: UploadError.Kind, state: String
    ) async throws {
        let scene = try await UploadScene("a.jpg", "b.jpg", "c.jpg", "d.jpg")
        // Two workers take one group each, then one each of the rest.
        scene.nas.fail(.send, of: UploadScene.target("a.jpg"), with: UploadError(kind, "no more"), times: 9)
        let upload = try await scene.upload { $0.parallel = 4 }
        #expect(upload.summary.endedBy?.kind == kind)
        #expect(upload.states["a.jpg"] == state)
        #expect(upload.actions.count + upload.summary.groups.left == 4)
        let run = try #require(upload.summary.run)
        var isComplete: Bool?
        try scene.index.runs(limit: nil) { record in
            if record.id == run { isComplete = record.isComplete }
            return true
        }
        #expect(isComplete == false)
    }

    @Test func `A full destination gets no more groups, keeps its copies, and is tidied up`() async throws {
        let scene = try await UploadScene("a.jpg", "b.jpg", "c.jpg")
        scene.nas.fail(.send, of: UploadScene.target("b.jpg"), with: UploadError(.full, "no room"), after: 5)
        let upload = try await scene.upload()
        #expect(upload.states == ["a.jpg": "done", "b.jpg": "failed full", "c.jpg": "skipped full"])
        #expect(!scene.nas.words.contains("send c.jpg"))
        #expect(scene.nas.parts.isEmpty, "half a copy takes room that is wanted")
        #expect(try scene.receipts == ["a.jpg"])
    }

    @Test func `A group with a failed file is not done, and leaves nothing in progress`() async throws {
        let scene = try await UploadScene("a.jpg", "a.xmp", "a.jpg.xmp", "b.jpg")
        scene.nas.fail(.send, of: UploadScene.target("a.xmp"), with: UploadError(.failed, "no"), after: 3)
        let upload = try await scene.upload()
        #expect(upload.actions.map(\.members.count).sorted() == [1, 3])
        #expect(upload.states == ["a.jpg": "failed sending-failed", "b.jpg": "done"])
        #expect(scene.nas.parts.isEmpty)
        #expect(scene.stored() == ["b.jpg"])
        #expect(try scene.receipts == ["b.jpg"])
    }

    @Test func `Files of a group that got their names stay, and the next run sends the rest`() async throws {
        let scene = try await UploadScene("a.jpg", "a.xmp", "a.jpg.xmp")
        scene.nas.fail(.finish, of: UploadScene.target("a.xmp"), with: UploadError(.failed, "no"))
        #expect(try await scene.upload().states == ["a.jpg": "failed sending-failed"])
        #expect(scene.nas.parts.isEmpty)
        #expect(try scene.receipts == ["a.jpg", "a.jpg.xmp"])
        #expect(try await scene.upload().states == ["a.jpg": "done"])
        #expect(scene.stored() == ["a.jpg", "a.jpg.xmp", "a.xmp"])
        #expect(scene.nas.words.count { $0 == "send a.jpg" } == 1)
    }

    @Test func `If other bytes are stored than were sent, there is no receipt`() async throws {
        let scene = try await UploadScene("a.jpg")
        scene.nas.altered.insert(UploadScene.target("a.jpg"))
        #expect(try await scene.upload().states == ["a.jpg": "failed corrupted"])
        #expect(try scene.receipts.isEmpty)
        #expect(scene.nas.parts.isEmpty)
    }

    @Test func `The index is the proof: a list that cannot be written fails no upload`() async throws {
        let scene = try await UploadScene("a.jpg")
        scene.nas.fail(.addReceipts, with: UploadError(.failed, "read-only"))
        #expect(try await scene.upload().states == ["a.jpg": "done"])
        #expect(try scene.receipts == ["a.jpg"])
    }

    @Test func `A destination that disappears leaves uploads in progress to the next run`() async throws {
        let scene = try await UploadScene("a.jpg")
        let held = scene.nas.hold(.send, of: UploadScene.target("a.jpg"))
        scene.nas.fail(.finish, with: UploadError(.unavailable, "is not there"))
        async let first = scene.upload()
        await held.reached()
        held.release()
        #expect(try await first.states == ["a.jpg": "skipped unavailable"])
        #expect(scene.nas.parts.count == 1)
        #expect(try scene.index.underWay(.upload).count == 1)
        let second = try await scene.upload()
        #expect(second.states == ["a.jpg": "done"])
        #expect(scene.nas.parts.isEmpty)
    }

    // MARK: - Connections that fail

    /// No answer: the connection failed.
    private let silence = UploadError(.transient, "connection refused", lasting: .unavailable)

    @Test func `A destination that answers nobody any more ends the run within half a minute, and the rest is skipped`()
        async throws
    {
        let scene = try await UploadScene((0..<40).map { FilePath("\($0).jpg") })
        scene.nas.fail(.send, with: silence, times: 1_000, after: 5)
        let held = scene.nas.hold(.send, of: UploadScene.target("0.jpg"))
        let start = scene.clock.now
        async let outcome = scene.upload()
        await held.reached()
        scene.nas.fail(.marker, with: silence, times: 1_000)
        held.release()
        let upload = try await outcome
        // rclone needs up to twelve seconds for each of the last two answers, which take no time here.
        #expect((scene.clock.now - start) / 1_000_000_000 <= 11)
        #expect(upload.summary.endedBy?.kind == .unavailable)
        #expect(upload.summary.count(.failed) == 0, "no photo is at fault")
        #expect(upload.states.values.filter { $0 == "skipped unavailable" }.count + upload.summary.groups.left == 40)
        #expect(upload.details.contains { $0.contains("does not answer any more") })
        // The calls that still wait for it end.
        #expect(scene.nas.givenUp?.kind == .unavailable)
        // What was not begun is not settled by the next run either.
        #expect(try scene.index.underWay(.upload).count == 1)
    }

    @Test(arguments: [(2, 9_000...11_000), (3, 0...0)] as [(Int, ClosedRange<Int64>)])
    func `Once connections have failed at three groups, the marker is asked at once, and with fewer after ten seconds`(
        photos: Int, milliseconds: ClosedRange<Int64>
    ) async throws {
        let scene = try await UploadScene((0..<photos).map { FilePath("\($0).jpg") })
        let held = scene.nas.hold(.send, of: UploadScene.target("0.jpg"))
        let start = scene.clock.now
        async let outcome = scene.upload()
        await held.reached()
        for call in [UploadCall.Name.finish, .marker] { scene.nas.fail(call, with: silence, times: 1_000) }
        held.release()
        let upload = try await outcome
        #expect(milliseconds.contains((scene.clock.now - start) / 1_000_000), "\(scene.clock.now - start)")
        #expect(upload.summary.endedBy?.kind == .unavailable)
        #expect(upload.summary.count(.failed) == 0, "no photo is at fault")
    }

    @Test func `A destination that answers, but fails at every photo, ends the run within half a minute`() async throws
    {
        let scene = try await UploadScene((0..<40).map { FilePath("\($0).jpg") })
        scene.nas.fail(.finish, with: silence, times: 1_000)
        let start = scene.clock.now
        let upload = try await scene.upload()
        #expect((scene.clock.now - start) / 1_000_000_000 <= 30)
        #expect(upload.summary.endedBy?.kind == .unavailable)
        #expect(upload.details.contains { $0.contains("answers, but takes no photos: connection refused") })
        #expect(upload.states.values.filter { $0 == "skipped unavailable" }.count + upload.summary.groups.left == 40)
        #expect(upload.summary.groups.left > 0, "not all photos were sent in vain")
        #expect(!upload.notes.contains { $0.hasPrefix("receiptsUnlisted") }, "there is nothing to list")
        #expect(scene.nas.givenUp?.kind == .unavailable)
    }

    @Test func `A group of three files at which every connection breaks does not stop the others`() async throws {
        let scene = try await UploadScene("a.jpg", "a.xmp", "a.jpg.xmp", "b.jpg")
        for name in ["a.jpg", "a.xmp", "a.jpg.xmp"] as [FilePath] {
            scene.nas.fail(.finish, of: UploadScene.target(name), with: silence, times: 1_000)
        }
        let upload = try await scene.upload { $0.parallel = 2 }
        #expect(upload.summary.endedBy == nil)
        #expect(upload.states == ["a.jpg": "failed sending-failed", "b.jpg": "done"])
    }

    @Test func `A file at which every connection breaks does not stop the others`() async throws {
        let scene = try await UploadScene("a.jpg", "b.jpg", "c.jpg")
        scene.nas.fail(.send, of: UploadScene.target("a.jpg"), with: silence, times: 1_000)
        let upload = try await scene.upload()
        #expect(upload.summary.endedBy == nil)
        #expect(upload.states == ["a.jpg": "failed sending-failed", "b.jpg": "done", "c.jpg": "done"])
    }

    @Test func `A server that asks to wait is not away, though its marker cannot be read meanwhile`() async throws {
        let scene = try await UploadScene("a.jpg", "b.jpg")
        let busy = UploadError(.transient, "429 Too Many Requests", retryAfter: .seconds(40))
        let held = scene.nas.hold(.send, of: UploadScene.target("a.jpg"))
        scene.nas.fail(.send, with: busy, times: 3, after: 5)
        async let outcome = scene.upload()
        await held.reached()
        scene.nas.fail(.marker, with: silence, times: 1_000)
        held.release()
        #expect(try await outcome.states == ["a.jpg": "done", "b.jpg": "done"])
    }

    @Test func `A destination that is too busy for every photo is waited for once, and then ends the run`() async throws
    {
        let scene = try await UploadScene((0..<40).map { FilePath("\($0).jpg") })
        scene.nas.fail(.finish, with: UploadError(.transient, "503 Service Unavailable"), times: 1_000)
        let start = scene.clock.now
        let upload = try await scene.upload()
        #expect((scene.clock.now - start) / 1_000_000_000 <= 31)
        #expect(upload.summary.endedBy?.kind == .unavailable)
        #expect(upload.summary.count(.failed) == 0, "no photo is at fault")
        #expect(upload.states.values.filter { $0 == "skipped unavailable" }.count + upload.summary.groups.left == 40)
        #expect(upload.details.contains { $0.contains("is too busy, try again later: 503 Service Unavailable") })
        #expect(scene.nas.givenUp == nil, "other calls may be under way")
    }

    @Test func `What was sent before the destination was too busy gets its name, and its receipts their list`()
        async throws
    {
        let scene = try await UploadScene((0..<6).map { FilePath("\($0).jpg") })
        scene.nas.setParts()
        for name in 3..<6 {
            let target = UploadScene.target(FilePath("\(name).jpg"))
            scene.nas.fail(.send, of: target, with: UploadError(.transient, "busy"), times: 1_000)
        }
        let upload = try await scene.upload()
        #expect(upload.summary.endedBy?.kind == .unavailable)
        #expect(scene.stored() == ["0.jpg", "1.jpg", "2.jpg"])
        #expect(try scene.receipts.sorted() == ["0.jpg", "1.jpg", "2.jpg"])
        #expect(scene.nas.listParts.count == 1)
        #expect(!upload.notes.contains { $0.hasPrefix("receiptsUnlisted") })
    }

    @Test func `A destination that asks to wait each time is asked at three photos, whatever it asks for`() async throws
    {
        let scene = try await UploadScene((0..<6).map { FilePath("\($0).jpg") })
        scene.nas.fail(.send, with: UploadError(.transient, "busy", retryAfter: .seconds(100)), times: 1_000)
        let start = scene.clock.now
        let upload = try await scene.upload()
        #expect(scene.nas.words.count { $0.hasPrefix("send") } == 5, "three times for the first, and once for two more")
        #expect((scene.clock.now - start) / 1_000_000_000 == 400)
        #expect(upload.summary.endedBy?.kind == .unavailable)
        #expect(upload.states.values.count { $0 == "failed sending-failed" } == 2)
        #expect(upload.states.values.count { $0 == "skipped unavailable" } + upload.summary.groups.left == 4)
    }

    @Test func `A destination that asks for more than ten minutes is out of quota, and not waited for`() async throws {
        let scene = try await UploadScene("a.jpg", "b.jpg")
        scene.nas.fail(.send, with: UploadError(.transient, "busy", retryAfter: .seconds(601)), times: 1_000)
        let start = scene.clock.now
        let upload = try await scene.upload()
        #expect(upload.summary.endedBy?.kind == .quota)
        #expect(upload.states["a.jpg"] == "failed quota")
        #expect(scene.clock.now == start)
    }

    @Test func `A group that failed the last time is sent last`() async throws {
        let scene = try await UploadScene("a.jpg", "b.jpg")
        scene.nas.fail(.send, of: UploadScene.target("a.jpg"), with: UploadError(.failed, "no"))
        #expect(try await scene.upload().states == ["a.jpg": "failed sending-failed", "b.jpg": "done"])
        try scene.write("c.jpg", 9)
        try await scene.scan()
        #expect(try await scene.upload().states == ["a.jpg": "done", "c.jpg": "done"])
        #expect(scene.nas.words.filter { $0.hasPrefix("send") }.suffix(2) == ["send c.jpg", "send a.jpg"])
    }
}
