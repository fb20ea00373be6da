import PhotoIndex
import PhotoModel
import PhotoPipeline
import SystemPackage
import Testing
import WorkphotosTestSupport

/// While nothing has changed, an upload with nothing to send ends before it opens a destination.
struct CompleteUploadTests {
    private func selection(_ change: (inout PhotoSelection) -> Void) -> PlanOrigin {
        var selection = PhotoSelection()
        change(&selection)
        return .selection(selection)
    }

    @Test(arguments: [PlanMode.carryOut, .stage])
    func `A complete upload is not asked for again`(mode: PlanMode) async throws {
        let scene = try await UploadScene("a.jpg", "b.jpg")
        _ = try await scene.upload()
        let calls = scene.nas.calls.count
        for _ in 1...2 {
            let again = try await scene.upload(.selection(PhotoSelection()), mode)
            #expect((again.summary.groups.upToDate, again.summary.run, again.summary.endedBy == nil) == (2, nil, true))
            #expect(again.summary.lastScan != nil)
        }
        #expect(scene.nas.calls.count == calls)
    }

    @Test(arguments: [false, true])
    func `A scan that finds nothing new keeps it so`(isDecided: Bool) async throws {
        let scene = try await UploadScene("a.jpg")
        if isDecided { try scene.record(.hold(reason: "printing"), of: "a.jpg") }
        try await scene.scan()
        _ = try await scene.upload()
        let calls = scene.nas.calls.count
        try await scene.scan()
        #expect(try await scene.upload().summary.groups.upToDate == 1)
        #expect(scene.nas.calls.count == calls)
    }

    @Test func `A new photo is sent`() async throws {
        let scene = try await UploadScene("a.jpg")
        _ = try await scene.upload()
        try scene.write("b.jpg", 9)
        try await scene.scan()
        #expect(try await scene.upload().states == ["b.jpg": "done"])
    }

    @Test func `A photo that is marked work is sent, and a personal one is counted as personal`() async throws {
        let scene = try await UploadScene("a.jpg", "b.jpg")
        try scene.mark("b.jpg", .personal)
        _ = try await scene.upload()
        try scene.mark("a.jpg", .personal)
        #expect(try await scene.upload().summary.groups.personal == 2)
        try scene.mark("b.jpg", .work)
        #expect(try await scene.upload().states == ["b.jpg": "done"])
    }

    @Test func `A failed photo is tried again`() async throws {
        let scene = try await UploadScene("a.jpg", "b.jpg")
        scene.nas.fail(.finish, with: UploadError(.failed, "broken"))
        #expect(try await scene.upload().summary.count(.failed) > 0)
        #expect(try await scene.upload().summary.count(.done) > 0)
    }

    @Test func `An upload of some photos is not remembered, nor for another destination`() async throws {
        let scene = try await UploadScene("a.jpg", "b.jpg")
        _ = try await scene.upload(selection { $0.paths = [Glob("*/a.jpg")] })
        #expect(try await scene.upload().states == ["b.jpg": "done"])
        #expect(try await scene.upload(to: "attic").summary.count(.done) == 2)
        #expect(try await scene.upload(to: "attic").summary.groups.upToDate == 2)
    }

    @Test func `A dry run looks at the destination`() async throws {
        let scene = try await UploadScene("a.jpg")
        _ = try await scene.upload()
        let calls = scene.nas.calls.count
        _ = try await scene.upload(.selection(PhotoSelection()), .dryRun)
        #expect(scene.nas.calls.count > calls)
    }

    @Test(arguments: [1, 4])
    func `Lines that an upload added to the list are not read by the next`(parallel: Int) async throws {
        let scene = try await UploadScene((0..<100).map { FilePath("\($0).jpg") })
        _ = try await scene.upload { $0.parallel = parallel }
        let end = Int64(try await scene.nas.lines(of: "", from: 0).count)
        try scene.write("new.jpg", 200)
        try await scene.scan()
        _ = try await scene.upload()
        let read = scene.nas.calls.compactMap { if case .receipts(let offset) = $0 { offset } else { nil } }
        #expect(read == [0, end - 1], "the first is this test's own")
    }

    @Test func `If a line could not be added, the next upload adds it`() async throws {
        let scene = try await UploadScene("a.jpg")
        scene.nas.fail(.addReceipts, with: UploadError(.failed, "read-only"))
        let notes = try await scene.upload().notes
        #expect(notes.contains { $0.contains("read-only") && $0.hasPrefix("receiptsUnlisted") }, "\(notes)")
        #expect(try await scene.nas.lines(of: "", from: 0).isEmpty)
        scene.nas.fail(.addReceipts, with: UploadError(.failed, "locked"))
        #expect(try await scene.upload().notes.contains { $0.contains("locked") }, "with nothing to send, too")
        #expect(try await !scene.upload().notes.contains { $0.hasPrefix("receiptsUnlisted") })
        #expect(try await scene.nas.lines(of: "", from: 0).count { $0 == UInt8(ascii: "\n") } == 1)
    }
}
