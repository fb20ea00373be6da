import PhotoIndex
import PhotoModel
import Synchronization
import SystemPackage
import Testing
import WorkphotosTestSupport

/// If only some fences differ, the groups near them are judged again, with the same result as judging all.
struct GroupRowsTests {
    private let directory: TemporaryDirectory
    private let library: Library

    init() throws {
        directory = try TemporaryDirectory()
        library = try Library(PhotoIndex.open(forWritingAt: directory.index, owner: Library.owner))
    }

    private func basis(_ number: Int, infers: Bool = false) -> JudgingBasis {
        JudgingBasis(
            fences: Array(repeating: UInt8(number), count: 32), settings: Array(repeating: 2, count: 32),
            rulesVersion: 1, infers: infers)
    }

    private func file(_ path: String, _ number: Int, _ facts: PhotoFacts) -> ScannedFile {
        scanned(path, number, .photo(facts))
    }

    /// Photos, RAW files beside some of them, and some that are gone.
    private func fill(_ world: inout RandomFences) throws {
        var files: [ScannedFile] = []
        for number in 1...400 {
            files.append(file("\(number).jpg", number, world.photo()))
            var facts = world.photo()
            facts.format = .cr2
            if number % 5 == 0 { files.append(file("\(number).cr2", number + 1_000, facts)) }
        }
        try library.scan(files)
        try library.scan([], unseen: library.rows("1.jpg", "2.jpg", "3.jpg", "4.jpg"))
    }

    /// Every verdict with its reasons.
    private func verdicts() throws -> [String] {
        try values(
            """
            SELECT assetGroup || ' ' || verdict || ' ' || reason || ' ' || ifnull(fence, '') || ' ' || ifnull(distance, '')
            FROM verdict ORDER BY assetGroup
            """, in: directory.index)
    }

    @Test(arguments: 1...8 as ClosedRange<UInt64>)
    func `Judging near changed fences gives the verdicts of judging all`(seed: UInt64) throws {
        var world = try RandomFences(seed: seed)
        try fill(&world)
        var triage = world.triage()
        _ = try library.index.judgeAnew(basis: basis(100)) { [triage] in triage.judge(members: $0) }
        for step in 1...8 {
            for _ in 0..<Int.random(in: 1...2, using: &world.random) { try world.change() }
            let (old, new) = (triage, world.triage())
            let ground = try #require(ChangedGround(from: old, to: new))
            let other = try PhotoIndex.copyInMemory(of: directory.index, owner: Library.owner)
            let all = try other.judgeAnew(basis: basis(step)) { new.judge(members: $0) }
            let some = try library.index.judgeAnew(basis: basis(step), knowing: (basis(99 + step), ground)) {
                new.judge(members: $0)
            }
            #expect(some == all)
            #expect(try library.index.status().byVerdict == other.status().byVerdict)
            let near = try verdicts()
            _ = try library.index.judgeAnew(basis: basis(100 + step)) { new.judge(members: $0) }
            #expect(try verdicts() == near)
            triage = new
        }
        try library.expectSound()
    }

    /// The number of groups that are judged where a fence in the north is new.
    private func judged(knowing old: JudgingBasis, by new: JudgingBasis) throws -> Int {
        let office = Fence(name: "Office", kind: .work, shape: .circle(center: try place(47, 8), radius: 100))
        let annex = Fence(name: "Annex", kind: .work, shape: .circle(center: try place(60, 8), radius: 100))
        let triage = Triage(fences: [office, annex])
        let ground = try #require(ChangedGround(from: Triage(fences: [office]), to: triage))
        let count = Mutex(0)
        _ = try library.index.judgeAnew(basis: new, knowing: (old, ground)) { members in
            count.withLock { $0 += 1 }
            return triage.judge(members: members)
        }
        return count.withLock(\.self)
    }

    private func place(_ latitude: Double, _ longitude: Double) throws -> Coordinate {
        try #require(Coordinate(latitude: latitude, longitude: longitude))
    }

    @Test func `Photos far away are not judged, unless it is not known where verdicts can change`() throws {
        let near = (0..<5).map { photo("near/\($0).jpg", 1_000 + $0, at: (60, 8)) }
        try library.scan((0..<200).map { photo("far/\($0).jpg", $0) } + near)
        _ = try library.index.judgeAnew(basis: basis(1), judge: Library.judge)
        #expect(try judged(knowing: basis(1), by: basis(2)) == 5)
        #expect(try judged(knowing: basis(1), by: basis(3)) == 205, "verdicts follow other rules")
        #expect(try judged(knowing: basis(3), by: basis(4, infers: true)) == 205, "positions are inferred")
        #expect(try judged(knowing: basis(4, infers: true), by: basis(5)) == 205, "positions were inferred")
        #expect(try judged(knowing: basis(5), by: basis(6)) == 5)
        try execute("DROP INDEX fileTaken", in: directory.index)
        #expect(try judged(knowing: basis(6), by: basis(7)) == 205, "the first scan has not ended")
    }
}
