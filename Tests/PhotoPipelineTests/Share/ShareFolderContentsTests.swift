import PhotoIndex
import PhotoModel
import PhotoPipeline
import SystemPackage
import Testing
import WorkphotosTestSupport

/// What a destination lists in a folder decides whether that is shared, also where the index knows nothing of it.
struct ShareFolderContentsTests {
    private let folder: FilePath = "Office/2026/2026-05-04"
    private var place: FilePath { folder.appending("x.jpg") }

    /// A library with the work photo `a.jpg`, which is uploaded, and `home.jpg`, which is personal and not hashed.
    private struct Scene {
        let share: ShareScene
        let home: [UInt8]

        init() async throws {
            share = try await ShareScene("a.jpg")
            home = TestPhoto(at: (48.137, 11.575), taken: "2026:05:04 18:00:00").bytes
            try share.uploads.tree.write(share.uploads.file("home.jpg"), home)
            try await share.uploads.scan()
        }
    }

    private static let ways: [@Sendable ([UInt8]) -> Checksum] = [{ .sha256(of: $0) }, { .md5(of: $0) }]

    @Test(arguments: [0, 1], [false, true])
    func `A personal photo that was never hashed is recognized, whoever sent it`(way: Int, isDryRun: Bool) async throws
    {
        let scene = try await Scene()
        scene.share.nas.setListings(
            CataloguePage(copies: [CataloguePage.Copy(at: place, sent: scene.home, Self.ways[way])]))
        let outcome = try await scene.share.share("a.jpg", isFolder: true, isDryRun: isDryRun)
        #expect(outcome.states == ["2026-05-04 refused not-work"])
        #expect(outcome.results.first?.exposed.map(\.path.lastComponent?.string) == ["home.jpg"])
        #expect(scene.share.nas.shown.isEmpty)
    }

    @Test func `A personal photo that cannot be read may be a copy of its size`() async throws {
        let scene = try await Scene()
        try scene.share.uploads.tree.remove(scene.share.uploads.file("home.jpg"))
        scene.share.nas.setListings(CataloguePage(copies: [CataloguePage.Copy(at: place, sent: scene.home)]))
        let outcome = try await scene.share.share("a.jpg", isFolder: true)
        #expect(outcome.states == ["2026-05-04 refused not-verified"])
        #expect(scene.share.nas.shown.isEmpty)
    }

    @Test func `A receipt whose bytes no scan has found again counts like a listed copy`() async throws {
        let scene = try await Scene()
        let index = try scene.share.uploads.writableIndex
        let copy = CataloguePage.Copy(at: place, sent: scene.home)
        let receipt = Receipt(
            sha256: try #require(copy.content.sha256), size: copy.content.size, target: copy.location,
            checksum: .sha256(of: scene.home), received: 1, checked: 1)
        let nas = try #require(try index.destinations().first { $0.name == "nas" })
        #expect(try index.addReceipts([receipt], destination: nas.id) == 1)
        #expect(try await scene.share.share("a.jpg", isFolder: true).states == ["2026-05-04 refused not-work"])
    }

    @Test(arguments: [0, 1])
    func `A personal photo that somebody put there by hand is recognized, and stays known`(way: Int) async throws {
        let scene = try await Scene()
        let nas = scene.share.nas
        nas.setListings(CataloguePage(copies: []))
        nas.setContents([StoredFile(of: scene.home, evidence: .computedNow(Self.ways[way](scene.home)))])
        #expect(try await scene.share.share("a.jpg", isFolder: true).states == ["2026-05-04 refused not-work"])
        #expect(nas.shown.isEmpty)
        try scene.share.uploads.mark("home.jpg", .work)
        #expect(try await scene.share.share("a.jpg", isFolder: true).states == ["2026-05-04 done"])
        #expect(try scene.share.exposed() == [])
        try scene.share.uploads.mark("home.jpg", .personal)
        #expect(try scene.share.exposed() == ["home.jpg"])
        try await scene.share.stop("home.jpg", isFolder: true)
        #expect(try scene.share.exposed() == [], "the command that the list names has ended it")
    }

    @Test(arguments: [false, true])
    func `What comes into the folder while it is shared ends a new share`(wasShared: Bool) async throws {
        let scene = try await Scene()
        let nas = scene.share.nas
        nas.setListings(CataloguePage(copies: []))
        nas.setContents([])
        if wasShared { try await scene.share.share("a.jpg", isFolder: true) }
        let files = [scene.home, [1, 2, 3]].map { StoredFile(of: $0, evidence: .computedNow(.md5(of: $0))) }
        for (file, why) in zip(files, ["not-work", "not-verified"]) {
            nas.setContents([], [file])
            let outcome = try await scene.share.share("a.jpg", isFolder: true)
            #expect(outcome.states == ["2026-05-04 \(wasShared ? "failed" : "refused") \(why)"])
            #expect(nas.shown.isEmpty != wasShared)
            #expect(try scene.share.list().isEmpty != wasShared)
        }
        nas.setContents([], [files[0]])
        nas.keepSharing()
        let outcome = try await scene.share.share("a.jpg", isFolder: true)
        #expect(outcome.states == ["2026-05-04 failed not-work"])
        #expect(try scene.share.exposed() == ["home.jpg"], "it is known that it is seen")
    }

    @Test func `What forbids sharing a folder once more stays known with its share`() async throws {
        let scene = try await Scene()
        let nas = scene.share.nas
        nas.setListings(CataloguePage(copies: []))
        nas.setContents([])
        try await scene.share.share("a.jpg", isFolder: true)
        nas.setContents([StoredFile(of: scene.home, evidence: .computedNow(.sha256(of: scene.home)))])
        for isDryRun in [true, false] {
            let outcome = try await scene.share.share("a.jpg", isFolder: true, isDryRun: isDryRun)
            #expect(outcome.states == ["2026-05-04 refused not-work"])
            #expect(outcome.results.first?.detail?.hasSuffix("--stop --folder --to nas \(folder)") == true)
            #expect(try scene.share.exposed() == (isDryRun ? [] : ["home.jpg"]))
        }
        #expect(nas.shown == ["\(folder)/"])
        try await scene.share.stop("home.jpg", isFolder: true)
        #expect(nas.shown.isEmpty)
    }

    @Test func `A share that had ended at the destination is taken back like a new one`() async throws {
        let scene = try await Scene()
        let nas = scene.share.nas
        nas.setListings(CataloguePage(copies: []))
        nas.setContents([])
        try await scene.share.share("a.jpg", isFolder: true)
        nas.hide(SharedPlace(CopyLocation(folder), isFolder: true))
        nas.setContents([], [StoredFile(of: scene.home, evidence: .computedNow(.sha256(of: scene.home)))])
        #expect(try await scene.share.share("a.jpg", isFolder: true).states == ["2026-05-04 refused not-work"])
        #expect(nas.shown.isEmpty)
        #expect(try scene.share.list().isEmpty)
    }

    @Test func `A photo that was never hashed and looks like a shared one counts as its copy`() async throws {
        let scene = try await Scene()
        let uploads = scene.share.uploads
        uploads.nas.setListings(CataloguePage(copies: []))
        // The same bytes, in a group that is personal.
        try uploads.tree.write(uploads.file("private/a.jpg"), try uploads.bytes("a.jpg"))
        try uploads.write("private/a-edited.jpg", 7)
        try await uploads.scan()
        try uploads.mark("private/a-edited.jpg", .personal)
        #expect(try await scene.share.share("a.jpg", isFolder: true).states == ["2026-05-04 refused not-work"])
        #expect(try await scene.share.share("a.jpg").states == ["a.jpg refused not-work"])
        #expect(uploads.nas.shown.isEmpty)
    }

    @Test(arguments: [0, 1]) func `Unknown contents are counted in the question and reported`(way: Int) async throws {
        let scene = try await Scene()
        let other = CataloguePage.Copy(at: place, sent: [1, 2, 3], Self.ways[way])
        let elsewhere = CataloguePage.Copy(at: "Office/other.jpg", sent: [4, 5], Self.ways[way])
        scene.share.nas.setListings(CataloguePage(copies: [other, elsewhere]))
        let answers = TypedAnswers(["y"], canAsk: true)
        let outcome = try await scene.share.share("a.jpg", isFolder: true, confirmation: answers)
        let words = "1 different content in it is of no photo that the index knows"
        #expect(outcome.states == ["2026-05-04 done"])
        #expect(answers.questions.first?.contains(words) == true, "\(answers.questions)")
        #expect(outcome.results.first?.detail == words)
        let planned = try await scene.share.share("a.jpg", isFolder: true, isDryRun: true)
        #expect(planned.results.first?.detail == words)
    }

    @Test func `What is moved into the folder while the question is asked counts`() async throws {
        let scene = try await Scene()
        let own = CataloguePage.Copy(
            at: UploadScene.target("a.jpg"), sent: try scene.share.uploads.bytes("a.jpg"))
        let additions = [
            CataloguePage.Copy(at: place, sent: scene.home): "not-work",
            CataloguePage.Copy(at: place, sent: [1, 2, 3]): "not-verified",
        ]
        for (copy, why) in additions {
            scene.share.nas.setListings(CataloguePage(copies: [own]), CataloguePage(copies: [own, copy]))
            let outcome = try await scene.share.share(
                "a.jpg", isFolder: true, confirmation: TypedAnswers(["y"], canAsk: true))
            #expect(outcome.states == ["2026-05-04 refused \(why)"])
            #expect(scene.share.nas.shown.isEmpty)
        }
    }

    @Test(arguments: [nil, .reader, .writer] as [ShareRole?])
    func `What was granted by other means stays as it was when a share is taken back`(role: ShareRole?) async throws {
        let scene = try await Scene()
        let own = CataloguePage.Copy(
            at: UploadScene.target("a.jpg"), sent: try scene.share.uploads.bytes("a.jpg"))
        scene.share.nas.setListings(
            CataloguePage(copies: [own]),
            CataloguePage(copies: [own, CataloguePage.Copy(at: place, sent: scene.home)]))
        let folder = SharedPlace(CopyLocation(UploadScene.target("a.jpg").removingLastComponent()), isFolder: true)
        let before = role.map { ShareGrant(.link, $0) }
        if let before { scene.share.nas.show(folder, before) }
        let outcome = try await scene.share.share("a.jpg", isFolder: true)
        #expect(outcome.states == ["2026-05-04 \(role == nil ? "refused" : "failed") not-work"])
        #expect(scene.share.nas.shares[folder] == before.map { [$0] })
        #expect(try scene.share.list().isEmpty)
    }

    @Test func `A copy without SHA-256 is known by the checksum in its receipt, and unknown once it was edited`()
        async throws
    {
        let scene = try await Scene()
        try scene.share.uploads.write("b.jpg", 7)
        try await scene.share.uploads.scan()
        try await scene.share.upload()
        let bytes = try scene.share.uploads.bytes("b.jpg")
        // The file cannot be hashed to recognize the copy.
        try scene.share.uploads.tree.remove(scene.share.uploads.file("b.jpg"))
        let index = try scene.share.uploads.writableIndex
        let nas = try #require(try index.destinations().first { $0.name == "nas" })
        let copy = CataloguePage.Copy(at: place, sent: bytes) { .md5(of: $0) }
        let receipt = Receipt(
            sha256: try #require(copy.content.sha256), size: copy.content.size, target: copy.location,
            checksum: .md5(of: bytes), received: 1, checked: 1)
        #expect(try index.addReceipts([receipt], destination: nas.id) == 1)
        scene.share.nas.setListings(CataloguePage(copies: [copy]))
        let known = try await scene.share.share("a.jpg", isFolder: true, isDryRun: true)
        #expect(known.states == ["2026-05-04 planned"] && known.results.first?.detail == nil)
        let edited = CataloguePage.Copy(at: place, sent: bytes, now: Array(bytes.reversed())) { .md5(of: $0) }
        scene.share.nas.setListings(CataloguePage(copies: [edited]))
        let unknown = try await scene.share.share("a.jpg", isFolder: true, isDryRun: true)
        #expect(unknown.results.first?.detail?.hasPrefix("1 different content") == true)
        let replaced = CataloguePage.Copy(at: place, sent: bytes, now: scene.home) { .md5(of: $0) }
        scene.share.nas.setListings(CataloguePage(copies: [replaced]))
        #expect(
            try await scene.share.share("a.jpg", isFolder: true, isDryRun: true).states
                == ["2026-05-04 refused not-work"])
    }

    @Test func `A folder with a file that cannot be identified is not shared`() async throws {
        let scene = try await Scene()
        for (path, isPlaced, isRefused) in [
            (place, true, true), ("x.jpg", false, true), ("Elsewhere/x.jpg", true, false),
        ] as [(FilePath, Bool, Bool)] {
            scene.share.nas.setListings(
                CataloguePage(
                    copies: [], unreadable: [CataloguePage.Unreadable(path: path, isPlaced: isPlaced)]))
            let outcome = try await scene.share.share("a.jpg", isFolder: true, isDryRun: true)
            #expect(outcome.states == ["2026-05-04 \(isRefused ? "refused not-verified" : "planned")"])
        }
    }
}
