import Glibc
import PhotoFiles
import PhotoPipeline
import SystemPackage

/// Chooses the trash directory of a file. Changes nothing.
struct TrashChoice {
    let kind: TrashTicket.Kind
    let directory: FilePath

    /// - Throws: `refused`, `denied` where neither the home trash nor the file system's own can be used; `failed`.
    init(for parent: ReachedFolder, home: HomeTrash, user: UInt32) throws(TrashError) {
        if try Self.isSame(parent.mount, home.mount) {
            if let obstacle = home.obstacle { throw obstacle }
            (kind, directory) = (.home, home.path)
            return
        }
        let top = parent.topFolder
        do throws(Errno) {
            if try Self.mayShare(top, user: user) {
                (kind, directory) = (.shared, parent.top.appending(".Trash").appending("\(user)"))
                return
            }
            let name = FilePath(".Trash-\(user)")
            guard let status = try top.status(name) else {
                guard top.isWritable else {
                    throw Errno.permissionDenied
                }
                (kind, directory) = (.own, parent.top.appending(name.components))
                return
            }
            guard Self.isOwn(status, user: user), try top.directory(name).isWritable else {
                throw Errno.permissionDenied
            }
            try Self.checkParts(of: try top.directory(name))
            (kind, directory) = (.own, parent.top.appending(name.components))
        } catch {
            throw TrashError(
                .refused,
                "there is no trash for it: \(parent.top) does not accept a .Trash-\(user) (\(error.description))")
        }
    }

    private static func isSame(_ one: MountIdentity, _ other: MountIdentity) throws(TrashError) -> Bool {
        do throws(Errno) {
            return try one.isSame(as: other)
        } catch {
            throw TrashError(error, doing: "it is unknown whether its file system is that of the trash")
        }
    }

    /// Whether `.Trash` can be used: a directory, no link, sticky; with the user's directory in it, or writable.
    private static func mayShare(_ top: DirectoryHandle, user: UInt32) throws(Errno) -> Bool {
        guard let status = try top.status(".Trash"), isShared(status) else { return false }
        let shared = try top.directory(".Trash")
        guard let own = try shared.status(FilePath("\(user)")) else { return shared.isWritable }
        if !isOwn(own, user: user) { return false }
        let trash = try shared.directory(FilePath("\(user)"))
        try checkParts(of: trash)
        return trash.isWritable
    }

    /// Checks that files can be put into a trash that exists: its parts are directories that this user can write to, or
    /// can be made.
    ///
    /// - Throws: `notDirectory` where something else has the name of a part; `permissionDenied`.
    static func checkParts(of trash: DirectoryHandle) throws(Errno) {
        for part in ["files", "info"] as [FilePath] {
            guard let status = try trash.status(part) else {
                if trash.isWritable { continue }
                throw .permissionDenied
            }
            if !status.isDirectory { throw .notDirectory }
            if try !trash.directory(part).isWritable { throw .permissionDenied }
        }
    }

    /// Whether a file status permits use as `.Trash`.
    static func isShared(_ status: FileStatus) -> Bool {
        status.isDirectory && status.mode & S_ISVTX != 0
    }

    /// Whether a file status permits use as a user's directory.
    static func isOwn(_ status: FileStatus, user: UInt32) -> Bool {
        status.isDirectory && status.owner == user
    }
}
