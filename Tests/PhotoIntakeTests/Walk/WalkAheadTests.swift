import PhotoIntake
import PhotoModel
import SystemPackage
import Testing
import WorkphotosTestSupport

struct WalkAheadTests {
    private let tree: TemporaryTree

    init() throws { tree = try TemporaryTree() }

    private func start() -> WalkAhead {
        WalkAhead(Walk(root: tree.root(), options: WalkOptions()), descriptors: 32)
    }

    @Test func `A walk ahead finds what the walk itself finds, in the same order`() throws {
        for number in 0..<700 { try tree.write(FilePath("\(number % 40)/\(number % 3)/\(number).jpg")) }
        for number in 0..<1300 { try tree.write(FilePath("large/\(number).jpg")) }
        var (plain, compared) = (Walked(), Walked())
        var walk = ComparedWalk(root: tree.root(), options: WalkOptions(), known: .none)
        while let batch = walk.next() { plain.add(batch) }
        var ahead = start()
        var comparison = IndexComparison(root: 1, known: .none)
        while let batch = ahead.next() { compared.add(comparison.compare(batch)) }
        #expect(plain.found.count == 2000)
        #expect(compared.found == plain.found)
        let end = ahead.next()
        #expect(end == nil)
        #expect(ahead.finish().coverage.fileSystem(of: []) != nil)
    }

    @Test func `A walk that is ended early covers nothing`() throws {
        for number in 0..<900 { try tree.write(FilePath("\(number)/a.jpg")) }
        var ahead = start()
        let first = ahead.next()
        #expect(first != nil)
        #expect(ahead.finish().coverage.fileSystem(of: []) == nil)
    }

    @Test func `A walk can be ended twice, and before the first batch is taken`() throws {
        try tree.write("a.jpg")
        let ahead = start()
        ahead.finish()
        ahead.finish()
    }
}
