import Glibc
package import PhotoModel
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
    /// - Throws: `held` where another process has it, `notOurs`, `failed`.
    package init(beside index: FilePath, now: Int64) throws(ActLockError) {
        let path = index.removingLastComponent().appending("act.lock")
        var file = try Self.lock(path)
        let second = UTCInstant(nanoseconds: now - now % 1_000_000_000)
        do {
            file = try LockFile.write(Array("pid \(getpid()) since \(second.text)\n".utf8), to: file, at: path)
        } catch {
            try? file.close()
            throw .failed(path, (error as? Errno ?? .ioError).description)
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

    private static func lock(_ path: FilePath) throws(ActLockError) -> FileDescriptor {
        for _ in 0..<100 {
            let file = try LockFile.open(path)
            do {
                try take(file, at: path)
            } catch {
                try? file.close()
                throw error
            }
            // Another one may have put a file of its own in its place meanwhile, and have the lock of that.
            if LockFile.isStill(file, at: path) { return file }
            try? file.close()
        }
        throw .failed(path, "another program keeps replacing it")
    }

    private static func take(_ file: FileDescriptor, at path: FilePath) throws(ActLockError) {
        if flock(file.rawValue, LOCK_EX | LOCK_NB) == 0 { return }
        let error = Errno(rawValue: errno)
        throw error == .wouldBlock ? .held(path, by: LockFile.holder(file)) : .failed(path, error.description)
    }
}

/// Why the lock could not be taken.
package enum ActLockError: Error, Hashable, Sendable {
    /// Another process has it; what it wrote down of itself: `pid 123 since 2026-05-01T08:00:00Z`.
    case held(FilePath, by: String?)
    /// Something else has the file's name; it was not touched.
    case notOurs(FilePath, ForeignFile)
    /// The file cannot be made or locked; the text is the system's.
    case failed(FilePath, String)

    /// The lock file.
    package var path: FilePath {
        switch self {
        case .held(let path, _), .notOurs(let path, _), .failed(let path, _): path
        }
    }
}
