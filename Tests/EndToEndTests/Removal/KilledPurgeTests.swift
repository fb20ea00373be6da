import Foundation
import SystemPackage
import Testing
import WorkphotosTestSupport

/// Killed purges: the next command, whatever it is, settles what they left.
@Suite(.enabled(if: Strace.works, Strace.reason))
struct KilledPurgeTests {
    @Test(arguments: 1...4)
    func `Killed as it makes the first trash, a purge leaves nothing that disturbs the next scan`(moment: Int)
        throws
    {
        let world = try WorkHome.sent(photos: 2)
        let before = try world.listing()
        let killer = world.program.under(Strace.injecting("inject=mkdirat:signal=SIGKILL:when=\(moment)"))
        let killed = try killer.run("purge", "--yes", "--max-delete", "100%").exit
        // Calls are counted per thread, and the last ones may be made by another thread.
        guard killed == 128 + SIGKILL || moment == 1 else {
            #expect(try killed == 0 && world.names() == ["home.jpg"])
            return
        }
        #expect(killed == 128 + SIGKILL)
        for command in [["scan"], ["upload"], ["purge", "--yes", "--max-delete", "100%"]] {
            let outcome = try world.program.start(command).wait()
            #expect(outcome.exit == 0, "\(command): \(outcome.notes)")
            if command == ["scan"] { #expect(try world.listing() == before) }
        }
        #expect(try world.names() == ["home.jpg"])
        try world.checkNothingIsUnderWay()
    }

    @Test(arguments: [[], ["--permanently"]])
    func `A group with one file that cannot be renamed once is removed by the next purge`(_ way: [String])
        throws
    {
        let world = try WorkHome.sent(photos: 1) {
            try $0.tree.write("photos/work-1.xmp", XMPPacket(elements: "").bytes)
        }
        let before = try world.listing()
        let purge = ["purge", "--yes", "--max-delete", "100%"] + way
        let failing = world.program.under(Strace.injecting("inject=renameat2:error=EACCES:when=2"))
        let failed = try failing.start(purge).wait()
        #expect(failed.exit == 1 && failed.notes.contains("cannot be renamed: Permission denied"), "\(failed.notes)")
        #expect(try world.listing() == before)
        let next = try world.program.start(purge).wait()
        #expect(next.exit == 0, "\(next.notes)")
        #expect(try world.names() == ["home.jpg"])
    }
}
