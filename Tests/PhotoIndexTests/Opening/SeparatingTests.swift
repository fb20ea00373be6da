import Glibc
import PhotoIndex
import PhotoModel
import SystemPackage
import Testing

/// A hard-linked index is given files of its own only while nobody has it open or is opening it.
struct SeparatingTests {
    private let directory: TemporaryDirectory
    private let copy: FilePath

    init() throws {
        directory = try TemporaryDirectory()
        try Library(PhotoIndex.open(forWritingAt: directory.index, owner: "tests")).scan([photo("a.jpg")])
        copy = directory.path.appending("copy")
        try TemporaryDirectory.hardLink(directory.index, as: copy)
    }

    private func links() -> Int {
        var status = stat()
        return unsafe stat(directory.index.string, &status) == 0 ? Int(status.st_nlink) : 0
    }

    private func open() -> IndexError? {
        let path = directory.index
        return indexError {
            _ = try PhotoIndex.open(forWritingAt: path, owner: "tests", busyTimeout: .milliseconds(20))
        }
    }

    /// Holds a lock on the directory of the index.
    private func locked(_ lock: Int32, _ body: () throws -> Void) throws {
        let state = try FileDescriptor.open(directory.index.removingLastComponent(), .readOnly)
        try state.closeAfter {
            #expect(flock(state.rawValue, lock) == 0)
            try body()
        }
    }

    @Test func `Not while another connection is being opened, which has no lock of SQLite's yet`() throws {
        try locked(LOCK_SH) {
            #expect(open() == .busy(directory.index))
            #expect(links() == 2)
        }
        #expect(open() == nil)
        #expect(links() == 1)
    }

    @Test func `A program that holds the directory for long keeps nobody from the index`() throws {
        TemporaryDirectory.remove(copy)
        try locked(LOCK_EX) { #expect(open() == nil) }
    }

    @Test func `Not while this process has it open`() throws {
        let reader = try PhotoIndex.open(forReadingAt: directory.index, owner: "tests")
        #expect(try reader.status().groups == 1)
        #expect(open() == .busy(directory.index))
        #expect(links() == 2)
        withExtendedLifetime(reader) {}
    }
}
