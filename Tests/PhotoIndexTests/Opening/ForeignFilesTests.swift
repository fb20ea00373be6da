import GRDB
import PhotoIndex
import PhotoModel
import SystemPackage
import Testing

/// SQLite opens any file with the name of one of its own. A file that is not part of an index stays as it is.
struct ForeignFilesTests {
    static let names = ["-wal", "-shm", "-journal"]
    private let directory: TemporaryDirectory
    private let photo: FilePath
    private let bytes = Array("a photo, and no file of SQLite's".utf8)

    init() throws {
        directory = try TemporaryDirectory()
        photo = directory.path.appending("photo.jpg")
        try directory.write(bytes, to: photo)
        try directory.write([], to: directory.path.appending("state").appending("other"))
    }

    private func beside(_ name: String) -> FilePath { FilePath(directory.index.string + name) }

    private func makeIndex() throws {
        try Library(PhotoIndex.open(forWritingAt: directory.index, owner: "tests")).scan([photo("a.jpg")])
    }

    private func photo(_ path: String) -> ScannedFile { PhotoIndexTests.photo(path) }

    /// Expects that opening the index beside a file is refused, and that the photo stays as it is.
    private func expectRefused(_ name: String, _ why: ForeignFile) throws {
        let (path, before) = (directory.index, try directory.snapshot())
        let expected = IndexError.foreignFile(beside(name), why)
        #expect(throws: expected) { try PhotoIndex.open(forWritingAt: path, owner: "tests") }
        if TemporaryDirectory.names(directory.path.appending("state")).contains("index.sqlite") {
            #expect(throws: expected) { try PhotoIndex.open(forReadingAt: path, owner: "tests") }
            #expect(throws: expected) { try PhotoIndex.copyInMemory(of: path, owner: "tests") }
        }
        #expect(try directory.snapshot() == before)
        #expect(try directory.read(photo) == bytes)
    }

    @Test(arguments: names, [false, true])
    func `A photo that has the index's name by a hard link is not written to`(name: String, isThere: Bool) throws {
        if isThere { try makeIndex() }
        TemporaryDirectory.remove(beside(name))
        try TemporaryDirectory.hardLink(photo, as: beside(name))
        try expectRefused(name, .otherContent)
    }

    @Test(arguments: names, [false, true])
    func `A link in its place is not followed`(name: String, isThere: Bool) throws {
        if isThere { try makeIndex() }
        TemporaryDirectory.remove(beside(name))
        try TemporaryDirectory.link(beside(name), to: photo.string)
        try expectRefused(name, .link)
    }

    @Test func `Partly initialized shared memory of a killed program is completed by SQLite`() throws {
        try makeIndex()
        TemporaryDirectory.remove(beside("-shm"))
        try directory.write([UInt8](repeating: 0, count: 3 * 4_096), to: beside("-shm"))
        #expect(try PhotoIndex.open(forWritingAt: directory.index, owner: "tests").roots().count == 1)
    }

    @Test(arguments: names)
    func `A pipe is not opened`(name: String) throws {
        try makeIndex()
        TemporaryDirectory.remove(beside(name))
        try TemporaryDirectory.makePipe(beside(name))
        let path = directory.index
        #expect(throws: IndexError.foreignFile(beside(name), .notRegular)) {
            try PhotoIndex.open(forWritingAt: path, owner: "tests")
        }
        #expect(throws: IndexError.foreignFile(beside(name), .notRegular)) {
            try PhotoIndex.open(forReadingAt: path, owner: "tests")
        }
    }

    @Test func `The log of a missing index is not used for a new one, and is kept`() throws {
        try makeIndex()
        // While the index is being read, the log is not moved into it.
        let reader = try DatabaseQueue(path: directory.index.string)
        try reader.read { db in
            _ = try Int.fetchOne(db, sql: "SELECT count(*) FROM file")
            try Library(PhotoIndex.open(forWritingAt: directory.index, owner: "tests")).scan([photo("b.jpg")])
            let log = try directory.read(beside("-wal"))
            #expect(!log.isEmpty)
            TemporaryDirectory.remove(directory.index)
            let new = try PhotoIndex.open(forWritingAt: directory.index, owner: "tests")
            #expect(try new.roots().isEmpty)
            #expect(try new.checkIntegrity().isEmpty)
            let kept = TemporaryDirectory.names(directory.path.appending("state")).filter { $0.hasSuffix(".lost") }
            #expect(kept.count == 1)
            #expect(try directory.read(directory.path.appending("state").appending(kept[0])) == log)
        }
    }
}
