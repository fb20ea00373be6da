import PhotoIndex
import PhotoModel
import PhotoPipeline
import SystemPackage
import Testing
import WorkphotosTestSupport

/// Which names copies get, and what counts as already there.
struct UploadNameTests {
    @Test func `If other bytes have a name, the whole group gets a suffix`() async throws {
        let scene = try await UploadScene("a.jpg", "a.xmp", "a.jpg.xmp")
        scene.nas.place(.file([1, 2, 3], modified: 0), at: UploadScene.target("a.xmp"))
        #expect(try await scene.upload().states == ["a.jpg": "done"])
        #expect(scene.stored() == ["a (2).jpg", "a (2).jpg.xmp", "a (2).xmp", "a.xmp"])
        #expect(scene.nas.bytes(at: UploadScene.target("a.xmp")) == [1, 2, 3])
    }

    @Test func `A new version of a sidecar is sent beside the earlier one, and that is reported`() async throws {
        let scene = try await UploadScene("a.jpg", "a.xmp", "b.jpg", "b.xmp")
        #expect(try await scene.upload().summary.newVersions == [])
        for (number, name) in [(7, "a (2).xmp"), (8, "a (3).xmp")] as [(UInt8, FilePath)] {
            try scene.write("a.xmp", number)
            try await scene.scan()
            let upload = try await scene.upload()
            #expect(upload.states == ["a.jpg": "done"])
            #expect(upload.summary.newVersions == [UploadScene.target(name)])
            #expect(scene.nas.bytes(at: UploadScene.target(name)) == (try scene.bytes("a.xmp")))
        }
        #expect(scene.stored() == ["a (2).xmp", "a (3).xmp", "a.jpg", "a.xmp", "b.jpg", "b.xmp"])
    }

    @Test func `A later sidecar whose name is free is no new version`() async throws {
        let scene = try await UploadScene("a.jpg")
        #expect(try await scene.upload().states == ["a.jpg": "done"])
        try scene.write("a.xmp", 7)
        try await scene.scan()
        #expect(try await scene.upload().summary.newVersions == [])
        #expect(scene.stored() == ["a.jpg", "a.xmp"])
    }

    @Test func `A directory takes a name too`() async throws {
        let scene = try await UploadScene("a.jpg")
        scene.nas.place(.other, at: UploadScene.target("a.jpg"))
        scene.nas.place(
            .file(Array(repeating: 0, count: try scene.bytes("a.jpg").count), modified: 0),
            at: UploadScene.target("a (2).jpg"))
        #expect(try await scene.upload().states == ["a.jpg": "done"])
        #expect(scene.stored() == ["a (2).jpg", "a (3).jpg", "a.jpg"])
    }

    @Test func `Equal bytes with the name count as a copy, and nothing is sent`() async throws {
        let scene = try await UploadScene("a.jpg")
        scene.nas.place(.file(try scene.bytes("a.jpg"), modified: 0), at: UploadScene.target("a.jpg"))
        #expect(try await scene.upload().states == ["a.jpg": "done"])
        #expect(scene.nas.words == ["look a.jpg", "addReceipts"])
        #expect(try scene.receipts == ["a.jpg"])
        let updates = scene.progress.calls.compactMap { if case .update(let done) = $0 { done } else { nil } }
        let size = try scene.bytes("a.jpg").count
        // It is read to be compared, and then counts as done.
        #expect(updates == [0, size, size])
    }

    @Test func `If the library's own file has the name, nothing is sent and no other name is tried`()
        async throws
    {
        let scene = try await UploadScene("a.jpg")
        let source = try UploadSource(scene.tree.path(scene.file("a.jpg")), interruption: TestInterruption())
        let target = UploadScene.target("a.jpg")
        scene.nas.place(.file(try scene.bytes("a.jpg"), modified: 0), at: target)
        scene.nas.identities[target] = source.identity
        #expect(try await scene.upload().states == ["a.jpg": "refused destination-changed"])
        #expect(scene.stored() == ["a.jpg"])
        #expect(try scene.receipts.isEmpty)
    }

    @Test(arguments: [1, 2, 4])
    func `Equal bytes with one name in one run are stored once`(parallel: Int) async throws {
        let scene = try await UploadScene("x/a.jpg", "y/b.jpg")
        try scene.tree.write(scene.file("y/a.jpg"), scene.bytes("x/a.jpg"))
        try await scene.scan()
        let upload = try await scene.upload { $0.parallel = parallel }
        #expect(upload.summary.count(.done) == 3)
        #expect(scene.stored() == ["a.jpg", "b.jpg"])
        #expect(scene.nas.words.count { $0 == "send a.jpg" } == 1)
        #expect(try scene.receipts == ["a.jpg", "b.jpg"])
    }

    @Test(arguments: [1, 2, 4])
    func `Other bytes with one name in one run get suffixes, and case makes no difference`(
        parallel: Int
    ) async throws {
        let scene = try await UploadScene("x/a.jpg", "y/A.JPG", "z/a.jpg")
        let upload = try await scene.upload { $0.parallel = parallel }
        #expect(upload.summary.count(.done) == 3)
        #expect(scene.nas.entries.count >= 3)
        #expect(Set(scene.stored().map { $0.lowercased() }).isSuperset(of: ["a.jpg", "a (2).jpg"]))
    }

    @Test func `A group whose name differs only in case from another's waits until that one is finished`()
        async throws
    {
        let scene = try await UploadScene("x/a.jpg", "y/A.JPG")
        #expect(try await scene.upload().summary.count(.done) == 2)
        let words = scene.nas.words
        let finished = try #require(words.firstIndex { $0.hasPrefix("finish") })
        let prepared = try #require(words.lastIndex { $0.hasPrefix("prepare") })
        #expect(finished < prepared, "\(words)")
    }

    @Test func `A group that waits for a name looks again when it is free, and not all the time`() async throws {
        let scene = try await UploadScene("k.jpg")
        _ = try await scene.upload()
        // The second has a receipt whose copy is lost; it is looked for each time.
        scene.nas.place(nil, at: UploadScene.target("k.jpg"))
        try scene.tree.write(scene.file("y/a.jpg"), scene.bytes("k.jpg"))
        try scene.write("x/a.jpg", 200)
        try await scene.scan()
        let held = scene.nas.hold(.send, of: UploadScene.target("a.jpg"))
        async let upload = scene.upload { $0.parallel = 2 }
        await held.reached()
        for _ in 0..<20_000 { await Task.yield() }
        held.release()
        #expect(try await upload.summary.count(.done) == 2)
        #expect(scene.stored() == ["a (2).jpg", "a.jpg"])
        #expect(scene.nas.words.count { $0 == "look k.jpg" } <= 4)
    }

    @Test func `A name that another batch takes meanwhile does not count as free`() async throws {
        let scene = try await UploadScene("a/x.jpg", "a/y.jpg", "b/x.jpg", "b/z.jpg")
        // The first batch has two groups, of which the first has been looked for; the batch of z begins when that of
        // the other x has ended.
        let looks = scene.nas.hold(.size, of: UploadScene.target("y.jpg"))
        let sends = scene.nas.hold(.send, of: UploadScene.target("z.jpg"))
        async let upload = scene.upload { $0.parallel = 2 }
        await looks.reached()
        await sends.reached()
        looks.release()
        sends.release()
        #expect(try await upload.summary.count(.done) == 4)
        #expect(scene.stored() == ["x (2).jpg", "x.jpg", "y.jpg", "z.jpg"])
    }

    @Test func `Contents with a receipt are found under another name`() async throws {
        let scene = try await UploadScene("a.jpg")
        _ = try await scene.upload()
        try scene.tree.write(scene.file("b.jpg"), scene.bytes("a.jpg"))
        try await scene.scan()
        let upload = try await scene.upload()
        #expect(upload.states == ["b.jpg": "done"])
        #expect(scene.stored() == ["a.jpg"])
    }

    @Test func `A receipt whose copy is lost is no copy`() async throws {
        let scene = try await UploadScene("a.jpg")
        _ = try await scene.upload()
        scene.nas.place(nil, at: UploadScene.target("a.jpg"))
        try scene.tree.write(scene.file("b.jpg"), scene.bytes("a.jpg"))
        try await scene.scan()
        #expect(try await scene.upload().states == ["b.jpg": "done"])
        #expect(scene.stored() == ["b.jpg"])
    }

    @Test func `A name that is taken between looking and finishing is not overwritten, and another is chosen`()
        async throws
    {
        let scene = try await UploadScene("a.jpg")
        let held = scene.nas.hold(.send, of: UploadScene.target("a.jpg"))
        async let upload = scene.upload()
        await held.reached()
        scene.nas.place(.file([1], modified: 0), at: UploadScene.target("a.jpg"))
        held.release()
        #expect(try await upload.states == ["a.jpg": "done"])
        #expect(scene.nas.bytes(at: UploadScene.target("a.jpg")) == [1])
        #expect(try scene.nas.bytes(at: UploadScene.target("a (2).jpg")) == scene.bytes("a.jpg"))
        #expect(scene.nas.parts.isEmpty)
    }

    @Test func `A copy of equal bytes that another machine stores between looking and finishing is enough`()
        async throws
    {
        let scene = try await UploadScene("a.jpg")
        let held = scene.nas.hold(.send, of: UploadScene.target("a.jpg"))
        async let upload = scene.upload()
        await held.reached()
        try scene.nas.place(.file(scene.bytes("a.jpg"), modified: 0), at: UploadScene.target("a.jpg"))
        held.release()
        #expect(try await upload.states == ["a.jpg": "done"])
        #expect(scene.stored() == ["a.jpg"])
        #expect(scene.nas.parts.isEmpty)
    }

    @Test func `A name that a destination would change is adapted, also in receipts`()
        async throws
    {
        let scene = try await UploadScene("a.jpg", "b.jpg")
        let (asked, kept) = (UploadScene.target("a.jpg"), UploadScene.target("a_.jpg"))
        scene.nas.setStorable(kept, for: asked)
        #expect(try await scene.upload().states == ["a.jpg": "done", "b.jpg": "done"])
        #expect(scene.stored() == ["a_.jpg", "b.jpg"])
        #expect(try scene.receipts == ["a_.jpg", "b.jpg"])
        #expect(try await scene.upload().summary.groups.upToDate == 2)
    }
}
