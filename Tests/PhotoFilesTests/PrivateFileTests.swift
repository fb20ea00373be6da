import PhotoFiles
import SystemPackage
import Testing
import WorkphotosTestSupport

struct PrivateFileTests {
    private let tree: TemporaryTree

    init() throws { tree = try TemporaryTree() }

    @Test func `Only the user can read the file and its directory, and both go with the value`() throws {
        let file = try PrivateFile("page.html", [1, 2], in: tree.path("own"))
        #expect(file.path == tree.path("own/page.html"))
        #expect(try tree.read("own/page.html") == [1, 2])
        #expect(try tree.permissions("own/page.html") == .ownerReadWrite)
        #expect(try tree.permissions("own") == .ownerReadWriteExecute)
        _ = consume file
        #expect(!tree.exists("own"))
    }

    @Test func `A directory that is there already is another's`() throws {
        try tree.makeDirectory("own")
        #expect(throws: Errno.fileExists) { _ = try PrivateFile("page.html", [1], in: tree.path("own")) }
        #expect(tree.exists("own") && !tree.exists("own/page.html"))
    }
}
