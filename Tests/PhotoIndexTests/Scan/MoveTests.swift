import PhotoIndex
import PhotoModel
import SystemPackage
import Testing

struct MoveTests {
    private let library: Library

    init() throws {
        library = try Library()
        try library.scan((1...6).map { photo("d/\($0).jpg", $0) })
    }

    @Test func `A file found at another path keeps its row`() throws {
        let row = try library.rows("d/1.jpg")
        var moved = photo("new/1.jpg", 1)
        moved.reading.fingerprint.changed += 99
        let outcome = try library.scan([moved], unseen: row)
        #expect((outcome.moved, outcome.new, outcome.gone) == (1, 0, 0))
        #expect(try library.rows("new/1.jpg") == row)
        #expect(try library.index.status().groups == 6)
        #expect(try library.index.checkIntegrity().isEmpty)
        let known = try library.index.knownFiles(root: library.root.id, readerVersion: 1)
        let place = try #require(known.index(of: library.key("new/1.jpg")))
        #expect(known[place].matches(moved.reading.fingerprint, keepsInodes: true))
    }

    @Test func `A whole directory may move, however much of the root it contains`() throws {
        let rows = try library.rows("d/1.jpg", "d/2.jpg", "d/3.jpg", "d/4.jpg", "d/5.jpg", "d/6.jpg")
        let outcome = try library.scan((1...6).map { photo("n/\($0).jpg", $0) }, unseen: rows)
        #expect((outcome.moved, outcome.gone, outcome.keptBack) == (6, 0, 0))
        #expect(try library.rows("n/1.jpg", "n/2.jpg", "n/3.jpg", "n/4.jpg", "n/5.jpg", "n/6.jpg") == rows)
    }

    @Test func `A moved photo has the verdict of its new metadata`() throws {
        try library.scan([photo("n/1.jpg", 1, at: (-5, 0))], unseen: library.rows("d/1.jpg"))
        #expect(try library.index.photo(at: "/photos/n/1.jpg")?.judgement?.verdict == .personal)
        #expect(try library.index.status().byVerdict[.work]?.photos == 5)
        #expect(try library.index.checkIntegrity().isEmpty)
    }

    enum Difference: CaseIterable { case inode, size, modified, digest, fileSystem }

    @Test(arguments: Difference.allCases)
    func `A file that differs in anything is another file`(difference: Difference) throws {
        var other = photo("n/1.jpg", 1)
        switch difference {
        case .inode: other.reading.fingerprint.inode += 100
        case .size: other.reading.fingerprint.size += 1
        case .modified: other.reading.fingerprint.modified += 1
        case .digest: other.reading.digest += 1
        case .fileSystem: other.fileSystem = FileSystemIdentity(name: "uuid:other", keepsInodes: true)
        }
        let outcome = try library.scan([other], unseen: library.rows("d/1.jpg"))
        #expect((outcome.moved, outcome.new, outcome.gone) == (0, 1, 1))
    }

    @Test func `If two files could be the moved one, neither is`() throws {
        let outcome = try library.scan([photo("n/1.jpg", 1), photo("n/2.jpg", 1)], unseen: library.rows("d/1.jpg"))
        #expect((outcome.moved, outcome.new, outcome.gone) == (0, 2, 1))
        #expect(try library.index.checkIntegrity().isEmpty)
    }

    @Test func `Inodes that change at each mount prove nothing`() throws {
        let card = try Library(root: "/card")
        try card.scan((1...3).map { photo("\($0).jpg", $0, fileSystem: Library.card) }) { _ in Library.card }
        let outcome = try card.scan([photo("n.jpg", 1, fileSystem: Library.card)], unseen: card.rows("1.jpg")) { _ in
            Library.card
        }
        #expect((outcome.moved, outcome.new, outcome.gone) == (0, 1, 1))
    }

    @Test func `Decisions on the content move with it`() throws {
        let directory = try TemporaryDirectory()
        let library = try Library(PhotoIndex.open(forWritingAt: directory.index, owner: Library.owner))
        try library.scan((1...3).map { photo("\($0).jpg", $0) })
        try execute(
            """
            INSERT INTO content VALUES (1, zeroblob(32), 1001);
            UPDATE file SET content = 1 WHERE path = CAST('1.jpg' AS BLOB);
            INSERT INTO mark VALUES (1, 1, 'work', CAST('/photos/1.jpg' AS BLOB), 1, 0)
            """, in: directory.index)
        var moved = photo("n/1.jpg", 1)
        moved.sha256 = [UInt8](repeating: 0, count: 32)
        try library.scan([moved], unseen: library.rows("1.jpg"))
        #expect(try library.index.photo(at: "/photos/n/1.jpg")?.judgement?.reason == .marked)
        #expect(try library.index.photo(at: "/photos/n/1.jpg")?.marked == .work)
    }
}
