import PhotoIndex
import PhotoModel
import SystemPackage
import Testing

struct JudgingTests {
    private let directory: TemporaryDirectory
    private let library: Library

    init() throws {
        directory = try TemporaryDirectory()
        library = try Library(PhotoIndex.open(forWritingAt: directory.index, owner: Library.owner))
        try library.scan([photo("n.jpg", 1), photo("s.jpg", 2, at: (-5, 0)), photo("x.jpg", 3, at: nil)])
    }

    private func basis(_ number: UInt8) -> JudgingBasis {
        JudgingBasis(
            fences: Array(repeating: number, count: 32), settings: Array(repeating: 2, count: 32), rulesVersion: 1)
    }

    @Test func `An index that was never judged has no basis`() throws {
        #expect(try library.index.basis() == nil)
    }

    @Test func `Judging again changes the verdicts that differ, and counts them`() throws {
        let changes = try library.index.judgeAnew(basis: basis(1)) { members in
            members[0].position.coordinate == nil
                ? Library.judge(members)
                : Judgement(verdict: .personal, reason: .neverFence, fence: "Home", distance: -3)
        }
        #expect(changes == [VerdictChange(from: .work, to: .personal, photos: 1)])
        #expect(try library.index.basis() == basis(1))
        #expect(try library.index.status().byVerdict.mapValues(\.photos) == [.work: 0, .personal: 2, .unsure: 1])
        let photo = try library.index.photo(at: "/photos/s.jpg")
        #expect(photo?.judgement == Judgement(verdict: .personal, reason: .neverFence, fence: "Home", distance: -3))
        #expect(try library.index.checkIntegrity().isEmpty)
    }

    @Test func `Changes are counted as they would be made, and nothing is written`() throws {
        let judge: @Sendable ([PhotoFacts]) -> Judgement = { members in
            members[0].position.coordinate == nil
                ? Library.judge(members)
                : Judgement(verdict: .personal, reason: .neverFence, fence: "Home", distance: -3)
        }
        let before = try library.index.changeMark()
        let counted = try library.index.changes(knowing: nil, judge: judge)
        #expect(counted == [VerdictChange(from: .work, to: .personal, photos: 1)])
        #expect(try library.index.changeMark() == before)
        #expect(try library.index.judgeAnew(basis: basis(1), judge: judge) == counted)
    }

    @Test func `The same basis is not judged twice`() throws {
        _ = try library.index.judgeAnew(basis: basis(1), judge: Library.judge)
        let again = try library.index.judgeAnew(basis: basis(1)) { _ in
            Issue.record("judged again")
            return Judgement(verdict: .work, reason: .insideFence)
        }
        #expect(again.isEmpty)
    }

    @Test func `An unchanged verdict is not written`() throws {
        try execute(
            "CREATE TRIGGER written BEFORE UPDATE ON verdict BEGIN SELECT raise(ABORT, 'written'); END",
            in: directory.index)
        #expect(try library.index.judgeAnew(basis: basis(1), judge: Library.judge).isEmpty)
        #expect(throws: IndexError.self) {
            try library.index.judgeAnew(basis: basis(2)) { _ in Judgement(verdict: .unsure, reason: .noFences) }
        }
        #expect(try library.index.basis() == basis(1), "all or nothing")
    }

    @Test func `Removed photos are judged but not counted`() throws {
        try library.scan([], unseen: library.rows("n.jpg"))
        let changes = try library.index.judgeAnew(basis: basis(1)) { _ in Judgement(verdict: .unsure, reason: .noFences)
        }
        #expect(changes == [VerdictChange(from: .personal, to: .unsure, photos: 1)])
        #expect(try library.index.checkIntegrity().isEmpty)
    }

    @Test func `More groups than fit into one chunk are all judged`() throws {
        try library.scan((10..<9_000).map { photo("many/\($0).jpg", $0) })
        let changes = try library.index.judgeAnew(basis: basis(1)) { _ in Judgement(verdict: .unsure, reason: .noFences)
        }
        #expect(
            changes == [
                VerdictChange(from: .work, to: .unsure, photos: 8_991),
                VerdictChange(from: .personal, to: .unsure, photos: 1),
            ])
        #expect(try library.index.checkIntegrity().isEmpty)
    }

    @Test func `A scan that saves by outdated rules leaves no valid basis`() throws {
        _ = try library.index.judgeAnew(basis: basis(1), judge: Library.judge)
        let writer = try library.index.scanWriter(root: library.root.id, readerVersion: 1, basis: basis(1))
        try writer.save([photo("by-1.jpg", 20)], judge: Library.judge)
        #expect(try library.index.basis() == basis(1))
        _ = try library.index.judgeAnew(basis: basis(2), judge: Library.judge)
        try writer.save([photo("by-1-too.jpg", 21)], judge: Library.judge)
        #expect(try library.index.basis() == nil)
    }

    @Test func `A large index is judged by several readers completely or not at all, like in memory`() throws {
        try library.scan((10..<70_000).map { photo("many/\($0).jpg", $0) })
        let expected = [
            VerdictChange(from: .work, to: .unsure, photos: 69_991),
            VerdictChange(from: .personal, to: .unsure, photos: 1),
        ]
        let copy = try PhotoIndex.copyInMemory(of: directory.index, owner: Library.owner)
        let judge: @Sendable ([PhotoFacts]) -> Judgement = { _ in Judgement(verdict: .unsure, reason: .noFences) }
        #expect(try library.index.changes(knowing: nil, judge: judge) == expected)
        #expect(try copy.changes(knowing: nil, judge: judge) == expected)
        #expect(try copy.judgeAnew(basis: basis(1), judge: judge) == expected)
        try execute(
            """
            CREATE TRIGGER last BEFORE UPDATE ON verdict WHEN old.assetGroup > 69000
            BEGIN SELECT raise(ABORT, 'written'); END
            """, in: directory.index)
        #expect(throws: IndexError.self) { try library.index.judgeAnew(basis: basis(1), judge: judge) }
        #expect(try library.index.status().byVerdict[.work]?.photos == 69_991)
        try execute("DROP TRIGGER last", in: directory.index)
        let indexes = "SELECT sql FROM sqlite_schema WHERE tbl_name = 'verdict' AND sql NOTNULL ORDER BY name"
        let before = try values(indexes, in: directory.index)
        #expect(try library.index.judgeAnew(basis: basis(1), judge: judge) == expected)
        #expect(try library.index.checkIntegrity().isEmpty)
        #expect(before.count == 3)
        #expect(try values(indexes, in: directory.index) == before)
        var unsure = PhotoSelection()
        unsure.verdicts = [.unsure]
        #expect(try library.paths(unsure).count == 69_993)
    }
}
