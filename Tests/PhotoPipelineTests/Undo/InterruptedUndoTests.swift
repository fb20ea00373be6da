import PhotoIndex
import PhotoModel
import PhotoPipeline
import SystemPackage
import Testing
import WorkphotosTestSupport

/// How the next undo settles one that was killed.
struct InterruptedUndoTests {
    private let settled = "\(ActionNote.settled(1, of: 1, .undo, destination: nil))"
    private let notSettled = "\(ActionNote.settled(0, of: 1, .undo, destination: nil))"

    /// Announces the undo of `b.jpg`, like a run that is killed afterwards.
    ///
    /// - Returns: its ticket.
    private func announce(_ scene: PurgedScene) throws -> String {
        let purge = try #require(try scene.removed.first { $0.action.members.count == 1 }).action
        let index = try scene.scene.writableIndex
        let run = try index.beginRun("undo", at: 1)
        var undo = Action(kind: .undo, group: purge.group, members: purge.members, undoes: purge.id)
        if undo.members[0].ticket?.hasPrefix("permanent") == true {
            undo.members[0].ticket = try scene.waiting.prepare(undo.members[0].path, run: run, number: 1)
        }
        guard case .begun = try index.intendUndo([undo], run: run)[0] else {
            throw UploadError(.failed, "the undo was not announced")
        }
        return try #require(undo.members[0].ticket)
    }

    /// Writes the fetched bytes of the prepared file.
    private func fetch(_ bytes: some Sequence<UInt8>, _ ticket: String, _ scene: PurgedScene) throws {
        let removal = TicketedRemoval(path: scene.scene.tree.path("photos/b.jpg"), ticket: ticket)
        let file = try scene.waiting.receive(removal, permissions: [.ownerReadWrite])
        try file.closeAfter { _ = try file.writeAll(bytes) }
    }

    @Test func `Files still in the trash are restored`() async throws {
        let scene = try await PurgedScene()
        _ = try announce(scene)
        let next = try await scene.undo()
        #expect(next.notes == [settled])
        #expect(next.states == ["a.jpg": "done", "b.jpg": "done already-there"])
        #expect(try scene.areBack())
        #expect(try scene.scene.index.underWay(.undo).isEmpty)
    }

    @Test func `A file that already has its name is done`() async throws {
        let scene = try await PurgedScene()
        let removal = TicketedRemoval(path: scene.scene.tree.path("photos/b.jpg"), ticket: try announce(scene))
        #expect(scene.trash.putBack([removal]) == [nil])
        #expect(try await scene.undo().notes == [settled])
        #expect(try scene.areBack())
        #expect(try scene.removed.allSatisfy(\.isUndone))
    }

    @Test(arguments: [0, 1, 100])
    func `A partly fetched file is removed, and fetched completely`(_ count: Int) async throws {
        let scene = try await PurgedScene(.permanent)
        try fetch(try #require(scene.bytes["b.jpg"]).prefix(count), try announce(scene), scene)
        #expect(try await scene.undo().notes == [settled])
        #expect(try scene.areBack())
        #expect(try scene.parked == [])
    }

    @Test func `A completely fetched file gets time, permissions and name`() async throws {
        let scene = try await PurgedScene(.permanent)
        try fetch(try #require(scene.bytes["b.jpg"]), try announce(scene), scene)
        for service in [scene.scene.nas, scene.scene.attic] { service.isGone = true }
        let next = try await scene.undo()
        #expect(next.notes == [settled])
        #expect(next.states == ["a.jpg": "failed unavailable", "b.jpg": "done already-there"])
        #expect(try scene.areBack("b.jpg"))
        let path = scene.scene.tree.path("photos/b.jpg")
        let file = try ProvenFile(path, interruption: TestInterruption())
        #expect(file.fingerprint.modified == Int64(PurgedScene.modified) * 1_000_000_000 + 5)
        #expect(try scene.scene.tree.permissions("photos/b.jpg") == FilePermissions(rawValue: 0o640))
    }

    @Test func `A file that is no part of the copy stays where it is`() async throws {
        let scene = try await PurgedScene(.permanent)
        try fetch([1, 2, 3], try announce(scene), scene)
        #expect(try await scene.undo().states == ["a.jpg": "done", "b.jpg": "done"])
        #expect(try scene.areBack())
        #expect(try scene.parked.count == 1)
    }

    @Test func `If no destination can be reached it is left for the next run`() async throws {
        let scene = try await PurgedScene(.permanent)
        try fetch([], try announce(scene), scene)
        for service in [scene.scene.nas, scene.scene.attic] { service.isGone = true }
        let next = try await scene.undo()
        #expect(next.notes.first == notSettled)
        let photo = scene.scene.tree.path("photos/b.jpg").string
        #expect(next.notes.dropFirst().allSatisfy { $0.contains(photo) && $0.contains("The destination ") })
        #expect(next.notes.count == 2)
        #expect(next.summary.unsettled == 1)
        #expect(try await scene.empty().summary.unsettled == 1)
        #expect(next.states == ["a.jpg": "failed unavailable", "b.jpg": "failed unavailable"])
        #expect(try scene.scene.index.underWay(.undo).count == 1)
        for service in [scene.scene.nas, scene.scene.attic] { service.isGone = false }
        #expect(try await scene.undo().notes == [settled])
        #expect(try scene.areBack())
        #expect(try scene.parked == [])
    }

    @Test func `A file that cannot get its name is removed if there is a copy, and else waits`() async throws {
        let scene = try await PurgedScene(.permanent)
        try fetch(try #require(scene.bytes["b.jpg"]), try announce(scene), scene)
        try scene.scene.tree.write("photos/b.jpg", [7])
        for service in [scene.scene.nas, scene.scene.attic] { service.place(nil, at: UploadScene.target("b.jpg")) }
        let photo = scene.scene.tree.path("photos/b.jpg").string
        let left = Unsettled(path: nil, detail: "\(photo) is another file", remedy: nil)
        #expect(try await scene.undo().notes == [notSettled, "\(ActionNote.unsettled(left))"])
        #expect(try scene.parked.count == 1)
        let bytes = try #require(scene.bytes["b.jpg"])
        scene.scene.attic.place(.file(bytes, modified: 0), at: UploadScene.target("b.jpg"))
        let next = try await scene.undo()
        #expect(next.notes == [settled])
        #expect(next.states["b.jpg"] == "refused name-taken")
        #expect(try scene.parked == [])
        #expect(try scene.scene.bytes("b.jpg") == [7])
    }

    /// Announces the undo of `b.jpg` from a trash that cannot be read, and without a destination.
    ///
    /// - Returns: its ticket.
    private func announceWithoutReach(_ scene: PurgedScene) throws -> String {
        let ticket = try announce(scene)
        scene.trash.refuse(.parked, for: ticket, with: TrashError(.failed, "cannot be looked at"))
        for service in [scene.scene.nas, scene.scene.attic] { service.isGone = true }
        return ticket
    }

    @Test func `A file that could not be finished is not begun again by the same run`() async throws {
        let scene = try await PurgedScene()
        let ticket = try announceWithoutReach(scene)
        // The next file is examined after all interrupted ones.
        scene.trash.whenCalled { [trash = scene.trash] call in
            if case .parked(let other) = call, other != ticket { trash.allow(.parked, for: ticket) }
        }
        let next = try await scene.undo()
        #expect(next.states == ["a.jpg": "done", "b.jpg": "failed unavailable"])
        #expect(try scene.scene.index.underWay(.undo).count == 1)
        #expect(try await scene.undo().notes == [settled])
        #expect(try scene.areBack())
    }

    @Test func `A file that could not be finished is not removed permanently`() async throws {
        let scene = try await PurgedScene()
        _ = try announceWithoutReach(scene)
        let next = try await scene.empty()
        #expect(next.summary.unsettled == 1)
        #expect(next.states == ["a.jpg": "failed unavailable"])
        #expect(try scene.parked.count == 3)
    }

    @Test func `A dry run leaves it alone`() async throws {
        let scene = try await PurgedScene(.permanent)
        try fetch([], try announce(scene), scene)
        let before = try scene.scene.tree.snapshot()
        _ = try await scene.undo(isDryRun: true)
        #expect(try scene.scene.tree.snapshot() == before)
    }
}
