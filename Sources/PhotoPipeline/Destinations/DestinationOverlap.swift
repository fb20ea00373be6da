import PhotoIntake
import PhotoModel
package import SystemPackage

/// How a destination lies to other directories, by device and inode of every directory above, and by the mount table.
package struct DestinationOverlap {
    let mounts = MountTable()

    /// Looks at the mount table as it is now.
    package init() {}

    /// The root that a folder overlaps.
    ///
    /// - Parameters:
    ///   - folder: absolute; what is not there yet counts as lying in the last directory on the way that is.
    ///   - roots: the roots.
    /// - Returns: the root, and how, to follow the folder's name; nil where it overlaps none.
    package func find(folder: FilePath, among roots: [FilePath]) -> (root: FilePath, how: String)? {
        find(ground(of: folder), among: roots).map { ($0.directory, $0.relation.words(to: "the library's root")) }
    }

    /// The first directory that overlaps, and how; nil where none does.
    func find(
        _ ground: DestinationGround, among directories: [FilePath]
    ) -> (directory: FilePath, relation: DirectoryRelation)? {
        let around = ground.around
        if around.isEmpty, ground.places.isEmpty { return nil }
        for directory in directories {
            if let relation = relation(ground, around, to: ExistingDirectory(directory)) {
                return (directory, relation)
            }
        }
        return nil
    }

    private func relation(
        _ ground: DestinationGround, _ around: Set<FileIdentity>, to other: ExistingDirectory
    ) -> DirectoryRelation? {
        let isThere = other.rest.isEmpty
        if isThere, let identity = other.chain.first, around.contains(identity) { return .inside }
        if let top = ground.top, other.chain.contains(top) { return .around }
        let places = places(of: other)
        if meet(ground.places, places) { return .part }
        if meet(ground.mounted, places) { return .holds }
        guard isThere else { return nil }
        let isHeld = mounts.mounts(below: other.path).contains { point, place in
            let identity = try? FileStatus(at: point).identity
            return identity.map(around.contains) == true || meet(ground.places + ground.mounted, [place])
        }
        return isHeld ? .held : nil
    }

    /// Where a folder is that may not be there yet.
    func ground(of folder: FilePath) -> DestinationGround {
        let real = ExistingDirectory(folder)
        let isThere = real.rest.isEmpty
        return DestinationGround(
            top: isThere ? real.chain.first : nil, above: isThere ? Array(real.chain.dropFirst()) : real.chain,
            path: real.whole, places: places(of: real),
            mounted: isThere ? mounts.mounts(below: real.path).map(\.place) : [], kinds: mounts.kinds(of: real.path))
    }

    /// What is mounted below a folder, and not on it.
    ///
    /// - Parameter folder: absolute, free of links.
    /// - Returns: the first mount's point; nil where there is none.
    package func mount(below folder: FilePath) -> FilePath? { mounts.mounts(below: folder).first?.point }

    func places(of directory: ExistingDirectory) -> [PlaceOnDevice] {
        mounts.places(of: directory.path).map { $0.appending(directory.rest) }
    }

    private func meet(_ some: [PlaceOnDevice], _ others: [PlaceOnDevice]) -> Bool {
        some.contains { one in others.contains { one.contains($0) || $0.contains(one) } }
    }
}
