import PhotoModel
import PhotoPipeline
import PhotoServices
import SystemPackage
import Testing
import WorkphotosTestSupport

/// What is on the disk before the next step, and that errors of the disk are reported.
@Suite(.enabled(if: CallWatch.isAllowed, "watching system calls takes a kernel with seccomp"))
struct TrashDurabilityTests {
    private let tree: TemporaryTree
    private let permanent = PermanentRemoval()
    private let trash: FreeDesktopTrash
    private let name = "a.workphotos-12-3.jpg"

    init() throws {
        tree = try TemporaryTree()
        trash = tree.trash()
        try tree.makeDirectory("data/Trash/files")
        try tree.makeDirectory("data/Trash/info")
        try tree.write("photos/a.jpg", [1, 2, 3])
    }

    /// The system calls of a step of the trash, and the answer for its first file.
    private func watch(
        failing failure: (String) -> Errno? = { _ in nil }, _ step: @escaping @Sendable () -> [TrashError?]
    ) throws -> (error: TrashError?, calls: [String]) {
        let run = CallWatch.run(below: tree.path, failing: failure, step)
        let watched = try #require(run)
        return (watched.result[0], watched.calls)
    }

    /// Makes the calls of a step that wait for the disk fail, one at a time, and expects an error. A new file is
    /// prepared each time.
    private func expectHeard(
        _ syncs: [String], location: SourceLocation = #_sourceLocation,
        _ prepare: (FilePath) throws -> @Sendable () -> [TrashError?]
    ) throws {
        for sync in syncs {
            for file in try tree.files() { try tree.remove(FilePath(file)) }
            try tree.write("photos/a.jpg", [1, 2, 3])
            let step = try prepare("photos/a.jpg")
            let error = try watch(failing: { $0 == sync ? .ioError : nil }, step).error
            #expect(error?.kind == .failed, "\(sync)", sourceLocation: location)
        }
    }

    @Test func `A permanent removal is also durable on the disk`() throws {
        let parked = try tree.parkProven("photos/a.jpg", in: permanent)
        let (error, calls) = try watch { [permanent] in permanent.finish([parked.proof]) }
        #expect(error == nil)
        #expect(calls == ["unlink photos/.workphotos-12-3.a.jpg", "sync photos"])
        try expectHeard(["sync photos"]) { path in
            let parked = try tree.parkProven(path, in: permanent)
            return { [permanent] in permanent.finish([parked.proof]) }
        }
    }

    @Test func `A name that a file gets back is durable on the disk`() throws {
        let parked = try tree.parkProven("photos/a.jpg", in: permanent)
        let (error, calls) = try watch { [permanent] in permanent.putBack([parked.removal]) }
        #expect(error == nil)
        #expect(calls == ["rename photos/.workphotos-12-3.a.jpg -> photos/a.jpg", "sync photos"])
        try expectHeard(["sync photos"]) { path in
            let parked = try tree.parkProven(path, in: permanent)
            return { [permanent] in permanent.putBack([parked.removal]) }
        }
    }

    @Test func `A file's description is on the disk before the file is in the trash`() throws {
        let removal = try tree.prepare("photos/a.jpg", in: trash)
        let (error, calls) = try watch { [trash] in trash.park([removal]) }
        #expect(error == nil)
        let syncs = ["sync data/Trash/info/\(name).trashinfo", "sync data/Trash/info"]
        #expect(calls == syncs + ["rename photos/a.jpg -> data/Trash/files/\(name)"])
        try expectHeard(syncs) { path in
            let removal = try tree.prepare(path, in: trash)
            return { [trash] in trash.park([removal]) }
        }
    }

    @Test func `A file whose description may not be on the disk stays, without a description`() throws {
        let removal = try tree.prepare("photos/a.jpg", in: trash)
        _ = try watch(failing: { $0.hasPrefix("sync") ? .ioError : nil }) { [trash] in trash.park([removal]) }
        #expect(try tree.files() == ["photos/a.jpg"])
    }

    @Test func `A new trash is on the disk before anything is described in it`() throws {
        try tree.remove("data")
        let removal = try tree.prepare("photos/a.jpg", in: trash)
        let (error, calls) = try watch { [trash] in trash.park([removal]) }
        #expect(error == nil)
        #expect(calls.prefix(4) == ["sync ", "sync data", "sync data/Trash", "sync data/Trash"])
    }

    @Test func `A trashed file's directory entry is also gone on the disk`() throws {
        let parked = try tree.parkProven("photos/a.jpg", in: trash)
        let (error, calls) = try watch { [trash] in trash.finish([parked.proof]) }
        #expect(error == nil)
        #expect(calls == ["sync data/Trash/files", "sync photos"])
        try expectHeard(calls) { path in
            let parked = try tree.parkProven(path, in: trash)
            return { [trash] in trash.finish([parked.proof]) }
        }
    }

    @Test func `A restored name is on the disk before the trash removes the description`() throws {
        let parked = try tree.parkProven("photos/a.jpg", in: trash)
        let (error, calls) = try watch { [trash] in trash.putBack([parked.removal]) }
        #expect(error == nil)
        let syncs = ["sync data/Trash/files", "sync photos"]
        #expect(
            calls == ["rename data/Trash/files/\(name) -> photos/a.jpg"] + syncs
                + ["unlink data/Trash/info/\(name).trashinfo"])
        try expectHeard(syncs) { path in
            let parked = try tree.parkProven(path, in: trash)
            return { [trash] in trash.putBack([parked.removal]) }
        }
    }

    @Test func `The trash keeps describing files whose restored name may not be on the disk`() throws {
        let parked = try tree.parkProven("photos/a.jpg", in: trash)
        _ = try watch(failing: { $0 == "sync photos" ? .ioError : nil }) { [trash] in trash.putBack([parked.removal]) }
        #expect(try tree.files() == ["data/Trash/info/\(name).trashinfo", "photos/a.jpg"])
    }
}

extension TrashDurabilityTests {
    @Test func `A file that is set aside is described on the disk under its second name before it has that`() throws {
        let parked = try tree.parkProven("photos/a.jpg", in: trash)
        let (error, calls) = try watch { [trash] in trash.setAside([parked.removal]) }
        #expect(error == nil)
        #expect(
            calls == [
                "link data/Trash/info/\(name).trashinfo -> data/Trash/info/emptying-\(name).trashinfo",
                "sync data/Trash/info", "rename data/Trash/files/\(name) -> data/Trash/files/emptying-\(name)",
            ])
        try expectHeard(["sync data/Trash/info"]) { path in
            let parked = try tree.parkProven(path, in: trash)
            return { [trash] in trash.setAside([parked.removal]) }
        }
    }

    @Test func `A file that is set back has its name on the disk before its second description is removed`() throws {
        let parked = try tree.parkProven("photos/a.jpg", in: trash)
        #expect(trash.setAside([parked.removal]) == [nil])
        let (error, calls) = try watch { [trash] in trash.setBack([parked.removal]) }
        #expect(error == nil)
        #expect(
            calls == [
                "sync data/Trash/info", "rename data/Trash/files/emptying-\(name) -> data/Trash/files/\(name)",
                "sync data/Trash/files", "unlink data/Trash/info/emptying-\(name).trashinfo",
            ])
        try expectHeard(["sync data/Trash/info", "sync data/Trash/files"]) { path in
            let parked = try tree.parkProven(path, in: trash)
            _ = trash.setAside([parked.removal])
            return { [trash] in trash.setBack([parked.removal]) }
        }
    }

    @Test func `A file that leaves the trash permanently is also gone on the disk`() throws {
        let parked = try tree.parkProven("photos/a.jpg", in: trash)
        #expect(trash.setAside([parked.removal]) == [nil])
        let (error, calls) = try watch { [trash] in trash.empty([parked.proof]) }
        #expect(error == nil)
        #expect(calls.first == "unlink data/Trash/files/emptying-\(name)")
        #expect(calls.suffix(2) == ["sync data/Trash/files", "sync data/Trash/info"])
        try expectHeard(["sync data/Trash/files", "sync data/Trash/info"]) { path in
            let parked = try tree.parkProven(path, in: trash)
            _ = trash.setAside([parked.removal])
            return { [trash] in trash.empty([parked.proof]) }
        }
    }

    @Test func `What takes the name of a file while another of its group is removed stays`() throws {
        try tree.write("photos/b.jpg", [4])
        let parked = try ["photos/a.jpg", "photos/b.jpg"].enumerated().map { number, path in
            try tree.parkProven(path, in: permanent, number: number)
        }
        let proofs = parked.map(\.proof)
        let second: FilePath = "photos/.workphotos-12-1.b.jpg"
        let meddle = { (call: String) -> Errno? in
            if call == "unlink photos/.workphotos-12-0.a.jpg" {
                try? tree.remove(second)
                try? tree.write(second, [9])
            }
            return nil
        }
        let run = CallWatch.run(below: tree.path, failing: meddle) { [permanent] in permanent.finish([proofs])[0] }
        #expect(try #require(run).result.map { $0?.kind } == [nil, .changed])
        #expect(try tree.read(second) == [9])
    }

    @Test func `A disk error is reported for every file that waits for it`() throws {
        try tree.write("photos/b.jpg", [4])
        let parked = try ["photos/a.jpg", "photos/b.jpg"].enumerated().map { number, path in
            try tree.parkProven(path, in: permanent, number: number)
        }
        let proofs = parked.map(\.proof)
        let run = CallWatch.run(below: tree.path, failing: { $0 == "sync photos" ? .ioError : nil }) { [permanent] in
            permanent.finish(proofs)
        }
        let watched = try #require(run)
        #expect(watched.result.map { $0?.kind } == [.failed, .failed])
        #expect(watched.calls.count { $0 == "sync photos" } == 1)
    }

    @Test func `Many files wait for one sync of the disk, and all get its error`() throws {
        let names = (0..<6).map { FilePath("photos/\($0)/b.jpg") }
        for name in names { try tree.write(name) }
        let removals = try names.enumerated().map { try tree.prepare($1, in: trash, number: $0) }
        func park(failing failure: @escaping (String) -> Errno?) throws -> WatchedCalls<[TrashError?]> {
            let run = CallWatch.run(below: tree.path, failing: failure) { [trash] in trash.park(removals) }
            return try #require(run)
        }
        let failing = try park { $0.hasPrefix("sync") ? .ioError : nil }
        #expect(failing.result.allSatisfy { $0?.kind == .failed })
        #expect(!failing.calls.contains { $0.hasPrefix("rename") })
        let fine = try park { _ in nil }
        #expect(fine.result.allSatisfy { $0 == nil })
        let first = try #require(fine.calls.firstIndex { $0.hasPrefix("rename") })
        let synced = fine.calls[..<first].filter { $0.hasPrefix("sync") }
        // On a file system that is not trusted, each file is synced by itself.
        #expect(synced == ["sync the whole disk"] || synced.count == 7)
    }
}
