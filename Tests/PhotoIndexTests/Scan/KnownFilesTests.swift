import PhotoIndex
import PhotoModel
import SystemPackage
import Testing

struct KnownFilesTests {
    @Test func `Files are known by path and fingerprint`() throws {
        let library = try Library()
        try library.scan([photo("x/y/a.jpg", 1), photo("b.jpg", 2), photo("x/y/c.jpg", 3), photo("x/d.jpg", 4)])
        let known = try library.index.knownFiles(root: library.root.id, readerVersion: 1)
        #expect(known.count == 4)
        for (number, path) in [(1, "x/y/a.jpg"), (2, "b.jpg"), (3, "x/y/c.jpg"), (4, "x/d.jpg")] {
            let place = try #require(known.index(of: library.key(path)))
            #expect(known[place].matches(photo(path, number).reading.fingerprint, keepsInodes: true))
            #expect(!known[place].matches(photo(path, number + 1).reading.fingerprint, keepsInodes: true))
        }
        #expect(known.index(of: library.key("a.jpg")) == nil)
    }

    @Test func `A large index, which is read in halves, gives the same files`() throws {
        let directory = try TemporaryDirectory()
        let library = try Library(PhotoIndex.open(forWritingAt: directory.index, owner: Library.owner))
        try library.scan([photo("x/a.jpg", 1), photo("b.jpg", 2), photo("x/c.jpg", 3), photo("d.jpg", 4)])
        try execute(
            "UPDATE file SET id = id + 100000 WHERE path IN (CAST('b.jpg' AS BLOB), CAST('x/c.jpg' AS BLOB))",
            in: directory.index)
        let known = try library.index.knownFiles(root: library.root.id, readerVersion: 1)
        #expect(known.count == 4)
        for (number, path) in [(1, "x/a.jpg"), (2, "b.jpg"), (3, "x/c.jpg"), (4, "d.jpg")] {
            let place = try #require(known.index(of: library.key(path)))
            #expect(known[place].matches(photo(path, number).reading.fingerprint, keepsInodes: true))
            #expect(known[place].row == [1, 100_002, 100_003, 4][number - 1])
        }
        #expect(known.unseen == [1, 4, 100_002, 100_003])
    }

    @Test func `Only a directory's own files are returned for it`() throws {
        let library = try Library()
        try library.scan([photo("a/1.jpg", 1), photo("a/b/2.jpg", 2), photo("a-b/3.jpg", 3), photo("a0.jpg", 4)])
        let known = try library.index.knownFiles(root: library.root.id, below: Array("a".utf8), readerVersion: 1)
        #expect(known.count == 2)
        #expect(known.index(of: library.key("a/b/2.jpg")) != nil)
    }

    @Test func `Files read by an older reader, and racy files, are read again`() throws {
        let library = try Library()
        try library.scan([photo("a.jpg", 1), photo("b.jpg", 2, isRacy: true)])
        func mustReread(_ path: String, _ version: Int) throws -> Bool {
            let known = try library.index.knownFiles(root: library.root.id, readerVersion: version)
            return known[try #require(known.index(of: library.key(path)))].mustReread
        }
        #expect(try !mustReread("a.jpg", 1))
        #expect(try mustReread("a.jpg", 2))
        #expect(try mustReread("b.jpg", 1))
    }

    @Test func `Names that look alike are different files`() throws {
        let library = try Library()
        let names: [[UInt8]] = [
            Array("caf\u{e9}.jpg".utf8), Array("cafe\u{301}.jpg".utf8), [0x62, 0xFF, 0x2E, 0x6A],
            [0x62, 0xFE, 0x2E, 0x6A],
        ]
        let files = names.enumerated().map { number, name in
            var file = photo("", number)
            file.path = name
            return file
        }
        try library.scan(files)
        let known = try library.index.knownFiles(root: library.root.id, readerVersion: 1)
        #expect(known.count == 4)
        for name in names { #expect(known.index(of: library.key(name)) != nil) }
        var bytes: [Int64] = []
        try library.index.photos(matching: PhotoSelection()) {
            bytes.append($0.bytes)
            return true
        }
        #expect(bytes.sorted() == [1_000, 1_001, 1_002, 1_003])
    }
}
