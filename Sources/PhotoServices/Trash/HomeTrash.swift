import Glibc
import PhotoFiles
import PhotoModel
import PhotoPipeline
import SystemPackage

/// The user's own trash directory: `$XDG_DATA_HOME/Trash`, or `~/.local/share/Trash` if that is not set.
struct HomeTrash {
    /// Free of links, even if it does not exist yet.
    let path: FilePath
    /// Identifies the mount that it is on, or will be on.
    let mount: MountIdentity
    /// Why nothing can be put there; nil if it can. Files on other mounts do not need it.
    let obstacle: TrashError?

    /// - Parameter variables: the environment. A variable that is empty or not an absolute path is ignored.
    /// - Throws: `noHome`; `refused` where it cannot be used.
    init(variables: [String: String], user: UInt32) throws(TrashError) {
        let wanted = try Self.directory(variables)
        var there = wanted
        var missing: [FilePath.Component] = []
        while true {
            if let resolved = unsafe there.withPlatformString({ unsafe realpath($0, nil) }) {
                defer { unsafe free(resolved) }
                there = unsafe FilePath(platformString: resolved)
                break
            }
            let error = Errno(rawValue: errno)
            guard [.noSuchFileOrDirectory, .notDirectory].contains(error), let last = there.lastComponent else {
                throw Self.refused(wanted, error)
            }
            missing.append(last)
            there.removeLastComponent()
        }
        do throws(Errno) {
            let nearest = try ReachedFolder(there)
            mount = nearest.mount
            obstacle = try Self.obstacle(wanted, nearest.folder, isThere: missing.isEmpty, user: user)
        } catch .notDirectory {
            let why = missing.isEmpty ? "is not a directory" : "cannot be made, since \(there) is not a directory"
            throw TrashError(.refused, "the trash \(wanted) \(why)", remedy: Self.moveAway(there))
        } catch {
            throw Self.refused(wanted, error)
        }
        path = there.appending(missing.reversed())
    }

    private static func refused(_ trash: FilePath, _ error: Errno) -> TrashError {
        TrashError(.refused, "the trash \(trash) cannot be used: \(error.description)")
    }

    /// What helps where something else has the name of a directory.
    private static func moveAway(_ path: FilePath) -> Remedy {
        let (old, new) = (shellQuoted(path.bytes), shellQuoted(path.bytes + Array(".old".utf8)))
        return .command("mv -nT -- \(old) \(new)")
    }

    /// Shows whose a directory is.
    private static func look(_ path: FilePath) -> Remedy { .command("ls -ld \(shellQuoted(path.bytes))") }

    /// Why nothing can be put into a trash. `nearest` is the trash itself or, if that does not exist, the directory in
    /// which it, or one above it, is made.
    private static func obstacle(
        _ trash: FilePath, _ nearest: DirectoryHandle, isThere: Bool, user: UInt32
    ) throws(Errno) -> TrashError? {
        // Root may write to a home directory kept from another user's session; what it makes there is root's, and that
        // user could no longer use the trash.
        if isThere || user == 0, try nearest.status().owner != user {
            return TrashError(.refused, "the trash \(trash) belongs to another user; HOME must name your own home")
        }
        if !isThere {
            return nearest.isWritable
                ? nil
                : TrashError(
                    .refused, "the trash \(trash) cannot be made", remedy: look(trash.removingLastComponent()))
        }
        do throws(Errno) {
            try TrashChoice.checkParts(of: nearest)
            return nil
        } catch .notDirectory {
            return OpenTrash.hasOtherParts(trash)
        } catch .permissionDenied {
            return TrashError(.refused, "this user cannot write to the trash \(trash)", remedy: look(trash))
        }
    }

    private static func directory(_ variables: [String: String]) throws(TrashError) -> FilePath {
        if let path = HomeTrashPath.path(variables) {
            guard let home = BaseDirectory.missingHome(of: path, variables) else { return path }
            throw TrashError(.noHome, "there is no home directory for the trash: HOME is \(home), which does not exist")
        }
        throw TrashError(
            .noHome, "no home directory is known for the trash: neither HOME nor XDG_DATA_HOME is an absolute path")
    }
}
