import Foundation
import PhotoFiles
import PhotoModel
import PhotoPipeline
import SystemPackage
import Testing
import WorkphotosTestSupport

struct ExportWorkTests {
    private static let day = "Office/2026/2026-05-04"

    @Test func `Copies are the files of whole groups, with their times, and a second export finds them`() async throws {
        let scene = try await ExportScene("a.jpg", "a.jpg.xmp", "b.jpg")
        let library = try scene.copies(in: "photos")
        let first = try await scene.export()
        #expect(Set(first.states) == ["a.jpg done", "a.jpg.xmp done", "b.jpg done"])
        #expect(first.summary.photos == 2 && first.summary.known == 0 && first.summary.left == 0)
        let copies = try scene.copies()
        #expect(copies.count == 3)
        for name in ["a.jpg", "a.jpg.xmp", "b.jpg"] { #expect(copies["\(Self.day)/\(name)"] == library[name]) }
        let copy = try FileStatus(at: scene.tree.path(FilePath("out/\(Self.day)/a.jpg")))
        let photo = try FileStatus(at: scene.tree.path("photos/a.jpg"))
        #expect(copy.fingerprint.modified == photo.fingerprint.modified)
        let second = try await scene.export()
        #expect(second.summary.known == 3 && second.summary.count(.done) == 3)
        #expect(second.targets == first.targets)
        #expect(try FileStatus(at: scene.tree.path(FilePath("out/\(Self.day)/a.jpg"))) == copy)
        #expect(try scene.copies() == copies)
        #expect(try scene.copies(in: "photos") == library)
    }

    @Test func `Another file keeps its name, and all files of the group get a suffix`() async throws {
        let scene = try await ExportScene("a.jpg", "a.jpg.xmp")
        try scene.tree.write(FilePath("out/\(Self.day)/a.jpg.xmp"), [1])
        let outcome = try await scene.export()
        #expect(Set(outcome.targets) == ["\(Self.day)/a (2).jpg", "\(Self.day)/a (2).jpg.xmp"])
        #expect(try scene.copies()["\(Self.day)/a.jpg.xmp"] == [1])
        #expect(try await scene.export().summary.known == 2)
    }

    @Test func `A dry run writes nothing and names the copies as they will be`() async throws {
        let scene = try await ExportScene("x/a.jpg", "y/a.jpg")
        let plan = try await scene.export(isDryRun: true)
        #expect(!scene.tree.exists("out"))
        #expect(plan.summary.count(.planned) == 2)
        #expect(Set(plan.targets) == ["\(Self.day)/a.jpg", "\(Self.day)/a (2).jpg"])
        #expect(try await scene.export().targets == plan.targets)
        let again = try await scene.export(isDryRun: true)
        #expect(again.targets == plan.targets && again.summary.known == 2)
    }

    @Test func `Numbers name groups, and say nothing else`() async throws {
        let scene = try await ExportScene("IMG_20260504_101112.jpg", "IMG_20260504_101112.jpg.xmp", "b.JPG")
        let outcome = try await scene.export(names: .number)
        #expect(Set(outcome.targets) == ["0001.jpg", "0001.xmp", "0002.JPG"])
    }

    @Test(arguments: [CleanDepth.location, .all])
    func `A clean copy has no device, no sidecar and a time of its own`(depth: CleanDepth) async throws {
        let scene = try await ExportScene("a.jpg", "a.jpg.xmp")
        try scene.tree.setModified("photos/a.jpg", seconds: 1_700_000_000)
        try await scene.uploads.scan()
        let outcome = try await scene.export(cleaning: depth, names: .number)
        #expect(outcome.states == ["a.jpg done"])
        #expect(outcome.results.first?.removed == [.exif, .companions])
        let copy = try #require(try scene.copies()["0001.jpg"])
        #expect(Data(copy).range(of: Data("Leica".utf8)) == nil)
        #expect((Data(copy).range(of: Data("2026:05:04 10:00:00".utf8)) != nil) == (depth == .location))
        #expect(outcome.summary.bytes == Int64(copy.count))
        let modified = try FileStatus(at: scene.tree.path("out/0001.jpg")).fingerprint.modified
        #expect(modified > 1_700_000_000_000_000_000)
        #expect(try await scene.export(cleaning: depth, names: .number).summary.known == 1)
    }

    @Test func `A file that cannot be cleaned is refused with a reason, and the others are copied`() async throws {
        let scene = try await ExportScene("a.jpg", "b.jpg")
        let photo = TestPhoto(at: (52.52, 13.405), taken: "2026:05:04 11:00:00").bytes
        try scene.tree.write("photos/b.jpg", Array(photo.dropLast(2)))
        try await scene.uploads.scan()
        for isDryRun in [true, false] {
            let outcome = try await scene.export(cleaning: .location, isDryRun: isDryRun)
            #expect(Set(outcome.states) == ["a.jpg \(isDryRun ? "planned" : "done")", "b.jpg refused"])
            let refused = try #require(outcome.results.first { $0.state == .refused })
            #expect(refused.why == "ends within its picture" && refused.target == nil && refused.removed.isEmpty)
        }
        #expect(try scene.copies().keys.map { $0 } == ["\(Self.day)/a.jpg"])
    }

    @Test(arguments: [true, false])
    func `A group that has changed since the scan is not copied, and is not planned to be`(isDryRun: Bool) async throws
    {
        let scene = try await ExportScene("a.jpg", "a.jpg.xmp", "b.jpg")
        try scene.uploads.write("a.jpg.xmp", 9)
        try scene.tree.setModified("photos/a.jpg.xmp", seconds: 1_700_000_000)
        try scene.tree.remove("photos/b.jpg")
        let outcome = try await scene.export(isDryRun: isDryRun)
        #expect(Set(outcome.states) == ["a.jpg failed", "a.jpg.xmp failed", "b.jpg failed"])
        #expect(outcome.results.allSatisfy { $0.why?.contains("changed since the last scan") == true })
        #expect(try scene.copies().isEmpty)
    }

    @Test(arguments: ["photos", "photos/new", "photos/new/../deep", ".", "link", "link/new"] as [FilePath])
    func `No copies go into the library, around it, or to it by a link`(directory: FilePath) async throws {
        let scene = try await ExportScene("a.jpg")
        try scene.tree.link("link", to: "photos")
        let before = try scene.tree.snapshot().keys.sorted()
        for isDryRun in [true, false] {
            await expectRefusal(.overlap) { try await scene.export(to: directory, isDryRun: isDryRun) }
        }
        #expect(try scene.tree.snapshot().keys.sorted() == before)
    }

    @Test func `No copies go into a destination or a trash`() async throws {
        let scene = try await ExportScene("a.jpg")
        try scene.tree.write(
            FilePath("shelf/\(DestinationMarker.fileName)"), DestinationMarker(random: 7, 7).file)
        await expectRefusal(.overlap) { try await scene.export(to: "shelf") }
        await expectRefusal(.overlap) { try await scene.export(to: "shelf/new") }
        try scene.tree.makeDirectory(".local/share/Trash/files")
        await expectRefusal(.overlap) { try await scene.export(to: ".local/share/Trash/files/new") }
    }

    @Test func `A link below the directory is not followed`() async throws {
        let scene = try await ExportScene("a.jpg")
        try scene.tree.makeDirectory("out")
        try scene.tree.link("out/Office", to: scene.tree.path("photos"))
        let before = try scene.copies(in: "photos")
        #expect(try await scene.export().states == ["a.jpg failed"])
        #expect(try scene.copies(in: "photos") == before)
    }

    @Test func `A signal ends it between files, and the rest counts as left`() async throws {
        let scene = try await ExportScene("a.jpg", "b.jpg", "c.jpg")
        var environment = scene.uploads.environment
        // Three questions while photos are selected, then one before a batch, a group and a file each.
        environment.interruption = TestInterruption(afterQuestions: 6)
        let outcome = try await scene.export(environment: environment)
        #expect(outcome.states.count == 1 && outcome.summary.count(.done) == 1)
        #expect(outcome.summary.left == 2 && outcome.summary.signal == .interrupt)
        #expect(try scene.copies().count == 1)
        #expect(try await scene.export().summary.count(.done) == 3)
    }

    @Test(.enabled(if: CallWatch.isAllowed, "watching system calls takes a kernel with seccomp"))
    func `A copy is on the disk before it gets its name`() async throws {
        let scene = try await ExportScene("a.jpg")
        try scene.tree.makeDirectory("out")
        try scene.tree.setModified("photos/a.jpg", seconds: 1_700_000_000)
        try await scene.uploads.scan()
        let work = try await scene.work(names: .number)
        var times: [Int64] = []
        let note = { (call: String) -> Errno? in
            if let name = call.firstMatch(of: #/^link (?:.*\/)?(0001\.jpg\.[0-9]+\.new) /#)?.1,
                let status = try? FileStatus(at: scene.tree.path("out").appending(String(name)))
            {
                times.append(status.fingerprint.modified)
            }
            return nil
        }
        let run = CallWatch.run(below: scene.tree.path, failing: note) {
            (try? scene.run(work)) != nil
        }
        let watched = try #require(run)
        #expect(watched.result)
        let calls = watched.calls.map { $0.replacing(#/0001\.jpg\.[0-9]+\.new/#, with: "0001.jpg.new") }
        let link = try #require(calls.firstIndex { $0.hasPrefix("link ") })
        #expect(calls[..<link].contains { $0.hasPrefix("sync ") && $0.hasSuffix("0001.jpg.new") }, "\(calls)")
        #expect(calls[link...].contains { $0.hasPrefix("sync ") && !$0.hasSuffix(".new") }, "\(calls)")
        // An unfinished copy with the time of an old photo would look as if it had been left over for long.
        #expect(times.count == 1 && times.allSatisfy { $0 > 1_700_000_000_000_000_000 })
        let copy = try FileStatus(at: scene.tree.path("out/0001.jpg"))
        #expect(copy.fingerprint.modified == 1_700_000_000_000_000_000)
    }

    @Test(.enabled(if: CallWatch.isAllowed, "watching system calls takes a kernel with seccomp"))
    func `Copies wait for the disk together`() async throws {
        let scene = try await ExportScene("a.jpg", "b.jpg", "c.jpg", "d.jpg")
        try scene.tree.makeDirectory("out")
        let work = try await scene.work(names: .number)
        let run = CallWatch.run(below: scene.tree.path) { (try? scene.run(work)) != nil }
        let watched = try #require(run)
        #expect(watched.result)
        let links = watched.calls.indices.filter { watched.calls[$0].hasPrefix("link ") }
        let (first, last) = (try #require(links.first), try #require(links.last))
        let waits = watched.calls.indices.filter { $0 > first && watched.calls[$0].hasPrefix("sync ") }
        #expect(links.count == 4 && waits.count == 1 && waits.allSatisfy { $0 > last }, "\(watched.calls)")
    }

    @Test func `Equal photos with one name have one copy, and others with it a suffix`() async throws {
        let scene = try await ExportScene("x/a.jpg", "y/a.jpg", "z/a.jpg")
        try scene.uploads.write("z/a.jpg", 0)
        try await scene.uploads.scan()
        try #require(try scene.uploads.bytes("x/a.jpg") == scene.uploads.bytes("z/a.jpg"))
        let outcome = try await scene.export()
        #expect(outcome.summary.count(.done) == 3 && outcome.summary.known == 1)
        #expect(Set(outcome.targets).count == 2)
        #expect(try scene.copies().keys.sorted() == ["\(Self.day)/a (2).jpg", "\(Self.day)/a.jpg"])
    }

    @Test func `What another export has left unfinished is told of`() async throws {
        let scene = try await ExportScene("a.jpg")
        let left = "0007.jpg.\(String(repeating: "7", count: 20)).new"
        try scene.tree.write(FilePath("out/\(left)"))
        try scene.tree.setModified(FilePath("out/\(left)"), seconds: 1_700_000_000)
        let outcome = try await scene.export(names: .number)
        #expect(outcome.summary.unfinished == [scene.tree.path("out").appending(left)])
        #expect(outcome.states == ["a.jpg done"] && scene.tree.exists(FilePath("out/\(left)")))
    }

    @Test func `A link of the library's own file is no copy`() async throws {
        let scene = try await ExportScene("a.jpg")
        try scene.tree.makeDirectory(FilePath("out/\(Self.day)"))
        let link = scene.tree.path(FilePath("out/\(Self.day)/a.jpg")).string
        try FileManager.default.linkItem(atPath: scene.tree.path("photos/a.jpg").string, toPath: link)
        try await scene.uploads.scan()
        let outcome = try await scene.export()
        #expect(outcome.targets == ["\(Self.day)/a (2).jpg"] && outcome.summary.known == 0)
    }

    @Test func `No copies go into a root that no scan has read yet`() async throws {
        let scene = try await ExportScene("a.jpg")
        try scene.tree.makeDirectory("new")
        await expectRefusal(.overlap) { try await scene.export(to: "new/out", roots: [scene.tree.path("new")]) }
        #expect(try scene.copies(in: "new").isEmpty)
    }

    @Test func `No copies go around a directory to which a remote leads`() async throws {
        let scene = try await ExportScene("a.jpg")
        try scene.tree.makeDirectory("disk/remote")
        scene.uploads.nas.setLocalDirectories([scene.tree.path("disk/remote")])
        for directory in ["disk", "disk/remote", "disk/remote/out"] as [FilePath] {
            await expectRefusal(.overlap) { try await scene.export(to: directory) }
        }
    }

    @Test(.enabled(if: MountedPlace.obstacle(.bindfs) == nil, "bindfs cannot be mounted here"))
    func `No copies go into the library under another path`() async throws {
        let scene = try await ExportScene("a.jpg")
        let mount = try MountedPlace(.bindfs)
        let behind = mount.path.removingLastComponent().appending("one")
        let photo = TestPhoto(at: (52.52, 13.405), taken: "2026:05:04 11:00:00").bytes
        try Data(photo).write(to: URL(filePath: behind.appending("b.jpg").string))
        try await scene.tree.scan(
            by: { scene.uploads.rules }, in: scene.uploads.environment, for: scene.uploads.places,
            change: { $0.directories = [behind] }, report: { Issue.record("\($0)") })
        for below in ["", "out"] as [FilePath] {
            await expectRefusal(.overlap) {
                let order = ExportOrder(to: mount.path.appending(below.components), PhotoSelection())
                let work = try await ExportWork(
                    order, index: scene.tree.path("index.sqlite"), rules: { scene.uploads.rules },
                    settings: { _ in UploadSettings() }, roots: [], configured: [],
                    environment: scene.uploads.environment)
                _ = try scene.run(work)
            }
        }
        // FUSE hides a file that is removed while it is open, until it hears that it was closed.
        #expect(eventually { (try? FileManager.default.contentsOfDirectory(atPath: behind.string)) == ["b.jpg"] })
    }
}
