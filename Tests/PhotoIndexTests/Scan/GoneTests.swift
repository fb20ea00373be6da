import PhotoIndex
import PhotoModel
import SystemPackage
import Testing

struct GoneTests {
    private let library: Library

    init() throws {
        library = try Library()
        try library.scan((1...10).map { photo("d/\($0).jpg", $0) } + [photo("e/11.jpg", 11)])
    }

    @Test func `What is gone is on the file system on which its root was accepted`() throws {
        let library = try Library()
        try library.scan((1...4).map { photo("\($0).jpg", $0) })
        try library.scan([], unseen: library.rows("1.jpg"))
        let writer = try library.index.scanWriter(root: library.root.id, readerVersion: 1, basis: nil)
        var coverage = ScanCoverage(unseen: [], isWholeRoot: true, rootFileSystem: Library.card, now: 200) { _ in
            Library.card
        }
        coverage.acceptsMissing = true
        _ = try writer.finish(coverage, judge: Library.judge)
        #expect(try library.index.fileSystem(ofFileAt: "/photos/1.jpg") == Library.card.name)
    }

    @Test func `A file missing from a directory that was read completely is gone`() throws {
        let outcome = try library.scan([], unseen: library.rows("d/1.jpg", "e/11.jpg"))
        #expect((outcome.gone, outcome.keptBack) == (2, 0))
        #expect(try library.paths().count == 9)
        #expect(try library.index.photo(at: "/photos/d/1.jpg") == nil)
        #expect(try library.index.status().gone == 2)
        #expect(try library.index.knownFiles(root: library.root.id, readerVersion: 1).count == 9)
        #expect(try library.index.checkIntegrity().isEmpty)
    }

    @Test func `Files in a directory that was not read completely are kept`() throws {
        let outcome = try library.scan([], unseen: library.rows("d/1.jpg", "e/11.jpg")) { directory in
            directory.elementsEqual("d".utf8) ? nil : Library.disk
        }
        #expect(outcome.gone == 1)
        #expect(try library.index.photo(at: "/photos/d/1.jpg") != nil)
    }

    @Test func `Files on another file system are kept until their absence is accepted`() throws {
        let rows = try library.rows("e/11.jpg")
        let outcome = try library.scan([], unseen: rows) { _ in Library.card }
        #expect((outcome.gone, outcome.keptElsewhere) == (0, 1))
        #expect(try library.paths().count == 11)
        #expect(try library.scan([], unseen: rows, acceptsMissing: true) { _ in Library.card }.gone == 1)
        #expect(try library.paths().count == 10)
    }

    @Test func `More than half of a root is not accepted as gone`() throws {
        let rows = try library.rows("d/1.jpg", "d/2.jpg", "d/3.jpg", "d/4.jpg", "d/5.jpg", "d/6.jpg")
        let outcome = try library.scan([], unseen: rows)
        #expect((outcome.gone, outcome.keptBack) == (0, 6))
        #expect(try library.paths().count == 11)
        #expect(try library.scan([], unseen: rows, acceptsMissing: true).gone == 6)
        #expect(try library.paths().count == 5)
    }

    @Test func `New files do not count for the half`() throws {
        let rows = try library.rows("d/1.jpg", "d/2.jpg", "d/3.jpg", "d/4.jpg", "d/5.jpg", "d/6.jpg")
        let outcome = try library.scan((20...40).map { photo("n/\($0).jpg", $0) }, unseen: rows)
        #expect((outcome.new, outcome.keptBack) == (21, 6))
    }

    @Test func `Half of a root or less can be gone`() throws {
        #expect(
            try library.scan([], unseen: library.rows("d/1.jpg", "d/2.jpg", "d/3.jpg", "d/4.jpg", "d/5.jpg")).gone == 5)
    }

    @Test func `A file that returns uses its row again`() throws {
        let row = try library.rows("d/1.jpg")
        try library.scan([], unseen: row)
        let outcome = try library.scan([photo("d/1.jpg", 1)])
        #expect((outcome.new, outcome.changed) == (1, 0))
        #expect(try library.rows("d/1.jpg") == row)
        #expect(try library.index.status().gone == 0)
        #expect(try library.index.checkIntegrity().isEmpty)
    }

    @Test func `Files that are not photos are removed without being counted`() throws {
        try library.scan([scanned("f.heic", 12, .other("heic"))])
        #expect(try library.index.status().unsupported == 1)
        #expect(try library.scan([], unseen: library.rows("f.heic")).gone == 0)
        #expect(try library.index.status().unsupported == 0)
        #expect(try library.index.checkIntegrity().isEmpty)
    }

    @Test func `No one else can judge between finding what is lost and counting it`() throws {
        let directory = try TemporaryDirectory()
        let other = try PhotoIndex.open(forWritingAt: directory.index, owner: Library.owner, busyTimeout: .zero)
        let library = try Library(PhotoIndex.open(forWritingAt: directory.index, owner: Library.owner))
        try library.scan([photo("a.jpg", 1), photo("b.jpg", 2), photo("c.jpg", 3)])
        let basis = JudgingBasis(
            fences: [UInt8](repeating: 1, count: 32), settings: [UInt8](repeating: 1, count: 32), rulesVersion: 1)
        try library.scan([], unseen: library.rows("a.jpg")) { _ in
            _ = try? other.judgeAnew(basis: basis) { _ in Judgement(verdict: .unsure, reason: .noFences) }
            return Library.disk
        }
        #expect(try library.index.checkIntegrity().isEmpty)
    }
}
