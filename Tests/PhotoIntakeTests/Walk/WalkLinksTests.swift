import PhotoIntake
import PhotoModel
import SystemPackage
import Testing
import WorkphotosTestSupport

struct WalkLinksTests {
    private let tree: TemporaryTree
    private let following = WalkOptions.with { $0.followsSymlinks = true }

    init() throws {
        tree = try TemporaryTree()
    }

    @Test func `Links are not followed unless asked for`() throws {
        try tree.write("real/a.jpg")
        try tree.link("directory", to: "real")
        try tree.link("file.jpg", to: "real/a.jpg")
        let walked = tree.walk()
        #expect(walked.found == ["real/a.jpg"])
        #expect(walked.findings.isEmpty)
    }

    @Test func `Followed links keep the link's path`() throws {
        try tree.write("outside/b/c.jpg", [1, 2, 3])
        try tree.makeDirectory("root")
        try tree.link("root/directory", to: "../outside")
        try tree.link("root/file.jpg", to: "../outside/b/c.jpg")
        try tree.link("root/notes.txt", to: "../outside/b/c.jpg")
        var walk = ComparedWalk(root: WalkRoot(id: 1, path: tree.path("root")), options: following, known: .none)
        var walked = Walked()
        while let batch = walk.next() {
            walked.add(batch)
            for file in batch.files {
                #expect(file.bytes == 3)
                #expect(file.isLink == (file.name == Array("file.jpg".utf8)))
            }
        }
        walked.finish(walk)
        #expect(walked.found == ["directory/b/c.jpg", "file.jpg"])
    }

    @Test func `A directory with two paths to it is visited once, by its real path`() throws {
        for name in ["a", "z", "m"] { try tree.link(FilePath(name), to: "real/deep") }
        try tree.write("real/deep/b.jpg")
        let walked = tree.walk(following)
        #expect(walked.found == ["real/deep/b.jpg"])
        #expect(walked.findings.isEmpty)
    }

    @Test func `Of several links to one place the first path counts`() throws {
        let outside = try TemporaryTree()
        try outside.write("b.jpg")
        for name in ["m", "a", "z"] { try tree.link(FilePath(name), to: outside.path) }
        #expect(tree.walk(following).found == ["a/b.jpg"])
    }

    @Test func `Links in followed directories are followed`() throws {
        let (one, two) = (try TemporaryTree(), try TemporaryTree())
        try one.link("sub/next", to: two.path)
        try two.write("c.jpg")
        try tree.link("x/first", to: one.path)
        #expect(tree.walk(following).found == ["x/first/sub/next/c.jpg"])
    }

    @Test func `A link to a directory above it is a loop`() throws {
        try tree.write("a/b/c.jpg")
        try tree.link("a/b/up", to: "..")
        try tree.link("a/top", to: tree.path)
        let walked = tree.walk(following)
        #expect(walked.found == ["a/b/c.jpg"])
        #expect(walked.problems(in: tree) == ["a/b/up": .loop, "a/top": .loop])
    }

    @Test func `Links between two directories end, and are loops if a directory contains itself`() throws {
        let other = try TemporaryTree()
        try other.write("b.jpg")
        try other.link("back", to: tree.path)
        try tree.write("a.jpg")
        try tree.link("forth", to: other.path)
        let walked = tree.walk(following)
        #expect(walked.found == ["a.jpg", "forth/b.jpg"])
        #expect(walked.problems(in: tree) == ["forth/back": .loop])
    }

    @Test func `Links to nothing count as missing`() throws {
        try tree.link("broken.jpg", to: "nothing")
        try tree.link("broken", to: "nothing/at/all")
        try tree.link("itself.jpg", to: "itself.jpg")
        try tree.link("device.jpg", to: "/dev/null")
        let walked = tree.walk(following)
        #expect(walked.found.isEmpty)
        #expect(walked.findings.isEmpty)
    }

    @Test func `Skip rules apply to links by their own names`() throws {
        let outside = try TemporaryTree()
        try outside.write("b.jpg")
        for path: FilePath in [".hidden", "@eaDir", "out"] { try tree.link(path, to: outside.path) }
        let options = WalkOptions.with {
            $0.followsSymlinks = true
            $0.excludes = ["out/"]
        }
        #expect(tree.walk(options).found.isEmpty)
    }
}
