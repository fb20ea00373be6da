import Glibc
import PhotoIndex
import PhotoModel
import SystemPackage
import Testing

/// Opening an index leaves the locks of the process's other connections to it in place.
struct LockKeepingTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
        try Library(PhotoIndex.open(forWritingAt: directory.index, owner: "tests")).scan([photo("a.jpg")])
    }

    /// Whether a part of the range that SQLite locks while it reads or writes is locked
    /// (https://www.sqlite.org/src/file/src/os.h, SHARED_FIRST and SHARED_SIZE). A lock of an open file description
    /// conflicts with those of the same process.
    private func isLocked(_ file: FileDescriptor) -> Bool {
        var lock = flock()
        lock.l_type = Int16(F_WRLCK)
        lock.l_whence = Int16(SEEK_SET)
        lock.l_start = 0x4000_0002
        lock.l_len = 510
        // F_OFD_GETLK, which Swift's Glibc leaves out.
        #expect(unsafe fcntl(file.rawValue, 36, &lock) == 0)
        return lock.l_type != Int16(F_UNLCK)
    }

    @Test func `A writer that opens beside a reader is locked, and so is a reader beside a writer`() throws {
        // Closed last: closing it would release the locks as well.
        let file = try FileDescriptor.open(directory.index, .readWrite)
        defer { try? file.close() }
        let first = try PhotoIndex.open(forReadingAt: directory.index, owner: "tests")
        #expect(try first.status().groups == 1)
        #expect(isLocked(file))
        let writer = try PhotoIndex.open(forWritingAt: directory.index, owner: "tests")
        #expect(isLocked(file))
        let others = try (
            PhotoIndex.open(forReadingAt: directory.index, owner: "tests"),
            PhotoIndex.copyInMemory(of: directory.index, owner: "tests")
        )
        #expect(isLocked(file))
        withExtendedLifetime((first, writer, others)) {}
    }
}
