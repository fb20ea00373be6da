import PhotoIndex
import PhotoModel
import SystemPackage
import Testing

/// The orders of `list` come from indexes, not from sorting every photo.
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
            #expect(plan.contains { $0.contains("f USING INDEX \(index)") }, "\(plan)")
            #expect(!plan.contains("USE TEMP B-TREE FOR ORDER BY"), "\(plan)")
        }
    }

    @Test func `By time`() throws {
        try expect("fileTaken") { $0.limit = 5 }
        try expect("fileTaken") { $0.verdicts = [.work] }
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

    @Test func `Before the first fill is done the same photos are found without indexes`() throws {
        let library = try Library()
        let writer = try library.index.scanWriter(root: library.root.id, readerVersion: 1, basis: nil)
        try writer.save([photo("b.jpg", 2, taken: 1), photo("a.jpg", 1, taken: 2)], judge: Library.judge)
        #expect(try library.paths() == ["/photos/b.jpg", "/photos/a.jpg"])
        #expect(try library.index.queryPlan(of: PhotoSelection()).contains("USE TEMP B-TREE FOR ORDER BY"))
    }
}
