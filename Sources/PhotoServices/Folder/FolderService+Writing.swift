import Glibc
import PhotoFiles
import PhotoModel
package import PhotoPipeline
import SystemPackage

extension FolderService {
    /// The most directories at the top that are examined.
    private static let mostDirectories = 2_000

    package func checkWriting(withName isNamed: Bool) async throws(UploadError) {
        try await onThread { () throws(UploadError) in
            let directory = try open().directory
            try attempt("cannot be written to", at: .top) { () throws(Errno) in
                if let error = directory.writingError { throw error }
                try Self.writeNameless(in: directory)
            }
            try checkDirectories(in: directory)
            if isNamed { try writeNamed(in: directory) }
        }
    }

    /// Writes a file that never has a name, where the file system has such files.
    private static func writeNameless(in directory: DirectoryHandle) throws(Errno) {
        do throws(Errno) {
            let file = try directory.open(".", flags: OpenFlags.nameless | O_RDWR, mode: 0o600)
            try file.write([0x0A])
            try file.sync()
        } catch .notSupported, .isDirectory, .noSuchFileOrDirectory, .invalidArgument, .noFunction {}
    }

    /// Checks the directories that are there, which another user may have made.
    private func checkDirectories(in top: DirectoryHandle) throws(UploadError) {
        let names = try attempt("cannot be listed", at: .top) { () throws(Errno) in try top.names() }
        for name in names.prefix(Self.mostDirectories) where name.bytes.first != UInt8(ascii: ".") {
            guard let directory = try? top.directory(name), let error = directory.writingError else { continue }
            throw UploadError(error, at: .top, "\(terminalSafe(name.bytes)) in it cannot be written to")
        }
    }

    /// Writes a file with a temporary name, which scans skip, and removes it.
    private func writeNamed(in directory: DirectoryHandle) throws(UploadError) {
        let name = FilePath(UnfinishedName.part(digits: randomDigits(random)))
        try attempt("cannot be written to", at: .top) { () throws(Errno) in
            let file = try directory.open(name, flags: O_RDWR | O_CREAT | O_EXCL, mode: 0o600)
            do throws(Errno) {
                try file.write([0x0A])
                try file.sync()
            } catch {
                try? directory.remove(name)
                throw error
            }
            if WrittenPart(file).isThere(as: name, in: directory) { try directory.remove(name) }
            try directory.file.sync()
        }
    }
}

/// A temporary file that this process has written, open, as it was after the last write.
struct WrittenPart: Sendable {
    let file: OpenFile
    private let status: FileStatus?

    /// Notes an open file as it is now.
    init(_ file: OpenFile) {
        self.file = file
        status = try? file.status()
    }

    /// Whether a file is as this one was then. Where a file system keeps no ctime, its size and mtime have to do.
    func isUnchanged(_ now: FileStatus) -> Bool {
        guard let status else { return false }
        return (now.identity, now.size, now.fingerprint.modified)
            == (status.identity, status.size, status.fingerprint.modified)
            && (!file.keepsInodes || now.fingerprint.changed == status.fingerprint.changed)
    }

    /// Whether a name has the file, unchanged.
    func isThere(as name: FilePath, in directory: DirectoryHandle) -> Bool {
        (try? directory.status(name)).map(isUnchanged) ?? false
    }
}
