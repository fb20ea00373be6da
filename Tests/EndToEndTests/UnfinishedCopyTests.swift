import Foundation
import Glibc
import SystemPackage
import Testing
import WorkphotosTestSupport

/// A command lists what a killed upload left at a destination, whatever happens to the destination and the index.
@Suite(.enabled(if: Strace.works, Strace.reason))
struct UnfinishedCopyTests {
    private let world: WorkHome

    init() throws {
        world = try WorkHome(photos: 3)
        try world.addShelf()
        let program = world.program.under(Strace.injecting("inject=renameat2:error=EIO:signal=SIGKILL:when=1"))
        #expect(try program.run("upload").exit == 128 + SIGKILL)
        #expect(try !unfinished().isEmpty)
    }

    private func unfinished() throws -> [String] { try world.stored().keys.filter { $0.hasSuffix(".part") }.sorted() }

    private func check(_ more: String...) throws -> [String] {
        let found = try world.program.start(["destination", "check", "folder:\(world.shelf.string)", "--json"] + more)
            .wait()
        #expect(found.exit == 0, "\(found.notes)")
        return found.lines.filter { $0["type"] as? String == "unfinished" }.compactMap { $0["standing"] as? String }
    }

    @Test func `The next upload settles what is still in its place, and nothing is left`() throws {
        #expect(Set(try check()) == ["under-way"])
        #expect(try check("--remove-unfinished", "--yes").count == unfinished().count, "only the next upload may")
        #expect(try world.program.run("upload").exit == 0)
        #expect(try check().isEmpty && unfinished().isEmpty)
    }

    @Test func `What a power failure filled with zeros stays, and is told of until a person removes it`() throws {
        // One that had only begun has no bytes that a power failure could change.
        let left = try unfinished().filter { try !world.home.tree.read(FilePath("shelf/\($0)")).isEmpty }
        for name in left {
            let path = FilePath("shelf/\(name)")
            try world.home.tree.write(path, [UInt8](repeating: 0, count: try world.home.tree.read(path).count))
        }
        for _ in 1...2 {
            let upload = try world.program.run("upload")
            #expect(upload.exit == 0, "\(upload.notes)")
            for name in left { #expect(upload.notes.contains(name), "\(upload.notes)") }
            #expect(try unfinished() == left)
            #expect(try world.stored().keys.count { $0.hasSuffix(".jpg") } == 3)
            let status = try world.program.run("status", "--json").lines[0]["leftovers"] as? [[String: Any]]
            #expect(status?.compactMap { $0["path"] as? String } == left)
            #expect(try world.program.run("status").output.contains("left at shelf"))
            #expect(try check() == left.map { _ in "unproved" })
            #expect(try check("--remove-unfinished", "--yes") == left.map { _ in "unproved" })
        }
        let notes = try world.program.run("destination", "check", "shelf").notes
        for name in left { #expect(notes.contains("rm -- \(world.shelf.string)/\(name)"), "\(notes)") }
        #expect(try world.program.run("doctor").output.contains("workphotos destination check shelf"))
        for name in left { try world.home.tree.remove(FilePath("shelf/\(name)")) }
        #expect(try world.program.run("upload").notes.contains(".part") == false)
        #expect(try (world.program.run("status", "--json").lines[0]["leftovers"] as? [Any])?.isEmpty == true)
    }

    @Test func `If its directory was renamed, the next upload finds and settles it there`() throws {
        try world.home.tree.rename("shelf/Office", to: "shelf/Renamed")
        try world.home.tree.write("shelf/Renamed/mine.txt", [1])
        #expect(try world.program.run("upload").exit == 0)
        #expect(try check().isEmpty && unfinished().isEmpty)
        #expect(try world.stored()["Renamed/mine.txt"] != nil)
    }

    @Test func `What is not what was sent is told of where it is, though its directory was renamed`() throws {
        try world.home.tree.rename("shelf/Office", to: "shelf/Renamed")
        let left = try unfinished()
        for name in left { try world.home.tree.write(FilePath("shelf/\(name)"), [1, 2, 3]) }
        for _ in 1...2 {
            let upload = try world.program.run("upload")
            #expect(upload.exit == 0, "\(upload.notes)")
            for name in left { #expect(upload.notes.contains("\(name): has the temporary name"), "\(upload.notes)") }
        }
        #expect(try unfinished() == left)
    }

    /// Moves the directory of the copies to another one of the destination.
    private func moveDirectory() throws {
        try world.home.tree.makeDirectory("shelf/Kept")
        try world.home.tree.rename("shelf/Office", to: "shelf/Kept/Office")
    }

    @Test func `If its directory was moved, the next upload finds and settles it there`() throws {
        try moveDirectory()
        #expect(try world.program.run("upload").exit == 0)
        #expect(try check().isEmpty && unfinished().isEmpty)
        #expect(try world.stored().keys.count { $0.hasPrefix("Office/") } == 3)
    }

    @Test func `If its directory was moved and copied, all of it is removed`() throws {
        for name in try unfinished() {
            let bytes = try world.home.tree.read(FilePath("shelf/\(name)"))
            try world.home.tree.write(FilePath("shelf/Other/\(name)"), bytes)
        }
        try moveDirectory()
        #expect(try world.program.run("upload").exit == 0)
        #expect(try unfinished().isEmpty)
    }

    /// Gives a whole copy its name, like a run that is killed right afterwards. Others may have been under way.
    ///
    /// - Returns: the name.
    private func nameFirst() throws -> String {
        let (photos, stored) = (try world.photos(), try world.stored())
        let whole = try unfinished().compactMap { part in
            photos.first { $0.value == stored[part] }.map { (part: part, name: $0.key) }
        }
        let (part, name) = try #require(whole.first)
        let path = FilePath("shelf/\(part)")
        try world.home.tree.rename(path, to: path.removingLastComponent().appending(name))
        return name
    }

    @Test func `What has its name in a directory that was moved is no copy, is told of twice, and the photo is sent`()
        throws
    {
        let name = try nameFirst()
        try moveDirectory()
        let moved = "Kept/\(WorkHome.target(name))"
        for isLast in [false, true] {
            let upload = try world.program.run("upload")
            #expect(upload.exit == 0 && upload.notes.contains("\(moved): has the name"), "\(upload.notes)")
            let status = try world.program.run("status", "--json").lines[0]["leftovers"] as? [[String: Any]]
            #expect(status?.compactMap { $0["path"] as? String } == (isLast ? [] : [moved]))
            #expect(try world.program.run("doctor").output.contains(moved) == !isLast)
        }
        #expect(try world.program.run("upload").notes.contains(moved) == false)
        #expect(
            try world.stored().keys.filter { $0.hasSuffix("/\(name)") }.sorted()
                == [moved, WorkHome.target(name).string])
        #expect(try world.program.run("receipts", "export").output.contains("Kept/") == false)
    }

    @Test func `No photo counts as uploaded by another's file with its name and bytes elsewhere`() throws {
        let name = try nameFirst()
        let target = WorkHome.target(name)
        let bytes = try world.home.tree.read(FilePath("photos/\(name)"))
        try world.home.tree.remove("shelf/Office")
        try world.home.tree.write(FilePath("shelf/Colleague").pushing(target), bytes)
        #expect(try world.program.run("upload").exit == 0)
        #expect(try world.stored()[target.string] == bytes)
        #expect(try world.program.run("receipts", "export").output.contains("Colleague") == false)
    }

    @Test func `If the destination itself was moved, an upload to its new place settles it before it sends`() throws {
        let name = try nameFirst()
        try world.home.tree.rename("shelf", to: "moved")
        let upload = try world.program.run("upload", "--to", "folder:\(world.home.tree.path("moved").string)")
        #expect(upload.exit == 0 && !upload.notes.contains("left interrupted"), "\(upload.notes)")
        let files = try world.files(below: world.home.tree.path("moved"))
        #expect(files.keys.filter { $0.hasSuffix(".part") }.isEmpty)
        #expect(files.keys.filter { $0.hasSuffix("/\(name)") } == [WorkHome.target(name).string])
        #expect(files.keys.count { $0.hasSuffix(".jpg") } == 3)
    }

    @Test func `A retraction settles it first, and takes back the copy that it had named`() throws {
        let name = try nameFirst()
        let photo = "\(world.home.library)/\(name)"
        let first = try world.program.run("retract", photo, "-n")
        #expect(first.exit == 3 && first.notes.contains("an interrupted upload to shelf may have sent it"), "\(first)")
        let second = try world.program.run("retract", photo, "--yes")
        #expect(second.exit == 0 && second.output.contains("Took back 1 photo"), "\(second)")
        #expect(try world.stored().isEmpty)
    }

    @Test func `A retraction does not say that nothing was sent while the destination is away`() throws {
        let name = try nameFirst()
        try world.home.tree.rename("shelf", to: "away")
        let outcome = try world.program.run("retract", "\(world.home.library)/\(name)", "--yes")
        #expect(outcome.exit == 3 && !outcome.output.contains("not uploaded"), "\(outcome)")
        #expect(outcome.notes.contains("an interrupted upload to shelf may have sent it"), "\(outcome.notes)")
    }

    @Test func `A copy that no index knows is listed with the command to type, and left alone`() throws {
        for ending in ["", "-wal", "-shm"] { try? world.home.tree.remove(FilePath(Home.index.string + ending)) }
        try world.program.run("scan", world.home.library)
        let left = try unfinished()
        #expect(try check("--remove-unfinished", "--yes") == left.map { _ in "unknown" })
        #expect(try unfinished() == left)
        let notes = try world.program.run("destination", "check", "folder:\(world.shelf.string)").notes
        for name in left { #expect(notes.contains("rm -- \(world.shelf.string)/\(name)"), "\(notes)") }
    }

    @Test func `Removing the destination warns of it, and nothing stays in progress`() throws {
        let left = try unfinished()
        let first = try world.program.run("destination", "remove", "shelf", "-n")
        #expect(first.notes.contains("workphotos upload --to shelf"), "\(first.notes)")
        let removed = try world.program.run("destination", "remove", "--yes", "shelf")
        #expect(removed.exit == 0)
        #expect(removed.notes.contains("--remove-unfinished"), "\(removed.notes)")
        try world.checkNothingIsUnderWay()
        #expect(try check() == left.map { _ in "left" })
        #expect(try check("--remove-unfinished", "--dry-run") == left.map { _ in "left" })
        let place = "folder:\(world.shelf.string)"
        #expect(try world.program.run("destination", "check", place, "--remove-unfinished").exit == 64)
        #expect(try unfinished() == left)
        let whole = try world.stored().filter { !$0.key.hasSuffix(".part") }
        #expect(try check("--remove-unfinished", "--yes").isEmpty)
        #expect(try world.stored() == whole)
    }
}
