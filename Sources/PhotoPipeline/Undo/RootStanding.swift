import PhotoIndex
import PhotoIntake
import PhotoModel
import SystemPackage

/// Whether the roots are on the file systems that they were on: below the mount point of a disk that is not there, files
/// would vanish as soon as it is.
struct RootStanding {
    let roots: [Root]

    /// Why a file is not to be written at a path; nil where nothing speaks against it.
    ///
    /// The root has to be on its file system, and so has the directory in which others have to be made; what is mounted
    /// within a root has a directory of its own. What lies in no root of today has to have its directory: nobody knows any
    /// more which file system that was on.
    func objection(to path: FilePath) -> String? {
        let directory = path.removingLastComponent()
        guard let root = roots.first(where: { path.starts(with: $0.path) }) else {
            if (try? FileStatus(at: directory))?.isDirectory == true { return nil }
            return "\(directory) is in no root any more, and is not there"
        }
        var above = directory
        while (try? FileStatus(at: above))?.isDirectory != true, above.removeLastComponent() {}
        let start = above.starts(with: root.path) ? root.path : above
        if isOnItsFileSystem(start, root), above == directory || isOnItsFileSystem(above, root) { return nil }
        return "what is at \(above) is not the file system that it was on; is it mounted?"
    }

    private func isOnItsFileSystem(_ path: FilePath, _ root: Root) -> Bool {
        (try? FileSystemIdentity(ofDirectory: path))?.name == root.fileSystem.name
    }
}

/// The disks that are not there, on which files were: asked once a directory.
struct Absences {
    let roots: RootStanding
    private var known: [FilePath: String?] = [:]

    init(roots: RootStanding) { self.roots = roots }

    /// Why nobody can look for a file, nor in the trash beside it, since the disk of its root is not there; nil where it is,
    /// or where the path is in no root any more.
    mutating func words(on path: FilePath) -> String? {
        let directory = path.removingLastComponent()
        if let words = known[directory] { return words }
        let isInRoot = roots.roots.contains { path.starts(with: $0.path) }
        let words = isInRoot ? roots.objection(to: path) : nil
        known.updateValue(words, forKey: directory)
        return words
    }
}
