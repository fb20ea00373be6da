import Foundation
import Glibc
import PhotoModel
import PhotoPipeline
import PhotoServices
import Synchronization
import SystemPackage
import Testing
import WorkphotosTestSupport

/// A copy with the stamp of the copy that was read is the same.
@Suite(.enabled(if: hasMemory, "/dev/shm is not there"))
struct FolderStampTests {
    private let world: FolderWorld
    private let stamp: CopyStamp

    init() async throws {
        world = try FolderWorld(inMemory: true)
        _ = try await world.service.makeDestination(DestinationMarker(random: 1, 2), creating: false)
        try world.place([1, 2, 3], at: "a.jpg")
        try world.tree.setModified("nas/a.jpg", seconds: 1_000)
        stamp = try #require(try await world.service.inspect("a.jpg")?.stamp)
    }

    @Test func `An untouched copy keeps its stamp`() async throws {
        #expect(stamp.size == 3)
        #expect(stamp.modified == 1_000_000_000_000)
        #expect(stamp.identity == (try identity(of: world.tree.path("nas/a.jpg"))))
        #expect(try await world.service.identify("a.jpg") == .stamp(stamp))
    }

    @Test func `A copy that was written to has another stamp, even with the same size and time`() async throws {
        try await Task.sleep(for: .milliseconds(20))
        try world.place([1, 2, 4], at: "a.jpg")
        try world.tree.setModified("nas/a.jpg", seconds: 1_000)
        #expect(try await world.service.identify("a.jpg") != .stamp(stamp))
    }

    @Test func `Another file with the name has another stamp`() async throws {
        try world.place([1, 2, 3], at: "b.jpg")
        try world.tree.setModified("nas/b.jpg", seconds: 1_000)
        try world.tree.remove("nas/a.jpg")
        try world.tree.rename("nas/b.jpg", to: "nas/a.jpg")
        #expect(try await world.service.identify("a.jpg") != .stamp(stamp))
    }

    @Test func `A copy that was just touched has no stamp, because a later change might not show`() async throws {
        let service = FolderService(world.tree.path("nas"), clock: SteppingClock(now: stamp.changed + 1_999_999_999))
        let found = try #require(try await service.inspect("a.jpg"))
        #expect(found.size == 3)
        #expect(found.stamp == nil)
        let later = FolderService(world.tree.path("nas"), clock: SteppingClock(now: stamp.changed + 2_000_000_000))
        #expect(try await later.inspect("a.jpg")?.stamp == stamp)
    }

    @Test func `A copy whose attributes change while it is read is not trusted`() async throws {
        try world.place([UInt8](repeating: 7, count: 32 << 20), at: "large.jpg")
        let path = world.tree.path("nas/large.jpg")
        let isRead = Atomic(false)
        let rounds = Atomic(0)
        // On a thread of its own, since it never waits.
        Thread.detachNewThread {
            while !isRead.load(ordering: .relaxed) {
                _ = unsafe path.withPlatformString { unsafe chmod($0, 0o644) }
                rounds.add(1, ordering: .relaxed)
            }
        }
        defer { isRead.store(true, ordering: .relaxed) }
        while rounds.load(ordering: .relaxed) == 0 { await Task.yield() }
        await expectError(.failed) { () throws(UploadError) in try await world.service.inspect("large.jpg") }
    }

    @Test func `A file that was just finished has none`() async throws {
        #expect(try await world.upload([7], to: "c.jpg").stamp == nil)
    }
}

/// Whether the system has a file system in memory that keeps inode numbers.
private let hasMemory = unsafe access("/dev/shm", W_OK) == 0
