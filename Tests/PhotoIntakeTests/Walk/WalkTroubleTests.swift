import PhotoIntake
import PhotoModel
import SystemPackage
import Testing
import WorkphotosTestSupport

struct WalkTroubleTests {
    private let tree: TemporaryTree

    init() throws {
        tree = try TemporaryTree()
        try tree.setPermissions("", [.ownerReadWriteExecute, .groupReadExecute, .otherReadExecute])
    }

    @Test func `A directory that cannot be read is a finding, the rest is walked`() throws {
        for path: FilePath in ["a/b.jpg", "shut/c/d.jpg", "e/f.jpg"] { try tree.write(path) }
        let known = try tree.known(["shut/c/d.jpg"])
        try tree.setPermissions("shut", [])
        let walked = withoutPrivileges { tree.walk(known: known) }
        #expect(walked.found == ["a/b.jpg", "e/f.jpg"])
        #expect(walked.problems(in: tree) == ["shut": .unreadable])
        #expect(walked.findings.first?.detail == "Permission denied")
        #expect(walked.coverage.fileSystem(of: "shut".utf8) == nil)
        #expect(walked.coverage.fileSystem(of: "shut/c".utf8) == nil)
        #expect(walked.coverage.fileSystem(of: "a".utf8) != nil)
        #expect(walked.coverage.fileSystem(of: "shutter".utf8) != nil)
    }

    @Test func `A directory whose names can be listed but not looked up is one finding`() throws {
        for path: FilePath in ["a/b.jpg", "a/c.jpg", "a/d/e.jpg", "f.jpg"] { try tree.write(path) }
        try tree.setPermissions("a", [.ownerReadWrite, .groupRead, .otherRead])
        let walked = withoutPrivileges { tree.walk() }
        #expect(walked.found == ["f.jpg"])
        #expect(walked.problems(in: tree) == ["a": .unreadable])
        #expect(walked.coverage.fileSystem(of: "a".utf8) == nil)
        #expect(walked.coverage.fileSystem(of: "a/d".utf8) == nil)
    }

    @Test func `A directory whose names cannot be looked up and do not matter is no finding`() throws {
        for path: FilePath in ["a/notes.md", "b.jpg"] { try tree.write(path) }
        try tree.setPermissions("a", [.ownerReadWrite, .groupRead, .otherRead])
        let walked = withoutPrivileges { tree.walk() }
        #expect(walked.found == ["b.jpg"])
        #expect(walked.findings.isEmpty)
        #expect(walked.coverage.fileSystem(of: "a".utf8) != nil)
    }

    @Test func `A root that can no longer be read is a finding without a directory`() throws {
        try tree.write("a.jpg")
        try tree.setPermissions("", [])
        var walk = ComparedWalk(root: tree.root(), options: WalkOptions(), known: .none)
        let batch = withoutPrivileges { walk.next() }
        #expect(batch?.directory == nil)
        #expect(batch?.findings.map(\.kind) == [.unreadable])
        #expect(batch?.findings.map(\.path) == [tree.path])
        while walk.next() != nil {}
        #expect(walk.coverage.fileSystem(of: []) == nil)
    }

    @Test func `Files that vanish after they were listed are findings`() throws {
        let names = (0..<600).map { FilePath("\($0).jpg") }
        for name in names { try tree.write(name) }
        let known = try tree.known(names)
        for name in names { try tree.write(name, [1, 2]) }
        var walk = ComparedWalk(root: tree.root(), options: WalkOptions(), known: known)
        var walked = Walked()
        if let batch = walk.next() { walked.add(batch) }
        let left = Set(names).subtracting(walked.found)
        try #require(left.count == 600 - WalkBatch.mostFiles)
        for name in left { try tree.remove(name) }
        while let batch = walk.next() { walked.add(batch) }
        #expect(walked.found.count == WalkBatch.mostFiles)
        #expect(Set(walked.problems(in: tree).keys) == left)
        #expect(walked.findings.allSatisfy { $0.kind == .vanished })
        #expect(walk.known.unseen.count == left.count)
        #expect(walk.coverage.fileSystem(of: []) != nil)
    }

    @Test func `A directory that vanishes after it was listed is gone`() throws {
        try tree.write("a.jpg")
        try tree.write("b/c.jpg")
        var walk = ComparedWalk(root: tree.root(), options: WalkOptions(), known: .none)
        _ = walk.next()
        try tree.remove("b")
        let end = walk.next()
        #expect(end == nil)
        #expect(walk.coverage.fileSystem(of: "b".utf8) != nil)
    }

    @Test func `A directory that becomes a link after it was listed is not followed`() throws {
        try tree.write("b/c.jpg")
        let other = try TemporaryTree()
        try other.write("d.jpg")
        var walk = ComparedWalk(root: tree.root(), options: WalkOptions(), known: .none)
        _ = walk.next()
        try tree.remove("b")
        try tree.link("b", to: other.path)
        let end = walk.next()
        #expect(end == nil)
    }

    @Test func `A file that becomes a directory after it was listed is missing`() throws {
        for number in 0..<600 { try tree.write(FilePath("\(number).jpg")) }
        var walk = ComparedWalk(root: tree.root(), options: WalkOptions(), known: .none)
        var walked = Walked()
        if let batch = walk.next() { walked.add(batch) }
        for number in 0..<600 where !walked.found.contains(FilePath("\(number).jpg")) {
            try tree.remove(FilePath("\(number).jpg"))
            try tree.makeDirectory(FilePath("\(number).jpg"))
        }
        while let batch = walk.next() { walked.add(batch) }
        #expect(walked.found.count == WalkBatch.mostFiles)
        #expect(walked.findings.isEmpty)
    }

    @Test func `Pipes, sockets and devices are ignored whatever their names`() throws {
        try tree.makePipe("pipe.jpg")
        #expect(tree.walk().found.isEmpty)
        #expect(tree.walk(.with { $0.followsSymlinks = true }).findings.isEmpty)
    }
}
