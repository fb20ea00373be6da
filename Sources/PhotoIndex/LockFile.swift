import Glibc
import PhotoModel
import SystemPackage

/// The file that ``ActLock`` locks, and what it says.
enum LockFile {
    private static let holderStart = Array("pid ".utf8)

    /// Opens the file, which is one of ours: empty, or with what a holder wrote.
    static func open(_ path: FilePath) throws(ActLockError) -> FileDescriptor {
        do {
            try NewIndexFile.makeDirectories(path.removingLastComponent())
            let own = try OwnFile(path, making: true)
            do {
                let beginning = try own.beginning(holderStart.count)
                if !beginning.isEmpty, beginning != holderStart { throw OwnFile.Failure.foreign(.otherContent) }
                return own.file
            } catch {
                try? own.file.close()
                throw error
            }
        } catch OwnFile.Failure.foreign(let why) {
            throw .notOurs(path, why)
        } catch OwnFile.Failure.system(let error) {
            throw .failed(path, error.description)
        } catch {
            throw .failed(path, (error as? Errno ?? .ioError).description)
        }
    }

    /// Whether a file has its path still.
    static func isStill(_ file: FileDescriptor, at path: FilePath) -> Bool {
        var (open, named) = (stat(), stat())
        return unsafe fstat(file.rawValue, &open) == 0
            && path.withPlatformString { unsafe lstat($0, &named) } == 0
            && open.st_ino == named.st_ino && open.st_dev == named.st_dev
    }

    /// Writes who has the lock. A file that has other names besides, as in a copy made of links, gets another in its
    /// place, and that is locked from then on; where none can be made, the lock is taken and nothing written.
    ///
    /// - Returns: the file that is locked.
    static func write(
        _ text: [UInt8], to file: FileDescriptor, at path: FilePath
    ) throws -> FileDescriptor {
        var status = stat()
        guard unsafe fstat(file.rawValue, &status) == 0 else { throw Errno(rawValue: errno) }
        if status.st_nlink == 1 {
            guard ftruncate(file.rawValue, 0) == 0 else { throw Errno(rawValue: errno) }
            try file.boundedWriteAll(toStart: text)
            return file
        }
        guard let new = try? replacement(of: path, text) else { return file }
        try? file.close()
        return new
    }

    private static func replacement(of path: FilePath, _ text: [UInt8]) throws -> FileDescriptor {
        let temporary = NewIndexFile.temporaryPath(for: path)
        let file = try FileDescriptor.boundedOpen(
            temporary, .readWrite, options: [.create, .exclusiveCreate, .closeOnExec], permissions: [.ownerReadWrite])
        do {
            try file.boundedWriteAll(toStart: text)
            guard flock(file.rawValue, LOCK_EX | LOCK_NB) == 0 else { throw Errno(rawValue: errno) }
            try NewIndexFile.publish(temporary, as: path, replacing: true)
            return file
        } catch {
            try? file.close()
            NewIndexFile.remove(temporary)
            throw error
        }
    }

    /// What the one who has the lock wrote into the file; nil where that is nothing.
    static func holder(_ file: FileDescriptor) -> String? {
        var bytes = [UInt8](repeating: 0, count: 100)
        let count = unsafe bytes.withUnsafeMutableBytes { buffer in
            (try? unsafe file.boundedRead(fromAbsoluteOffset: 0, into: buffer)) ?? 0
        }
        let text = String(decoding: bytes[..<count].prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        return text.isEmpty ? nil : text
    }
}
