import PhotoIndex
import PhotoModel
import SystemPackage
import Testing

/// Receipts whose files are unknown: after the index was lost, or a root was forgotten.
struct WaitingContentTests {
    private let library: Library
    private let nas: KnownDestination

    init() throws {
        library = try Library()
        nas = try library.index.addDestination(name: "nas", spec: "folder:/mnt/nas", marker: marker("nas"))
    }

    /// Adds a receipt for the file that `scanned(_:number:)` makes from a number.
    private func addReceipt(_ number: Int) throws {
        let receipt = Receipt(
            sha256: Uploads.sha256(number), size: 1_000 + Int64(number),
            target: CopyLocation(FilePath("\(number).jpg")),
            checksum: Checksum(kind: .sha256, value: "00"), received: 5, checked: 5)
        #expect(try library.index.addReceipts([receipt], destination: nas.id) == 1)
    }

    private func hashed(_ path: String, _ number: Int) -> ScannedFile {
        var file = photo(path, number)
        file.sha256 = Uploads.sha256(number)
        return file
    }

    private func unhashed(_ files: [ScannedFile], _ writer: ScanWriter? = nil) throws -> [[UInt8]] {
        let writer = try writer ?? library.index.scanWriter(root: library.root.id, readerVersion: 1, basis: nil)
        return try writer.save(files, judge: Library.judge).map(\.path)
    }

    @Test func `A file with the size of a waiting content is hashed first, and no other`() throws {
        try addReceipt(1)
        let sidecar = scanned("c.xmp", 1, .sidecar(.xmp))
        let files = [photo("a.jpg", 1), photo("b.jpg", 2), sidecar, scanned("d", 1, .other("avif"))]
        #expect(try unhashed(files) == [Array("a.jpg".utf8), Array("c.xmp".utf8)])
        try library.scan([hashed("a.jpg", 1)])
        #expect(try library.index.photo(at: "/photos/a.jpg")?.sha256 == Uploads.sha256(1))
    }

    @Test(arguments: [false, true])
    func `A content that has its file no longer waits`(isFirstFill: Bool) throws {
        if !isFirstFill { try library.scan([photo("z.jpg", 9)]) }
        try addReceipt(1)
        try library.scan([hashed("a.jpg", 1)])
        #expect(try unhashed([photo("b.jpg", 1)]).isEmpty)
    }

    @Test(arguments: [false, true])
    func `All copies are hashed, in whatever batches they come`(isFirstFill: Bool) throws {
        if !isFirstFill { try library.scan([photo("z.jpg", 9)]) }
        try addReceipt(1)
        let writer = try library.index.scanWriter(root: library.root.id, readerVersion: 1, basis: nil)
        #expect(try unhashed([photo("a.jpg", 1)], writer).count == 1)
        #expect(try unhashed([hashed("a.jpg", 1)], writer).isEmpty)
        #expect(try unhashed([photo("b.jpg", 1)], writer).count == 1)
    }

    @Test func `A photo that returns after its removal is hashed`() throws {
        try addReceipt(1)
        try library.scan([hashed("a.jpg", 1)])
        try library.scan([], unseen: library.rows("a.jpg"), acceptsMissing: true)
        #expect(try unhashed([photo("a.jpg", 1)]).count == 1)
    }

    @Test func `A failed receipt waits for nothing`() throws {
        try addReceipt(1)
        var id: Int64?
        try library.index.receipts(destination: nil) {
            id = $0.id
            return true
        }
        try library.index.setChecked([(id: #require(id), isThere: false)], at: 9)
        #expect(try unhashed([photo("a.jpg", 1)]).isEmpty)
    }

    @Test func `The next scan reads unchanged files again that may have receipts`() throws {
        try library.scan([photo("a.jpg", 1), photo("b.jpg", 2), hashed("c.jpg", 3)])
        try addReceipt(1)
        try addReceipt(3)
        #expect(try library.index.rereadFilesThatMayHaveReceipts() == 1)
        let known = try library.index.knownFiles(root: library.root.id, readerVersion: 1)
        for (name, isReread) in [("a.jpg", true), ("b.jpg", false), ("c.jpg", false)] {
            #expect(known[try #require(known.index(of: library.key(name)))].mustReread == isReread, "\(name)")
        }
    }
}
