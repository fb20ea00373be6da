import Foundation
import SystemPackage
import Testing
import WorkphotosTestSupport

/// Purges that are killed on their way: what they left is settled by whatever command comes next.
@Suite(.enabled(if: Strace.works, Strace.reason))
struct KilledPurgeTests {
    @Test(arguments: 1...4)
    func `Killed as it makes the first trash, a purge leaves nothing that the next scan stumbles over`(moment: Int)
        throws
    {
        let world = try WorkHome.sent(photos: 2)
        let before = try world.listing()
        let killer = world.program.under(Strace.injecting("inject=mkdirat:signal=SIGKILL:when=\(moment)"))
        #expect(try killer.run("purge", "--yes", "--max-delete", "100%").exit == 128 + SIGKILL)
        for command in [["scan"], ["upload"], ["purge", "--yes", "--max-delete", "100%"]] {
            let outcome = try world.program.start(command).wait()
            #expect(outcome.exit == 0, "\(command): \(outcome.notes)")
            if command == ["scan"] { #expect(try world.listing() == before) }
        }
        #expect(try world.names() == ["home.jpg"])
        try world.checkNothingIsUnderWay()
    }
}
