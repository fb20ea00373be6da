import PhotoIndex
import PhotoModel
import SystemPackage
import Testing

/// Companions in the index.
struct CompanionTests {
    private let library: Library

    init() throws { library = try Library() }

    private func companion(_ path: String, _ number: Int, at place: (Double, Double)? = nil) -> ScannedFile {
        var said = SourceFacts(.quicktime)
        if let place, let coordinate = Coordinate(latitude: place.0, longitude: place.1) {
            said.position = .valid(coordinate)
        }
        return scanned(path, number, .sidecar(.companion, place == nil ? nil : said))
    }

    private func roles(_ path: String) throws -> [String] {
        let photo = try #require(try library.index.photo(at: FilePath("/photos/\(path)")))
        return photo.members.map { "\($0.path.string.dropFirst(8)) \($0.role.rawValue)" }
    }

    @Test func `Those in a program's own directory are members too, whichever was scanned first`() throws {
        try library.scan([still("d/a.jpg", 1), still("d/b.jpg", 2), companion("d/NKSC_PARAM/a.jpg.nksc", 3)])
        #expect(try roles("d/a.jpg") == ["d/a.jpg still", "d/NKSC_PARAM/a.jpg.nksc sidecar"])
        try library.scan([companion("d/NKSC_PARAM/b.jpg.nksc", 4), companion("d/b.wav", 5)])
        #expect(
            try roles("d/b.jpg") == ["d/b.jpg still", "d/NKSC_PARAM/b.jpg.nksc sidecar", "d/b.wav sidecar"])
        #expect(try library.index.orphanSidecars(root: library.root) == [])
        try library.expectSound()
        try library.scan([], unseen: library.rows("d/NKSC_PARAM/b.jpg.nksc"))
        #expect(try roles("d/b.jpg") == ["d/b.jpg still", "d/b.wav sidecar"])
        try library.scan([], unseen: library.rows("d/a.jpg"))
        #expect(
            try library.index.orphanSidecars(root: library.root).map(\.path) == ["/photos/d/NKSC_PARAM/a.jpg.nksc"])
        try library.expectSound()
    }

    @Test func `A film's place is judged with the photo's`() throws {
        try library.scan([
            still("a.jpg", 1), companion("a.thm", 2, at: (-5, 8)), still("c.jpg", 5), companion("c.thm", 6),
        ])
        let verdicts: [Reason?] = try ["a.jpg", "c.jpg"].map { name in
            try library.index.photo(at: FilePath("/photos/\(name)"))?.judgement?.reason
        }
        #expect(verdicts == [.membersDiffer, .insideFence])
        #expect(try library.facts(at: "/photos/a.jpg").map(\.saidBy) == [nil, .companion])
        try library.expectSound()
    }

    @Test func `Of an XMP file the place is kept, and read as it was written`() throws {
        var said = SourceFacts(.xmp)
        said.position = .valid(try #require(Coordinate(latitude: -5, longitude: 8)))
        said.captureTime = CaptureTime(wall: WallTime(microseconds: 0), offset: nil, source: .xmp)
        try library.scan([still("a.jpg", 1), scanned("a.jpg.xmp", 2, .sidecar(.xmp, said))])
        let facts = try #require(try library.facts(at: "/photos/a.jpg").last)
        #expect(facts.saidBy == .xmp)
        #expect(SourceFacts(of: facts) == said.kept(of: .xmp))
        #expect(
            try library.index.photo(at: "/photos/a.jpg")?.judgement?.reason == .membersDiffer, "it is judged by too")
        try library.expectSound()
    }

    @Test func `Of a Takeout file the place is kept too`() throws {
        var said = SourceFacts(.takeout)
        said.position = .valid(try #require(Coordinate(latitude: -5, longitude: 8)))
        try library.scan([still("a.jpg", 1), scanned("a.jpg.json", 2, .sidecar(.takeout, said))])
        let facts = try #require(try library.facts(at: "/photos/a.jpg").last)
        #expect(facts.saidBy == .takeout && SourceFacts(of: facts) == said)
        try library.expectSound()
    }

    @Test func `What it says is read as it was written`() throws {
        let film = companion("a.thm", 2, at: (5, 8))
        try library.scan([still("a.jpg", 1), film])
        var again = film
        again.row = try library.rows("a.thm")[0]
        try library.scan([again])
        let facts = try #require(try library.facts(at: "/photos/a.jpg").last)
        guard case .sidecar(_, let said?) = film.reading.content else { return #expect(Bool(false)) }
        #expect(SourceFacts(of: facts) == said)
    }
}
