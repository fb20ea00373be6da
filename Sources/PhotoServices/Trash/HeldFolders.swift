import Glibc
import PhotoFiles
import PhotoModel
import PhotoPipeline
import Synchronization
import SystemPackage

/// Keeps directories open, by the tickets of files that are parked, until these have their own names again or are gone.
/// So a directory that is renamed meanwhile is still found.
final class HeldDirectories<Directory: Sendable>: Sendable {
    private let directories = Mutex<[String: Directory]>([:])

    /// Keeps a directory open.
    func hold(_ directory: Directory, for ticket: String) { directories.withLock { $0[ticket] = directory } }

    /// The directory of a ticket; nil if this process did not park the ticket's file.
    func of(_ ticket: String) -> Directory? { directories.withLock { $0[ticket] } }

    /// Releases the directories of files that have their own names or are gone.
    func release(_ tickets: [String], where results: [TrashError?]) {
        directories.withLock { directories in
            for (ticket, error) in zip(tickets, results) where !isObstacle(error) { directories[ticket] = nil }
        }
    }
}

/// A directory of the library that stays open.
struct HeldFolder: Sendable {
    /// The directory, which stays the same after a rename.
    let folder: DirectoryHandle
    /// Its path when it was opened.
    let path: FilePath
    let mount: MountIdentity
    /// Whether the file parked in it was made there for an undo, and did not exist in the library before.
    let holdsNewFile: Bool

    init(_ folder: ReachedFolder, holdsNewFile: Bool = false) {
        self.folder = folder.folder
        path = folder.path
        mount = folder.mount
        self.holdsNewFile = holdsNewFile
    }

    func place(_ name: FilePath) -> ParkedPlace {
        ParkedPlace(folder: folder, path: path, mount: mount, name: name)
    }

    /// Identifies it in later runs; nil if its file system renumbers inodes at each mount.
    func inode() throws(TrashError) -> UInt64? {
        do throws(Errno) {
            return try folder.reading().keepsInodes ? folder.identity().inode : nil
        } catch {
            throw TrashError(error, doing: "its directory cannot be looked at")
        }
    }

    /// Checks that it still has its path. A directory that was removed has no path, which is no error.
    ///
    /// - Parameter kind: the kind of the error where somebody renamed it.
    /// - Throws: this, `failed`.
    func checkPath(or kind: TrashError.Kind = .changed) throws(TrashError) {
        var folders = LibraryFolders()
        try checkPath(or: kind, in: &folders)
    }

    /// The same for many files: what `folders` opened since they were parked is not looked for again.
    func checkPath(or kind: TrashError.Kind = .changed, in folders: inout LibraryFolders) throws(TrashError) {
        if try isRemoved { return }
        if try isAtPath(in: &folders) { return }
        throw TrashError(kind, "its directory was renamed or unmounted meanwhile")
    }

    /// Whether it was removed, so that no file can be put into it.
    var isRemoved: Bool {
        get throws(TrashError) {
            do throws(Errno) {
                return try folder.status().links == 0
            } catch {
                throw TrashError(error, doing: "its directory cannot be looked at")
            }
        }
    }

    private func isAtPath(in folders: inout LibraryFolders) throws(TrashError) -> Bool {
        do throws(TrashError) {
            return try HeldFolder(try folders.folder(path)).identity() == identity()
        } catch {
            // Another directory with that path, or a link, is not this one.
            if error.kind == .missing || error.kind == .refused { return false }
            throw error
        }
    }

    private func identity() throws(TrashError) -> FileIdentity {
        do throws(Errno) {
            return try folder.identity()
        } catch {
            throw TrashError(error, doing: "its directory cannot be looked at")
        }
    }
}
