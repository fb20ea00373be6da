import PhotoIndex
import PhotoModel
import PhotoPipeline
import SystemPackage
import Testing
import WorkphotosTestSupport

/// A run that settles what another left, and is killed before it records that.
struct SettlingTwiceTests {
    @Test func `Files that were put back before the kill stay known`() async throws {
        let scene = try await PurgeScene("a.jpg")
        var action = try #require(try await scene.purge(.selection(PhotoSelection()), .dryRun).actions.first)
        let path = action.members[0].path
        let ticket = try scene.trash.prepare(path, run: 77, number: 0)
        action.members[0].ticket = ticket
        let index = try scene.uploads.writableIndex
        let run = try index.beginRun("purge", at: scene.uploads.clock.now)
        _ = try index.intend([action], run: run, basis: try #require(try index.basis()), leavingOut: [])
        let removals = [TicketedRemoval(path: path, ticket: ticket)]
        #expect(scene.trash.park(removals) == [nil])
        #expect(scene.trash.putBack(removals) == [nil])
        _ = try await scene.uploads.upload()
        #expect(try scene.underWay.isEmpty)
        #expect(try await scene.purge().states == ["a.jpg": "done"])
    }
}
