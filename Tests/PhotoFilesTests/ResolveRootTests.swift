import PhotoFiles
import PhotoModel
import SystemPackage
import Testing
import WorkphotosTestSupport

struct ResolveRootTests {
    private let tree: TemporaryTree

    init() throws {
        tree = try TemporaryTree()
        try tree.setPermissions("", [.ownerReadWriteExecute, .groupReadExecute, .otherReadExecute])
    }

    @Test func `Links and dots are resolved, bytes are kept`() throws {
        let name = FilePath(bytes: [0x63, 0xFF, 0xC3])
        try tree.makeDirectory(FilePath("a").appending(name.components))
        try tree.link("link", to: "a")
        let path = tree.path("link/../link/.").appending(name.components)
        let resolved = try resolveRoot(path)
        #expect(resolved.bytes == tree.path.bytes + Array("/a/".utf8) + name.bytes)
    }

    @Test(arguments: ["nothing", "a/nothing/below", "broken"] as [FilePath])
    func `A path that does not exist is missing`(name: FilePath) throws {
        try tree.link("broken", to: "nowhere")
        let path = tree.path(name)
        #expect(throws: RootProblem.missing(path)) { try resolveRoot(path) }
        #expect(RootProblem.missing(path).finding.kind == .missing)
        #expect(RootProblem.missing(path).finding.path == path)
    }

    @Test func `The empty path is missing`() {
        #expect(throws: RootProblem.missing("")) { try resolveRoot("") }
    }

    @Test func `A file is not a directory`() throws {
        try tree.write("a.jpg")
        let path = tree.path("a.jpg")
        #expect(throws: RootProblem.notDirectory(path)) { try resolveRoot(path) }
        #expect(RootProblem.notDirectory(path).finding.kind == .unreadable)
        #expect(RootProblem.notDirectory(path).finding.detail == "Not a directory")
    }

    @Test func `A directory without permission to read is unreadable`() throws {
        try tree.makeDirectory("shut/below")
        try tree.setPermissions("shut", [])
        withoutPrivileges {
            for path in [tree.path("shut"), tree.path("shut/below")] {
                #expect(throws: RootProblem.unreadable(path, .permissionDenied)) { try resolveRoot(path) }
            }
        }
    }

    @Test func `A path longer than the system accepts is unreadable`() throws {
        let deep = FilePath(String(repeating: "long/", count: 1000))
        try tree.makeDirectory(deep)
        let path = tree.path(deep)
        #expect(throws: RootProblem.unreadable(path, .fileNameTooLong)) { try resolveRoot(path) }
    }
}
