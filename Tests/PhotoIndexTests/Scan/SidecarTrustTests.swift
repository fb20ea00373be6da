import PhotoIndex
import PhotoModel
import Testing

/// The facts of a sidecar are in the rows of its photos, so it counts as read only when these are saved as well.
struct SidecarTrustTests {
    private let library: Library

    init() throws {
        library = try Library()
        try library.scan((1...9).map { still("d/\($0).jpg", $0) })
    }

    private func mustReread(_ path: String) throws -> Bool {
        let known = try library.index.knownFiles(root: library.root.id, readerVersion: 1)
        return known[try #require(known.index(of: library.key(path)))].mustReread
    }

    private func save(_ file: ScannedFile) throws -> ScanWriter {
        let writer = try library.index.scanWriter(root: library.root.id, readerVersion: 1, basis: nil)
        try writer.save([file], judge: Library.judge)
        return writer
    }

    private func finish(_ writer: ScanWriter, unseen: [Int64] = []) throws {
        let coverage = ScanCoverage(
            unseen: unseen, isWholeRoot: true, rootFileSystem: Library.disk, now: 100
        ) { _ in Library.disk }
        _ = try writer.finish(coverage, judge: Library.judge)
    }

    @Test func `A new or changed sidecar is read again after an interrupted scan`() throws {
        try finish(try save(sidecar("d/1.xmp", 20)))
        #expect(try !mustReread("d/1.xmp"))
        let changed = sidecar("d/1.xmp", 21, row: try library.rows("d/1.xmp")[0])
        _ = try save(changed)
        #expect(try mustReread("d/1.xmp"))
        let second = try save(changed)
        #expect(try mustReread("d/1.xmp"))
        try finish(second)
        #expect(try !mustReread("d/1.xmp"))
        #expect(try !mustReread("d/1.jpg"))
    }

    @Test func `A racy sidecar stays racy`() throws {
        try finish(try save(scanned("d/1.xmp", 20, .sidecar(.xmp), isRacy: true)))
        #expect(try mustReread("d/1.xmp"))
    }

    @Test func `A moved sidecar is trusted at its new path`() throws {
        try finish(try save(sidecar("d/1.xmp", 20)))
        try finish(try save(sidecar("d/2.xmp", 20)), unseen: library.rows("d/1.xmp"))
        #expect(try !mustReread("d/2.xmp"))
        try library.expectSound()
    }
}
