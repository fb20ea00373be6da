import PhotoFiles
import SystemPackage
import Testing
import WorkphotosTestSupport

struct NameSearchTests {
    private let tree: TemporaryTree

    init() throws {
        tree = try TemporaryTree()
        for name: FilePath in ["a/x", "a/b/.x", "a/.hidden/deep/x", "a/xx", "x/file"] { try tree.write(name) }
        try tree.link("a/link", to: tree.path("x"))
        try tree.link("a/b/x", to: "nowhere")
    }

    private func search(_ names: [String], stoppingAfter count: Int = .max) -> (found: [String], isComplete: Bool) {
        var search = NameSearch(for: Set(names.map { Array($0.utf8) }))
        var found: [String] = []
        let isComplete = search.search(below: tree.path("")) {
            found.count >= count
        } found: {
            found.append(String($0.string.dropFirst(tree.path("").string.count)))
        }
        return (found.sorted(), isComplete)
    }

    @Test func `All entries with the name are found, hidden or not, and no link is followed`() {
        let (found, isComplete) = search(["x", ".x"])
        #expect(found.map { $0.drop { $0 == "/" } } == ["a/.hidden/deep/x", "a/b/.x", "a/b/x", "a/x", "x"])
        #expect(isComplete)
    }

    @Test func `A missing name is not found`() {
        #expect(search(["y"]) == ([], true))
    }

    @Test func `A search that is told to stop is not complete`() {
        #expect(!search(["x"], stoppingAfter: 0).isComplete)
    }

    @Test func `A missing top was not searched`() {
        var search = NameSearch(for: [])
        #expect(
            !search.search(below: tree.path("gone")) {
                false
            } found: { _ in
            })
    }
}
