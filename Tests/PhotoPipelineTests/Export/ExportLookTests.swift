import GRDB
import PhotoModel
import PhotoPipeline
import SystemPackage
import Testing
import WorkphotosTestSupport

/// What is known of a photo at the moment when it is copied decides, as for uploads.
struct ExportLookTests {
    @Test(arguments: [nil, CleanDepth.location])
    func `A file that joins a photo after the scan keeps it`(cleaning: CleanDepth?) async throws {
        let scene = try await ExportScene("a.jpg", "b.jpg")
        try scene.uploads.write("a.jpg.xmp", 7)
        let outcome = try await scene.export(cleaning: cleaning)
        #expect(Set(outcome.states) == ["a.jpg failed", "b.jpg done"])
        #expect(try scene.copies().count == 1)
    }

    @Test func `A mark is heard while others are copied`() async throws {
        let scene = try await ExportScene("a.jpg", "b.jpg", "c.jpg")
        // Three questions while photos are selected, one before a batch, and two for each photo: one is written by now.
        let environment = scene.meddled(afterQuestions: 7) {
            try scene.uploads.mark("a.jpg", .personal)
            try scene.uploads.mark("c.jpg", .personal)
        }
        let outcome = try await scene.export(names: .number, environment: environment)
        #expect(Set(outcome.states) == ["a.jpg refused", "b.jpg done", "c.jpg refused"])
        #expect(outcome.results.allSatisfy { $0.state == .done || $0.why == "has another verdict by now" })
        #expect(try scene.copies().count == 1)
    }

    @Test func `A fence is heard while others are copied`() async throws {
        let scene = try await ExportScene("a.jpg", "b.jpg")
        let center = try #require(Coordinate(latitude: 52.52, longitude: 13.405))
        let home = Fence(name: "Home", kind: .never, shape: .circle(center: center, radius: 500))
        // Two questions while photos are selected, one before a batch, and two for each photo: one is written by now.
        let environment = scene.meddled(afterQuestions: 6) {
            _ = try scene.uploads.store.change { try $0.adding(home) }
        }
        #expect(try await scene.export(environment: environment).results.map(\.state) == [.refused, .refused])
        #expect(try scene.copies().isEmpty)
    }

    @Test(arguments: [nil, CleanDepth.location])
    func `A copy of a file that is marked personal stays, though no scan has compared them`(
        cleaning: CleanDepth?
    ) async throws {
        let scene = try await ExportScene("a/IMG_0001.jpg", "a/IMG_E0001.jpg", "b/IMG_E0001.jpg")
        try scene.uploads.write("b/IMG_E0001.jpg", 1)
        try await scene.uploads.scan()
        try #require(try scene.uploads.bytes("a/IMG_E0001.jpg") == scene.uploads.bytes("b/IMG_E0001.jpg"))
        // The copy is away while somebody decides, which reads the files that may be copies.
        try scene.tree.rename("photos/b", to: "away")
        try scene.uploads.mark("a/IMG_0001.jpg", .personal)
        try scene.tree.rename("away", to: "photos/b")
        try await scene.export(cleaning: cleaning)
        #expect(try scene.copies().isEmpty)
    }

    @Test func `Nothing of a group gets its name before all is written and looked at`() async throws {
        let scene = try await ExportScene("a.jpg", "a.jpg.xmp")
        var environment = scene.uploads.environment
        // One question while photos are selected, then one before a batch, a group and its first file.
        environment.interruption = TestInterruption(afterQuestions: 4)
        let outcome = try await scene.export(names: .number, environment: environment)
        #expect(outcome.results.isEmpty && outcome.summary.left == 1)
        #expect(try scene.copies().isEmpty)
    }

    @Test func `Marks that cannot be relied on stop an export and a scan`() async throws {
        let scene = try await ExportScene("a.jpg", "b.jpg")
        try scene.uploads.mark("a.jpg", .personal)
        try await scene.uploads.scan()
        let queue = try DatabaseQueue(path: scene.tree.path("index.sqlite").string)
        try await queue.writeWithoutTransaction { db in
            try db.execute(
                sql: """
                    PRAGMA ignore_check_constraints = ON;
                    UPDATE mark SET verdict = 'Personal'
                    """)
        }
        try queue.close()
        for isDryRun in [true, false] {
            await expectRefusal(.unusableIndex) { try await scene.export(isDryRun: isDryRun) }
        }
        await expectRefusal(.unusableIndex) { try await scene.uploads.scan() }
    }
}
