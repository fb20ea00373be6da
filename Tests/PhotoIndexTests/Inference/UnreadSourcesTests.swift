import PhotoIndex
import PhotoModel
import SystemPackage
import Testing

/// Nothing is inferred beside what could not be read.
struct UnreadSourcesTests {
    private let library: Library
    private var index: PhotoIndex { library.index }

    /// Two photos at a place, and between them `d/b.jpg` and a RAW that state none.
    init() throws {
        library = try Library()
        var raw = withCamera(raw("d/r.cr2", 5))
        guard case .photo(var facts) = raw.reading.content else { return }
        (facts.position, facts.positionSource) = (.absent, nil)
        raw.reading.content = .photo(facts)
        try library.scan([
            withCamera(photo("a.jpg", 1, taken: 0)), withCamera(photo("d/b.jpg", 2, at: nil, taken: 1_000_000)),
            withCamera(photo("c.jpg", 3, taken: 2_000_000)), raw,
        ])
        try index.infer()
    }

    private func isInferred(_ name: String) throws -> Bool {
        try index.photo(at: FilePath("/photos/\(name)"))?.facts.positionSource == .inferred
    }

    private func damaged(_ path: String, row: Int64? = nil) -> ScannedFile {
        scanned(path, 9, .broken(.corrupt, detail: "breaks off"), row: row)
    }

    @Test(arguments: ["d/b.xmp", "d/b.jpg.xmp", "d/b.jpg.json", "d/b.dng"])
    func `A damaged file that may belong to a photo keeps it from being placed`(path: String) throws {
        #expect(try isInferred("d/b.jpg"))
        try library.scan([damaged(path)])
        try index.infer()
        #expect(try !isInferred("d/b.jpg"))
        #expect(try index.photo(at: "/photos/d/b.jpg")?.judgement?.verdict == .unsure)
        #expect(try isInferred("d/r.cr2"))
        try library.scan([], unseen: library.rows(path), acceptsMissing: true)
        try index.infer()
        #expect(try isInferred("d/b.jpg"))
    }

    @Test func `So does a file with a sidecar's name that is none, such as an empty one`() throws {
        let broken = FileContent.other(FileContent.brokenJSON)
        try library.scan([scanned("d/b.jpg.json", 9, broken), scanned("d/album.json", 10, broken)])
        try index.infer()
        #expect(try !isInferred("d/b.jpg"))
        #expect(try isInferred("d/r.cr2"))
    }

    @Test(arguments: [FileContent.json, FileContent.takeoutsOwn])
    func `JSON of something else does not, whatever its name`(kind: String) throws {
        try library.scan([scanned("d/b.jpg.json", 9, .other(kind))])
        try index.infer()
        #expect(try isInferred("d/b.jpg"))
    }

    @Test func `So does a damaged JPEG beside its RAW`() throws {
        try library.scan([damaged("d/r.jpg")])
        try index.infer()
        #expect(try !isInferred("d/r.cr2"))
        #expect(try isInferred("d/b.jpg"))
    }

    @Test(arguments: ["d/other.xmp", "b.xmp", "d/b/b.xmp", "d/bb.jpg.xmp"])
    func `Files that belong to others do not`(path: String) throws {
        try library.scan([damaged(path)])
        try index.infer()
        #expect(try isInferred("d/b.jpg"))
    }

    @Test(arguments: [(Finding.Kind.unreadable, false), (.changed, false), (.sidecarOrphan, true)])
    func `A file that the last scan could not open counts as well`(kind: Finding.Kind, isPlaced: Bool) throws {
        var found = FoundProblems()
        found.found = [(Finding(path: "/photos/d/b.xmp", kind: kind, detail: "is denied"), isAccepted: true)]
        try index.note(found, at: 200)
        #expect(try (index.basis() == nil) == !isPlaced, "positions are inferred anew")
        try index.infer()
        #expect(try isInferred("d/b.jpg") == isPlaced)
        try index.note(found, at: 201)
        #expect(try index.basis() != nil, "nothing is new")
        found = FoundProblems()
        found.covered = ["/photos"]
        try index.note(found, at: 202)
        try index.infer()
        #expect(try isInferred("d/b.jpg"))
    }

    @Test func `A group has no position if the sidecar of one of its files is damaged`() throws {
        try library.scan([
            withCamera(still("e/g.jpg", 20, at: nil)), withCamera(clip("e/g.mov", 21)),
            damaged("e/g.mov.xmp"), withCamera(still("e/h.jpg", 22, at: nil)),
        ])
        try index.infer()
        #expect(try !isInferred("e/g.jpg"))
        #expect(try isInferred("e/h.jpg"))
    }
}
