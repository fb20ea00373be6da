import Glibc
import PhotoIndex
import PhotoModel
import SystemPackage
import Testing

/// An index that has another name by a hard link would have two logs and two locks.
struct TwoNamesTests {
    private let directory: TemporaryDirectory
    private let copy: FilePath

    init() throws {
        directory = try TemporaryDirectory()
        try Library(PhotoIndex.open(forWritingAt: directory.index, owner: "tests")).scan([photo("a.jpg")])
        copy = directory.path.appending("copy.sqlite")
    }

    @Test(arguments: ["", "-wal", "-shm"])
    func `Such a file is refused by each name and left alone`(side: String) throws {
        let (path, file) = (directory.index, FilePath(directory.index.string + side))
        try TemporaryDirectory.hardLink(file, as: FilePath(copy.string + side))
        let before = try directory.snapshot()
        #expect(throws: IndexError.twoNames(file)) { try PhotoIndex.open(forWritingAt: path, owner: "tests") }
        #expect(throws: IndexError.twoNames(file)) { try PhotoIndex.open(forReadingAt: path, owner: "tests") }
        #expect(throws: IndexError.twoNames(file)) { try PhotoIndex.copyInMemory(of: path, owner: "tests") }
        if side.isEmpty {
            #expect(throws: IndexError.twoNames(copy)) { try PhotoIndex.open(forWritingAt: copy, owner: "tests") }
        }
        #expect(try directory.snapshot() == before)
        TemporaryDirectory.remove(FilePath(copy.string + side))
        #expect(try PhotoIndex.open(forWritingAt: path, owner: "tests").roots().count == 1)
    }

    @Test func `A program that holds the directory for long keeps nobody from the index`() throws {
        let state = try FileDescriptor.open(directory.index.removingLastComponent(), .readOnly)
        try state.closeAfter {
            #expect(flock(state.rawValue, LOCK_EX) == 0)
            let index = try PhotoIndex.open(
                forWritingAt: directory.index, owner: "tests", busyTimeout: .milliseconds(20))
            #expect(try index.roots().count == 1)
        }
    }
}
