import Glibc
import PhotoIntake
import PhotoModel
package import SystemPackage

extension DestinationOverlap {
    /// Whether a folder lies in a trash.
    ///
    /// - Parameters:
    ///   - folder: absolute; it may not be there yet.
    ///   - variables: the environment, which says where the home is.
    /// - Returns: whether it does.
    package func isInTrash(_ folder: FilePath, variables: [String: String]) -> Bool {
        trash(around: ground(of: folder), homes: HomeTrashPath.all(variables)) != nil
    }

    /// The trash that a destination lies in: whoever empties it would take all copies.
    ///
    /// A trash that lies in the destination does no harm: it is where other programs put what they remove from that disk,
    /// and no copy goes to such a name.
    ///
    /// - Parameters:
    ///   - ground: where the destination is.
    ///   - homes: the home trash directories, there or not.
    /// - Returns: the trash, or on another road the names that lead to it on its file system; nil where it lies in none.
    func trash(around ground: DestinationGround, homes: [FilePath]) -> FilePath? {
        directory(around: ground, among: homes) ?? named(ground) ?? atTop(ground, ground.around)
    }

    /// The first of some directories that a destination lies in, or is, by whatever road.
    ///
    /// - Parameters:
    ///   - ground: where the destination is.
    ///   - directories: absolute, there or not.
    /// - Returns: the directory; nil where it lies in none.
    func directory(around ground: DestinationGround, among directories: [FilePath]) -> FilePath? {
        let around = ground.around
        return directories.first { directory in
            let other = ExistingDirectory(directory)
            let isAround = other.rest.isEmpty && other.chain.first.map(around.contains) == true
            let places = places(of: other)
            return isAround || ground.path?.starts(with: other.whole) == true
                || ground.places.contains { place in places.contains { $0.contains(place) } }
        }
    }

    /// By the names of the directories above, of its path and of its place on the file system, where a bind mount shows it
    /// elsewhere.
    private func named(_ ground: DestinationGround) -> FilePath? {
        let path = ground.path.map { [$0.components.map(\.bytes)] } ?? []
        for names in path + ground.places.map(\.names) {
            guard let depth = TrashDirectory.depth(in: names) else { continue }
            return names.prefix(depth).reduce(FilePath("/")) { $0.appending(bytes: $1) }
        }
        return nil
    }

    /// By identity, for the user's own at the top of each file system: its name may be a link.
    private func atTop(_ ground: DestinationGround, _ around: Set<FileIdentity>) -> FilePath? {
        for point in Set(ground.places.map(\.device)).flatMap(mounts.points) {
            for name in [".Trash", ".Trash/\(geteuid())", ".Trash-\(geteuid())"] {
                let trash = ExistingDirectory(point.appending(name))
                if trash.rest.isEmpty, trash.chain.first.map(around.contains) == true { return trash.path }
            }
        }
        return nil
    }
}
