import PhotoIntake
import PhotoModel
import SystemPackage
import Testing
import WorkphotosTestSupport

struct WalkNamesTests {
    private let tree: TemporaryTree

    init() throws {
        tree = try TemporaryTree()
    }

    @Test(arguments: [
        Array("new\nline.jpg".utf8), Array("\u{1B}[31mred.jpg".utf8), [0xFF, 0xFE] + Array(".jpg".utf8),
        Array("-rf.jpg".utf8), Array(" .jpg".utf8), Array("*?[.jpg".utf8), Array("a\\b.jpg".utf8),
        Array(repeating: UInt8(ascii: "n"), count: 251) + Array(".jpg".utf8),
    ])
    func `A name is passed on byte by byte`(name: [UInt8]) throws {
        let path = FilePath(bytes: Array("dir\u{7}/".utf8) + name)
        try tree.write(path)
        let walked = tree.walk()
        #expect(walked.found.map(\.bytes) == [path.bytes])
        #expect(tree.walk(known: try tree.known([path])).unchanged == 1)
    }

    @Test func `Names that differ only in composition are two files`() throws {
        let twins: [FilePath] = ["caf\u{E9}.jpg", "cafe\u{301}.jpg"]
        for path in twins { try tree.write(path) }
        #expect(Set(tree.walk().found.map(\.bytes)) == Set(twins.map(\.bytes)))
        let known = try tree.known([twins[0]])
        #expect(tree.walk(known: known).found.map(\.bytes) == [twins[1].bytes])
    }

    @Test(arguments: [
        "jpg", "JPG", "jpeg", "jfif", "heic", "HIF", "avif", "png", "tiff", "dng", "cr2", "CR3", "nef", "arw", "pef",
        "orf", "ORI", "MOD", "tod", "rw2", "srw", "raf", "webp", "jxl", "mov", "MP4", "360", "m4v", "3gp", "xmp", "Aae",
        "crw", "mrw", "x3f",
        "3FR",
        "iiq", "erf", "kdc", "dcr", "mef", "mos", "nrw", "rwl", "sr2", "gpr", "JP2", "j2k", "psd", "GIF", "bmp", "avi",
        "MTS", "m2ts", "mpg", "mpeg", "wmv", "mkv", "webm", "MP", "MP~2",
    ])
    func `A file with this extension is a candidate`(ending: String) throws {
        try tree.write(FilePath("a.b.\(ending)"))
        #expect(tree.walk().found.count == 1)
    }

    @Test(arguments: [
        "json", "txt", "jpgx", "jp", "", "giff", "mp3", "ts", "jpg~", "mp~", "original", "jp\u{67}\u{301}", "j\u{10}g",
    ])
    func `A file with another extension is not`(ending: String) throws {
        try tree.write(FilePath("a.\(ending)"))
        #expect(tree.walk().found.isEmpty)
    }

    @Test func `200 directories deep, with a path longer than the system accepts`() throws {
        let name = String(repeating: "d", count: 100)
        let directory = (0..<200).map { "\(name)\($0)/" }.joined()
        let path = FilePath(directory + "deep.jpg")
        try #require(path.bytes.count > 4096)
        try tree.write(path)
        let walked = tree.walk()
        #expect(walked.found == [path])
        #expect(walked.findings.isEmpty)
        #expect(walked.coverage.fileSystem(of: directory.dropLast().utf8) != nil)
    }

    @Test func `Thousands of levels need no more descriptors and no more stack`() throws {
        let path = FilePath(String(repeating: "d/", count: 3000) + "deep.jpg")
        try tree.write(path)
        let walked = tree.walk()
        #expect(walked.found == [path])
        #expect(walked.findings.isEmpty)
    }

    @Test func `100,000 files in one directory`() throws {
        let tree = try TemporaryTree(inMemory: true)
        try tree.writeEmpty((0..<100_000).lazy.map { "\($0).jpg" }, in: "many")
        var walk = ComparedWalk(root: tree.root(), options: WalkOptions(), known: .none)
        var names: Set<[UInt8]> = []
        while let batch = walk.next() { names.formUnion(batch.files.map(\.name)) }
        #expect(names.count == 100_000)
        #expect(countCandidates(root: tree.root(), options: WalkOptions()) { false } == 100_000)
    }
}
