import Glibc
import SystemPackage
import Testing
import WorkphotosTestSupport

/// A library on another file system than the home, whose trash is at its top.
@Suite(.enabled(if: PrivateMounts.areAllowed, "mounting takes CAP_SYS_ADMIN"))
struct MountedLibraryTests {
    /// The outcome of each step.
    private struct Seen: Sendable {
        var before: [String] = []
        var purge, undo: Outcome
        var away: [String] = []
        var after: [String] = []
        var inHome = 0
    }

    /// Purges a library on a disk of its own and undoes it, with a change to the trash in between.
    private func seen(
        _ between: @escaping @Sendable (WorkHome, String) throws -> Void = { _, _ in }
    ) throws -> Seen {
        let world = try WorkHome(photos: 0)
        let seen = PrivateMounts.run { mounts -> Seen? in
            guard mounts.mountTemporary(on: world.home.library) else { return nil }
            return try? Self.purge(world, between)
        }
        return try #require(seen)
    }

    private static func purge(_ world: WorkHome, _ between: (WorkHome, String) throws -> Void) throws -> Seen {
        for name in ["a.jpg", "2026/b.jpg"] { try world.home.add(name) }
        try world.program.run("scan", "--accept-missing")
        try world.addShelf()
        try world.program.run("upload")
        let before = try world.listing()
        let purge = try world.program.run("purge", "--yes", "--json")
        let away = try world.names()
        let run = try world.newestRun()
        try between(world, run)
        let undo = try world.program.run("undo", run, "--json")
        return Seen(
            before: before, purge: purge, undo: undo, away: away,
            after: try world.listing().filter { !$0.contains("./.Trash-") }, inHome: try world.trashed().count)
    }

    @Test func `The trash is at the top of the library's file system, and undo restores from it`() throws {
        let seen = try seen()
        #expect((seen.purge.exit, seen.purge.count("done")) == (0, 2), "\(seen.purge.notes)")
        #expect(seen.away.count == 4)
        #expect(seen.away.allSatisfy { $0.hasPrefix(".Trash-\(geteuid())/") }, "\(seen.away)")
        #expect(seen.inHome == 0)
        #expect((seen.undo.exit, seen.undo.count("done")) == (0, 2), "\(seen.undo.notes)")
        #expect(seen.after == seen.before)
    }

    @Test func `After the trash is emptied, everything is restored from the destination`() throws {
        let seen = try seen { world, run in
            let emptied = try world.program.run("runs", "--empty-trash", run, "--yes", "--json")
            guard emptied.count("done") == 2, try world.names().isEmpty else { throw Errno.badAddress }
        }
        #expect((seen.undo.exit, seen.undo.count("done")) == (0, 2), "\(seen.undo.notes)")
        #expect(seen.after == seen.before)
    }

    @Test func `A scan neither sees what is in the trash nor uploads it`() throws {
        let seen = try seen { world, _ in
            guard try world.program.run("scan", "--hidden", "--json").count("photos") == 0 else {
                throw Errno.badAddress
            }
        }
        #expect(seen.undo.exit == 0, "\(seen.undo.notes)")
        #expect(seen.after == seen.before)
    }

    @Test func `If the disk is not mounted, emptying reports that the trash cannot be looked at, and loses nothing`()
        throws
    {
        let world = try WorkHome(photos: 0)
        let outcomes = PrivateMounts.run { mounts -> [Outcome]? in
            let (library, disk) = (world.home.library, world.home.tree.path("disk").string)
            try? world.home.tree.makeDirectory("disk")
            guard mounts.mountTemporary(on: disk), mounts.bind(disk, on: library) else { return nil }
            return try? Self.emptied(world) {
                mounts.unmount(library)
            } mount: {
                mounts.bind(disk, on: library)
            }
        }
        let (dry, away, whole) = try #require(outcomes.map { ($0[0], $0[1], $0[2]) })
        for outcome in [dry, away] {
            #expect((outcome.exit, outcome.count("failed"), outcome.count("done")) == (1, 2, 0), "\(outcome.output)")
            #expect(outcome.lines.first?["why"] as? String == "root-changed")
            #expect(outcome.notes.contains("is it mounted?"), "\(outcome.notes)")
        }
        #expect((whole.exit, whole.count("done")) == (0, 2), "\(whole.output)\(whole.notes)")
    }

    /// Empties the trash of a library on a missing disk, and again when the disk is back.
    private static func emptied(
        _ world: WorkHome, unmount: () -> Bool, mount: () -> Bool
    ) throws -> [Outcome] {
        for name in ["a.jpg", "2026/b.jpg"] { try world.home.add(name) }
        try world.program.run("scan", "--accept-missing")
        try world.addShelf()
        try world.program.run("upload")
        try world.program.run("purge", "--yes")
        let empty = ["runs", "--empty-trash", try world.newestRun(), "--json"]
        guard unmount() else { throw Errno.badAddress }
        let away = try [["-n"], ["--yes"]].map { try world.program.start(empty + $0).wait() }
        guard mount() else { throw Errno.badAddress }
        return away + [try world.program.start(empty + ["--yes"]).wait()]
    }
}
