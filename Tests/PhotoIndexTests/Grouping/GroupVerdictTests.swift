import PhotoIndex
import PhotoModel
import SystemPackage
import Testing

/// A group has one verdict, from the facts of all its photos and the user's decisions about any of them.
struct GroupVerdictTests {
    private let directory: TemporaryDirectory
    private let library: Library
    private let basis = JudgingBasis(
        fences: Array(repeating: 1, count: 32), settings: Array(repeating: 2, count: 32), rulesVersion: 1)

    init() throws {
        directory = try TemporaryDirectory()
        library = try Library(PhotoIndex.open(forWritingAt: directory.index, owner: Library.owner))
        try library.scan([
            still("I.jpg", 1), clip("I.mov", 2), sidecar("I.xmp", 3), still("J.jpg", 4), clip("J.mov", 5, at: (70, 0)),
        ])
        _ = try library.index.judgeAnew(basis: basis, judge: Library.judge)
    }

    /// A never fence in the north, in addition to the other rules.
    private static let never: @Sendable ([PhotoFacts]) -> Judgement = { members in
        members.contains { ($0.position.coordinate?.latitude ?? 0) > 60 }
            ? Judgement(verdict: .personal, reason: .neverFence, fence: "Home", distance: -9) : Library.judge(members)
    }

    private func record(_ word: UserDecision, _ file: ScannedFile, _ number: UInt8) throws -> DecisionOutcome? {
        let hashed = HashedFile(
            path: FilePath("/photos").appending(bytes: file.path), sha256: Array(repeating: number, count: 32),
            fingerprint: file.reading.fingerprint, digest: file.reading.digest)
        let result = try library.index.record(word, of: [hashed], copies: [:], basis: basis, judge: Library.judge)
        guard case .recorded(let outcomes) = result else { return nil }
        return outcomes.first
    }

    @Test func `A clip in a never fence makes its still personal, and each photo counts`() throws {
        var other = basis
        other.rulesVersion = 2
        let changes = try library.index.judgeAnew(basis: other, judge: Self.never)
        #expect(changes == [VerdictChange(from: .work, to: .personal, photos: 2)])
        #expect(try library.judgement("J.jpg")?.reason == .neverFence)
        #expect(try library.judgement("I.jpg")?.verdict == .work)
        #expect(try library.index.status().byVerdict.mapValues(\.photos) == [.work: 2, .personal: 2, .unsure: 0])
        try library.expectSound()
    }

    @Test func `A clip's own metadata makes members differ, until it changes`() throws {
        let row = try library.rows("J.mov")[0]
        try library.scan([clip("J.mov", 6, row: row, at: (-5, 0))])
        #expect(try library.judgement("J.jpg") == Judgement(verdict: .unsure, reason: .membersDiffer))
        try library.expectSound()
        try library.scan([clip("J.mov", 7, row: row, at: (5, 0))])
        #expect(try library.judgement("J.jpg")?.verdict == .work)
        try library.expectSound()
    }

    @Test(arguments: [0, 1, 2])
    func `A personal mark on any member makes the group personal until it is removed`(member: Int) throws {
        let file = [still("I.jpg", 1), clip("I.mov", 2), sidecar("I.xmp", 3)][member]
        let outcome = try record(.mark(.personal), file, 9)
        #expect(outcome?.before?.verdict == .work)
        #expect(outcome?.after == Judgement(verdict: .personal, reason: .marked))
        for path in ["/photos/I.jpg", "/photos/I.mov"] {
            let photo = try library.index.photo(at: FilePath(path))
            #expect((photo?.judgement?.reason, photo?.marked) == (.marked, .personal))
        }
        var other = basis
        other.rulesVersion = 2
        _ = try library.index.judgeAnew(basis: other, judge: Library.judge)
        #expect(try library.judgement("I.jpg")?.reason == .marked)
        try library.expectSound()
        _ = try library.index.judgeAnew(basis: basis, judge: Library.judge)
        #expect(try record(.unmark, file, 9)?.after?.verdict == .work)
        #expect(try library.index.photo(at: "/photos/I.mov")?.marked == nil)
        try library.expectSound()
    }

    @Test func `A personal mark beats a work mark on another member`() throws {
        _ = try record(.mark(.work), still("I.jpg", 1), 8)
        #expect(try library.index.photo(at: "/photos/I.mov")?.marked == .work)
        _ = try record(.mark(.personal), clip("I.mov", 2), 9)
        #expect(try library.index.photo(at: "/photos/I.jpg")?.marked == .personal)
        #expect(try library.judgement("I.jpg")?.verdict == .personal)
        try library.expectSound()
    }

    @Test func `So does one on a copy of that member, even when everything is judged again`() throws {
        _ = try record(.mark(.work), still("I.jpg", 1), 8)
        _ = try record(.mark(.work), clip("I.mov", 2), 9)
        _ = try record(.mark(.personal), clip("copy.mov", 2), 9)
        #expect(try library.judgement("I.jpg")?.verdict == .personal)
        var other = basis
        other.rulesVersion = 2
        _ = try library.index.judgeAnew(basis: other, judge: Library.judge)
        #expect(try library.judgement("I.jpg")?.verdict == .personal)
    }

    @Test func `A mark joins a group with its file, and stays with what it leaves`() throws {
        _ = try record(.mark(.personal), still("J.jpg", 4), 9)
        let row = try library.rows("J.jpg")
        var moved = still("d/J.jpg", 4)
        moved.sha256 = Array(repeating: 9, count: 32)
        try library.scan([moved], unseen: row)
        #expect(try library.judgement("d/J.jpg")?.reason == .marked)
        #expect(try library.judgement("J.mov")?.reason == .marked, "what it leaves behind is the marked photo's too")
        try library.expectSound()
        try library.scan([clip("d/J.mov", 5, at: (70, 0))], unseen: library.rows("J.mov"))
        #expect(try library.judgement("d/J.mov")?.reason == .marked)
        try library.expectSound()
    }

    @Test func `A copy of a personal file that takes its place in a work photo makes that personal`() throws {
        _ = try record(.mark(.work), still("I.jpg", 1), 8)
        _ = try record(.mark(.personal), clip("J.mov", 5, at: (70, 0)), 9)
        var copy = clip("I.mov", 5, row: try library.rows("I.mov")[0], at: (70, 0))
        // Only its bytes tell that it is one.
        copy.reading.fingerprint.inode = 50
        copy.sha256 = Array(repeating: 9, count: 32)
        try library.scan([copy])
        #expect(try library.judgement("I.jpg")?.verdict == .personal)
        var other = basis
        other.rulesVersion = 2
        _ = try library.index.judgeAnew(basis: other, judge: Library.judge)
        #expect(try library.judgement("I.jpg")?.verdict == .personal)
    }

    @Test(arguments: [0, 1, 2])
    func `A hold on any member holds the group`(member: Int) throws {
        let file = [still("I.jpg", 1), clip("I.mov", 2), sidecar("I.xmp", 3)][member]
        _ = try record(.hold(reason: "printing"), file, 9)
        #expect(try library.index.photo(at: "/photos/I.jpg")?.held == "printing")
        #expect(try library.index.photo(at: "/photos/I.mov")?.held == "printing")
        #expect(try library.index.photo(at: "/photos/J.jpg")?.held == nil)
    }

    @Test func `The bytes of a sidecar mark no photo that has the same edit`() throws {
        try library.scan([still("K.jpg", 10), sidecar("K.xmp", 3)])
        _ = try record(.mark(.work), sidecar("I.xmp", 3), 9)
        _ = try record(.mark(.work), sidecar("K.xmp", 3), 9)
        #expect(try library.index.photo(at: "/photos/I.jpg")?.marked == nil)
        #expect(try library.judgement("K.jpg")?.reason == .insideFence)
        try library.expectSound()
    }

    @Test func `Several readers judge groups of several files like one reader`() throws {
        try library.scan((10..<66_000).map { still("many/\($0).jpg", $0) } + [clip("many/10.mov", 70_000, at: (80, 0))])
        var other = basis
        other.rulesVersion = 2
        let copy = try PhotoIndex.copyInMemory(of: directory.index, owner: Library.owner)
        let expected = [VerdictChange(from: .work, to: .personal, photos: 4)]
        #expect(try copy.judgeAnew(basis: other, judge: Self.never) == expected)
        #expect(try library.index.judgeAnew(basis: other, judge: Self.never) == expected)
        #expect(try library.judgement("many/10.jpg")?.reason == .neverFence)
        try library.expectSound()
    }

    @Test func `Numbers of groups in the journal are not reused`() throws {
        let numbers = "SELECT CAST(assetGroup AS TEXT) FROM file WHERE path = CAST('I.jpg' AS BLOB)"
        try execute(
            """
            INSERT INTO run (id, command, started) VALUES (7, 'purge', 1);
            INSERT INTO action (run, kind, assetGroup, state) VALUES (7, 'purge', 90, 'staged')
            """, in: directory.index)
        try library.scan([still("Z.jpg", 20)])
        let made = try values("SELECT CAST(max(id) AS TEXT) FROM assetGroup", in: directory.index)
        #expect(made == ["91"])
        #expect(try values(numbers, in: directory.index) != made)
    }
}
