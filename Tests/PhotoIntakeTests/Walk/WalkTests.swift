import PhotoFiles
import PhotoIntake
import PhotoModel
import SystemPackage
import Testing
import WorkphotosTestSupport

struct WalkTests {
    private let tree: TemporaryTree

    init() throws {
        tree = try TemporaryTree()
    }

    @Test func `Photos are found at every depth, other files are not`() throws {
        for path: FilePath in ["a.jpg", "b/c.HEIC", "b/d/e.Jpeg", "b/notes.txt", "jpg", "f.jpg.part", ".jpg.swp"] {
            try tree.write(path)
        }
        try tree.makeDirectory("g.jpg")
        let walked = tree.walk()
        #expect(walked.found == ["a.jpg", "b/c.HEIC", "b/d/e.Jpeg"])
        #expect(walked.findings.isEmpty)
    }

    @Test func `A batch contains its files' places and sizes`() throws {
        try tree.write("b/c.jpg", [1, 2, 3])
        var walk = ComparedWalk(root: tree.root(), options: WalkOptions(), known: .none)
        _ = walk.next()
        let next = walk.next()
        let batch = try #require(next)
        let directory = try #require(batch.directory)
        #expect(batch.files == [FoundFile(name: Array("c.jpg".utf8), row: nil, bytes: 3)])
        #expect(directory.path == tree.path("b"))
        #expect(directory.path(of: batch.files[0].name) == tree.path("b/c.jpg"))
        #expect(FilePath(bytes: directory.relativePath) == "b")
        for _ in 0..<2 {
            let end = walk.next()
            #expect(end == nil)
        }
    }

    @Test func `A batch's directory stays open after the walk`() throws {
        try tree.write("b/c.jpg", [7])
        var directory: OpenDirectory?
        do {
            var walk = ComparedWalk(root: tree.root(), options: WalkOptions(), known: .none)
            while let batch = walk.next() { if !batch.files.isEmpty { directory = batch.directory } }
        }
        let open = try #require(directory)
        #expect(try FileSystemIdentity(of: open.descriptor) == open.fileSystem)
    }

    @Test func `An empty root returns nothing and was read`() throws {
        let walked = tree.walk()
        #expect(walked.found.isEmpty)
        #expect(walked.coverage.fileSystem(of: []) != nil)
    }

    @Test func `Large directories come in batches`() throws {
        for number in 0..<1100 { try tree.write(FilePath("\(number).jpg")) }
        let walked = tree.walk()
        #expect(walked.found.count == 1100)
        #expect(Set(walked.found).count == 1100)
        #expect(walked.largestBatch == WalkBatch.mostFiles)
    }

    @Test func `A walk of a part stays in it and returns paths below the root`() throws {
        for path: FilePath in ["a.jpg", "b/c.jpg", "b/d/e.jpg", "bb/f.jpg"] { try tree.write(path) }
        let walked = tree.walk(start: "b")
        #expect(walked.found == ["b/c.jpg", "b/d/e.jpg"])
        #expect(walked.coverage.fileSystem(of: "b/d".utf8) != nil)
        #expect(walked.coverage.fileSystem(of: "bb".utf8) == nil)
        #expect(walked.coverage.fileSystem(of: []) == nil)
    }

    @Test func `A missing part is a finding`() throws {
        try tree.write("a.jpg")
        let walked = tree.walk(start: "b/c")
        #expect(walked.found.isEmpty)
        #expect(walked.problems(in: tree) == ["b/c": .missing])
        #expect(walked.coverage.fileSystem(of: "b/c".utf8) == nil)
    }

    @Test func `A candidate count is the number of files a walk looks at`() throws {
        for path: FilePath in ["a.jpg", "b/c.jpg", "b/.d.jpg", "b/e/.nomedia", "b/e/f.jpg", "g.txt"] {
            try tree.write(path)
        }
        #expect(countCandidates(root: tree.root(), options: WalkOptions()) { false } == 2)
        #expect(countCandidates(root: tree.root(), options: .with { $0.hidden = true }) { false } == 4)
        #expect(countCandidates(root: tree.root(), options: WalkOptions()) { true } == 0)
    }

    @Test func `A root in the top directory has no double slash`() throws {
        var options = WalkOptions()
        options.staysOnFileSystem = true
        var walk = ComparedWalk(root: WalkRoot(id: 1, path: "/"), options: options, known: .none)
        _ = walk.next()
        while let batch = walk.next() {
            guard let directory = batch.directory else { continue }
            #expect(directory.path.bytes == Array("/".utf8) + directory.relativePath)
            break
        }
    }
}
