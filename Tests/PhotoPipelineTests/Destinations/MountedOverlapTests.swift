import PhotoPipeline
import SystemPackage
import Testing
import WorkphotosTestSupport

@Suite(.enabled(if: PrivateMounts.areAllowed, "mounting takes CAP_SYS_ADMIN"))
struct MountedOverlapTests {
    private let tree: TemporaryTree

    init() throws {
        tree = try TemporaryTree()
        for path: FilePath in ["photos/2026", "nas/work", "road", "free"] { try tree.makeDirectory(path) }
    }

    /// The root that a folder overlaps while `source` is mounted on `point` as well.
    private func overlap(
        _ folder: FilePath, root: FilePath = "photos", mounting source: FilePath, on point: FilePath
    ) throws -> String? {
        let found = PrivateMounts.run { [tree] mounts -> [String?]? in
            guard mounts.bind(tree.path(source).string, on: tree.path(point).string) else { return nil }
            return [DestinationOverlap().find(folder: tree.path(folder), among: [tree.path(root)])?.root.string]
        }
        return try #require(found)[0]
    }

    @Test func `A bind mount of a directory in a root is part of the root`() throws {
        #expect(try overlap("road", mounting: "photos/2026", on: "road") == tree.path("photos").string)
        #expect(try overlap("road/new", mounting: "photos/2026", on: "road") == tree.path("photos").string)
        #expect(try overlap("road", mounting: "photos", on: "road") == tree.path("photos").string)
    }

    @Test func `A root that is a bind mount of a directory in the destination lies in it`() throws {
        #expect(try overlap("nas", root: "road", mounting: "nas/work", on: "road") == tree.path("road").string)
    }

    @Test func `A destination that is mounted in a root is found from its other path`() throws {
        #expect(try overlap("nas", mounting: "nas", on: "photos/2026") == tree.path("photos").string)
        #expect(try overlap("nas", mounting: "nas/work", on: "photos/2026") == tree.path("photos").string)
        #expect(try overlap("nas/work", mounting: "nas", on: "photos/2026") == tree.path("photos").string)
        #expect(try overlap("photos/2026", mounting: "nas", on: "photos/2026") == tree.path("photos").string)
    }

    @Test func `A root that is mounted in the destination would receive the copies`() throws {
        #expect(try overlap("nas", mounting: "photos", on: "nas/work") == tree.path("photos").string)
        #expect(try overlap("nas", mounting: "photos/2026", on: "nas/work") == tree.path("photos").string)
        #expect(try overlap("nas", root: "photos/2026", mounting: "photos", on: "nas/work") != nil)
    }

    @Test func `A mount below a folder is found, and one on the folder is not`() throws {
        let found = PrivateMounts.run { [tree] mounts -> [FilePath?]? in
            let (free, work) = (tree.path("free").string, tree.path("nas/work").string)
            guard mounts.bind(free, on: work), mounts.bind(free, on: tree.path("road").string) else { return nil }
            return ["nas", "road", "photos"].map { DestinationOverlap().mount(below: tree.path($0)) }
        }
        #expect(found == [tree.path("nas/work"), nil, nil])
    }

    @Test func `The library may be any layer of an overlay that cannot be found, unless it is on the overlay`() throws {
        for path: FilePath in ["work", "merged"] { try tree.makeDirectory(path) }
        let found = PrivateMounts.run { [tree] mounts -> [FilePath?]? in
            let (work, merged) = (tree.path("work").string, tree.path("merged").string)
            guard mounts.mountTemporary(on: work) else { return nil }
            for path: FilePath in ["work/low/photos", "work/up", "work/work"] { try? tree.makeDirectory(path) }
            guard mounts.overlay(lower: work + "/low", upper: work + "/up", work: work + "/work", on: merged) else {
                return nil
            }
            func unclear(_ folder: FilePath, _ root: FilePath) -> FilePath? {
                DestinationOverlap().unclearMount(of: tree.path(folder), besides: [tree.path(root)])
            }
            let clear = unclear("merged/new", "photos")
            // The layers are where nobody can see them.
            guard mounts.bind(tree.path("free").string, on: work) else { return nil }
            return [
                clear, unclear("merged/new", "photos"), unclear("merged/new", "merged/photos"),
                unclear("nas", "photos"),
            ]
        }
        #expect(try #require(found) == [nil, tree.path("merged"), nil, nil])
    }

    @Test func `Unrelated mounts do not matter`() throws {
        #expect(try overlap("nas", mounting: "free", on: "road") == nil)
        #expect(try overlap("nas", mounting: "free", on: "nas/work") == nil)
        #expect(try overlap("nas", mounting: "free", on: "photos/2026") == nil)
        #expect(try overlap("road", mounting: "nas", on: "road") == nil)
    }
}
