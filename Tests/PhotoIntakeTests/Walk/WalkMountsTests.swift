import PhotoFiles
import PhotoIntake
import PhotoModel
import SystemPackage
import Testing
import WorkphotosTestSupport

@Suite(.enabled(if: PrivateMounts.areAllowed, "mounting takes CAP_SYS_ADMIN"))
struct WalkMountsTests {
    private let tree: TemporaryTree

    init() throws {
        tree = try TemporaryTree()
        for path: FilePath in ["a/b.jpg", "mount/below.jpg"] { try tree.write(path) }
    }

    @Test func `A mounted file system is entered, and its files are known to be on it`() throws {
        let walked = PrivateMounts.run { [tree] mounts -> Walked? in
            guard mounts.mountTemporary(on: tree.path("mount").string) else { return nil }
            try? tree.write("mount/c/d.jpg")
            return tree.walk()
        }
        let result = try #require(walked)
        #expect(result.found == ["a/b.jpg", "mount/c/d.jpg"])
        let root = try #require(result.coverage.fileSystem(of: []))
        let mount = try #require(result.coverage.fileSystem(of: "mount".utf8))
        #expect(mount != root)
        #expect(mount.keepsInodes)
        #expect(result.coverage.fileSystem(of: "mount/c".utf8) == mount)
        #expect(result.coverage.fileSystem(of: "mount/gone".utf8) == mount)
        #expect(result.coverage.fileSystem(of: "a".utf8) == root)
    }

    @Test func `A mounted file system is skipped if requested, and does not count as read`() throws {
        let walked = PrivateMounts.run { [tree] mounts -> Walked? in
            guard mounts.mountTemporary(on: tree.path("mount").string) else { return nil }
            try? tree.write("mount/c/d.jpg")
            return tree.walk(.with { $0.staysOnFileSystem = true })
        }
        let result = try #require(walked)
        #expect(result.found == ["a/b.jpg"])
        #expect(result.findings.isEmpty)
        #expect(result.coverage.fileSystem(of: "mount".utf8) == nil)
        #expect(result.coverage.fileSystem(of: "mount/c".utf8) == nil)
        #expect(result.coverage.fileSystem(of: "a".utf8) != nil)
    }

    @Test func `A directory mounted into itself is a loop`() throws {
        let walked = PrivateMounts.run { [tree] mounts -> Walked? in
            mounts.bind(tree.path.string, on: tree.path("mount").string) ? tree.walk() : nil
        }
        let result = try #require(walked)
        #expect(result.found == ["a/b.jpg"])
        #expect(result.problems(in: tree) == ["mount": .loop])
        #expect(result.coverage.fileSystem(of: "mount".utf8) == nil)
    }

    @Test func `A directory mounted in a second place is walked in both`() throws {
        let walked = PrivateMounts.run { [tree] mounts -> Walked? in
            mounts.bind(tree.path("a").string, on: tree.path("mount").string) ? tree.walk() : nil
        }
        #expect(walked?.found == ["a/b.jpg", "mount/b.jpg"])
    }

    @Test func `Two mounts of the same kind are two file systems`() throws {
        let names = PrivateMounts.run { [tree] mounts -> [String]? in
            ["a", "mount"].compactMap { name in
                let path = tree.path(FilePath(name))
                guard mounts.mountTemporary(on: path.string),
                    let directory = try? FileDescriptor.open(path, .readOnly)
                else { return nil }
                return try? directory.closeAfter { try FileSystemIdentity(of: directory).name }
            }
        }
        #expect(names?.count == 2)
        #expect(Set(names ?? []).count == 2)
    }
}
