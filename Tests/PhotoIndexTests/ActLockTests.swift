import Glibc
import PhotoIndex
import PhotoModel
import Synchronization
import SystemPackage
import Testing

struct ActLockTests {
    private let directory: TemporaryDirectory
    private var file: FilePath { directory.index.removingLastComponent().appending("act.lock") }

    init() throws { directory = try TemporaryDirectory() }

    private func take() -> ActLockError? {
        do {
            let lock = try ActLock(beside: directory.index, now: 1_777_622_400_000_000_000)
            _ = consume lock
            return nil
        } catch {
            return error
        }
    }

    @Test func `The lock has one holder at a time, who is named`() throws {
        let lock = try ActLock(beside: directory.index, now: 1_777_622_400_000_000_000)
        #expect(take() == .held(file, by: "pid \(getpid()) since 2026-05-01T08:00:00Z"))
        _ = consume lock
        #expect(take() == nil)
    }

    @Test func `A file of another name is another lock, with what else its holder says`() throws {
        let lock = try ActLock(
            beside: directory.index, now: 1_777_622_400_000_000_000, named: "review.lock", recording: " at home")
        #expect(take() == nil)
        let other = file.removingLastComponent().appending("review.lock")
        #expect(throws: ActLockError.held(other, by: "pid \(getpid()) since 2026-05-01T08:00:00Z at home")) {
            _ = try ActLock(beside: directory.index, now: 0, named: "review.lock")
        }
        _ = consume lock
    }

    @Test func `Only the owner can access the lock and its directory, and the file stays`() throws {
        #expect(take() == nil)
        #expect(TemporaryDirectory.mode(file) == 0o600)
        #expect(TemporaryDirectory.mode(file.removingLastComponent()) == 0o700)
    }

    @Test func `Child processes do not inherit it`() throws {
        let lock = try ActLock(beside: directory.index, now: 0)
        let inherited = TemporaryDirectory.names("/proc/self/fd").filter { name in
            guard let number = Int32(name), let target = Self.target(of: name), target == file.string else {
                return false
            }
            return fcntl(number, F_GETFD) & FD_CLOEXEC == 0
        }
        #expect(inherited.isEmpty)
        _ = consume lock
    }

    @Test func `If the file cannot be created, the error says so`() throws {
        try directory.write([], to: directory.path.appending("state"))
        #expect(take() == .failed(file, Errno.notDirectory.description))
    }

    @Test func `A link in its place is refused, and its target is unchanged`() throws {
        let photo = directory.path.appending("photo.jpg")
        try directory.write(Array("a photo".utf8), to: photo)
        try directory.write([], to: directory.index)
        try TemporaryDirectory.link(file, to: photo.string)
        #expect(take() == .notOurs(file, .link))
        #expect(try directory.read(photo) == Array("a photo".utf8))
        TemporaryDirectory.remove(file)
        try TemporaryDirectory.link(file, to: directory.path.appending("nowhere").string)
        #expect(take() == .notOurs(file, .link))
        #expect(!TemporaryDirectory.names(directory.path).contains("nowhere"))
    }

    @Test func `Another program's file with that name is refused and unchanged, whoever has it locked`() throws {
        try directory.write(Array("my letter".utf8), to: file)
        #expect(take() == .notOurs(file, .otherContent))
        let theirs = try FileDescriptor.open(file, .readOnly)
        #expect(flock(theirs.rawValue, LOCK_EX) == 0)
        #expect(take() == .notOurs(file, .otherContent))
        try theirs.close()
        #expect(try directory.read(file) == Array("my letter".utf8))
    }

    @Test func `A directory or device in its place is refused`() throws {
        try directory.write([], to: directory.index)
        try TemporaryDirectory.makePipe(file)
        #expect(take() == .notOurs(file, .notRegular))
        TemporaryDirectory.remove(file)
        try TemporaryDirectory.makeDirectory(file)
        #expect(take() == .notOurs(file, .notRegular))
    }

    @Test func `A file with a second name is replaced, and its other name is unchanged`() throws {
        let before = Array("pid 1 since 2020-01-01T00:00:00Z\n".utf8)
        try directory.write(before, to: file)
        let other = directory.path.appending("snapshot")
        try TemporaryDirectory.hardLink(file, as: other)
        let lock = try ActLock(beside: directory.index, now: 1_777_622_400_000_000_000)
        #expect(take() == .held(file, by: "pid \(getpid()) since 2026-05-01T08:00:00Z"))
        #expect(TemporaryDirectory.mode(file) == 0o600)
        _ = consume lock
        #expect(try directory.read(other) == before)
        #expect(TemporaryDirectory.names(file.removingLastComponent()) == ["act.lock"])
    }

    @Test func `A file that is repeatedly replaced has one holder at a time`() async throws {
        try directory.write([], to: file)
        let (index, file, holders) = (directory.index, file, Holders())
        try await withThrowingTaskGroup { group in
            for number in 0..<8 {
                group.addTask {
                    for round in 0..<50 {
                        try? TemporaryDirectory.hardLink(file, as: FilePath("\(file.string).\(number).\(round)"))
                        guard let lock = try? ActLock(beside: index, now: 0) else { continue }
                        holders.enter()
                        holders.leave()
                        _ = consume lock
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(holders.most.load(ordering: .relaxed) == 1)
    }

    private static func target(of name: String) -> String? {
        var bytes = [CChar](repeating: 0, count: 4_096)
        let count = unsafe readlink("/proc/self/fd/\(name)", &bytes, bytes.count)
        return count < 0 ? nil : String(decoding: bytes[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}

/// Counts the holders of a lock at the same time.
private final class Holders: Sendable {
    let most = Atomic(0)
    private let now = Atomic(0)

    func enter() {
        let count = now.wrappingAdd(1, ordering: .sequentiallyConsistent).newValue
        most.max(count, ordering: .relaxed)
    }

    func leave() { now.wrappingSubtract(1, ordering: .sequentiallyConsistent) }
}
