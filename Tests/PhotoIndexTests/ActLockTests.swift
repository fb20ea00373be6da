import Glibc
import PhotoIndex
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

    @Test func `One holder at a time, and it is named`() throws {
        let lock = try ActLock(beside: directory.index, now: 1_777_622_400_000_000_000)
        #expect(take() == .held(file, by: "pid \(getpid()) since 2026-05-01T08:00:00Z"))
        _ = consume lock
        #expect(take() == nil)
    }

    @Test func `The lock and its directory are the owner's alone, and the file stays`() throws {
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

    @Test func `Where the file cannot be made the error says so`() throws {
        try directory.write([], to: directory.path.appending("state"))
        #expect(take() == .failed(file, Errno.notDirectory.description))
    }

    private static func target(of name: String) -> String? {
        var bytes = [CChar](repeating: 0, count: 4_096)
        let count = unsafe readlink("/proc/self/fd/\(name)", &bytes, bytes.count)
        return count < 0 ? nil : String(decoding: bytes[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
