import Glibc
import PhotoIndex
import PhotoModel
import SystemPackage
import Testing
import WorkphotosTestSupport

/// Files that an ordinary user may not write. Root reads and writes everything, so these tests run with the file system
/// rights of nobody.
struct UnprivilegedTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func change(_ path: FilePath, mode: UInt32) {
        _ = unsafe path.withPlatformString { unsafe chmod($0, mode) }
    }

    @Test func `No new index is created in a directory that cannot be written`() throws {
        change(directory.path, mode: 0o555)
        let path = directory.path.appending("index.sqlite")
        let error = withoutPrivileges { indexError { _ = try PhotoIndex.open(forWritingAt: path, owner: "tests") } }
        change(directory.path, mode: 0o755)
        #expect(error == .inaccessible(path, Errno.permissionDenied.description))
    }

    @Test func `A read-only index is read, and refused for writing`() throws {
        try Library(PhotoIndex.open(forWritingAt: directory.index, owner: "tests")).scan([photo("a.jpg")])
        let state = directory.index.removingLastComponent()
        change(directory.path, mode: 0o755)
        for name in TemporaryDirectory.names(state) { change(state.appending(name), mode: 0o444) }
        change(state, mode: 0o555)
        let path = directory.index
        let error = withoutPrivileges { indexError { _ = try PhotoIndex.open(forWritingAt: path, owner: "tests") } }
        let groups = try withoutPrivileges {
            try PhotoIndex.open(forReadingAt: path, owner: "tests").status().groups
        }
        #expect(error == .readOnly(path))
        #expect(groups == 1)
    }

    @Test func `An index that cannot be read says why`() throws {
        _ = try PhotoIndex.open(forWritingAt: directory.index, owner: "tests")
        change(directory.path, mode: 0o755)
        change(directory.index.removingLastComponent(), mode: 0o755)
        change(directory.index, mode: 0)
        let path = directory.index
        let error = withoutPrivileges { indexError { _ = try PhotoIndex.open(forReadingAt: path, owner: "tests") } }
        #expect(error == .inaccessible(path, Errno.permissionDenied.description))
    }
}
