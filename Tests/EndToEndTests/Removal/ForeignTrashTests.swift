import SystemPackage
import Testing
import WorkphotosTestSupport

/// A purge with trash-cli in use as well, since programs share the trash.
@Suite(.enabled(if: ForeignTrash.isInstalled, "trash-cli is not installed"))
struct ForeignTrashTests {
    private let world: WorkHome
    private let before: [String]
    private let run: String

    init() throws { (world, before, run) = try WorkHome.purged(photos: 3) }

    /// Empties this home's trash, and none of those on other file systems.
    private func empty() throws {
        let emptied = try world.program.shell("trash-empty --trash-dir=\"$HOME/.local/share/Trash\" < /dev/null")
        #expect(emptied.exit == 0, "\(emptied.notes)")
        #expect(try world.trashed().isEmpty)
    }

    @Test func `trash-list shows each photo where it was`() throws {
        let list = try world.program.shell("trash-list").output.split(separator: "\n")
        for number in 1...3 {
            #expect(list.contains { $0.hasSuffix(" \(world.home.library)/work-\(number).jpg") })
        }
    }

    @Test func `Photos restored by trash-restore are held, are work with receipts, and undo restores the rest`() throws
    {
        let file = "\(world.home.library)/work-2.jpg"
        let restored = try world.program.shell("printf '0\\n' | trash-restore \"$1\"", file)
        #expect(restored.exit == 0, "\(restored.notes)")
        let scan = try world.program.run("scan", "--json")
        #expect((scan.exit, scan.count("photos"), scan.count("work")) == (0, 2, 1), "\(scan.notes)")
        let why = try world.why("work-2.jpg")
        #expect(why["verdict"] as? String == "work")
        #expect((why["uploads"] as? [Any])?.count == 1)
        #expect(why["held"] as? String == "restored")
        #expect(try world.program.run("upload", "--json").count("done") == 0)
        #expect(try world.program.run("purge", "--yes", "--json").count("done") == 0)
        let undo = try world.program.run("undo", run)
        #expect(undo.exit == 0, "\(undo.notes)")
        #expect(undo.output.hasPrefix("Restored 2 photos ("), "\(undo.output)")
        #expect(undo.output.contains("\nNot restored: 1 already restored\n"), "\(undo.output)")
        #expect(try world.listing() == before)
        #expect(try (1...3).map { try world.held("work-\($0).jpg") } == ["restored", "restored", "restored"])
        try world.checkNothingIsUnderWay()
    }

    @Test func `After trash-empty, undo restores everything from the destination, and it is held`() throws {
        try empty()
        let undo = try world.program.run("undo", run, "--json")
        #expect((undo.exit, undo.count("done")) == (0, 3), "\(undo.notes)")
        #expect(try world.listing() == before)
        let purge = try world.program.run("purge", "--yes", "--json")
        #expect((purge.exit, purge.count("done"), purge.count("skipped")) == (0, 0, 3))
        for number in 1...3 { #expect(try world.held("work-\(number).jpg") == "restored") }
        let keptBy = try world.program.run("why", "\(world.home.library)/work-1.jpg").output
        #expect(keptBy.contains("held      restored\n"), "\(keptBy)")
        #expect(keptBy.contains("kept by   it is held, since it came back after a purge"), "\(keptBy)")
        #expect(try world.program.run("unhold", "--yes", "\(world.home.library)/work-1.jpg").exit == 0)
        #expect(try world.program.run("purge", "--yes", "--json").count("done") == 1)
    }

    @Test func `After trash-empty, there is nothing to empty`() throws {
        try empty()
        let emptied = try world.program.run("runs", "--empty-trash", run, "--yes", "--json")
        #expect((emptied.exit, emptied.count("done")) == (0, 0), "\(emptied.notes)")
        #expect(try world.program.run("undo", run).exit == 0)
        #expect(try world.listing() == before)
    }
}

/// The programs of trash-cli.
private enum ForeignTrash {
    /// Whether they can be run.
    static let isInstalled = (try? Program(path: "trash-list", home: "/").run("--version").exit) == 0
}
