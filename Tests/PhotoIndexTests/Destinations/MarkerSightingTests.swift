import PhotoIndex
import PhotoModel
import SystemPackage
import Testing

struct MarkerSightingTests {
    private let library: Library
    private let marker: DestinationMarker

    init() throws {
        library = try Library()
        marker = try #require(DestinationMarker("abc"))
    }

    private func scan(
        _ directories: [String], unseen: [Int64] = [], isAccepted: Bool = false, wasRead: @escaping (String) -> Bool
    ) throws {
        let writer = try library.index.scanWriter(
            root: library.root.id, readerVersion: 1, basis: try library.index.basis())
        var coverage = ScanCoverage(
            unseen: unseen, isWholeRoot: true, rootFileSystem: Library.disk, now: 100
        ) { wasRead(String(decoding: $0, as: UTF8.self)) ? Library.disk : nil }
        coverage.acceptsMissing = isAccepted
        coverage.markers = directories.map { MarkerSighting(directory: Array($0.utf8), marker: marker) }
        #expect(try writer.finish(coverage, judge: Library.judge).markers == coverage.markers)
    }

    private func sightings() throws -> [String] { try library.index.sightings(of: marker).map(\.string) }

    @Test func `Markers that a scan saw are known, and forgotten when it looks there and sees none`() throws {
        try scan(["", "a", "b/c"]) { _ in true }
        #expect(try sightings() == ["/photos", "/photos/a", "/photos/b/c"])
        try scan(["a"]) { !$0.hasPrefix("b") }
        #expect(try sightings() == ["/photos/a", "/photos/b/c"])
        try scan([]) { _ in true }
        #expect(try sightings().isEmpty)
    }

    @Test func `Another marker in its place is a new sighting`() throws {
        try scan(["a"]) { _ in true }
        let other = try #require(DestinationMarker("def"))
        let writer = try library.index.scanWriter(root: library.root.id, readerVersion: 1, basis: nil)
        try writer.note([MarkerSighting(directory: Array("a".utf8), marker: other)])
        #expect(try sightings().isEmpty)
        #expect(try library.index.sightings(of: other) == ["/photos/a"])
    }

    @Test func `While so much is missing that a mount may be missing, nothing is forgotten`() throws {
        try library.scan([photo("a/1.jpg", 1), photo("a/2.jpg", 2)])
        try scan(["a"]) { _ in true }
        let rows = try library.rows("a/1.jpg", "a/2.jpg")
        try scan([], unseen: rows) { _ in true }
        #expect(try sightings() == ["/photos/a"])
        try scan([], unseen: rows, isAccepted: true) { _ in true }
        #expect(try sightings().isEmpty)
    }

    @Test func `A root around others takes over their sightings, and a forgotten root loses its own`() throws {
        try scan(["", "a"]) { _ in true }
        let top = try Library(library.index, root: "/")
        #expect(try sightings() == ["/photos", "/photos/a"])
        try library.index.rename(root: "/", to: "/mnt", fileSystem: Library.disk, at: 70)
        #expect(try sightings() == ["/mnt/photos", "/mnt/photos/a"])
        #expect(try library.index.checkIntegrity().isEmpty)
        try library.index.forget(root: "/mnt", at: 1)
        #expect(try sightings().isEmpty)
        #expect(top.root.path == "/")
    }
}
