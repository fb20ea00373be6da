import Glibc
import PhotoFiles
import PhotoModel
import PhotoPipeline
import SystemPackage

/// A destination's top as it is now: opened by its path, with the marker that is in it.
struct FolderTop {
    /// By what a top is known again within a run.
    struct Known: Hashable {
        let device: UInt64
        /// Nil where the file system keeps none: there, a directory that nothing has open may get another.
        let inode: UInt64?
        let marker: DestinationMarker
    }

    let directory: DirectoryHandle
    /// Device and inode.
    let identity: FileIdentity

    /// Opens it. A link at the path itself is followed: it is the user's own way to the place.
    init(_ path: FilePath, opening: [OpeningWay]) throws(UploadError) {
        let file = try attempt("cannot open the destination", at: .top) { () throws(Errno) in
            try OpenFile(path, flags: O_RDONLY | O_DIRECTORY)
        }
        directory = DirectoryHandle(file, ways: opening)
        identity = try attempt("cannot look at the destination", at: .top) { () throws(Errno) in
            try file.status().identity
        }
    }

    /// What identifies it, with its marker.
    func known(by marker: DestinationMarker) -> Known {
        Known(
            device: identity.device, inode: directory.file.keepsInodes ? identity.inode : nil, marker: marker)
    }

    /// Reads the marker; nil where there is none.
    ///
    /// - Throws: `unavailable` where it cannot be read or is none.
    func marker() throws(UploadError) -> DestinationMarker? {
        let file: OpenFile
        do {
            file = try directory.open(FilePath(DestinationMarker.fileName), flags: OpenFlags.reading)
        } catch .noSuchFileOrDirectory {
            return nil
        } catch {
            throw UploadError(error, at: .top, "cannot open its \(DestinationMarker.fileName)")
        }
        let bytes = try attempt("cannot read its \(DestinationMarker.fileName)", at: .top) { () throws(Errno) in
            try file.bytes(atMost: DestinationMarker.mostBytes)
        }
        guard let marker = DestinationMarker(file: bytes) else {
            throw UploadError(.unavailable, "its \(DestinationMarker.fileName) holds no marker")
        }
        return marker
    }

    /// Opens the directory of a target, to find names in it.
    ///
    /// - Throws: `refused` where a component is a link or no directory.
    func directory(
        of ticket: FolderTicket, flags: Int32 = OpenFlags.path
    ) throws(UploadError) -> DirectoryHandle {
        try attempt("cannot open its directory", at: .name) { () throws(Errno) in
            try directory.directory(beneath: ticket.directory, flags: flags)
        }
    }
}
