import Foundation
import Glibc
import SystemPackage
import Testing
import WorkphotosTestSupport

/// SIGKILL during `apply`: staged actions that were not carried out stay staged, and the next `apply` carries them out.
@Suite(.enabled(if: Strace.works, Strace.reason))
struct KilledApplyTests {
    /// Runs `apply` until it is killed at a system call.
    private func kill(_ world: WorkHome, _ arguments: [String], at call: String) throws {
        let program = world.program.under(Strace.injecting("inject=\(call):signal=SIGKILL:when=1"))
        #expect(try program.start(["apply"] + arguments).wait().exit == 128 + SIGKILL)
    }

    private func begun(_ world: WorkHome) throws -> (staged: Int?, begun: Int?) {
        let staged = try world.program.run("staged", "--json")
        return (staged.count("staged"), staged.count("begun"))
    }

    @Test(arguments: [[], ["--permanently"]])
    func `The next apply does the removals that were begun`(_ way: [String]) throws {
        let world = try WorkHome.sent(photos: 1)
        #expect(try world.program.run("purge", "--stage").exit == 0)
        try kill(world, ["--yes"] + way, at: "renameat2")
        #expect(try begun(world) == (0, 1))
        let dry = try world.program.run("apply", "-n")
        #expect(dry.notes.contains("1 staged action that a killed run began"), "\(dry.notes)")
        #expect(try world.program.run("apply").exit == 64, "there is something to confirm")
        let again = try world.program.start(["apply", "--yes", "--json"] + way).wait()
        #expect((again.exit, again.count("done"), again.count("unknown")) == (0, 1, 0), "\(again.output)\(again.notes)")
        #expect(try world.names() == ["home.jpg"])
        #expect(try begun(world) == (0, 0))
        try world.checkNothingIsUnderWay()
    }

    @Test(arguments: [true, false]) func `The next apply does the uploads that were begun`(_ byNumber: Bool) throws {
        let world = try WorkHome(photos: 1)
        try world.addShelf()
        let stage = try world.program.run("upload", "--stage", "--json")
        let number = "\(try #require(stage.lines.first?["id"]))"
        try kill(world, [], at: "renameat2")
        #expect(try begun(world) == (0, 1))
        let again = try world.program.start(["apply", "--json"] + (byNumber ? [number] : [])).wait()
        #expect((again.exit, again.count("unknown")) == (0, 0), "\(again.output)\(again.notes)")
        #expect(try world.stored().keys.sorted() == [WorkHome.target("work-1.jpg").string])
        #expect(try begun(world) == (0, 0))
    }
}
