import Glibc
import PhotoModel
import PhotoPipeline
import Synchronization
import SystemPackage

/// Directories that a process keeps open, by the tickets of the files that have another name for now, until these have
/// their own names again or are gone. One that somebody renames meanwhile is found again, wherever it is.
final class HeldDirectories<Directory: Sendable>: Sendable {
    private let directories = Mutex<[String: Directory]>([:])

    /// Keeps a directory open.
    func hold(_ directory: Directory, for ticket: String) { directories.withLock { $0[ticket] = directory } }

    /// The directory of a ticket; nil where this process has not put the ticket's file where it is.
    func of(_ ticket: String) -> Directory? { directories.withLock { $0[ticket] } }

    /// Lets go of the directories of files that are where they belong, or nowhere.
    func release(_ tickets: [String], where results: [TrashError?]) {
        directories.withLock { directories in
            for (ticket, error) in zip(tickets, results) where !isObstacle(error) { directories[ticket] = nil }
        }
    }
}

/// A directory of the library that stays open.
struct HeldFolder: Sendable {
    /// The directory, which is the same under another path.
    let folder: TrashFolder
    /// Where it was.
    let path: FilePath
    /// By what its mount is known.
    let mount: MountIdentity
    /// Whether what waits in it was made there for an undo, and was no file of the library before.
    let holdsNewFile: Bool

    init(_ folder: ReachedFolder, holdsNewFile: Bool = false) {
        self.folder = folder.folder
        path = folder.path
        mount = folder.mount
        self.holdsNewFile = holdsNewFile
    }

    /// A name in it.
    func place(_ name: FilePath) -> ParkedPlace {
        ParkedPlace(folder: folder, path: path, mount: mount, name: name)
    }

    /// By what it is known in later runs; nil where its file system gives others at each mount.
    func inode() throws(TrashError) -> UInt64? {
        do throws(Errno) {
            return try folder.reading().keepsInodes ? UInt64(folder.status().st_ino) : nil
        } catch {
            throw TrashError(error, doing: "its directory cannot be looked at")
        }
    }

    /// Makes sure that it has its path yet. One that was removed is nowhere, and fine.
    ///
    /// - Parameter kind: the kind of the error where somebody renamed it.
    /// - Throws: this, `failed`.
    func checkPath(or kind: TrashError.Kind = .changed) throws(TrashError) {
        if try isRemoved { return }
        if try isAtPath { return }
        throw TrashError(kind, "its directory was renamed or unmounted meanwhile")
    }

    /// Whether it was removed, so that nothing can be put into it.
    var isRemoved: Bool {
        get throws(TrashError) {
            do throws(Errno) {
                return try folder.status().st_nlink == 0
            } catch {
                throw TrashError(error, doing: "its directory cannot be looked at")
            }
        }
    }

    private var isAtPath: Bool {
        get throws(TrashError) {
            var folders = LibraryFolders()
            do throws(TrashError) {
                return try HeldFolder(try folders.folder(path)).identity() == identity()
            } catch {
                // Another directory by that name, or a link, is not this one.
                if error.kind == .missing || error.kind == .refused { return false }
                throw error
            }
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
