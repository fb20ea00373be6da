import PhotoIndex
import PhotoModel
import PhotoPipeline
import SystemPackage
import Testing
import WorkphotosTestSupport

/// Changes in the library during an upload, and requests to stop.
struct UploadSourceTests {
    /// A change to a photo between the plan and the intent.
    enum Change: CaseIterable, Sendable {
        case changed, removed, linked, madePersonal

        func make(in scene: UploadScene) throws {
            let file = scene.file("b.jpg")
            switch self {
            case .changed: try scene.write("b.jpg", 99)
            case .removed: try scene.tree.remove(file)
            case .linked:
                try scene.tree.rename(file, to: "elsewhere.jpg")
                try scene.tree.link(file, to: scene.tree.path("elsewhere.jpg"))
            case .madePersonal: try scene.mark("b.jpg", .personal)
            }
        }
    }

    @Test func `An unsent sidecar that changes before its photo is sent keeps the photo from being sent`() async throws
    {
        let scene = try await UploadScene("a.jpg", "b.jpg", "b.xmp")
        let held = scene.nas.hold(.size, of: UploadScene.target("a.jpg"))
        async let upload = scene.upload { $0.sidecars = [] }
        await held.reached()
        try scene.write("b.xmp", 99)
        held.release()
        #expect(try await upload.states == ["a.jpg": "done", "b.jpg": "skipped changed-since-scan"])
        #expect(scene.stored() == ["a.jpg"])
    }

    @Test(arguments: ["b.jpg", "b.xmp"] as [FilePath])
    func `A photo that changed before its turn is not recorded, even if its bytes are at the destination`(
        changed: FilePath
    ) async throws {
        let scene = try await UploadScene("a.jpg", "b.jpg", "b.xmp")
        let held = scene.nas.hold(.size, of: UploadScene.target("a.jpg"))
        async let upload = scene.upload { $0.sidecars = [] }
        await held.reached()
        try scene.write(changed, 99)
        scene.nas.place(.file(try scene.bytes("b.jpg"), modified: 1), at: UploadScene.target("b.jpg"))
        held.release()
        #expect(try await upload.states == ["a.jpg": "done", "b.jpg": "skipped changed-since-scan"])
        #expect(try scene.receipts == ["a.jpg"])
    }

    @Test func `A copy of a personal photo that was unreadable when the photo was marked is not sent`() async throws {
        let scene = try await UploadScene("a.jpg", "c.jpg")
        try scene.tree.write(scene.file("x/b.jpg"), scene.bytes("a.jpg"))
        try await scene.scan()
        // A disk is missing for a moment: neither the file nor the index changes.
        try scene.tree.rename(scene.file("x"), to: "elsewhere")
        try scene.mark("a.jpg", .personal)
        try scene.tree.rename("elsewhere", to: scene.file("x"))
        let upload = try await scene.upload()
        #expect(upload.states == ["b.jpg": "skipped not-work", "c.jpg": "done"])
        #expect(scene.stored() == ["c.jpg"])
    }

    @Test(arguments: Change.allCases)
    func `A file that changes before it is sent is skipped`(change: Change) async throws {
        let scene = try await UploadScene("a.jpg", "b.jpg")
        // Groups are uploaded one at a time: the second is examined after the first.
        let held = scene.nas.hold(.size, of: UploadScene.target("a.jpg"))
        async let upload = scene.upload()
        await held.reached()
        try change.make(in: scene)
        held.release()
        let why = change == .madePersonal ? "not-work" : "changed-since-scan"
        #expect(try await upload.states == ["a.jpg": "done", "b.jpg": "skipped \(why)"])
        #expect(scene.stored() == ["a.jpg"])
        #expect(!scene.nas.words.contains("send b.jpg"))
    }

    @Test(arguments: Change.allCases)
    func `A file that changed since the scan is not asked for`(change: Change) async throws {
        let scene = try await UploadScene("a.jpg", "b.jpg")
        try change.make(in: scene)
        let upload = try await scene.upload()
        #expect(upload.states["a.jpg"] == "done")
        #expect(upload.states["b.jpg"] == (change == .madePersonal ? nil : "skipped changed-since-scan"))
        #expect(!scene.nas.words.contains("prepare b.jpg"))
    }

    @Test func `A file that changes while it is sent is not kept`() async throws {
        let scene = try await UploadScene("a.jpg")
        let held = scene.nas.hold(.send, of: UploadScene.target("a.jpg"))
        async let upload = scene.upload()
        await held.reached()
        try scene.write("a.jpg", 99)
        held.release()
        #expect(try await upload.states == ["a.jpg": "failed changed-while-sent"])
        #expect(scene.stored().isEmpty && scene.nas.parts.isEmpty)
    }

    @Test func `Only a regular file is sent, and only if all of it is read`() throws {
        let tree = try TemporaryTree()
        try tree.write("a.jpg", [1, 2, 3])
        try tree.link("link.jpg", to: "a.jpg")
        try tree.makePipe("pipe.jpg")
        try tree.makeDirectory("directory.jpg")
        for name in ["link.jpg", "pipe.jpg", "directory.jpg", "gone.jpg"] as [FilePath] {
            let error = #expect(throws: UploadError.self, "\(name)") {
                try UploadSource(tree.path(name), interruption: TestInterruption())
            }
            #expect(error?.kind == .sourceUnreadable)
        }
        let source = try UploadSource(tree.path("a.jpg"), interruption: TestInterruption())
        var bytes: [UInt8] = [0, 0]
        #expect(try unsafe bytes.withUnsafeMutableBytes { try unsafe source.read(into: $0) } == 2)
        let error = #expect(throws: UploadError.self) { try source.end() }
        #expect(error?.kind == .sourceChanged)
        #expect(
            try source.hashes().sha256 == (try ProvenFile(tree.path("a.jpg"), interruption: TestInterruption()).sha256))
    }

    @Test func `An interruption finishes what was sent and skips the rest`() async throws {
        let scene = try await UploadScene("a.jpg", "b.jpg", "c.jpg")
        let held = scene.nas.hold(.send, of: UploadScene.target("b.jpg"))
        async let upload = scene.upload()
        await held.reached()
        scene.interruption.raise()
        held.release()
        let outcome = try await upload
        #expect(
            outcome.states == [
                "a.jpg": "done", "b.jpg": "skipped interrupted", "c.jpg": "skipped interrupted",
            ])
        #expect(outcome.summary.signal == .interrupt)
        #expect(scene.stored() == ["a.jpg"])
        #expect(scene.nas.parts.isEmpty)
        #expect(try scene.receipts == ["a.jpg"])
        #expect(try scene.index.underWay(.upload).isEmpty)
    }

    @Test func `An interruption ends the wait for a retry`() async throws {
        let scene = try await UploadScene("a.jpg")
        scene.nas.fail(.send, with: UploadError(.transient, "busy"), times: 99, after: 1)
        let held = scene.nas.hold(.send, of: UploadScene.target("a.jpg"))
        async let upload = scene.upload()
        await held.reached()
        scene.interruption.raise()
        held.release()
        #expect(try await upload.states == ["a.jpg": "skipped interrupted"])
        // The destination is not asked again while it wants to be left alone; the next run settles what is unfinished
        // there.
        #expect(scene.nas.words == ["prepare a.jpg", "send a.jpg"])
        #expect(try scene.index.underWay(.upload).count == 1)
    }
}

extension UploadSourceTests {
    /// Moves a directory of the library elsewhere and leaves a link to it.
    private static func replaceByLink(_ directory: FilePath, in scene: UploadScene) throws {
        try scene.tree.rename(scene.file(directory), to: "elsewhere")
        try scene.tree.link(scene.file(directory), to: scene.tree.path("elsewhere"))
    }

    @Test func `Nothing is sent through a directory that has become a link`() async throws {
        let scene = try await UploadScene("a.jpg", "sub/b.jpg", "sub/c.xmp", "sub/c.jpg")
        try Self.replaceByLink("sub", in: scene)
        let upload = try await scene.upload()
        let left = "skipped changed-since-scan"
        #expect(upload.states == ["a.jpg": "done", "b.jpg": left, "c.jpg": left])
        #expect(scene.stored() == ["a.jpg"])
    }

    @Test func `Nothing is sent through a directory that becomes a link before its turn comes`() async throws {
        let scene = try await UploadScene("a.jpg", "sub/b.jpg")
        let held = scene.nas.hold(.size, of: UploadScene.target("a.jpg"))
        async let upload = scene.upload()
        await held.reached()
        try Self.replaceByLink("sub", in: scene)
        held.release()
        #expect(try await upload.states == ["a.jpg": "done", "b.jpg": "skipped changed-since-scan"])
        #expect(scene.stored() == ["a.jpg"])
    }

    @Test func `An unsent file whose directory has become a link keeps its photo from being sent`() async throws {
        let scene = try await UploadScene("a.jpg", "b.jpg", "b.jpg.json")
        try scene.tree.write(scene.file("b.jpg.json"), Array(#"{"title": "b.jpg"}"#.utf8))
        try await scene.scan()
        try scene.tree.rename("photos", to: "elsewhere")
        try scene.tree.link("photos", to: scene.tree.path("elsewhere"))
        let upload = try await scene.upload()
        #expect(Set(upload.states.values) == ["skipped changed-since-scan"])
        #expect(scene.stored().isEmpty)
    }

    @Test func `A photo that is marked personal while another in its batch is sent is not sent`() async throws {
        let scene = try await UploadScene("a.jpg", "b.jpg", "c.jpg")
        let held = scene.nas.hold(.send, of: UploadScene.target("a.jpg"))
        async let upload = scene.upload()
        await held.reached()
        try scene.mark("b.jpg", .personal)
        held.release()
        #expect(try await upload.states == ["a.jpg": "done", "b.jpg": "refused not-work", "c.jpg": "done"])
        #expect(scene.stored() == ["a.jpg", "c.jpg"])
        #expect(!scene.nas.words.contains("send b.jpg"))
        #expect(scene.nas.parts.isEmpty)
        #expect(try scene.index.underWay(.upload).isEmpty)
    }

    @Test(arguments: ["a.jpg", "a.xmp"])
    func `A photo that is marked personal while its first file is sent gets no name there`(file: String) async throws {
        let scene = try await UploadScene("a.jpg", "a.xmp", "b.jpg")
        let held = scene.nas.hold(.send, of: UploadScene.target("a.jpg"))
        async let upload = scene.upload()
        await held.reached()
        try scene.mark(FilePath(file), .personal)
        held.release()
        #expect(try await upload.states == ["a.jpg": "refused not-work", "b.jpg": "done"])
        #expect(scene.stored() == ["b.jpg"])
        #expect(!scene.nas.words.contains("send a.xmp"))
        #expect(scene.nas.parts.isEmpty)
    }

    @Test func `A photo that is marked personal while its sending fails is not sent once more`() async throws {
        let scene = try await UploadScene("a.jpg", "b.jpg")
        let target = UploadScene.target("a.jpg")
        let held = scene.nas.hold(.send, of: target)
        scene.nas.fail(.send, of: target, with: UploadError(.transient, "the server said 503"), after: 10)
        async let upload = scene.upload()
        await held.reached()
        try scene.mark("a.jpg", .personal)
        held.release()
        #expect(try await upload.states == ["a.jpg": "refused not-work", "b.jpg": "done"])
        #expect(scene.nas.words.count { $0 == "send a.jpg" } == 1)
        #expect(scene.stored() == ["b.jpg"] && scene.nas.parts.isEmpty)
    }

    @Test func `A photo that is marked personal while its last file is sent gets no name there`() async throws {
        let scene = try await UploadScene("a.jpg", "b.jpg")
        let held = scene.nas.hold(.send, of: UploadScene.target("b.jpg"))
        async let upload = scene.upload()
        await held.reached()
        for name in ["a.jpg", "b.jpg"] as [FilePath] { try scene.mark(name, .personal) }
        held.release()
        #expect(try await upload.states == ["a.jpg": "refused not-work", "b.jpg": "refused not-work"])
        #expect(scene.stored().isEmpty && scene.nas.parts.isEmpty)
        #expect(try scene.receipts.isEmpty && scene.index.underWay(.upload).isEmpty)
    }
}
