import Foundation
import SystemPackage
import Testing
import WorkphotosTestSupport

/// `runs --empty-trash` with real files.
struct EmptyTrashTests {
    private let world: WorkHome
    private let before: [String]
    private let run: String

    init() throws { (world, before, run) = try WorkHome.purged(photos: 3) }

    @Test func `The space is freed, and undo restores the files from the destination`() throws {
        let emptied = try world.program.run("runs", "--empty-trash", run, "--yes", "--json")
        #expect((emptied.exit, emptied.count("done")) == (0, 3), "\(emptied.notes)")
        #expect(try world.files(below: world.home.tree.path("home/.local/share/Trash")).isEmpty)
        #expect(try world.program.run("undo", run).exit == 0)
        #expect(try world.listing() == before)
    }

    @Test func `A file without a complete copy stays in the trash`() throws {
        try world.home.tree.write(
            FilePath("shelf").appending(WorkHome.target("work-2.jpg").components), Array("damaged".utf8))
        let kept = try world.photoInTrash("work-2")
        let emptied = try world.program.run("runs", "--empty-trash", run, "--yes", "--json")
        #expect((emptied.count("done"), emptied.count("skipped")) == (2, 1), "\(emptied.notes)")
        #expect(emptied.lines.contains { $0["why"] as? String == "not-verified" })
        #expect(Array(try world.trashed().values) == [kept])
        #expect(try world.program.run("undo", run, "--json").count("done") == 3)
        #expect(try world.listing() == before)
    }

    @Test func `If the destination is missing, nothing is freed, and the user is told`() throws {
        let marker = world.shelf.appending(".workphotos-destination").string
        try FileManager.default.moveItem(atPath: marker, toPath: world.home.tree.path("marker").string)
        let emptied = try world.program.run("runs", "--empty-trash", run, "--yes")
        #expect(emptied.exit == 1, "\(emptied.output)")
        #expect(emptied.notes.contains("is it mounted?"))
        #expect(try world.trashed().count == 3)
        let undo = try world.program.run("undo", run)
        #expect((undo.exit, try world.listing()) == (0, before), "the trash has all: \(undo.notes)")
    }

    @Test func `A message about a file names it once`() throws {
        let path = "\(world.home.library)/work-2.jpg"
        try world.home.tree.remove(FilePath("shelf").appending(WorkHome.target("work-2.jpg").components))
        for name in try world.trashed().keys where name.hasPrefix("work-2") {
            try world.home.tree.remove(FilePath("home/.local/share/Trash/files/\(name)"))
        }
        let undo = try world.program.run("undo", run)
        #expect(undo.exit == 3)
        let line = try #require(undo.notes.split(separator: "\n").first { $0.contains("work-2.jpg") })
        #expect(line.ranges(of: path).count == 1, "\(line)")
    }

    @Test func `Others' files in the trash are left alone`() throws {
        let files: FilePath = "home/.local/share/Trash/files/work-1.jpg"
        try world.home.tree.write(files, [1])
        try world.home.tree.write("home/.local/share/Trash/info/work-1.jpg.trashinfo", [2])
        #expect(try world.program.run("runs", "--empty-trash", run, "--yes").exit == 0)
        #expect(
            try world.files(below: world.home.tree.path("home/.local/share/Trash")) == [
                "files/work-1.jpg": [1], "info/work-1.jpg.trashinfo": [2],
            ])
    }
}

extension WorkHome {
    /// The bytes of the file in the trash whose name begins so.
    fileprivate func photoInTrash(_ name: String) throws -> [UInt8] {
        try #require(try trashed().first { $0.key.hasPrefix(name) }?.value)
    }
}
