import PhotoIntake
import PhotoModel
import SystemPackage
import Testing
import WorkphotosTestSupport

struct WalkSidecarTests {
    private let tree: TemporaryTree
    private let paths: [FilePath] = ["a/1.jpg", "a/1.jpg.xmp", "a/2.jpg", "b/3.jpg", "b/4.jpg"]

    init() throws {
        tree = try TemporaryTree()
        for path in paths { try tree.write(path, [1, 2]) }
    }

    @Test func `Sidecars are read, and returned with their photos`() throws {
        for name in ["A.HEIC", "A.HEIC.supplemental-metadata.json", "B.CR2", "B.JPG", "B.xmp", "C.AAE", "notes.txt"] {
            try tree.write(FilePath("c/\(name)"))
        }
        let walked = tree.walk(start: "c")
        #expect(
            walked.found == [
                "c/A.HEIC", "c/A.HEIC.supplemental-metadata.json", "c/B.CR2", "c/B.JPG", "c/B.xmp", "c/C.AAE",
            ])
        #expect(
            walked.sidecars == [
                "c/A.HEIC": ["A.HEIC.supplemental-metadata.json"], "c/B.CR2": ["B.xmp"],
            ])
    }

    @Test(arguments: [false, true])
    func `What has the name of an XMP file beside a photo and is no file is noted`(followsLinks: Bool) throws {
        try tree.makeDirectory("d/1.jpg.xmp")
        try tree.makePipe("d/2.jpg.xmp")
        try tree.link("d/3.jpg.xmp", to: "../a/1.jpg.xmp")
        try tree.link("d/4.jpg.xmp", to: "nowhere")
        for name in ["1.jpg", "2.jpg", "3.jpg", "4.jpg", "1.jpg.xmp/5.jpg"] { try tree.write(FilePath("d/\(name)")) }
        for name in ["folder.xmp", "more.aae"] { try tree.makeDirectory(FilePath("d/\(name)")) }
        let walked = tree.walk(.with { $0.followsSymlinks = followsLinks }, start: "d")
        let sidecars = Dictionary(uniqueKeysWithValues: (1...4).map { (FilePath("d/\($0).jpg"), $0) })
            .mapValues { [FilePath("\($0).jpg.xmp")] }
        #expect(walked.sidecars == sidecars.filter { !followsLinks || $0.key != "d/4.jpg" })
        #expect(walked.found.contains("d/1.jpg.xmp/5.jpg"), "the directory is walked all the same")
        #expect(walked.found.contains("d/3.jpg.xmp") == followsLinks)
        let unread: [FilePath] = ["d/1.jpg.xmp", "d/2.jpg.xmp"] + (followsLinks ? [] : ["d/3.jpg.xmp", "d/4.jpg.xmp"])
        #expect(
            walked.problems(in: tree) == Dictionary(uniqueKeysWithValues: unread.map { ($0, Finding.Kind.unreadable) }))
    }

    @Test func `Photos beside what cannot be read as an XMP file are read again`() throws {
        let known = try tree.known(paths)
        try tree.makePipe("b/3.xmp")
        #expect(tree.walk(known: known).found == ["b/3.jpg", "b/4.jpg"])
    }

    @Test func `JSON without photos is no sidecar`() throws {
        try tree.write("code/package.json")
        try tree.write("code/deep/settings.JSON")
        try tree.write("code/deep/lonely.xmp")
        #expect(tree.walk(start: "code").found == ["code/deep/lonely.xmp"])
    }

    @Test func `If sidecars are unchanged, so are the photos`() throws {
        let walked = tree.walk(known: try tree.known(paths))
        #expect(walked.found.isEmpty)
        #expect(walked.unchanged == 5)
    }

    @Test(arguments: ["changed", "new", "gone", "renamed"])
    func `If a sidecar may have changed, all photos next to it are read again`(change: String) throws {
        let known = try tree.known(paths)
        var expected: [FilePath] = ["a/1.jpg", "a/1.jpg.xmp", "a/2.jpg"]
        switch change {
        case "changed": try tree.write("a/1.jpg.xmp", [1, 2, 3])
        case "new":
            try tree.write("a/2.aae")
            expected.append("a/2.aae")
        case "gone":
            try tree.remove("a/1.jpg.xmp")
            expected.remove(at: 1)
        default:
            try tree.rename("a/1.jpg.xmp", to: "a/2.jpg.xmp")
            expected = ["a/1.jpg", "a/2.jpg", "a/2.jpg.xmp"]
        }
        let walked = tree.walk(known: known)
        #expect(Set(walked.found) == Set(expected))
        #expect(walked.rows["a/2.jpg"] == 2)
        #expect(walked.unchanged == 2)
    }

    @Test func `A new sidecar alone in its directory is found`() throws {
        let known = try tree.known(["b/3.jpg", "b/4.jpg"])
        try tree.write("b/3.xmp")
        #expect(tree.walk(start: "b", known: known).found == ["b/3.jpg", "b/3.xmp", "b/4.jpg"])
    }

    @Test func `Companions are possible if a stem occurs twice, or with an edit or a sidecar`() throws {
        for path in ["x/1.jpg", "x/1.png", "y/IMG_E1.jpg", "z/1-edited.jpg", "v/IMG_1.JPG", "v/img_2.jpg", "v/.jpg"] {
            try tree.write(FilePath(path))
        }
        #expect(tree.walk().grouped == ["a", "x", "y", "z"])
    }

    @Test func `A known photo counts as a companion of a new one`() throws {
        let known = try tree.known(paths)
        try tree.write("b/3.mov")
        #expect(tree.walk(known: known).grouped == ["b"])
    }
}
