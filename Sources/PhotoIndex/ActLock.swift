import Glibc
import PhotoFiles
package import PhotoModel
package import SystemPackage

/// The lock that scans, uploads, removals and undos hold: one process at a time for an index.
///
/// It is a flock(2) lock on `act.lock` beside the index. It ends with the process, however that ends, and child
/// processes do not inherit it. A free lock proves that its last holder is done or dead. The file stays; its content is
/// for people. Released when the value is destroyed.
package struct ActLock: ~Copyable {
    private let file: OpenFile

    /// Takes the lock. Makes the file if necessary, and missing directories above it, accessible to their owner only
    /// (0700).
    ///
    /// - Parameters:
    ///   - now: the moment, in nanoseconds since 1970-01-01T00:00:00Z; recorded for people.
    ///   - name: the file's name: another one is another lock.
    ///   - more: what is recorded besides, at most 40 bytes.
    /// - Throws: `held` if another process holds it, `notOurs`, `failed`.
    package init(
        beside index: FilePath, now: Int64, named name: FilePath.Component = "act.lock", recording more: String = ""
    ) throws(ActLockError) {
        let path = index.removingLastComponent().appending(name)
        var file = try Self.lock(path)
        let second = UTCInstant(nanoseconds: now - now % 1_000_000_000)
        do throws(Errno) {
            file = try LockFile.write(Array("pid \(getpid()) since \(second.text)\(more)\n".utf8), to: file, at: path)
        } catch {
            throw .failed(path, error.description)
        }
        self.init(file: file)
    }

    private init(file: OpenFile) {
        self.file = file
    }

    deinit {
        // A child process that has not started its own program yet has the file open as well.
        flock(file.number, LOCK_UN)
    }

    private static func lock(_ path: FilePath) throws(ActLockError) -> OpenFile {
        for _ in 0..<100 {
            let file = try LockFile.open(path)
            try take(file, at: path)
            // Another process may have replaced the file meanwhile and hold the lock of its own one.
            if LockFile.isStill(file, at: path) { return file }
        }
        throw .failed(path, "another program keeps replacing it")
    }

    private static func take(_ file: OpenFile, at path: FilePath) throws(ActLockError) {
        if flock(file.number, LOCK_EX | LOCK_NB) == 0 { return }
        let error = Errno(rawValue: errno)
        throw error == .wouldBlock ? .held(path, by: LockFile.holder(file)) : .failed(path, error.description)
    }
}

/// Why the lock could not be taken.
package enum ActLockError: Error, Hashable, Sendable {
    /// Another process holds it. The text is what that process recorded: `pid 123 since 2026-05-01T08:00:00Z`.
    case held(FilePath, by: String?)
    /// Something else has the file's name. It was not changed.
    case notOurs(FilePath, ForeignFile)
    /// The file cannot be made or locked. The text is the system's.
    case failed(FilePath, String)

    /// The lock file.
    package var path: FilePath {
        switch self {
        case .held(let path, _), .notOurs(let path, _), .failed(let path, _): path
        }
    }
}

/// The file that ``ActLock`` locks, and its content.
enum LockFile {
    private static let holderStart = Array("pid ".utf8)

    /// Opens the file, which must be ours: empty, or with a holder's record.
    static func open(_ path: FilePath) throws(ActLockError) -> OpenFile {
        do {
            try NamedFile.makeDirectories(path.removingLastComponent(), mode: 0o700)
            let file = try OwnFile.open(path, making: true)
            let beginning = try file.bytes(atMost: holderStart.count)
            if !beginning.isEmpty, beginning != holderStart { throw OwnFile.Failure.foreign(.otherContent) }
            return file
        } catch OwnFile.Failure.foreign(let why) {
            throw .notOurs(path, why)
        } catch OwnFile.Failure.system(let error) {
            throw .failed(path, error.description)
        } catch {
            throw .failed(path, (error as? Errno ?? .ioError).description)
        }
    }

    static func isStill(_ file: OpenFile, at path: FilePath) -> Bool {
        guard let open = try? file.status(), let named = try? FileStatus(at: path) else { return false }
        return open.identity == named.identity
    }

    /// Records the holder. A file with other hard links, as in a copy made of links, is replaced by a new one, which is
    /// locked from then on; if none can be made, the lock is held without a record.
    static func write(_ text: [UInt8], to file: OpenFile, at path: FilePath) throws(Errno) -> OpenFile {
        if try file.status().links == 1 {
            try file.cut(to: 0)
            try file.write(text)
            return file
        }
        return (try? replacement(of: path, text)) ?? file
    }

    private static func replacement(of path: FilePath, _ text: [UInt8]) throws(Errno) -> OpenFile {
        var new = try NewFile(at: path, flags: O_RDWR, mode: 0o600)
        let file = try new.file
        try file.write(text)
        try repeated { flock(file.number, LOCK_EX | LOCK_NB) }
        try new.takeName()
        return file
    }

    /// The holder's record; nil if there is none.
    static func holder(_ file: OpenFile) -> String? {
        let bytes = (try? file.bytes(atMost: 100)) ?? []
        let text = String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        return text.isEmpty ? nil : text
    }
}
