import PhotoIndex
import PhotoModel
import SystemPackage
import Testing

/// Decisions of the user, while scans and fences change the index.
struct DecisionTests {
    private let library: Library
    private let basis = JudgingBasis(
        fences: Array(repeating: 1, count: 32), settings: Array(repeating: 2, count: 32), rulesVersion: 1)

    init() throws {
        library = try Library()
        try library.scan([photo("a.jpg", 1), photo("b.jpg", 2, at: (-5, 0))])
        _ = try library.index.judgeAnew(basis: basis, judge: Library.judge)
    }

    private func hashed(_ path: String, _ number: Int) -> HashedFile {
        let file = photo(path, number)
        return HashedFile(
            path: FilePath("/photos/\(path)"), sha256: Array(repeating: UInt8(number), count: 32),
            fingerprint: file.reading.fingerprint, digest: file.reading.digest)
    }

    private func record(
        _ word: UserDecision, _ path: String, _ number: Int, copies: [Int64: HashedFile?] = [:]
    ) throws -> DecisionResult {
        try library.index.record(
            word, of: [hashed(path, number)], copies: copies, basis: basis, judge: Library.judge)
    }

    @Test func `A scan saves a file of the same size as a marked one only after hashing it`() throws {
        _ = try record(.mark(.personal), "a.jpg", 1)
        let writer = try library.index.scanWriter(root: library.root.id, readerVersion: 1, basis: basis)
        var copy = photo("copy.jpg", 1)
        #expect(try writer.save([copy, photo("c.jpg", 3)], judge: Library.judge).map(\.path) == [copy.path])
        #expect(try library.index.photo(at: "/photos/copy.jpg") == nil)
        copy.sha256 = Array(repeating: 1, count: 32)
        #expect(try writer.save([copy], judge: Library.judge).isEmpty)
        #expect(try library.index.photo(at: "/photos/copy.jpg")?.judgement?.reason == .marked)
        #expect(try library.index.photo(at: "/photos/c.jpg")?.judgement?.verdict == .work)
    }

    @Test func `A mark made during a scan is not overwritten by it`() throws {
        let writer = try library.index.scanWriter(root: library.root.id, readerVersion: 1, basis: basis)
        var read = photo("a.jpg", 1, row: try library.rows("a.jpg")[0])
        _ = try record(.mark(.personal), "a.jpg", 1)
        read.sha256 = Array(repeating: 1, count: 32)
        try writer.save([read], judge: Library.judge)
        #expect(try library.index.photo(at: "/photos/a.jpg")?.judgement?.reason == .marked)
    }

    @Test func `Unhashed possible copies are returned first, and nothing is written`() throws {
        try library.scan([photo("copy.jpg", 1)])
        let row = try library.rows("copy.jpg")[0]
        #expect(
            try record(.mark(.personal), "a.jpg", 1) == .unhashed([PossibleCopy(row: row, path: "/photos/copy.jpg")]))
        #expect(try library.index.photo(at: "/photos/a.jpg")?.marked == nil)
        _ = try record(.mark(.personal), "a.jpg", 1, copies: [row: hashed("copy.jpg", 1)])
        #expect(try library.index.photo(at: "/photos/copy.jpg")?.judgement?.reason == .marked)
        #expect(try library.index.checkIntegrity().isEmpty)
    }

    @Test func `Personal also replaces what was said of the bytes that the path had before`() throws {
        _ = try record(.mark(.work), "a.jpg", 1)
        _ = try record(.mark(.personal), "a.jpg", 9)
        #expect(try library.index.words(path: "/other", sha256: Array(repeating: 1, count: 32)).mark == .personal)
    }

    @Test func `A decision is not recorded under rules that are not the index's`() throws {
        var other = basis
        other.rulesVersion = 2
        _ = try library.index.judgeAnew(basis: other, judge: Library.judge)
        #expect(try record(.mark(.work), "b.jpg", 2) == .judgedOtherwise)
    }

    @Test func `Judging again keeps marks`() throws {
        _ = try record(.mark(.personal), "a.jpg", 1)
        var other = basis
        other.rulesVersion = 2
        let changes = try library.index.judgeAnew(basis: other) { _ in Judgement(verdict: .work, reason: .insideFence) }
        #expect(changes == [VerdictChange(from: .personal, to: .work, photos: 1)])
        #expect(try library.index.photo(at: "/photos/a.jpg")?.judgement?.reason == .marked)
        #expect(try library.index.checkIntegrity().isEmpty)
    }

    @Test func `Decisions move with a renamed root`() throws {
        _ = try record(.mark(.personal), "a.jpg", 1)
        _ = try record(.hold(reason: "printing"), "b.jpg", 2)
        try library.index.rename(root: "/photos", to: "/new", fileSystem: Library.disk, at: 70)
        try library.scan([
            photo("a.jpg", 8, row: library.rows("a.jpg")[0]), photo("b.jpg", 9, row: library.rows("b.jpg")[0]),
        ])
        #expect(try library.index.photo(at: "/new/a.jpg")?.judgement?.reason == .marked)
        #expect(try library.index.photo(at: "/new/b.jpg")?.held == "printing")
    }

    @Test func `Marking a photo work releases the hold of a restored one, and no other hold`() throws {
        _ = try record(.hold(reason: "restored"), "a.jpg", 1)
        _ = try record(.hold(reason: "printing"), "b.jpg", 2)
        _ = try record(.mark(.work), "a.jpg", 1)
        _ = try record(.mark(.work), "b.jpg", 2)
        #expect(try library.index.photo(at: "/photos/a.jpg")?.held == nil)
        #expect(try library.index.photo(at: "/photos/b.jpg")?.held == "printing")
    }

    @Test func `A decision on a photo and all its copies writes little for each, and is undone as a whole`() throws {
        let directory = try TemporaryDirectory()
        let library = try Library(PhotoIndex.open(forWritingAt: directory.index, owner: Library.owner))
        let names = (0..<50).map { "\($0).jpg" }
        var files = names.map { photo($0, 1) }
        for place in files.indices { files[place].sha256 = Array(repeating: 1, count: 32) }
        try library.scan(files)
        _ = try library.index.judgeAnew(basis: basis, judge: Library.judge)
        let change = try library.index.beginDecisionChange("test", at: 100)
        let result = try library.index.record(
            .mark(.personal), of: names.map { hashed($0, 1) }, copies: [:], basis: basis, for: change,
            judge: Library.judge)
        guard case .recorded(let outcomes) = result else {
            Issue.record("it was not recorded")
            return
        }
        #expect(outcomes.count == 50 && outcomes.allSatisfy { $0.isChanged && $0.copies.isEmpty })
        #expect(outcomes.flatMap(\.changes).reduce(0) { $0 + $1.photos } == 50)
        let rows = try values("SELECT CAST(count(*) AS TEXT) FROM decisionChangeRow", in: directory.index)
        #expect(rows.compactMap { Int($0) }.allSatisfy { $0 < 4 * 50 }, "\(rows)")
        let last = try #require(try library.index.lastDecisionChange())
        let undone = try #require(try library.index.undo(last, basis: basis, judge: Library.judge))
        #expect(undone.restored.count == 50 && undone.left.isEmpty)
        #expect(undone.reached == Set(names.map { FilePath("/photos/\($0)") }))
        for name in names {
            #expect(try library.index.photo(at: FilePath("/photos/\(name)"))?.judgement?.reason != .marked)
        }
        #expect(try library.index.checkIntegrity().isEmpty)
    }

    @Test func `A copy that another decision names is not told, and one that none names is`() throws {
        let library = try Library()
        try library.scan([photo("a.jpg", 1), photo("copy.jpg", 1), photo("other.jpg", 1)])
        _ = try library.index.judgeAnew(basis: basis, judge: Library.judge)
        let rows = try library.rows("copy.jpg", "other.jpg")
        let copies = [rows[0]: hashed("copy.jpg", 1), rows[1]: hashed("other.jpg", 1)]
        let result = try library.index.record(
            .mark(.personal), of: [hashed("a.jpg", 1)], copies: copies, besides: ["/photos/copy.jpg"], basis: basis,
            judge: Library.judge)
        guard case .recorded(let outcomes) = result else {
            Issue.record("it was not recorded")
            return
        }
        #expect(outcomes.map(\.changedCopies) == [["/photos/other.jpg"]])
        #expect(try library.index.photo(at: "/photos/copy.jpg")?.judgement?.reason == .marked)
    }

    @Test func `A copy that becomes readable later is judged by the mark that stands already`() throws {
        let library = try Library()
        try library.scan([photo("a.jpg", 1), photo("copy.jpg", 1)])
        _ = try library.index.judgeAnew(basis: basis, judge: Library.judge)
        let row = try library.rows("copy.jpg")[0]
        for copy in [nil, hashed("copy.jpg", 1)] {
            _ = try library.index.record(
                .mark(.personal), of: [hashed("a.jpg", 1)], copies: [row: copy], basis: basis, judge: Library.judge)
        }
        #expect(try library.index.photo(at: "/photos/copy.jpg")?.judgement?.reason == .marked)
        #expect(try library.index.checkIntegrity().isEmpty)
    }
}
