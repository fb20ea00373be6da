import PhotoPipeline
import SystemPackage

/// A directory that was opened component by component from the top, no link among them, with what was learnt on the way.
struct ReachedFolder {
    /// The directory.
    private(set) var folder: TrashFolder
    /// By what its mount is known.
    private(set) var mount: MountIdentity
    /// The path of the directory where its file system is mounted.
    private(set) var top: FilePath = "/"
    /// That directory.
    private(set) var topFolder: TrashFolder

    /// Opens a directory.
    ///
    /// - Parameters:
    ///   - path: absolute.
    ///   - making: the permissions of directories that are made where they are missing; nil where none are. They are made
    ///     only on the mount given with it.
    /// - Throws: ENOENT; ENOTDIR where a component is a link or no directory; EINVAL for a path that is not absolute or
    ///   leads up; EXDEV where a directory is missing on another mount; ENOTSUP where the kernel tells of some
    ///   directories only on which mount they are.
    init(_ path: FilePath, making: (mode: UInt32, on: MountIdentity?)? = nil) throws(Errno) {
        guard path.isAbsolute else { throw .invalidArgument }
        folder = try TrashFolder.root()
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
            folder = try above.folder(name)
        } catch .noSuchFileOrDirectory {
            guard let making else { throw .noSuchFileOrDirectory }
            if let wanted = making.on, try !wanted.isSame(as: mount) { throw .improperLink }
            if try above.makeFolder(name, mode: making.mode) { try above.reading().sync() }
            folder = try above.folder(name)
        }
        path.append(component)
        let mount = try folder.mount()
        if try !mount.isSame(as: self.mount) { (self.mount, top, topFolder) = (mount, path, folder) }
    }

    /// Where it is.
    private(set) var path: FilePath = "/"
}
