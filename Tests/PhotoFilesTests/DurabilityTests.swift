import Glibc
import PhotoFiles
import SystemPackage
import Testing
import WorkphotosTestSupport

@Suite(.enabled(if: CallWatch.isAllowed, "watching system calls takes a kernel with seccomp"))
struct DurabilityTests {
    @Test(.enabled(if: MountedPlace.obstacle(.bindfs) == nil, "bindfs cannot be mounted here"))
    func `Where nobody knows what a sync of the whole disk is worth, each file is synced`() throws {
        let place = try MountedPlace(.bindfs)
        defer { withExtendedLifetime(place) {} }
        let tree = try TemporaryTree(in: place.path)
        let files = try (0..<4).map { number in
            try OpenFile(tree.path(FilePath("\(number)")), flags: O_RDWR | O_CREAT, mode: 0o600)
        }
        let run = CallWatch.run(below: tree.path) { (try? Durability.sync(files)) != nil }
        let watched = try #require(run)
        #expect(watched.result)
        #expect(watched.calls == ["sync 0", "sync 1", "sync 2", "sync 3"])
    }
}
