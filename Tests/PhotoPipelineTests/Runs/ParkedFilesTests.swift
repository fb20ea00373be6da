import PhotoIndex
import PhotoModel
import PhotoPipeline
import SystemPackage
import Testing
import WorkphotosTestSupport

/// What commands say about files that a killed removal parked.
struct ParkedFilesTests {
    private let scene: UploadScene
    private let trash: FakeTrashService

    init() async throws {
        scene = try await UploadScene("a.jpg", "b.jpg")
        try scene.tree.makeDirectory("trash")
        trash = FakeTrashService(in: scene.tree.path("trash"))
    }

    /// Announces the removal of both photos and parks the first.
    ///
    /// - Returns: the run.
    private func begin() async throws -> Int64 {
        var actions = try await scene.upload(.selection(PhotoSelection()), .dryRun).actions
        #expect(actions.count == 2)
        let index = try scene.writableIndex
        let run = try index.beginRun("purge", at: 1)
        for place in actions.indices {
            actions[place].kind = .purge
            let path = actions[place].members[0].path
            actions[place].members[0].ticket = try trash.prepare(path, run: run, number: place)
        }
        let basis = try #require(try index.basis())
        let intents = try index.intend(actions, run: run, basis: basis, leavingOut: [])
        #expect(intents.allSatisfy { if case .begun = $0 { true } else { false } }, "\(intents)")
        let member = actions[0].members[0]
        #expect(trash.park([TicketedRemoval(path: member.path, ticket: member.ticket ?? "")]) == [nil])
        return run
    }

    private func parked() throws -> [ParkedPhoto] {
        let trash = trash
        let environment = Environment.test(
            currentDirectory: "/", clock: scene.clock, trashService: { _ in trash })
        return try Library(reading: scene.tree.path("index.sqlite"), owner: "tests").parked(in: environment)
    }

    @Test func `They are reported where they were, once no run works on them`() async throws {
        let run = try await begin()
        #expect(try parked().isEmpty, "the run's process lives")
        try scene.writableIndex.endRun(run, at: 2, isComplete: false)
        let found = try parked()
        #expect(found.map(\.path) == [scene.tree.path(scene.file("a.jpg"))])
        #expect(found.compactMap(\.place).map { $0.starts(with: scene.tree.path("trash")) } == [true])
        #expect(found.map(\.obstacle?.detail) == [nil])
        try scene.tree.write(scene.file("a.jpg"))
        #expect(try parked().map(\.obstacle?.detail) == ["another file has its name; move that away"])
    }

    @Test func `If nothing is being removed no trash is asked`() throws {
        #expect(try parked().isEmpty)
        #expect(trash.calls.isEmpty)
    }
}
