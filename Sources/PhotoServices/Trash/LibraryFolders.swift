import PhotoFiles
import PhotoPipeline
import SystemPackage

/// The directories of one call's files, each opened once.
struct LibraryFolders {
    private var known: [FilePath: ReachedFolder] = [:]

    /// Opens a file's directory.
    ///
    /// - Parameter making: the permissions of missing directories that are made, and the only mount on which they are;
    ///   nil to make none.
    /// - Returns: the directory, and the file's name in it.
    /// - Throws: `refused` for a path through a link, `missing`, `denied`, `failed`.
    mutating func parent(
        of path: FilePath, making: (mode: UInt32, on: MountIdentity?)? = nil
    ) throws(TrashError) -> (folder: ReachedFolder, name: FilePath) {
        (try folder(path.removingLastComponent(), making: making), try name(of: path))
    }

    func name(of path: FilePath) throws(TrashError) -> FilePath {
        guard let last = path.lastComponent, last.kind == .regular else {
            throw TrashError(.failed, "is not the path of a file")
        }
        return last.path
    }

    /// Opens a directory.
    ///
    /// - Throws: as above.
    mutating func folder(
        _ directory: FilePath, making: (mode: UInt32, on: MountIdentity?)? = nil
    ) throws(TrashError) -> ReachedFolder {
        if let folder = known[directory] { return folder }
        do throws(Errno) {
            let folder = try ReachedFolder(directory, making: making)
            known[directory] = folder
            return folder
        } catch .notDirectory {
            throw TrashError(
                .refused, "its path leads through a symbolic link, or through something that is not a directory")
        } catch .improperLink {
            throw TrashError(.refused, "its directory is gone, and the file system there now is not the one it was on")
        } catch {
            throw TrashError(error, doing: "its directory cannot be opened")
        }
    }

    /// Opens a file's directory; nil if it does not exist.
    mutating func present(of path: FilePath) throws(TrashError) -> ReachedFolder? {
        do throws(TrashError) {
            return try parent(of: path).folder
        } catch {
            if error.kind == .missing { return nil }
            throw error
        }
    }

    /// Opens a file's directory; nil also if the path now leads elsewhere, through a link.
    mutating func own(of path: FilePath) throws(TrashError) -> ReachedFolder? {
        do throws(TrashError) {
            return try present(of: path)
        } catch {
            if error.kind == .refused { return nil }
            throw error
        }
    }

    mutating func exists(_ path: FilePath) throws(TrashError) -> Bool {
        guard let parent = try present(of: path), let name = path.lastComponent else { return false }
        do throws(Errno) {
            return try parent.folder.status(name.path) != nil
        } catch {
            throw TrashError(error, doing: "cannot be looked at")
        }
    }
}

/// A directory that was opened component by component from the root, without links, with what was found on the way:
/// the trash has to record every mount that is crossed.
struct ReachedFolder {
    private(set) var folder: DirectoryHandle
    private(set) var mount: MountIdentity
    /// The mount point of its file system.
    private(set) var top: FilePath = "/"
    /// The directory at the mount point.
    private(set) var topFolder: DirectoryHandle

    /// Opens a directory.
    ///
    /// - Parameters:
    ///   - path: absolute.
    ///   - making: the permissions of missing directories that are made, only on the given mount; nil to make none.
    /// - Throws: ENOENT; ENOTDIR where a component is a link or no directory; EINVAL for a path that is not absolute or
    ///   leads up; EXDEV where a directory is missing on another mount; ENOTSUP where the kernel reports the mounts of
    ///   only some directories.
    init(_ path: FilePath, making: (mode: UInt32, on: MountIdentity?)? = nil) throws(Errno) {
        guard path.isAbsolute else { throw .invalidArgument }
        folder = try DirectoryHandle.root()
        mount = try folder.mount()
        topFolder = folder
        for component in path.components {
            if component.kind != .regular { throw .invalidArgument }
            try enter(component, making)
        }
    }

    private mutating func enter(
        _ component: FilePath.Component, _ making: (mode: UInt32, on: MountIdentity?)?
    ) throws(Errno) {
        let name = component.path
        let above = folder
        do throws(Errno) {
            folder = try above.directory(name)
        } catch .noSuchFileOrDirectory {
            guard let making else { throw .noSuchFileOrDirectory }
            if let wanted = making.on, try !wanted.isSame(as: mount) { throw .improperLink }
            if try above.makeDirectory(name, mode: making.mode) { try above.reading().sync() }
            folder = try above.directory(name)
        }
        path.append(component)
        let mount = try folder.mount()
        if try !mount.isSame(as: self.mount) { (self.mount, top, topFolder) = (mount, path, folder) }
    }

    private(set) var path: FilePath = "/"
}
