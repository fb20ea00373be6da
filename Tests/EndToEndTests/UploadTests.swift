import Foundation
import Glibc
import SystemPackage
import Testing
import WorkphotosTestSupport

/// Uploads to a folder with the built program.
struct UploadTests {
    @Test func `Work photos are sent, personal ones are not, and a second run has nothing to do`() throws {
        let world = try WorkHome(photos: 3)
        try world.addShelf()
        let upload = try world.program.run("upload", "--json")
        #expect(upload.exit == 0, "\(upload.notes)")
        #expect((upload.count("done"), upload.count("files"), upload.count("personal")) == (3, 3, 1))
        let photos = try world.photos()
        let expected = (1...3).map { "work-\($0).jpg" }.map { (WorkHome.target($0).string, photos[$0]) }
        #expect(try world.stored() == Dictionary(uniqueKeysWithValues: expected.map { ($0, $1 ?? []) }))
        let again = try world.program.run("upload", "-q")
        #expect(again.exit == 0)
        #expect((again.output, again.notes) == ("", ""))
        #expect(try world.program.run("list", "--uploaded", "--json").count("photos") == 3)
    }

    @Test func `Without a destination a dry run shows what would be sent, and an upload says how to add one`() throws {
        let world = try WorkHome(photos: 2)
        let dry = try world.program.run("upload", "--dry-run", "--json")
        #expect(dry.exit == 0, "\(dry.notes)")
        #expect(dry.lines.filter { $0["state"] as? String == "planned" }.count == 2)
        #expect(dry.notes.contains("workphotos destination add"))
        let upload = try world.program.run("upload", "--json")
        #expect(upload.exit == 78)
        #expect((upload.lines.last?["next"] as? String)?.hasPrefix("workphotos destination add") == true)
    }

    @Test func `A dry run changes no byte in the library or at the destination`() throws {
        let world = try WorkHome(photos: 2)
        try world.addShelf()
        func all() throws -> [String: [UInt8]] {
            try world.files(below: world.home.tree.path).filter { !$0.key.hasSuffix("-shm") }
        }
        let before = try all()
        for arguments in [
            ["upload", "-n"], ["upload", "-n", "--stage"], ["apply", "-n"], ["upload", "-n", "--to", "shelf"],
        ] {
            let dry = try world.program.start(arguments).wait()
            #expect(dry.exit == 0, "\(arguments): \(dry.notes)")
            #expect(try all() == before, "\(arguments)")
        }
    }

    @Test(.enabled(if: Strace.works, Strace.reason), arguments: ["renameat2", "renameat2,linkat"])
    func `A disk that cannot remove a name fails soon, and the next upload finds what already has its name`(
        missing: String
    ) throws {
        let world = try WorkHome(photos: 2)
        try world.addShelf()
        let failing = Strace.injecting("inject=\(missing):error=EINVAL") + ["-e", "inject=unlinkat:error=EIO"]
        let upload = try world.program.under(failing).run("upload")
        #expect(upload.exit == 1)
        #expect(upload.notes.contains("cannot remove its temporary name: Input/output error"), "\(upload.notes)")
        #expect(try world.program.run("upload").exit == 0)
        #expect(try world.stored().keys.sorted() == ["work-1.jpg", "work-2.jpg"].map { WorkHome.target($0).string })
    }

    @Test func `Nothing is sent to a destination without its marker: perhaps it is not mounted`() throws {
        let world = try WorkHome(photos: 1)
        try world.addShelf()
        try FileManager.default.removeItem(atPath: world.shelf.appending(".workphotos-destination").string)
        let upload = try world.program.run("upload")
        #expect(upload.exit == 1)
        #expect(upload.notes.contains("mounted"))
        #expect(try world.files(below: world.shelf).isEmpty)
    }

    @Test func `A destination in the library, or around it, is refused`() throws {
        let world = try WorkHome(photos: 1)
        try world.home.tree.makeDirectory("photos/copies")
        for place in ["photos/copies", ""] {
            let path = world.home.tree.path(FilePath(place)).string
            let upload = try world.program.run("upload", "--create", "--to", "folder:\(path)")
            #expect(upload.exit == 4, "\(place): \(upload.notes)")
            #expect(!world.home.tree.exists(FilePath(place).appending(".workphotos-destination")))
        }
    }

    @Test func `Apply sends what is staged, and refuses what changed since`() throws {
        let world = try WorkHome(photos: 3)
        try world.addShelf()
        #expect(try world.program.run("upload", "--stage", "--json").count("staged") == 3)
        #expect(try world.stored().isEmpty)
        let staged = try world.program.run("staged", "--json").lines.filter { $0["type"] as? String == "action" }
        let ids = try staged.map { "\(try #require($0["id"] as? Int))" }
        #expect(ids.count == 3)
        #expect(try world.program.run("unstage", ids[0]).exit == 0)
        try world.home.add("work-2.jpg", TestPhoto(at: (52.52, 13.405), taken: "2026:05:05 10:00:00"))
        #expect(try world.program.run("scan", world.home.library).exit == 0)
        let apply = try world.program.run("apply", "--json")
        #expect(apply.exit == 4, "\(apply.notes)")
        #expect((apply.count("done"), apply.count("refused")) == (1, 1))
        #expect(try world.stored().count == 1)
    }

    @Test func `Another photo under the same name gets a suffix, and equal bytes are not sent again`() throws {
        let world = try WorkHome(photos: 2)
        try world.addShelf()
        let photos = try world.photos()
        try world.home.tree.write(
            FilePath("shelf").appending(WorkHome.target("work-1.jpg").components), Array("other".utf8))
        try world.home.tree.write(
            FilePath("shelf").appending(WorkHome.target("work-2.jpg").components), try #require(photos["work-2.jpg"]))
        let upload = try world.program.run("upload", "--json")
        #expect(upload.exit == 0, "\(upload.notes)")
        let stored = try world.stored()
        #expect(stored[WorkHome.target("work-1.jpg").string] == Array("other".utf8))
        #expect(stored[WorkHome.target("work-1 (2).jpg").string] == photos["work-1.jpg"])
        #expect(stored.count == 3)
    }

    @Test func `An index has one lock, whatever link is used`() throws {
        let world = try WorkHome(photos: 1)
        try world.addShelf()
        try world.home.tree.link("other/index.sqlite", to: world.home.tree.path(Home.index))
        let file = world.home.tree.path(Home.index).removingLastComponent().appending("act.lock")
        let lock = try FileDescriptor.open(file, .readWrite, options: .closeOnExec)
        defer { try? lock.close() }
        #expect(flock(lock.rawValue, LOCK_EX) == 0)
        let upload = try world.program.run("upload", "--index", world.home.tree.path("other/index.sqlite").string)
        #expect(upload.exit == 11, "\(upload.notes)")
        #expect(try world.stored().isEmpty)
    }

    @Test func `Two uploads at the same time do not interfere: the second reports that another run holds the lock`()
        throws
    {
        let world = try WorkHome(photos: 40)
        try world.addShelf()
        let first = try world.program.start(["upload"])
        let second = try world.program.start(["upload"])
        let exits = [try first.wait().exit, try second.wait().exit].sorted()
        #expect([[0, 0], [0, 11]].contains(exits))
        #expect(try world.stored().count == 40)
    }

    @Test(arguments: [(SIGINT, Int32(130)), (SIGTERM, Int32(143))])
    func `A signal ends an upload with complete copies only, and the next one sends the rest`(
        _ signal: Int32, exit: Int32
    ) throws {
        let world = try WorkHome(photos: 300)
        try world.addShelf()
        let upload = try world.program.start(["upload", "--progress", "always"])
        _ = eventually { !upload.notes.isEmpty || !upload.isRunning }
        upload.send(signal)
        let outcome = try upload.wait()
        #expect([0, exit].contains(outcome.exit), "\(outcome.notes)")
        let photos = Set(try world.photos().values)
        #expect(try world.stored().allSatisfy { photos.contains($0.value) })
        #expect(try world.program.run("upload").exit == 0)
        #expect(try world.stored().count == 300)
    }
}
