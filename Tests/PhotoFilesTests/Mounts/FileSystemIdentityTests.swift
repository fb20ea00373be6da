import PhotoFiles
import PhotoModel
import SystemPackage
import Testing
import WorkphotosTestSupport

struct FileSystemIdentityTests {
    private func identity(of path: FilePath) throws -> FileSystemIdentity {
        let file = try FileDescriptor.open(path, .readOnly)
        return try file.closeAfter { try FileSystemIdentity(of: file) }
    }

    @Test func `A directory and a file in it have the same file system`() throws {
        let tree = try TemporaryTree()
        try tree.write("a/b")
        #expect(try identity(of: tree.path) == identity(of: tree.path("a/b")))
    }

    @Test func `A file system without a volume is identified by its number and type, and keeps no inodes`() throws {
        let proc = try identity(of: "/proc")
        #expect(proc.name.hasPrefix("fsid:"))
        #expect(proc.name.hasSuffix("-9fa0"))
        #expect(!proc.keepsInodes)
    }

    @Test func `An invalid descriptor is an error`() {
        #expect(throws: Errno.badFileDescriptor) { try FileSystemIdentity(of: FileDescriptor(rawValue: -1)) }
    }
}
