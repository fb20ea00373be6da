import Foundation
import Glibc
import SystemPackage
import Testing
import WorkphotosTestSupport

/// Two removals at the same time: the first waits at its question and has the lock.
struct ConcurrentPurgeTests {
    private let world: WorkHome
    private let terminal: Terminal
    private let first: Running
    /// The number of a complete purge.
    private let earlier: String

    init() throws {
        let (world, terminal) = (try WorkHome.sent(photos: 3), try Terminal())
        try world.program.run("purge", "--yes", "--path", "*/work-1.jpg")
        earlier = try world.newestRun()
        first = try world.program.start(["purge"], input: terminal.handle, notes: terminal.handle)
        var screen = ""
        #expect(
            eventually {
                screen += terminal.read()
                return screen.hasSuffix("[y/N] ")
            })
        (self.world, self.terminal) = (world, terminal)
    }

    @Test func `The second purge reports at once that another one is running`() throws {
        let commands = [
            ["purge", "--yes"], ["undo", earlier], ["runs", "--empty-trash", earlier, "--yes"], ["run", "--yes"],
        ]
        for command in commands {
            let second = try world.program.start(command).wait()
            #expect(second.exit == 11, "\(command): \(second.notes)")
            #expect(second.notes.contains("Another workphotos is running (pid "), "\(command)")
        }
        try terminal.type("y\n")
        #expect(try first.wait().exit == 0)
        #expect(try world.names() == ["home.jpg"])
    }

    @Test func `A purge that may wait does so, and finds nothing left to do`() throws {
        let second = try world.program.start(["purge", "--yes", "--wait", "60s", "--json"])
        #expect(!second.ends(within: 1))
        try terminal.type("y\n")
        #expect(try first.wait().exit == 0)
        let outcome = try second.wait()
        #expect((outcome.exit, outcome.count("done")) == (0, 0), "\(outcome.notes)")
        #expect(try (world.names(), world.trashed().count) == (["home.jpg"], 3))
    }
}
