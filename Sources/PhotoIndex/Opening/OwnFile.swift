import Glibc
import PhotoFiles
import PhotoModel
import SystemPackage

/// A file beside the index that is written in place. It is opened by its own name only: it is no link and no pipe.
struct OwnFile {
    /// The open file.
    let file: FileDescriptor

    /// Why a file is not opened.
    enum Failure: Error {
        /// Something else has its name.
        case foreign(ForeignFile)
        case system(Errno)
    }

    /// Opens a file, close-on-exec.
    ///
    /// - Parameters:
    ///   - path: the file.
    ///   - isWriting: whether to open it for writing too.
    ///   - isMade: whether to make it, accessible to its owner only, if nothing has the name.
    /// - Throws: why it is not opened.
    init(_ path: FilePath, writing isWriting: Bool = true, making isMade: Bool = false) throws(Failure) {
        let flags = (isWriting ? O_RDWR : O_RDONLY) | (isMade ? O_CREAT : 0)
        let number = unsafe path.withPlatformString {
            // Does not wait for a pipe.
            unsafe open($0, flags | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0o600)
        }
        if number < 0 { throw Self.failure(errno) }
        file = FileDescriptor(rawValue: number)
        do throws(Errno) {
            if try FileStatus(of: file).isRegular { return }
        } catch {
            try? file.close()
            throw .system(error)
        }
        try? file.close()
        throw .foreign(.notRegular)
    }

    private static func failure(_ error: Int32) -> Failure {
        switch error {
        case ELOOP: .foreign(.link)
        // The errors for a directory and for a socket.
        case EISDIR, ENXIO: .foreign(.notRegular)
        default: .system(Errno(rawValue: error))
        }
    }

    /// The first bytes, at most `count`.
    func beginning(_ count: Int) throws -> [UInt8] {
        try unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, count in
            count = try unsafe file.boundedRead(fromAbsoluteOffset: 0, into: UnsafeMutableRawBufferPointer(buffer))
        }
    }
}
