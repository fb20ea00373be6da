import Glibc
import PhotoFiles
import PhotoIntake
import SystemPackage
import Testing
import WorkphotosTestSupport

/// Files that must not be opened, like those of the index in use.
struct WalkUnopenedTests {
    private let tree: TemporaryTree

    init() throws {
        tree = try TemporaryTree()
        for name in ["a.jpg", "index.jpg", "b/x.jpg", "b/x.xmp"] { try tree.write(FilePath(name)) }
    }

    private func walk(leavingOut name: FilePath) throws -> Walked {
        var options = WalkOptions()
        options.unopened = [try FileStatus(at: tree.path(name)).identity]
        return tree.walk(options)
    }

    @Test func `They count as absent, by every hard link`() throws {
        #expect(unsafe link(tree.path("index.jpg").string, tree.path("b/other.jpg").string) == 0)
        let walked = try walk(leavingOut: "index.jpg")
        #expect(walked.found == ["a.jpg", "b/x.jpg", "b/x.xmp"])
        #expect(walked.findings.isEmpty)
    }

    @Test func `A link to one is not followed`() throws {
        let outside = try TemporaryTree()
        try outside.write("index")
        try tree.link("link.jpg", to: outside.path("index"))
        try tree.link("b/x.jpg.xmp", to: outside.path("index"))
        var options = WalkOptions.with { $0.followsSymlinks = true }
        #expect(tree.walk(options).found.contains("link.jpg"))
        options.unopened = [try FileStatus(at: outside.path("index")).identity]
        let walked = tree.walk(options)
        #expect(!walked.found.contains("link.jpg"))
        #expect(walked.sidecars["b/x.jpg"] == ["x.xmp"])
    }

    @Test func `One with a sidecar's name is not read with the photo`() throws {
        let walked = try walk(leavingOut: "b/x.xmp")
        #expect(walked.found == ["a.jpg", "b/x.jpg", "index.jpg"])
        #expect(walked.sidecars.isEmpty)
    }
}
