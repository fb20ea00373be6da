import PhotoIndex
import PhotoModel
import PhotoPipeline
import SystemPackage
import Testing
import WorkphotosTestSupport

/// Parked files to which a user gives names.
struct RestoreNamesTests {
    @Test func `Parked files that a journal knows are left to settling`() async throws {
        let scene = try await PurgeScene("a.jpg")
        let planned = try await scene.purge(.selection(PhotoSelection()), .dryRun) { $0.way = .permanent }
        var action = try #require(planned.actions.first)
        let ticket = try scene.permanent.prepare(action.members[0].path, run: 77, number: 0)
        action.members[0].ticket = ticket
        let index = try scene.uploads.writableIndex
        let run = try index.beginRun("purge", at: scene.uploads.clock.now)
        _ = try index.intend([action], run: run, basis: try #require(try index.basis()), leavingOut: [])
        let removal = TicketedRemoval(path: action.members[0].path, ticket: ticket)
        try #require(scene.permanent.park([removal]) == [nil])
        let place = try scene.permanent.place(of: ticket)

        scene.permanent.refuse(.putBack, for: removal.path.string, with: TrashError(.denied, "cannot be renamed"))
        #expect(try await scene.restoreNames(place, as: "b.jpg").states == ["b.jpg": "refused interrupted"])
        #expect(try scene.trashed == 1 && scene.underWay.count == 1)
        scene.permanent.allow(.putBack, for: removal.path.string)
        #expect(try await scene.restoreNames(place, as: "b.jpg").states == ["b.jpg": "failed not-found"])
        #expect(try scene.isHome("a.jpg") && scene.underWay.isEmpty)
    }
}
