import Foundation
import GRDB
import PhotoIndex
import PhotoModel
import PhotoPipeline
import SystemPackage
import Testing
import WorkphotosTestSupport

/// Undos that are refused, and what stays as it is.
struct UndoRefusalTests {
    @Test(arguments: RemovalWay.allCases)
    func `No file of a group is restored if another file has a name`(_ way: RemovalWay) async throws {
        let scene = try await PurgedScene(way)
        try scene.scene.tree.write(scene.scene.file("a.xmp"), [7])
        let before = try scene.parked
        #expect(try await scene.undo().states == ["a.jpg": "refused name-taken", "b.jpg": "done"])
        #expect(try scene.names == ["a.xmp", "b.jpg"])
        #expect(try scene.scene.bytes("a.xmp") == [7])
        #expect(try scene.parked == before.filter { !$0.hasSuffix("-3") })
        #expect(try scene.removed.map(\.isUndone) == [false, true])
    }

    @Test func `A directory, or a file in place of the directory, has the name`() async throws {
        let scene = try await PurgedScene()
        try scene.scene.tree.makeDirectory(scene.scene.file("b.jpg"))
        #expect(try await scene.undo().states == ["a.jpg": "done", "b.jpg": "refused name-taken"])
        let other = try await PurgedScene()
        try other.scene.tree.remove("photos")
        try other.scene.tree.write("photos")
        #expect(try await other.undo().states["a.jpg"] == "refused name-taken")
    }

    @Test func `A missing file is not found, and its companions are not restored`() async throws {
        let scene = try await PurgedScene(.permanent)
        for service in [scene.scene.nas, scene.scene.attic] { service.place(nil, at: UploadScene.target("a.xmp")) }
        #expect(try await scene.undo().states == ["a.jpg": "failed not-found", "b.jpg": "done"])
        #expect(try scene.names == ["b.jpg"])
        #expect(try scene.parked == [])
    }

    @Test func `Copies with other bytes restore nothing and leave nothing`() async throws {
        let scene = try await PurgedScene(.permanent)
        let target = UploadScene.target("a.xmp")
        for service in [scene.scene.nas, scene.scene.attic] {
            let changed = try #require(service.bytes(at: target)).map { $0 ^ 1 }
            service.place(.file(changed, modified: 0), at: target)
        }
        #expect(try await scene.undo().states == ["a.jpg": "failed corrupted", "b.jpg": "done"])
        #expect(try scene.names == ["b.jpg"])
        #expect(try scene.parked == [])
        #expect(try scene.scene.index.underWay(.undo).isEmpty)
    }

    @Test func `An unreachable destination is reported as the reason only if there is no other`()
        async throws
    {
        let scene = try await PurgedScene(.permanent)
        scene.scene.nas.isGone = true
        #expect(try await scene.undo().states == ["a.jpg": "done", "b.jpg": "done"])
        let other = try await PurgedScene(.permanent)
        for service in [other.scene.nas, other.scene.attic] { service.isGone = true }
        #expect(try await other.undo().states == ["a.jpg": "failed unavailable", "b.jpg": "failed unavailable"])
    }

    @Test func `During restoring only those who may read the photo can read it`() async throws {
        let scene = try await PurgedScene(.permanent)
        #expect(try await scene.undo().states == ["a.jpg": "done", "b.jpg": "done"])
        #expect(scene.waiting.permissions == Array(repeating: FilePermissions(rawValue: 0o640), count: 3))
    }

    @Test func `A file that someone put in place of the fetched one stays`() async throws {
        let scene = try await PurgedScene(.permanent)
        let (tree, target) = (scene.scene.tree, UploadScene.target("b.jpg"))
        for service in [scene.scene.nas, scene.scene.attic] {
            let changed = try #require(service.bytes(at: target)).map { $0 ^ 1 }
            service.place(.file(changed, modified: 0), at: target)
        }
        scene.waiting.whenCalled { call in
            guard case .open(let ticket) = call else { return }
            let place = FilePath("waiting/\(ticket.dropFirst("permanent ".count))")
            try? tree.rename(place, to: "elsewhere")
            try? tree.write(place, [7])
        }
        #expect(try await scene.undo().states["b.jpg"] == "failed corrupted")
        let name = try #require(try scene.parked.first)
        #expect(try tree.read(FilePath("waiting/\(name)")) == [7])
        #expect(try scene.scene.index.underWay(.undo).count == 1)
    }

    @Test func `Another file that has the name by then is not the restored one`() async throws {
        let scene = try await PurgedScene()
        let (tree, name) = (scene.scene.tree, try #require(try scene.parked.last))
        scene.trash.whenCalled { call in
            guard case .putBack = call else { return }
            try? tree.rename(FilePath("trash/\(name)"), to: "elsewhere")
            try? tree.write("photos/b.jpg", [7])
        }
        #expect(try await scene.undo().states == ["a.jpg": "done", "b.jpg": "failed not-found"])
        #expect(try scene.scene.bytes("b.jpg") == [7])
    }

    @Test func `A file that appears meanwhile keeps its name`() async throws {
        let scene = try await PurgedScene(.permanent)
        let tree = scene.scene.tree
        scene.waiting.whenCalled { call in
            if case .putBack = call { try? tree.write("photos/b.jpg", [7]) }
        }
        #expect(try await scene.undo().states == ["a.jpg": "done", "b.jpg": "refused name-taken"])
        #expect(try scene.scene.bytes("b.jpg") == [7])
        #expect(try scene.parked == [])
        #expect(try scene.scene.index.underWay(.undo).isEmpty)
    }

    @Test func `Restored files of a failed group stay, and the next undo restores the rest`() async throws {
        let scene = try await PurgedScene()
        let tree = scene.scene.tree
        scene.trash.whenCalled { call in
            if case .putBack = call { try? tree.write("photos/a.xmp", [7]) }
        }
        #expect(try await scene.undo().states == ["a.jpg": "refused name-taken", "b.jpg": "done"])
        #expect(try scene.areBack("a.jpg"))
        #expect(try scene.scene.bytes("a.xmp") == [7])
        scene.trash.whenCalled { _ in }
        try tree.remove("photos/a.xmp")
        #expect(try await scene.undo().states == ["a.jpg": "done", "b.jpg": "done already-there"])
        #expect(try scene.areBack())
    }

    @Test(arguments: RemovalWay.allCases)
    func `Restored files of a failed group are held, and the others are not`(_ way: RemovalWay) async throws {
        let scene = try await PurgedScene(way)
        let tree = scene.scene.tree
        (way == .trash ? scene.trash : scene.waiting).whenCalled { call in
            if case .putBack = call { try? tree.write("photos/a.xmp", [7]) }
        }
        #expect(try await scene.undo().states == ["a.jpg": "refused name-taken", "b.jpg": "done"])
        #expect(try scene.areBack("a.jpg"))
        let index = try scene.scene.index
        #expect(try index.words(path: tree.path("photos/a.jpg"), sha256: nil).hold == "restored")
        #expect(try index.words(path: tree.path("photos/a.xmp"), sha256: nil).hold == nil)
        let sha256 = try #require(scene.removed.first?.action.members.first?.sha256)
        #expect(try index.words(path: "/elsewhere.jpg", sha256: sha256).hold == "restored")
        #expect(try index.checkIntegrity() == [])
    }

    @Test func `A file that may have its name but may not be safely on disk is held too`() async throws {
        let scene = try await PurgedScene()
        let (tree, path) = (scene.scene.tree, scene.scene.tree.path("photos/a.jpg"))
        let ticket = try #require(scene.removed.first?.action.members.first?.ticket)
        scene.trash.refuse(.putBack, for: path.string, with: TrashError(.failed, "cannot be synced"))
        scene.trash.whenCalled { call in
            guard case .putBack = call else { return }
            try? tree.rename(FilePath("trash/\(ticket.dropFirst("trash ".count))"), to: "photos/a.jpg")
        }
        #expect(try await scene.undo().states == ["a.jpg": "failed removal-failed", "b.jpg": "done"])
        #expect(try scene.areBack("a.jpg"))
        #expect(try scene.scene.index.words(path: path, sha256: nil).hold == "restored")
    }

    @Test func `A fetched file waits for the next run if it cannot be named or even read`() async throws {
        let scene = try await PurgedScene(.permanent)
        let (tree, waiting) = (scene.scene.tree, scene.waiting)
        waiting.refuse(.putBack, for: tree.path("photos/a.jpg").string, with: TrashError(.failed, "cannot be renamed"))
        waiting.whenCalled { [waiting] call in
            guard case .putBack = call else { return }
            for name in (try? FileManager.default.contentsOfDirectory(atPath: tree.path("waiting").string)) ?? [] {
                for step in [FakeTrashService.Step.open, .parked] {
                    waiting.refuse(step, for: "permanent \(name)", with: TrashError(.denied, "cannot be looked at"))
                }
            }
        }
        #expect(try await scene.undo().states == ["a.jpg": "failed removal-failed", "b.jpg": "done"])
        #expect(try scene.scene.index.underWay(.undo).map(\.members.count) == [2])
    }

    @Test func `Another file with the name and size is not the removed one`() async throws {
        let scene = try await PurgedScene()
        let bytes = try #require(scene.bytes["b.jpg"]).map { $0 ^ 1 }
        try scene.scene.tree.write("photos/b.jpg", bytes)
        #expect(try await scene.undo().states == ["a.jpg": "done", "b.jpg": "refused name-taken"])
        #expect(try scene.scene.bytes("b.jpg") == bytes)
        #expect(try scene.parked.count == 1)
    }

    @Test func `Nothing is written below another file system's mount point`() async throws {
        let scene = try await PurgedScene(.permanent)
        let photos = scene.scene.tree.path("photos")
        try scene.scene.writableIndex.rename(
            root: photos, to: photos, fileSystem: FileSystemIdentity(name: "uuid:another", keepsInodes: true), at: 1)
        let states = try await scene.undo().states
        #expect(states == ["a.jpg": "refused root-changed", "b.jpg": "refused root-changed"])
        #expect(try scene.names == [])
    }

    @Test func `Nor below that of a disk in the root that is not mounted`() async throws {
        let scene = try await PurgedScene(.permanent)
        let queue = try DatabaseQueue(path: scene.scene.tree.path("index.sqlite").string)
        try await queue.write {
            try $0.execute(
                sql: """
                    INSERT INTO fileSystem (name, keepsInodes) VALUES ('uuid:disk', 1);
                    UPDATE file SET fileSystem = last_insert_rowid() WHERE path = CAST('a.jpg' AS BLOB)
                    """)
        }
        try queue.close()
        #expect(try await scene.undo().states == ["a.jpg": "refused root-changed", "b.jpg": "done"])
        #expect(try scene.names == ["b.jpg"])
    }

    @Test func `If there is no root any more, no directories are created to restore files`() async throws {
        let scene = try await PurgedScene(.permanent)
        try scene.scene.writableIndex.forget(root: scene.scene.tree.path("photos"), at: 1)
        try scene.scene.tree.rename("photos", to: "elsewhere")
        let states = try await scene.undo().states
        #expect(states == ["a.jpg": "refused root-changed", "b.jpg": "refused root-changed"])
        #expect(!scene.scene.tree.exists("photos"))
        try scene.scene.tree.rename("elsewhere", to: "photos")
        #expect(try await scene.undo().states == ["a.jpg": "done", "b.jpg": "done"])
    }

    @Test func `An interruption leaves complete groups, and nothing half fetched`() async throws {
        let scene = try await PurgedScene(.permanent)
        let interruption = scene.scene.interruption
        scene.waiting.whenCalled { call in
            if case .receive(let path) = call, path.lastComponent == "a.xmp" { interruption.raise() }
        }
        let outcome = try await scene.undo()
        #expect(outcome.states == ["a.jpg": "skipped interrupted", "b.jpg": "skipped interrupted"])
        #expect(outcome.summary.signal == .interrupt)
        #expect(try scene.names == [])
        #expect(try scene.parked == [])
        #expect(try scene.scene.index.underWay(.undo).isEmpty)
    }
}
