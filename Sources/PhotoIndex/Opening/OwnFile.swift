import Glibc
import PhotoFiles
import PhotoModel
import SystemPackage

/// Opens files beside the index that are written in place: each by its own name only, so that none is a link or a pipe.
enum OwnFile {
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
    /// - Returns: the open file.
    /// - Throws: why it is not opened.
    static func open(
        _ path: FilePath, writing isWriting: Bool = true, making isMade: Bool = false
    ) throws(Failure) -> OpenFile {
        let flags = (isWriting ? O_RDWR : O_RDONLY) | (isMade ? O_CREAT : 0)
        do throws(Errno) {
            // Does not wait for a pipe.
            let file = try OpenFile(path, flags: flags | O_NOFOLLOW | O_NONBLOCK, mode: 0o600)
            if try file.status().isRegular { return file }
        } catch {
            throw failure(error)
        }
        throw .foreign(.notRegular)
    }

    private static func failure(_ error: Errno) -> Failure {
        switch error {
        case .tooManySymbolicLinkLevels: .foreign(.link)
        // The errors for a directory and for a socket.
        case .isDirectory, .noSuchAddressOrDevice: .foreign(.notRegular)
        default: .system(error)
        }
    }
}
