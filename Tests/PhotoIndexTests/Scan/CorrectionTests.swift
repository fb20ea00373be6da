import PhotoIndex
import PhotoModel
import SystemPackage
import Testing

/// An XMP file that gave a photo's place and is gone.
struct CorrectionTests {
    private let library: Library

    init() throws {
        library = try Library()
        try library.scan([corrected(), photo("b.jpg", 2)])
    }

    private func corrected(_ path: String = "a.jpg", _ notes: SidecarNotes = .corrected, row: Int64? = nil)
        -> ScannedFile
    {
        var file = photo(path, 1, row: row, at: (47, 8))
        guard case .photo(var facts) = file.reading.content else { return file }
        facts.sidecars = notes
        facts.positionSource = .xmp
        facts.overruled.coordinate = notes == .corrected ? Coordinate(latitude: -10, longitude: 10) : nil
        file.reading.content = .photo(facts)
        return file
    }

    private func facts(_ path: String = "a.jpg") throws -> PhotoFacts {
        try #require(try library.index.photo(at: FilePath("/photos/\(path)"))).facts
    }

    private func scan(_ notes: SidecarNotes, acceptsMissing: Bool = false) throws {
        let row = try library.rows("a.jpg")[0]
        try library.scan([corrected("a.jpg", notes, row: row)], acceptsMissing: acceptsMissing)
    }

    @Test func `What a correction overrules is kept`() throws {
        let facts = try facts()
        #expect(facts.sidecars == .corrected)
        #expect(facts.overruled.coordinate == Coordinate(latitude: -10, longitude: 10))
        #expect(try self.facts("b.jpg").sidecars == [])
    }

    @Test func `A correction that is gone is noted until it is accepted`() throws {
        try scan([])
        #expect(try facts().sidecars == .lost)
        try scan([])
        #expect(try facts().sidecars == .lost)
        try library.scan([], acceptsMissing: true)
        #expect(try facts().sidecars == [])
        try scan([])
        #expect(try facts().sidecars == [])
    }

    @Test func `It is judged with that note, and again when it is accepted`() throws {
        let judge: ([PhotoFacts]) -> Judgement = { members in
            members.contains { $0.sidecars.contains(.lost) }
                ? Judgement(verdict: .unsure, reason: .unknownCorrection) : Library.judge(members)
        }
        for (isAccepted, reason) in [(false, Reason.unknownCorrection), (true, .insideFence)] {
            let writer = try library.index.scanWriter(root: library.root.id, readerVersion: 1, basis: nil)
            if !isAccepted {
                try writer.save([corrected("a.jpg", [], row: try library.rows("a.jpg")[0])], judge: judge)
            }
            var coverage = ScanCoverage(
                unseen: [], isWholeRoot: true, rootFileSystem: Library.disk, now: 100
            ) { _ in Library.disk }
            coverage.acceptsMissing = isAccepted
            _ = try writer.finish(coverage, judge: judge)
            #expect(try library.index.photo(at: "/photos/a.jpg")?.judgement?.reason == reason)
        }
    }

    @Test func `A photo that moved without its correction has lost it`() throws {
        let rows = try library.rows("a.jpg")
        try library.scan([corrected("c/a.jpg", [])], unseen: rows)
        #expect(try facts("c/a.jpg").sidecars == .lost)
        #expect(try library.rows("c/a.jpg") == rows)
    }

    @Test func `A photo that moved with its correction keeps it`() throws {
        try library.scan([corrected("c/a.jpg")], unseen: try library.rows("a.jpg"))
        #expect(try facts("c/a.jpg").sidecars == .corrected)
    }
}
