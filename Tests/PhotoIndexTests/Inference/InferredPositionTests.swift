import PhotoIndex
import PhotoModel
import SystemPackage
import Testing

/// Positions that were inferred, beside what photos say of themselves.
struct InferredPositionTests {
    private let library: Library
    private var index: PhotoIndex { library.index }
    private let before = withCamera(photo("a.jpg", 1, taken: 0))
    private let silent = withCamera(photo("b.jpg", 2, at: nil, taken: 1_000_000))
    private let after = withCamera(photo("c.jpg", 3, taken: 2_000_000))

    init() throws {
        library = try Library()
        _ = try index.judgeAnew(basis: Uploads.basis, judge: Library.judge)
        try library.scan([before, silent, after])
    }

    private func known(_ name: String) throws -> Photo {
        try #require(try index.photo(at: FilePath("/photos/\(name)")))
    }

    @Test func `Nothing is inferred unless inference is on, and nothing stays when it is turned off`() throws {
        #expect(try known("b.jpg").facts.position == .absent)
        #expect(try index.infer() == [VerdictChange(from: .unsure, to: .work, photos: 1)])
        let facts = try known("b.jpg").facts
        #expect(facts.position.coordinate == Coordinate(latitude: 47, longitude: 8))
        #expect(facts.positionSource == .inferred && facts.horizontalAccuracy.map { $0 > 10 } == true)
        #expect(try index.infer(false) == [VerdictChange(from: .work, to: .unsure, photos: 1)])
        #expect(try known("b.jpg").facts.position == .absent)
        #expect(try index.inferenceTrail(at: "/photos/b.jpg") == nil)
    }

    @Test func `It lists the points that it was inferred from`() throws {
        try index.infer()
        let trail = try #require(try index.inferenceTrail(at: "/photos/b.jpg"))
        #expect(trail.before == "/photos/a.jpg" && trail.after == "/photos/c.jpg" && trail.file == "/photos/b.jpg")
        #expect(try index.inferenceTrail(at: "/photos/a.jpg") == nil)
    }

    @Test func `A photo that gains a position uses it from then on, and so do its neighbours`() throws {
        try index.infer()
        var gained = withCamera(photo("b.jpg", 2, at: (-5, 8), taken: 1_000_000))
        gained.row = try library.rows("b.jpg").first
        try library.scan([gained])
        #expect(try index.basis() == nil, "what others were inferred from may be otherwise")
        #expect(try known("b.jpg").facts.positionSource == .exif)
        #expect(try index.inferenceTrail(at: "/photos/b.jpg") == nil)
        try index.infer()
        #expect(try known("b.jpg").judgement?.verdict == .personal)
    }

    @Test func `New or changed photos judge everything again; unchanged ones do not`() throws {
        try index.infer()
        var same = before
        same.row = try library.rows("a.jpg").first
        try library.scan([same])
        #expect(try index.basis() == PhotoIndex.inferringBasis)
        try library.scan([withCamera(photo("d.jpg", 4, at: nil, taken: 1_500_000))])
        #expect(try index.basis() == nil)
        try index.infer()
        #expect(try known("d.jpg").judgement?.verdict == .work)
    }

    @Test func `A photo without a position that is read again keeps its inferred one`() throws {
        try index.infer()
        var again = silent
        again.row = try library.rows("b.jpg").first
        try library.scan([again])
        #expect(try index.basis() == nil)
        try index.infer()
        #expect(try known("b.jpg").judgement?.verdict == .work)
    }

    @Test func `Without inference a scan leaves verdicts unchanged`() throws {
        try library.scan([withCamera(photo("d.jpg", 4, at: nil, taken: 1_500_000))])
        #expect(try index.basis() == Uploads.basis)
    }

    @Test func `Removed photos still provide their positions; those of a forgotten root do not`() throws {
        try index.infer()
        let rows = try library.rows("a.jpg")
        try library.scan([], unseen: rows, acceptsMissing: true)
        try index.infer()
        #expect(try known("b.jpg").judgement?.verdict == .work)
        let other = try Library(index, root: "/other")
        try other.scan([withCamera(photo("e.jpg", 9, at: nil, taken: 1_200_000))])
        try index.infer()
        #expect(try index.photo(at: "/other/e.jpg")?.judgement?.verdict == .work)
        try index.forget(root: "/photos", at: 200)
        #expect(try index.basis() == nil)
        try index.infer()
        #expect(try index.photo(at: "/other/e.jpg")?.judgement?.verdict == .unsure)
    }

    @Test func `A group has its own position if one of its files has one`() throws {
        try library.scan([
            withCamera(still("g.jpg", 20, at: nil)), withCamera(raw("g.dng", 21)),
            withCamera(still("h.jpg", 22, at: nil)),
        ])
        try index.infer()
        #expect(try known("g.jpg").facts.position == .absent)
        #expect(try known("h.jpg").facts.positionSource == .inferred)
    }

    @Test func `A group of which a file has an unreadable position gets none`() throws {
        var damaged = withCamera(raw("g.dng", 21))
        guard case .photo(var facts) = damaged.reading.content else { return }
        (facts.position, facts.positionSource) = (.invalid(.malformed), nil)
        damaged.reading.content = .photo(facts)
        try library.scan([withCamera(still("g.jpg", 20, at: nil)), damaged, withCamera(still("h.jpg", 22, at: nil))])
        try index.infer()
        #expect(try known("g.jpg").facts.position == .absent)
        #expect(try known("g.jpg").judgement?.verdict == .unsure)
        #expect(try known("h.jpg").facts.positionSource == .inferred)
    }

    @Test func `It can also be selected by distance`() throws {
        try index.infer()
        var selection = PhotoSelection()
        selection.near = .init(center: try #require(Coordinate(latitude: 47, longitude: 8)), meters: 500)
        #expect(try library.paths(selection) == ["/photos/a.jpg", "/photos/b.jpg", "/photos/c.jpg"])
        selection.near = .init(center: try #require(Coordinate(latitude: 46, longitude: 8)), meters: 500)
        #expect(try library.paths(selection).isEmpty)
    }

    @Test func `An index on disk infers like one in memory`() throws {
        let directory = try TemporaryDirectory()
        let library = try Library(PhotoIndex.open(forWritingAt: directory.index, owner: Library.owner))
        try library.scan([before, silent, after])
        try library.index.infer()
        #expect(try library.index.photo(at: "/photos/b.jpg")?.judgement?.verdict == .work)
        #expect(try library.index.checkIntegrity() == [])
    }
}
