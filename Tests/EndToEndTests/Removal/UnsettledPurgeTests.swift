import Foundation
import SystemPackage
import Testing
import WorkphotosTestSupport

/// A purge was killed before it parked anything, and left descriptions in the trash.
@Suite(.enabled(if: Strace.works, Strace.reason))
struct UnsettledPurgeTests {
    private let world: WorkHome
    private let purge = ["purge", "--yes", "--max-delete", "100%"]

    init() throws {
        world = try WorkHome.sent(photos: 1)
        let killer = world.program.under(Strace.injecting("inject=renameat2:signal=SIGKILL:when=1"))
        #expect(try killer.start(purge).wait().exit == 128 + SIGKILL)
        #expect(try world.names().contains("work-1.jpg") && described().count == 1)
    }

    /// The names of the descriptions in the trash.
    private func described() throws -> [String] {
        try world.files(below: world.home.tree.path("home/.local/share/Trash")).keys.filter { $0.hasPrefix("info/") }
            .sorted()
    }

    @Test func `What cannot be settled is not removed again before it is settled`() throws {
        let failing = world.program.under(Strace.injecting("inject=unlinkat:error=EACCES"))
        let second = try failing.start(purge).wait()
        #expect(second.exit == 3 && second.notes.contains("left as it is"), "\(second.notes)")
        #expect(try world.names().contains("work-1.jpg"))
        let third = try world.program.start(purge).wait()
        #expect(third.exit == 0, "\(third.notes)")
        #expect(try !world.names().contains("work-1.jpg") && described().count == 1)
        try world.checkNothingIsUnderWay()
    }

    @Test func `The trash no longer describes what was deleted from it`() throws {
        try world.home.tree.remove("photos/work-1.jpg")
        #expect(try world.program.run("scan", "--accept-missing").exit == 0)
        #expect(try described().isEmpty)
        try world.checkNothingIsUnderWay()
    }
}
