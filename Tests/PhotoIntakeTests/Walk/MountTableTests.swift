import PhotoIntake
import PhotoModel
import SystemPackage
import Testing
import WorkphotosTestSupport

struct MountTableTests {
    private let tree: TemporaryTree

    init() throws {
        tree = try TemporaryTree()
        try tree.makeDirectory("a/b c")
        try tree.makeDirectory("mount")
    }

    @Test func `A directory lies in those above it, and not in its neighbours`() throws {
        try tree.makeDirectory("a2")
        let table = MountTable()
        let top = try #require(table.place(of: tree.path))
        let a = try #require(table.place(of: tree.path("a")))
        let b = try #require(table.place(of: tree.path("a/b c")))
        #expect(top.contains(a) && top.contains(b) && a.contains(b) && a.contains(a))
        #expect(!b.contains(a))
        #expect(try !a.contains(#require(table.place(of: tree.path("a2")))))
        #expect(a.appending([Array("b c".utf8)]) == b)
        #expect(table.place(of: tree.path("missing")) == nil)
    }

    @Test(.enabled(if: PrivateMounts.areAllowed, "mounting takes CAP_SYS_ADMIN"))
    func `A bind mount is where the directory is that it shows`() throws {
        let places = PrivateMounts.run { [tree] mounts -> [PlaceOnDevice?]? in
            guard mounts.bind(tree.path("a/b c").string, on: tree.path("mount").string) else { return nil }
            try? tree.makeDirectory("mount/new")
            let table = MountTable()
            return [
                table.place(of: tree.path("a/b c")), table.place(of: tree.path("mount")),
                table.mounts(below: tree.path).first { $0.point == tree.path("mount") }?.place,
                table.place(of: tree.path("mount/new")),
            ]
        }
        let found = try #require(places)
        let original = try #require(found[0])
        #expect(found[1] == original)
        #expect(found[2] == original)
        #expect(found[3] == original.appending([Array("new".utf8)]))
    }
}
