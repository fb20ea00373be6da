import PhotoIndex
import PhotoModel
import PhotoPipeline
import SystemPackage
import Testing
import WorkphotosTestSupport

/// The weekly cap of the whole index holds whatever happens to the roots: of 40 photos in four directories, ten may be
/// removed.
struct RootCapTests {
    private let scene: PurgeScene
    private let few: PhotoSelection

    init() async throws {
        var few = PhotoSelection()
        few.limit = 10
        self.few = few
        let names = ["a", "b", "c", "d"].flatMap { directory in (0..<10).map { FilePath("\(directory)/\($0).jpg") } }
        scene = try await PurgeScene(names)
    }

    private func purge(_ selection: PhotoSelection, _ mode: PlanMode = .carryOut) async throws -> PurgeOutcome {
        try await scene.purge(.selection(selection), mode) { $0.maxDelete = RemovalLimit() }
    }

    private func forget(_ path: FilePath = "photos") throws {
        try scene.uploads.writableIndex.forget(root: scene.tree.path(path), at: scene.uploads.clock.now)
    }

    private func breaches(_ outcome: PurgeOutcome) -> [String] {
        outcome.summary.breaches.map { breach in
            let place = breach.cap.path?.lastComponent?.string ?? "all"
            return "\(place): \(breach.planned) with \(breach.cap.removed) of \(breach.cap.largest)"
        }
    }

    @Test func `Of a root of 40 that is forgotten and scanned in parts no more goes than before`() async throws {
        try forget()
        for name in ["a", "b", "c", "d"] as [FilePath] {
            try await scene.uploads.scan(FilePath("photos").appending(name.components))
        }
        let all = try await purge(PhotoSelection())
        #expect(all.summary.groups.reasons == [.overTheCap: 40])
        #expect(breaches(all) == ["all: 40 with 0 of 40"], "each part is too small for a share")
        #expect(try await purge(few).summary.count(.done) == 10)
        #expect(breaches(try await purge(few)) == ["all: 10 with 10 of 40"])
        scene.uploads.clock.advance(seconds: 8 * 86_400)
        #expect(breaches(try await purge(few)) == ["all: 10 with 0 of 30"])
        var seven = few
        seven.limit = 7
        #expect(try await purge(seven).summary.count(.done) == 7)
    }

    @Test func `Nor of one that is moved, forgotten and scanned where it is`() async throws {
        #expect(try await purge(few).summary.count(.done) == 10)
        try scene.tree.rename("photos", to: "moved")
        try forget()
        try await scene.uploads.scan("moved")
        #expect(breaches(try await purge(few)) == ["moved: 10 with 0 of 30", "all: 10 with 10 of 40"])
        var one = few
        one.limit = 1
        #expect(breaches(try await purge(one, .dryRun)) == ["all: 1 with 10 of 40"])
    }

    @Test func `Nor of one that is renamed, also beside a new root at its former path`() async throws {
        #expect(try await purge(few).summary.count(.done) == 10)
        try scene.tree.rename("photos", to: "moved")
        let index = try scene.uploads.writableIndex
        let root = try #require(try index.roots().first)
        try index.rename(
            root: root.path, to: scene.tree.path("moved"), fileSystem: root.fileSystem, at: scene.uploads.clock.now)
        try await scene.uploads.scan("moved")
        var one = few
        one.limit = 1
        #expect(breaches(try await purge(one)) == ["moved: 1 with 10 of 40"])
        // Twenty of its photos are in a new root with the former path, from which ten went: these count for both.
        try scene.tree.makeDirectory("photos")
        for name in ["c", "d"] as [FilePath] {
            try scene.tree.rename(
                FilePath("moved").appending(name.components), to: FilePath("photos").appending(name.components))
        }
        try await scene.uploads.scan("moved", acceptsMissing: true)
        try await scene.uploads.scan("photos")
        var last = one
        last.paths = [Glob("*/photos/*")]
        #expect(breaches(try await purge(last)) == ["moved: 1 with 10 of 40", "photos: 1 with 10 of 20"])
    }

    @Test func `Nor of one that is forgotten and scanned again`() async throws {
        #expect(try await purge(few).summary.count(.done) == 10)
        try forget()
        try await scene.uploads.scan()
        var one = few
        one.limit = 1
        #expect(breaches(try await purge(one)) == ["photos: 1 with 10 of 30", "all: 1 with 10 of 40"])
    }

    @Test func `All roots together have a cap if each is too small for one`() async throws {
        try forget()
        try scene.tree.remove("photos/c")
        try scene.tree.remove("photos/d")
        scene.uploads.clock.advance(seconds: 8 * 86_400)
        for name in ["a", "b"] as [FilePath] {
            try await scene.uploads.scan(FilePath("photos").appending(name.components))
        }
        #expect(breaches(try await purge(PhotoSelection())) == ["all: 20 with 0 of 20"])
        #expect(try await purge(few).summary.count(.refused) == 10)
        var five = few
        five.limit = 5
        #expect(try await purge(five).summary.count(.done) == 5)
    }

    @Test func `A stored plan obeys it too`() async throws {
        let path = scene.tree.path("plan")
        let limit = RemovalLimit()
        _ = try await scene.purge(.selection(PhotoSelection()), .write(.file(OutputFile(path, .plan)))) {
            $0.maxDelete = limit
        }
        let plan = try PlanFile(reading: path, kind: .purge, interruption: TestInterruption())
        let outcome = try await scene.purge(.plan(plan)) { $0.maxDelete = limit }
        #expect(outcome.summary.groups.reasons == [.overTheCap: 40])
        let more = try await scene.purge(.plan(plan)) { $0.maxDelete = RemovalLimit(.count(40)) }
        #expect(more.summary.count(.done) == 40)
    }

    /// What the trash contains of ten photos that a run of another index removed.
    private func lostRun(in directory: FilePath, at moment: Int64) -> [TrashedFile] {
        (0..<11).map { number in
            let name = number == 10 ? "x.xmp" : "x\(number).jpg"
            return TrashedFile(
                ticket: "trash lost-\(number)", run: 1, path: scene.tree.path(directory).appending(name),
                deleted: moment)
        }
    }

    @Test func `Files that only the trash knows count as recently removed from their roots`() async throws {
        let now = scene.uploads.clock.now
        scene.trash.trashed = lostRun(in: "photos/a", at: now - RemovalCap.span)
        #expect(breaches(try await purge(few)) == ["photos: 10 with 10 of 50"])
        scene.trash.trashed = lostRun(in: "photos/a", at: now - RemovalCap.span - 1) + lostRun(in: "other", at: now)
        #expect(try await purge(few).summary.count(.done) == 10)
    }

    @Test func `Files in the trash that the journal knows count once`() async throws {
        let run = try #require(try await purge(few).summary.run)
        let members = try scene.uploads.index.removedGroups(ofRun: run).flatMap(\.action.members)
        #expect(members.count == 10)
        scene.trash.trashed = members.map {
            TrashedFile(ticket: $0.ticket ?? "", run: 1, path: $0.path, deleted: scene.uploads.clock.now)
        }
        #expect(breaches(try await purge(few)) == ["photos: 10 with 10 of 40"])
    }

    @Test func `A trash that cannot be searched is reported`() async throws {
        scene.trash.refuse(.search, for: "", with: TrashError(.denied, "nobody may look"))
        let outcome = try await purge(few)
        #expect(outcome.notes.contains { $0.contains("nobody may look") })
        #expect(outcome.summary.count(.done) == 10)
    }

    @Test func `Photos that left without a purge of this index are reported if they would exceed the cap`() async throws
    {
        for number in 0..<3 { try scene.tree.remove(FilePath("photos/d/\(number).jpg")) }
        try await scene.uploads.scan()
        var seven = few
        seven.limit = 7
        #expect(try await purge(seven, .dryRun).notes == [])
        let told = try await purge(few)
        #expect(told.notes.count == 1 && told.notes[0] == "\(ActionNote.lossesUncounted(photos: 3))")
        #expect(told.summary.count(.done) == 10, "nobody knows that a purge took them")
    }
}
