import SystemPackage
import Testing
import WorkphotosTestSupport

/// Files of a group are removed and restored together; other files stay as they are.
struct RemovedGroupTests {
    private static let office = TestPhoto(at: (52.52, 13.405), taken: "2026:05:04 10:00:00")
    private static let together = [
        "IMG_1.JPG", "IMG_1.MOV", "DSC_2.JPG", "DSC_2.DNG", "DSC_2.xmp", "a.jpg", "a.jpg.xmp",
    ]
    private static let apart = ["home.jpg", "held.jpg", "mine.jpg", "nowhere.jpg"]

    private static let identifier = "0D5E5A3C-7A3B-4A0C-9C64-2B7C7E0C9B11"

    /// The still of a Live Photo, taken at the office.
    private static var live: [UInt8] {
        var structure = ExifStructure()
        structure.primary = [.text(0x010F, "Apple")]
        let note = AppleMakerNoteBytes(.text(0x0011, identifier)).bytes
        structure.exif = [.text(0x9003, "2026:05:04 10:00:00"), .bytes(0x927C, .undefined, note)]
        structure.gps = [
            .text(0x01, "N"), .fractions(0x02, (52, 1), (31, 1), (12, 1)), .text(0x03, "E"),
            .fractions(0x04, (13, 1), (24, 1), (18, 1)),
        ]
        return JPEGFile(structure).bytes
    }

    private let world: WorkHome
    private let before: [String]

    init() throws {
        world = try WorkHome.sent(photos: 0) { home in
            for name in ["DSC_2.JPG", "a.jpg", "held.jpg", "mine.jpg"] { try home.add(name, Self.office) }
            try home.add("nowhere.jpg", TestPhoto(taken: "2026:05:04 10:00:00"))
            try home.tree.write("photos/IMG_1.JPG", Self.live)
            let clip = MovieFile([MovieFile.track(), MovieFile.keys([("content.identifier", Self.identifier)])])
            try home.tree.write("photos/IMG_1.MOV", clip.bytes)
            let taken = [ExifEntry.text(0x9003, "2026:05:04 10:00:00")]
            let raw = [ExifEntry.text(0x010F, "Leica"), .bytes(0xC612, .byte, [1, 4, 0, 0])]
            try home.tree.write("photos/DSC_2.DNG", TIFFFile(.init(raw, exif: taken)).bytes)
            for name in ["DSC_2.xmp", "a.jpg.xmp"] {
                try home.tree.write(FilePath("photos/" + name), XMPPacket(elements: "<!-- \(name) -->").bytes)
            }
        }
        try world.program.run("hold", "\(world.home.library)/held.jpg")
        try world.program.run("mark", "personal", "\(world.home.library)/mine.jpg")
        before = try world.listing()
    }

    @Test(arguments: [[], ["--permanently"]])
    func `A pair, a RAW file and sidecars are removed and restored with their photo`(_ way: [String]) throws {
        #expect(try world.names() == (Self.together + Self.apart).sorted())
        let purge = try world.program.start(["purge", "--yes", "--json"] + way).wait()
        #expect((purge.exit, purge.count("done"), purge.count("files")) == (0, 3, 7), "\(purge.notes)")
        #expect(try world.names() == Self.apart.sorted())
        #expect(Set(try world.listing()).isSubset(of: before))
        let undo = try world.program.run("undo", world.newestRun(), "--json")
        #expect((undo.exit, undo.count("done"), undo.count("files")) == (0, 3, 7), "\(undo.notes)")
        #expect(try world.listing() == before)
        let scan = try world.program.run("scan", "--json")
        #expect((scan.count("new"), scan.count("changed"), scan.count("groups")) == (0, 0, 7))
    }

    @Test func `A group with one file that cannot be restored is not restored at all`() throws {
        #expect(try world.program.run("purge", "--yes").exit == 0)
        let run = try world.newestRun()
        try world.home.tree.write("photos/DSC_2.xmp", Array("another".utf8))
        let undo = try world.program.run("undo", run, "--json")
        #expect((undo.exit, undo.count("done"), undo.count("refused")) == (4, 2, 1))
        #expect(try world.names().filter { $0.hasPrefix("DSC") } == ["DSC_2.xmp"])
        try world.home.tree.remove("photos/DSC_2.xmp")
        #expect(try world.program.run("undo", run).exit == 0)
        #expect(try world.listing() == before)
    }

    @Test func `A group with one damaged copy stays complete`() throws {
        try world.home.tree.write(
            FilePath("shelf").appending(WorkHome.target("IMG_1.MOV").components), Array("damaged".utf8))
        let purge = try world.program.run("purge", "--yes", "--json")
        #expect(purge.count("done") == 2)
        #expect(purge.lines.contains { $0["why"] as? String == "not-verified" }, "\(purge.output)")
        #expect(try world.names() == (Self.apart + ["IMG_1.JPG", "IMG_1.MOV"]).sorted())
        #expect(Set(try world.listing()).isSubset(of: before))
    }
}
