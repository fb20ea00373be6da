import Glibc
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
    /// A trash that lies in the destination does no harm: it is where other programs put what they remove from that
    /// disk, and no copy goes to such a name.
    ///
    /// - Parameters:
    ///   - ground: where the destination is.
    ///   - homes: the home trash directories, there or not.
    /// - Returns: the trash, or on another road the names that lead to it on its file system; nil where it lies in
    ///   none.
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

    /// By the names of the directories above, of its path and of its place on the file system, where a bind mount shows
    /// it elsewhere.
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

/// Where a destination is.
struct DestinationGround {
    /// Its top; nil where it is not there yet, or has no such thing.
    var top: FileIdentity?
    /// The directories above it, of which those are left out that are not there.
    var above: [FileIdentity] = []
    /// Its path on this machine, free of links; nil where it has none.
    var path: FilePath?
    /// Its places on file systems, where these are known.
    var places: [PlaceOnDevice] = []
    /// The places that are mounted below its top.
    var mounted: [PlaceOnDevice] = []
    /// What holds it, and what holds that; none where it has nothing like that.
    var kinds: [MountKind] = []

    /// The top and all above it.
    var around: Set<FileIdentity> { Set(above + [top].compactMap(\.self)) }
}

/// How one directory and another lie to each other.
enum DirectoryRelation {
    /// It lies in the other, or is the other.
    case inside
    /// It contains the other.
    case around
    /// They have files in common, by another road.
    case part
    /// The other is mounted in it, whole or in part.
    case holds
    /// It is mounted in the other, whole or in part.
    case held

    /// The relation in words, to follow the directory's name.
    func words(to other: String) -> String {
        switch self {
        case .inside: "is inside \(other)"
        case .around: "contains \(other)"
        case .part: "is part of \(other) under another path"
        case .holds: "has all or part of \(other) mounted in it"
        case .held: "is mounted, completely or in part, in \(other)"
        }
    }
}
