import Glibc
import PhotoModel
package import SystemPackage

/// The lock of everything that scans, uploads, removes or undoes: one process at a time for an index.
///
/// A lock of flock(2) on `act.lock` beside the index, which ends with the process whatever ends it, and which child
/// processes do not inherit. A free lock proves that whoever had it is done or dead. The file stays; what it says is for
/// people. Released when the value goes away.
package struct ActLock: ~Copyable {
    private let file: FileDescriptor

    /// Takes the lock; makes the file, and the directories above it for their owner alone (0700), where they are not
    /// there.
    ///
    /// - Parameters:
    ///   - index: the path of the index.
    ///   - now: the moment, nanoseconds since 1970-01-01T00:00:00Z; written down for people.
    /// - Throws: `held` where another process has it, `failed`.
    package init(beside index: FilePath, now: Int64) throws(ActLockError) {
        let path = index.removingLastComponent().appending("act.lock")
        let file = try Self.open(path)
        do {
            try Self.take(file, at: path)
            let second = UTCInstant(nanoseconds: now - now % 1_000_000_000)
            try Self.write("pid \(getpid()) since \(second.text)\n", to: file, at: path)
        } catch {
            try? file.close()
            throw error
        }
        self.init(file: file)
    }

    private init(file: FileDescriptor) {
        self.file = file
    }

    deinit {
        // A child process that has not begun its own program yet has the file open as well.
        flock(file.rawValue, LOCK_UN)
        try? file.close()
    }

    private static func open(_ path: FilePath) throws(ActLockError) -> FileDescriptor {
        do {
            try NewIndexFile.makeDirectories(path.removingLastComponent())
            return try FileDescriptor.open(
                path, .readWrite, options: [.create, .closeOnExec], permissions: [.ownerReadWrite])
        } catch {
            throw .failed(path, (error as? Errno ?? .ioError).description)
        }
    }

    private static func take(_ file: FileDescriptor, at path: FilePath) throws(ActLockError) {
        if flock(file.rawValue, LOCK_EX | LOCK_NB) == 0 { return }
        let error = Errno(rawValue: errno)
        throw error == .wouldBlock ? .held(path, by: holder(file)) : .failed(path, error.description)
    }

    private static func write(_ text: String, to file: FileDescriptor, at path: FilePath) throws(ActLockError) {
        do {
            guard ftruncate(file.rawValue, 0) == 0 else { throw Errno(rawValue: errno) }
            _ = try file.writeAll(toAbsoluteOffset: 0, Array(text.utf8))
        } catch {
            throw .failed(path, (error as? Errno ?? .ioError).description)
        }
    }

    /// What the one who has the lock wrote into the file; nil where that is nothing.
    private static func holder(_ file: FileDescriptor) -> String? {
        var bytes = [UInt8](repeating: 0, count: 100)
        let count = unsafe bytes.withUnsafeMutableBytes { buffer in
            (try? unsafe file.read(fromAbsoluteOffset: 0, into: buffer)) ?? 0
        }
        let text = String(decoding: bytes[..<count].prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        return text.isEmpty ? nil : text
    }
}

/// Why the lock could not be taken.
package enum ActLockError: Error, Hashable, Sendable {
    /// Another process has it; what it wrote down of itself: `pid 123 since 2026-05-01T08:00:00Z`.
    case held(FilePath, by: String?)
    /// The file cannot be made or locked; the text is the system's.
    case failed(FilePath, String)

    /// The lock file.
    package var path: FilePath {
        switch self {
        case .held(let path, _), .failed(let path, _): path
        }
    }
}
