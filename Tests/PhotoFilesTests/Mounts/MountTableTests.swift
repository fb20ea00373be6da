import PhotoFiles
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

    @Test func `A directory belongs to those above it, and not to its siblings`() throws {
        try tree.makeDirectory("a2")
        let table = MountTable()
        let top = try #require(table.places(of: tree.path).first)
        let a = try #require(table.places(of: tree.path("a")).first)
        let b = try #require(table.places(of: tree.path("a/b c")).first)
        #expect(top.contains(a) && top.contains(b) && a.contains(b) && a.contains(a))
        #expect(!b.contains(a))
        #expect(try !a.contains(#require(table.places(of: tree.path("a2")).first)))
        #expect(a.appending([Array("b c".utf8)]) == b)
        #expect(table.places(of: tree.path("missing")).first == nil)
    }

    @Test(.enabled(if: PrivateMounts.areAllowed, "mounting takes CAP_SYS_ADMIN"))
    func `A bind mount is where the directory that it shows is`() throws {
        let places = PrivateMounts.run { [tree] mounts -> [PlaceOnDevice?]? in
            guard mounts.bind(tree.path("a/b c").string, on: tree.path("mount").string) else { return nil }
            try? tree.makeDirectory("mount/new")
            let table = MountTable()
            return [
                table.places(of: tree.path("a/b c")).first, table.places(of: tree.path("mount")).first,
                table.mounts(below: tree.path).first { $0.point == tree.path("mount") }?.place,
                table.places(of: tree.path("mount/new")).first,
            ]
        }
        let found = try #require(places)
        let original = try #require(found[0])
        #expect(found[1] == original)
        #expect(found[2] == original)
        #expect(found[3] == original.appending([Array("new".utf8)]))
    }

    @Test func `A directory's file system has a type, and one of the kernel is served by no program`() throws {
        try tree.makeDirectory("memory")
        let found = PrivateMounts.run { [tree] mounts -> [MountKind]? in
            guard mounts.mountTemporary(on: tree.path("memory").string) else { return nil }
            try? tree.makeDirectory("memory/a/b")
            return MountTable().kinds(of: tree.path("memory/a/b"))
        }
        let here = try #require(MountTable().kinds(of: tree.path).first)
        #expect(!here.isServed)
        #expect(MountTable().kinds(of: tree.path("missing")).isEmpty)
        guard PrivateMounts.areAllowed else { return }
        let kind = try #require(found?.first)
        #expect((kind.type, kind.source, kind.isServed) == ("tmpfs", "tmpfs", false))
        #expect(kind.below == [Array("a".utf8), Array("b".utf8)])
        #expect(found?.count == 1)
    }

    @Test(.enabled(if: PrivateMounts.areAllowed, "mounting takes CAP_SYS_ADMIN"))
    func `An overlay is also where its layers are`() throws {
        for name: FilePath in ["work", "merged"] { try tree.makeDirectory(name) }
        let found = PrivateMounts.run { [tree] mounts -> [[PlaceOnDevice]]? in
            // A separate file system, since not every one can be a layer.
            guard mounts.mountTemporary(on: tree.path("work").string) else { return nil }
            for name: FilePath in ["work/low er/a", "work/up/a", "work/work"] { try? tree.makeDirectory(name) }
            let layers = (tree.path("work/low er").string, tree.path("work/up").string, tree.path("work/work").string)
            guard mounts.overlay(lower: layers.0, upper: layers.1, work: layers.2, on: tree.path("merged").string)
            else { return nil }
            let table = MountTable()
            return [
                table.places(of: tree.path("merged/a")), table.places(of: tree.path("work/low er/a")),
                table.places(of: tree.path("work/up/a")),
            ]
        }
        let places = try #require(found)
        #expect(places[0].count == 3)
        #expect(Set(places[0].dropFirst()) == Set(places[1] + places[2]))
    }
}
