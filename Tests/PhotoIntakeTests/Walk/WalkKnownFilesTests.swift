import PhotoFiles
import PhotoIntake
import PhotoModel
import SystemPackage
import Testing
import WorkphotosTestSupport

struct WalkKnownFilesTests {
    private let tree: TemporaryTree
    private let paths: [FilePath] = ["a.jpg", "b/c.jpg", "b/d.jpg"]

    init() throws {
        tree = try TemporaryTree()
        for path in paths { try tree.write(path, [1, 2]) }
    }

    @Test func `Unchanged files are counted and seen`() throws {
        let walked = tree.walk(known: try tree.known(paths))
        #expect(walked.found.isEmpty)
        #expect(walked.unchanged == 3)
        #expect(walked.known.unseen.isEmpty)
    }

    @Test func `A changed file has its row, and a new one has none`() throws {
        let known = try tree.known(paths)
        try tree.write("b/d.jpg", [1, 2, 3])
        try tree.write("b/e.jpg")
        let walked = tree.walk(known: known)
        #expect(walked.found == ["b/d.jpg", "b/e.jpg"])
        #expect(walked.rows == ["b/d.jpg": 2])
        #expect(walked.unchanged == 2)
        #expect(walked.known.unseen.isEmpty)
    }

    @Test func `A replaced file with the same size and mtime is changed`() throws {
        try #require(try fileSystem().keepsInodes, "needs a file system that keeps inodes and ctime")
        let known = try tree.known(paths)
        try tree.setPermissions("a.jpg", [.ownerRead])
        #expect(tree.walk(known: known).found == ["a.jpg"])
    }

    @Test func `A file that must be read again is returned although it is unchanged`() throws {
        let walked = tree.walk(known: try tree.known(paths, mustReread: true))
        #expect(walked.rows == ["a.jpg": 0, "b/c.jpg": 1, "b/d.jpg": 2])
        #expect(walked.unchanged == 0)
    }

    @Test func `A removed file remains unseen in a directory that was read`() throws {
        let known = try tree.known(paths)
        try tree.remove("b")
        let walked = tree.walk(known: known)
        #expect(walked.known.unseen.sorted() == [1, 2])
        #expect(walked.coverage.fileSystem(of: "b".utf8) == (try fileSystem()))
        #expect(walked.findings.isEmpty)
    }

    @Test func `The same path in another root is another file`() throws {
        let known = try tree.known(paths)
        var root = tree.root()
        root.id = 2
        var walk = ComparedWalk(root: root, options: WalkOptions(), known: known)
        while walk.next() != nil {}
        #expect(walk.known.unseen.count == 3)
    }

    @Test func `An unfinished walk covers nothing`() throws {
        var walk = ComparedWalk(root: tree.root(), options: WalkOptions(), known: .none)
        _ = walk.next()
        #expect(walk.coverage.fileSystem(of: []) == nil)
        while walk.next() != nil {}
        #expect(walk.coverage.fileSystem(of: []) != nil)
    }

    @Test func `Times out of range do not end the walk`() throws {
        try tree.setModified("a.jpg", seconds: .max / 2)
        try tree.setModified("b/c.jpg", seconds: .min / 2)
        let walked = tree.walk(known: try tree.known(paths))
        #expect(walked.unchanged == 3)
    }

    private func fileSystem() throws -> FileSystemIdentity {
        let directory = try FileDescriptor.open(tree.path, .readOnly)
        return try directory.closeAfter { try FileSystemIdentity(of: directory) }
    }
}
