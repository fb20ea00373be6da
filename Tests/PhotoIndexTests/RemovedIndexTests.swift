import PhotoIndex
import PhotoModel
import SystemPackage
import Testing

/// Somebody removes the index, or a part of it, while it is open.
struct RemovedIndexTests {
    private let directory: TemporaryDirectory
    private let index: PhotoIndex

    init() throws {
        directory = try TemporaryDirectory()
        index = try PhotoIndex.open(forWritingAt: directory.index, owner: Library.owner)
        try write()
    }

    private func write() throws(IndexError) {
        _ = try index.addDestination(
            name: "nas", spec: "folder:/nas", marker: DestinationMarker(random: 1, 2))
    }

    private func note() throws(IndexError) { _ = try index.beginRun("scan", at: 1) }

    private func path(_ ending: String) -> FilePath { FilePath(directory.index.string + ending) }

    @Test(arguments: [["", "-wal", "-shm"], [""], ["-wal"]])
    func `Writing is an error, durable or not`(endings: [String]) throws {
        for ending in endings { TemporaryDirectory.remove(path(ending)) }
        let error = IndexError.removed(directory.index)
        #expect(throws: error) { try write() }
        #expect(throws: error) { try note() }
        #expect(error.description.contains("removed or replaced while it was in use"))
    }

    @Test func `Another index in its place is not used instead`() throws {
        for ending in ["", "-wal", "-shm"] { TemporaryDirectory.remove(path(ending)) }
        let other = try PhotoIndex.open(forWritingAt: directory.index, owner: Library.owner)
        #expect(throws: IndexError.removed(directory.index)) { try write() }
        #expect(try other.destinations().isEmpty)
    }

    @Test func `An index in memory has no path`() throws {
        let index = try PhotoIndex.inMemory(owner: Library.owner)
        #expect(try index.beginRun("scan", at: 1) == 1)
    }
}
