import PhotoFiles
import PhotoModel
import PhotoPipeline
import SystemPackage

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
