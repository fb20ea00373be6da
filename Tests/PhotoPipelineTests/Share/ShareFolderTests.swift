import PhotoIndex
import PhotoModel
import PhotoPipeline
import SystemPackage
import Testing
import WorkphotosTestSupport

/// A folder is shown with all that comes into it later, and only where all in it is work.
struct ShareFolderTests {
    private let folder = "Office/2026/2026-05-04"

    @Test func `It is the folder that contains the copies`() async throws {
        let scene = try await ShareScene("a.jpg", "b.jpg")
        let outcome = try await scene.share("a.jpg", isFolder: true)
        #expect(outcome.states == ["2026-05-04 done"])
        #expect(scene.nas.shown == ["\(folder)/"])
        #expect(try scene.list().map { $0.place?.isFolder } == [true])
    }

    @Test func `Later additions that are no longer work are reported`() async throws {
        let scene = try await ShareScene("a.jpg")
        try await scene.share(isFolder: true)
        try scene.uploads.write("b.jpg", 7)
        try await scene.uploads.scan()
        _ = try await scene.uploads.upload()
        #expect(try scene.exposed().isEmpty)
        try scene.uploads.mark("b.jpg", .personal)
        #expect(try scene.exposed() == ["b.jpg"])
        #expect(try await scene.stop("b.jpg").states.isEmpty, "only the folder shows it, and that was not named")
        #expect(try await scene.stop("b.jpg", isFolder: true).states == ["2026-05-04 removed"])
        #expect(scene.nas.shown.isEmpty)
        #expect(try scene.exposed().isEmpty)
    }

    @Test(arguments: [false, true]) func `A folder with a copy that is not work now is refused`(isDryRun: Bool)
        async throws
    {
        let scene = try await ShareScene("a.jpg", "b.jpg")
        try scene.uploads.mark("b.jpg", .personal)
        let outcome = try await scene.share("a.jpg", isFolder: true, isDryRun: isDryRun)
        #expect(outcome.states == ["2026-05-04 refused not-work"])
        #expect(outcome.results.first?.exposed.map(\.path.lastComponent?.string) == ["b.jpg"])
        #expect(scene.nas.shown.isEmpty)
    }

    @Test func `An edited copy still shows a photo, and a removed one shows none`() async throws {
        let scene = try await ShareScene("a.jpg", "b.jpg")
        let index = try scene.uploads.writableIndex
        var rows: [Int64] = []
        try index.receipts(destination: nil) { stored in
            if stored.receipt.target.path.lastComponent == "b.jpg" { rows.append(stored.id) }
            return true
        }
        scene.nas.place(.file([1, 2, 3], modified: 1), at: UploadScene.target("b.jpg"))
        try index.setChecked(rows.map { ($0, false) }, at: 5)
        try scene.uploads.mark("b.jpg", .personal)
        #expect(try await scene.share("a.jpg", isFolder: true).states == ["2026-05-04 refused not-work"])
        scene.nas.place(nil, at: UploadScene.target("b.jpg"))
        #expect(try await scene.share("a.jpg", isFolder: true).states == ["2026-05-04 done"])
    }

    @Test func `A mark before the destination is asked counts`() async throws {
        let scene = try await ShareScene("a.jpg", "b.jpg")
        let held = scene.nas.holdShare(of: FilePath(folder))
        async let outcome = scene.share("a.jpg", isFolder: true)
        await held.reached()
        try scene.uploads.mark("b.jpg", .personal)
        held.release()
        #expect(try await outcome.states == ["2026-05-04 refused not-work"])
        #expect(scene.nas.shown.isEmpty)
        #expect(try scene.list().isEmpty)
    }

    @Test func `The question mentions later additions too`() async throws {
        let scene = try await ShareScene("a.jpg", "b.jpg")
        let answers = TypedAnswers(["y"], canAsk: true)
        let outcome = try await scene.share(isFolder: true, confirmation: answers)
        #expect(outcome.summary.count(.done) == 1)
        let question = try #require(answers.questions.first)
        #expect(question.contains("anyone who has the link see the folder '\(folder)', its 2 copies"))
        #expect(question.contains("everything uploaded there later"))
    }

    @Test func `The whole destination is not shared if it contains folders`() async throws {
        let scene = try await ShareScene("a.jpg", "b.jpg")
        try scene.uploads.write("c.jpg", 8)
        try await scene.uploads.scan()
        try await scene.upload(to: "Elsewhere/{name}")
        let why = await expectRefusal(.unshareable) { try await scene.share(isFolder: true) }
        #expect(why.contains("select those of one folder"))
        #expect(try await scene.share("c.jpg", isFolder: true).states == ["Elsewhere done"])
    }

    @Test func `If everything is at the top, that is the folder`() async throws {
        let scene = try await ShareScene("a.jpg", folder: "{name}")
        #expect(try await scene.share(isFolder: true).states == [" done"])
        #expect(scene.nas.shown == ["/"])
    }
}
