import PhotoIndex
import PhotoModel
import SystemPackage
import Testing

/// The orders of `list` use indexes instead of sorting all photos.
struct QueryPlanTests {
    private let library: Library

    init() throws {
        library = try Library()
        try library.scan((1...50).map { photo("\($0).jpg", $0, taken: Int64($0)) })
    }

    private func expect(_ index: String, _ change: (inout PhotoSelection) -> Void) throws {
        for isReversed in [false, true] {
            var selection = PhotoSelection()
            selection.isReversed = isReversed
            change(&selection)
            let plan = try library.index.queryPlan(of: selection)
            #expect(plan.contains { $0.contains(" f ") && $0.contains("INDEX \(index)") }, "\(plan)")
            #expect(!plan.contains("USE TEMP B-TREE FOR ORDER BY"), "\(plan)")
        }
    }

    @Test func `By time`() throws {
        try expect("fileTaken") { $0.limit = 5 }
        try expect("fileTaken") { $0.verdicts = [.personal] }
        try expect("fileTaken") {
            $0.since = WallTime(microseconds: 5)
            $0.until = WallTime(microseconds: 9)
        }
    }

    @Test func `By size`() throws {
        try expect("fileSize") { $0.order = .size }
    }

    @Test func `By path`() throws {
        try expect("filePath") { $0.order = .path }
    }

    private func plan(_ change: (inout PhotoSelection) -> Void) throws -> String {
        var selection = PhotoSelection()
        change(&selection)
        return try library.index.queryPlan(of: selection).joined(separator: "\n")
    }

    @Test(arguments: PhotoSelection.Order.allCases)
    func `Few photos are found by place, fence, verdict, reason, hold, content or path, in any order`(
        order: PhotoSelection.Order
    ) throws {
        let center = try #require(Coordinate(latitude: 47, longitude: 8))
        let near = try plan { ($0.near, $0.order) = (.init(center: center, meters: 500), order) }
        #expect(
            near.contains("SEARCH f USING COVERING INDEX fileNear (<expr>=? AND longitude>? AND longitude<?)"),
            "\(near)")
        let fence = try plan { ($0.fence, $0.order) = ("Office", order) }
        #expect(fence.contains("SEARCH verdict USING COVERING INDEX verdictFence (fence=?)"), "\(fence)")
        let work = try plan { ($0.verdicts, $0.order) = ([.work], order) }
        #expect(work.contains("SEARCH verdict USING COVERING INDEX verdictKind (verdict=?)"), "\(work)")
        let both = try plan { ($0.verdicts, $0.order) = ([.work, .unsure], order) }
        #expect(both.contains("verdict USING COVERING INDEX verdictKind"), "\(both)")
        let uploaded = try plan {
            $0.upload = PhotoSelection.Upload(isDone: true, unsentSidecars: [])
            $0.order = order
        }
        #expect(uploaded.contains("file USING COVERING INDEX fileContent"), "\(uploaded)")
        let below = try plan { ($0.paths, $0.order) = ([Glob("/photos/1*")], order) }
        #expect(below.contains("SEARCH file USING COVERING INDEX filePath (root=? AND path>? AND path<?)"), "\(below)")
        let held = try plan { ($0.isHeld, $0.order) = (true, order) }
        #expect(held.contains("SEARCH f USING INDEX fileContent (content=?)"), "\(held)")
        #expect(held.contains("SEARCH f USING INDEX filePath (root=? AND path=?)"), "\(held)")
        let marked = try plan { ($0.isMarked, $0.order) = (true, order) }
        let reason = try plan { ($0.reasons, $0.order) = ([.nearBoundary], order) }
        for plan in [marked, reason] { #expect(plan.contains("SCAN verdict"), "\(plan)") }
        for plan in [near, fence, work, both, uploaded, below, held, marked, reason] {
            #expect(!plan.contains("SCAN f"), "\(plan)")
        }
    }

    @Test func `A photo that is marked work is work without a fence`() throws {
        let file = photo("1.jpg", 1)
        let hashed = HashedFile(
            path: "/photos/1.jpg", sha256: Array(repeating: 1, count: 32), fingerprint: file.reading.fingerprint,
            digest: file.reading.digest)
        let basis = JudgingBasis(
            fences: Array(repeating: 1, count: 32), settings: Array(repeating: 1, count: 32), rulesVersion: 1)
        _ = try library.index.judgeAnew(basis: basis, judge: Library.judge)
        _ = try library.index.record(.mark(.work), of: [hashed], copies: [:], basis: basis, judge: Library.judge)
        var work = PhotoSelection()
        work.verdicts = [.work]
        #expect(try library.paths(work).count == 50)
    }

    @Test func `Before the first fill is done the same photos are found without indexes`() throws {
        let library = try Library()
        let writer = try library.index.scanWriter(root: library.root.id, readerVersion: 1, basis: nil)
        try writer.save([photo("b.jpg", 2, taken: 1), photo("a.jpg", 1, taken: 2)], judge: Library.judge)
        #expect(try library.paths() == ["/photos/b.jpg", "/photos/a.jpg"])
        #expect(try library.index.queryPlan(of: PhotoSelection()).contains("USE TEMP B-TREE FOR ORDER BY"))
    }
}
