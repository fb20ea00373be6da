import Glibc
import PhotoPipeline
import SystemPackage
import Testing
import WorkphotosTestSupport

/// A pool writes a copy into any of its branches, which may be the library.
@Suite(.enabled(if: MountedPlace.obstacle(.mergerfs) == nil, "mergerfs cannot be mounted here"))
struct PooledOverlapTests {
    private let pool: MountedPlace
    private let root: FilePath

    /// The library is in one branch, and the other has a directory of the same name.
    init() throws {
        pool = try MountedPlace(.mergerfs)
        let branches = pool.path.removingLastComponent()
        root = branches.appending("one/photos")
        for directory in ["one/photos", "two/photos", "two/photos/backup", "two/free"] {
            let path = branches.appending(FilePath(directory).components)
            try #require(unsafe path.withPlatformString { unsafe mkdir($0, 0o755) } == 0)
        }
    }

    @Test(arguments: ["photos", "photos/backup", "photos/new", ""])
    func `A folder of a pool overlaps a root in a branch, even if only another branch has the folder`(
        _ folder: String
    ) {
        defer { extendLifetime(pool) }
        let found = DestinationOverlap().find(folder: pool.path.appending(FilePath(folder).components), among: [root])
        #expect(found?.root == root)
    }

    @Test(arguments: ["free", "new"])
    func `A folder of a pool that no branch has in the root does not`(_ folder: String) {
        defer { extendLifetime(pool) }
        #expect(DestinationOverlap().find(folder: pool.path.appending(folder), among: [root]) == nil)
    }
}
