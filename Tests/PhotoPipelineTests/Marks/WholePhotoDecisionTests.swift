import PhotoIndex
import PhotoModel
import PhotoPipeline
import SystemPackage
import Testing
import WorkphotosTestSupport

/// Decisions on photos of several files, which apply to all of these wherever they go.
struct WholePhotoDecisionTests {
    private let scene: UploadScene

    init() async throws {
        scene = try await UploadScene("p/1.jpg", "p/1-edited.jpg", "4.jpg", "5.jpg", "6.jpg")
    }

    private func expect(
        _ name: FilePath, _ verdict: Verdict, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let photo = try scene.index.photo(at: scene.tree.path(scene.file(name)))
        #expect(photo?.judgement?.verdict == verdict, sourceLocation: sourceLocation)
    }

    private func rename(_ old: FilePath, to new: FilePath) throws {
        try scene.tree.write(scene.file(new.removingLastComponent().appending("other.txt")))
        try scene.tree.rename(scene.file(old), to: scene.file(new))
    }

    @Test func `A later personal mark ends an older mark as work on another file`() async throws {
        try scene.mark("p/1-edited.jpg", .work)
        try scene.mark("p/1.jpg", .personal)
        try await scene.scan()
        try scene.tree.remove(scene.file("p/1.jpg"))
        try await scene.scan()
        try expect("p/1-edited.jpg", .personal)
        _ = try await scene.upload()
        #expect(!scene.stored().contains("1-edited.jpg") && scene.stored().contains("4.jpg"))
    }

    @Test(arguments: [false, true])
    func `A decision reaches the other files of a copy before the next scan`(isHold: Bool) async throws {
        try scene.write("q/1.jpg", 0)
        try await scene.scan()
        try scene.record(isHold ? .hold(reason: "printing") : .mark(.personal), of: "q/1.jpg")
        try rename("p/1-edited.jpg", to: "raw/9.jpg")
        try await scene.scan()
        let photo = try #require(try scene.index.photo(at: scene.tree.path(scene.file("raw/9.jpg"))))
        #expect(isHold ? photo.held == "printing" : photo.judgement?.verdict == .personal)
    }

    @Test func `A later mark as work on a copy is not taken back by a scan`() async throws {
        try scene.write("q/1.jpg", 0)
        try scene.write("q/1-edited.jpg", 1)
        try await scene.scan()
        try scene.mark("p/1.jpg", .personal)
        try expect("q/1.jpg", .personal)
        try scene.mark("q/1.jpg", .work)
        try expect("q/1.jpg", .work)
        try await scene.scan()
        try expect("q/1.jpg", .work)
        try expect("p/1.jpg", .personal)
    }

    @Test(arguments: ["p/1-edited.jpg", "n/8-edited.jpg"] as [FilePath])
    func `A decision reaches a file beside the photo that no scan has seen as it is now`(edit: FilePath) async throws {
        let photo: FilePath = edit.starts(with: "p") ? "p/1.jpg" : "n/8.jpg"
        if photo != "p/1.jpg" { try scene.write(photo, 80) }
        try scene.write(edit, 81)
        try scene.mark(photo, .personal)
        try scene.tree.remove(scene.file(photo))
        try rename(edit, to: "raw/9.jpg")
        try await scene.scan()
        try expect("raw/9.jpg", .personal)
    }

    @Test func `A scan that is stopped at once still reaches what an earlier one left`() async throws {
        let path = scene.tree.path(scene.file("p/1.jpg"))
        let files = try DecisionOnFiles(
            index: scene.tree.path("index.sqlite"), isDryRun: false, rules: { scene.rules },
            environment: scene.environment, progress: HiddenProgress(), report: { Issue.record("\($0)") }
        ).hash([path])
        _ = try scene.writableIndex.record(
            .mark(.personal), of: files, copies: [:], basis: try #require(try scene.index.basis())
        ) { scene.rules.triage.judge(members: $0) }
        #expect(try scene.index.unhashedPartners(of: [path]).count == 1)
        scene.interruption.raise()
        try await scene.scan()
        #expect(try scene.index.unhashedPartners(of: [path]).isEmpty)
    }
}
