import PhotoIndex
import PhotoModel
import SystemPackage
import Testing

struct SavingTests {
    @Test func `What was read is stored unchanged`() throws {
        let library = try Library()
        var facts = PhotoFacts(format: .jpeg)
        facts.position = .valid(try #require(Coordinate(latitude: -33.9, longitude: 151.2)))
        facts.positionSource = .xmp
        facts.altitude = -2.5
        facts.horizontalAccuracy = 4.7
        facts.processingMethod = "CELLID"
        facts.gpsTime = WallTime(microseconds: -5)
        facts.captureTime = CaptureTime(
            wall: WallTime(microseconds: 1_234_567), offset: UTCOffset(seconds: -34_200, source: .gps), source: .xmp)
        facts.nextCaptureTime = CaptureTime(
            wall: WallTime(microseconds: -7), offset: UTCOffset(seconds: 0, source: .utc), source: .filename)
        facts.unsetTime = CaptureTime(wall: WallTime(microseconds: 0), offset: nil, source: .takeout)
        facts.make = "Canon"
        facts.model = "EOS R5"
        facts.width = 8192
        facts.height = 5464
        facts.orientation = 8
        facts.thumbnailBytes = 9_123
        facts.contentIdentifier = "0-1"
        try library.scan([scanned("2026/a.jpg", 3, .photo(facts))])
        let photo = try #require(try library.index.photo(at: "/photos/2026/a.jpg"))
        #expect(photo.facts == facts)
        #expect(photo.bytes == 1_003)
        #expect(photo.modified == 5_003)
        #expect(photo.judgement == Library.judge([facts]))
        #expect(photo.members == [Photo.Member(path: photo.path, role: .still, bytes: 1_003)])
    }

    @Test func `A time whose offset was not understood, and one that may be UTC, come back as such`() throws {
        let library = try Library()
        var facts = PhotoFacts(format: .jpeg)
        facts.captureTime = CaptureTime(
            wall: WallTime(microseconds: 1), offset: nil, source: .exif, hasUnreadableOffset: true)
        try library.scan([scanned("a.jpg", 1, .photo(facts))])
        #expect(try library.index.photo(at: "/photos/a.jpg")?.facts == facts)
        facts.captureTime = CaptureTime(
            wall: WallTime(microseconds: 1), offset: UTCOffset(seconds: 0, source: .assumed), source: .quicktime)
        try library.scan([scanned("a.jpg", 2, .photo(facts))])
        #expect(try library.index.photo(at: "/photos/a.jpg")?.facts == facts)
    }

    @Test func `An invalid position comes back with its reason`() throws {
        let library = try Library()
        var facts = PhotoFacts(format: .jpeg)
        facts.position = .invalid(.zeroDenominator)
        try library.scan([scanned("a.jpg", 1, .photo(facts))])
        #expect(try library.index.photo(at: "/photos/a.jpg")?.facts == facts)
    }

    @Test(arguments: [FileContent.other("png"), .broken(.corrupt, detail: "is empty")])
    func `Facts are complete after a file without any`(content: FileContent) throws {
        let library = try Library()
        var facts = PhotoFacts(format: .jpeg)
        facts.position = .valid(try #require(Coordinate(latitude: 52.5, longitude: 13.4)))
        facts.positionSource = .exif
        facts.processingMethod = "GPS"
        facts.captureTime = CaptureTime(
            wall: WallTime(microseconds: 1), offset: UTCOffset(seconds: 3_600, source: .exif), source: .exif)
        try library.scan([
            scanned("a.jpg", 1, .photo(facts)), scanned("b.jpg", 2, content), scanned("c.jpg", 3, .photo(facts)),
        ])
        #expect(try library.index.photo(at: "/photos/a.jpg")?.facts == facts)
        #expect(try library.index.photo(at: "/photos/c.jpg")?.facts == facts)
    }

    @Test func `A photo without a camera's make differs from one with an empty make`() throws {
        let library = try Library()
        var one = PhotoFacts(format: .jpeg)
        one.model = "X"
        var other = one
        other.make = ""
        try library.scan([scanned("a.jpg", 1, .photo(one)), scanned("b.jpg", 2, .photo(other))])
        #expect(try library.index.photo(at: "/photos/a.jpg")?.facts.make == nil)
        #expect(try library.index.photo(at: "/photos/b.jpg")?.facts.make == "")
    }

    @Test func `A file read again with the same content is the same, whatever its times`() throws {
        let library = try Library()
        try library.scan([photo("a.jpg", 1, isRacy: true), photo("b.jpg", 2)])
        let rows = try library.rows("a.jpg", "b.jpg")
        var touched = photo("b.jpg", 2, row: rows[1])
        touched.reading.fingerprint.modified += 9
        let outcome = try library.scan([photo("a.jpg", 1, row: rows[0]), touched])
        #expect((outcome.same, outcome.changed, outcome.new) == (2, 0, 0))
        #expect(try library.index.photo(at: "/photos/b.jpg")?.modified == 5_011)
        let known = try library.index.knownFiles(root: library.root.id, readerVersion: 1)
        let place = try #require(known.index(of: library.key("a.jpg")))
        #expect(known[place].mustReread == false)
    }

    @Test func `A file with other bytes has changed, and so has its verdict`() throws {
        let library = try Library()
        try library.scan([photo("a.jpg", 1)])
        let row = try library.rows("a.jpg")[0]
        let outcome = try library.scan([photo("a.jpg", 2, row: row, at: (-5, 8))])
        #expect((outcome.same, outcome.changed, outcome.new) == (0, 1, 0))
        #expect(try library.index.photo(at: "/photos/a.jpg")?.judgement?.verdict == .personal)
        #expect(try library.rows("a.jpg") == [row])
        #expect(try library.index.checkIntegrity().isEmpty)
    }

    @Test func `A photo that is damaged later is no longer a photo, until it is repaired`() throws {
        let library = try Library()
        try library.scan([photo("a.jpg")])
        let row = try library.rows("a.jpg")[0]
        try library.scan([scanned("a.jpg", 2, .broken(.corrupt, detail: "it ends early"), row: row)])
        #expect(try library.index.status().groups == 0)
        #expect(try library.index.status().unreadable == 1)
        #expect(try library.index.checkIntegrity().isEmpty)
        try library.scan([photo("a.jpg", 3, row: row)])
        #expect(try library.index.status().groups == 1)
        #expect(try library.index.status().unreadable == 0)
        #expect(try library.index.checkIntegrity().isEmpty)
    }

    @Test func `Broken files are known without opening them`() throws {
        let library = try Library()
        let broken = FileContent.broken(.tooLarge, detail: "it has 3 GB")
        try library.scan([
            scanned("b/x.jpg", 1, broken), scanned("a.jpg", 2, broken), scanned("c.heic", 3, .other("heic")),
        ])
        let all = try library.index.brokenFiles(root: library.root)
        #expect(all.map(\.path) == ["/photos/a.jpg", "/photos/b/x.jpg"])
        #expect(all.first == Finding(path: "/photos/a.jpg", kind: .tooLarge, detail: "it has 3 GB"))
        #expect(try library.index.brokenFiles(root: library.root, below: Array("b".utf8)).count == 1)
        #expect(try library.index.status().unsupported == 1)
    }

    @Test func `A row of another path is not overwritten`() throws {
        let library = try Library()
        try library.scan([photo("a.jpg", 1), photo("b.jpg", 2)])
        let rows = try library.rows("a.jpg", "b.jpg")
        let outcome = try library.scan([photo("b.jpg", 3, row: rows[0]), photo("c.jpg", 4, row: rows[0])])
        #expect((outcome.changed, outcome.new) == (1, 1))
        #expect(try library.rows("a.jpg", "b.jpg") == rows)
        #expect(try library.index.photo(at: "/photos/a.jpg")?.bytes == 1_001)
        #expect(try library.index.photo(at: "/photos/b.jpg")?.bytes == 1_003)
    }

    @Test func `Content is no longer known after the file's fingerprint changes`() throws {
        let directory = try TemporaryDirectory()
        let library = try Library(PhotoIndex.open(forWritingAt: directory.index, owner: Library.owner))
        try library.scan([photo("a.jpg")])
        try execute(
            "INSERT INTO content VALUES (1, zeroblob(32), 1001); UPDATE file SET content = 1;"
                + "INSERT INTO hold VALUES (1, 1, 'restored', CAST('/photos/a.jpg' AS BLOB), 1, 0, NULL)",
            in: directory.index)
        #expect(try library.index.photo(at: "/photos/a.jpg")?.held == "restored")
        #expect(try library.index.photo(at: "/photos/a.jpg")?.sha256?.count == 32)
        let row = try library.rows("a.jpg")[0]
        try library.scan([photo("a.jpg", row: row)])
        #expect(try library.index.photo(at: "/photos/a.jpg")?.sha256 != nil)
        var other = photo("a.jpg", row: row)
        other.reading.fingerprint.size += 1
        try library.scan([other])
        #expect(try library.index.photo(at: "/photos/a.jpg")?.sha256 == nil)
    }
}
