import Foundation
import Glibc
import SystemPackage
import Testing
import WorkphotosTestSupport

/// Undo restores files exactly, from the trash and from the destination.
struct UndoTests {
    private let world: WorkHome
    private let before: [String]

    init() throws {
        world = try WorkHome.sent(photos: 3)
        before = try world.listing()
    }

    private func purge(_ more: String...) throws -> String {
        let purge = try world.program.start(["purge", "--yes"] + more).wait()
        #expect(purge.exit == 0, "\(purge.notes)")
        #expect(try world.names() == ["home.jpg"])
        return try world.newestRun()
    }

    @Test(arguments: [[], ["--permanently"]])
    func `Names, bytes, times and permissions are as before, and no purge removes restored photos`(
        _ way: [String]
    ) throws {
        let purge = try world.program.start(["purge", "--yes"] + way).wait()
        #expect(purge.exit == 0, "\(purge.notes)")
        #expect(try world.names() == ["home.jpg"])
        #expect(try world.trashed().count == (way.isEmpty ? 3 : 0))
        let undo = try world.program.run("undo", world.newestRun(), "--json")
        #expect((undo.exit, undo.count("done")) == (0, 3), "\(undo.notes)")
        #expect(
            undo.notes.contains("3 photos restored from a destination, without extended attributes") == !way.isEmpty)
        #expect(try world.listing() == before)
        let again = try world.program.start(["purge", "--yes", "--json"] + way).wait()
        #expect((again.exit, again.count("done"), again.count("skipped")) == (0, 0, 3))
        #expect(try world.listing() == before)
        #expect(try world.held("work-1.jpg") == "restored")
        try world.checkNothingIsUnderWay()
    }

    /// As on a file system without permissions, or for another user's file.
    @Test(.enabled(if: Strace.works, Strace.reason))
    func `If permissions cannot be set, photos are restored, and the undo reports their permissions`() throws {
        for number in 1...3 {
            try world.home.tree.setPermissions(FilePath("photos/work-\(number).jpg"), FilePermissions(rawValue: 0o666))
        }
        #expect(try world.program.run("scan").exit == 0)
        let run = try purge("--permanently")
        let refusing = world.program.under(Strace.injecting("inject=fchmod:error=EPERM"))
        let undo = try refusing.start(["undo", run, "--json"]).wait()
        #expect((undo.exit, undo.count("done")) == (0, 3), "\(undo.notes)")
        let photo = "\(world.home.library)/work-2.jpg"
        #expect(
            undo.notes.contains(
                "\(photo): done: was restored with permissions 644, not 666; to set them: chmod 666 \(photo)\n"),
            "\(undo.notes)")
        #expect(try world.names().count == 4)
    }

    /// The killed run can no longer report it.
    @Test(.enabled(if: Strace.works, Strace.reason))
    func `If a killed undo could not set permissions, the run that settles it reports that`() throws {
        try world.home.tree.setPermissions("photos/work-2.jpg", FilePermissions(rawValue: 0o666))
        #expect(try world.program.run("scan").exit == 0)
        let run = try purge("--permanently")
        let killed = world.program.under(
            Strace.injecting("inject=fchmod:error=EPERM") + ["-e", "inject=renameat2:signal=SIGKILL:when=3"])
        #expect(try killed.start(["undo", run]).wait().exit == 128 + SIGKILL)
        let refusing = world.program.under(Strace.injecting("inject=fchmod:error=EPERM"))
        let undo = try refusing.start(["undo", run]).wait()
        let photo = "\(world.home.library)/work-2.jpg"
        #expect(undo.notes.contains("\(photo): was restored with permissions 644, not 666"), "\(undo.notes)")
        #expect(try world.names().count == 4)
    }

    @Test func `A restored photo is removed again after it is released or marked work`() throws {
        _ = try world.program.run("undo", purge())
        #expect(try world.program.run("unhold", "--yes", "\(world.home.library)/work-1.jpg").exit == 0)
        #expect(try world.program.run("mark", "work", "--yes", "\(world.home.library)/work-2.jpg").exit == 0)
        #expect(try world.program.run("purge", "--yes", "--json").count("done") == 2)
        #expect(try world.names() == ["home.jpg", "work-3.jpg"])
        #expect(try world.program.run("runs", "--limit", "1").output.hasSuffix("  2 photos done\n"))
        #expect(try world.program.run("unhold", "--yes", "\(world.home.library)/work-3.jpg").exit == 0)
        #expect(try world.program.run("purge", "--yes").exit == 0)
        #expect(try world.program.run("runs", "--limit", "1").output.hasSuffix("  1 photo done\n"))
    }

    @Test(arguments: [[], ["--permanently"]])
    func `A file whose name is taken is not restored, but the others are`(_ way: [String]) throws {
        #expect(try world.program.start(["purge", "--yes"] + way).wait().exit == 0)
        let run = try world.newestRun()
        try world.home.tree.write("photos/work-2.jpg", Array("another".utf8))
        let undo = try world.program.run("undo", run, "--json")
        #expect((undo.exit, undo.count("done"), undo.count("refused")) == (4, 2, 1), "\(undo.notes)")
        #expect(undo.lines.contains { $0["why"] as? String == "name-taken" })
        #expect(try world.home.tree.read("photos/work-2.jpg") == Array("another".utf8))
        try world.home.tree.remove("photos/work-2.jpg")
        #expect(try world.program.run("undo", run, "--json").count("done") == 1)
        #expect(try world.listing() == before)
    }

    @Test func `A second undo has nothing to do`() throws {
        let run = try purge()
        #expect(try world.program.run("undo", run).exit == 0)
        let again = try world.program.run("undo", run, "--json")
        #expect((again.exit, again.count("done"), again.count("refused")) == (0, 0, 0), "\(again.notes)")
        #expect(try world.program.run("undo", run, "-q").output.isEmpty)
        #expect(try world.listing() == before)
    }
}
