import PhotoIndex
import PhotoModel
import SystemPackage
import Testing

/// Files that belong together become one group, in whatever order they enter the index.
struct GroupTests {
    private let library: Library
    private static let whole: Set = [["d/I.jpg still", "d/I.mov clip", "d/I.xmp sidecar"]]

    init() throws { library = try Library() }

    private static let files = [still("d/I.jpg", 1), clip("d/I.mov", 2), sidecar("d/I.xmp", 3)]

    @Test func `A still, its clip and its sidecar in one batch are one group`() throws {
        try library.scan(Self.files)
        #expect(try library.groups() == Self.whole)
        let status = try library.index.status()
        #expect((status.groups, status.byVerdict[.work]?.photos, status.unsupported) == (1, 2, 0))
        #expect(status.byVerdict[.work]?.bytes == 2_003)
        try library.expectSound()
    }

    @Test(arguments: [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]])
    func `They are one group in whatever order scans find them`(order: [Int]) throws {
        for place in order {
            try library.scan([Self.files[place]])
            try library.expectSound()
        }
        #expect(try library.groups() == Self.whole)
        #expect(try library.index.status().groups == 1)
        #expect(try library.judgement("d/I.mov") == library.judgement("d/I.jpg"))
    }

    @Test func `A file in another directory, or of another root, does not join the group`() throws {
        let other = try Library(library.index, root: "/other")
        try other.scan([clip("d/I.mov", 7)])
        try library.scan([still("d/I.jpg", 1), clip("e/I.mov", 2), still("I.jpg", 3), sidecar("d/f/I.xmp", 4)])
        #expect(try library.groups().isSuperset(of: [["d/I.jpg still"], ["e/I.mov clip"], ["I.jpg still"]]))
        #expect(try library.index.status().groups == 4)
        try library.expectSound()
    }

    @Test func `One sidecar joins RAW and JPEG, and the JPEG leads`() throws {
        try library.scan([raw("I.cr2", 1)])
        let row = try library.rows("I.cr2")
        try library.scan([still("I.jpg", 2), sidecar("I.xmp", 3)])
        #expect(try library.groups() == [["I.jpg still", "I.cr2 raw", "I.xmp sidecar"]])
        #expect(try library.rows("I.cr2") == row)
        try library.expectSound()
    }

    @Test func `A group keeps its number while the same file leads it`() throws {
        let directory = try TemporaryDirectory()
        let library = try Library(PhotoIndex.open(forWritingAt: directory.index, owner: Library.owner))
        try library.scan([still("I.jpg", 1), still("J.jpg", 2)])
        let numbers = "SELECT CAST(assetGroup AS TEXT) FROM file WHERE path = CAST('I.jpg' AS BLOB)"
        let before = try values(numbers, in: directory.index)
        try library.scan([clip("I.mov", 3), sidecar("I.xmp", 4)])
        try library.scan([], unseen: library.rows("I.mov"))
        #expect(try values(numbers, in: directory.index) == before)
        #expect(try values("SELECT CAST(count(*) AS TEXT) FROM assetGroup", in: directory.index) == ["3"])
        try library.expectSound()
    }

    @Test func `A second clip that may be the pair's removes the first, until it is gone`() throws {
        try library.scan([still("d/I.jpg", 1), clip("d/I.mov", 2)])
        try library.scan([clip("d/I.mp4", 9)])
        #expect(try library.groups() == [["d/I.jpg still"], ["d/I.mov clip"], ["d/I.mp4 clip"]])
        #expect(try library.judgement("d/I.mov")?.verdict == .unsure)
        try library.expectSound()
        try library.scan([], unseen: library.rows("d/I.mp4"))
        #expect(try library.groups() == [["d/I.jpg still", "d/I.mov clip"]])
        #expect(try library.judgement("d/I.mov")?.verdict == .work)
        try library.expectSound()
    }

    @Test func `A selection finds every photo of a group, with all its members`() throws {
        try library.scan(Self.files)
        var work = PhotoSelection()
        work.verdicts = [.work]
        #expect(try library.paths(work) == ["/photos/d/I.jpg", "/photos/d/I.mov"])
        #expect(try library.index.photo(at: "/photos/d/I.mov")?.members.map(\.bytes) == [1_001, 1_002, 1_003])
        #expect(try library.index.photo(at: "/photos/d/I.xmp") == nil)
        #expect(try library.facts(at: "/photos/d/I.mov").map(\.format) == [.jpeg, .mov])
        #expect(try library.facts(at: "/photos/d/I.mov").map(\.duration) == [nil, 2])
        #expect(try library.facts(at: "/photos/d/X.mov").isEmpty)
    }
}
