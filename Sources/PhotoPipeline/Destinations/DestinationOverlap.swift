import Glibc
import PhotoFiles
import PhotoModel
package import SystemPackage

/// Determines how a destination relates to other directories, by the device and inode of every directory above, and by
/// the mount table.
package struct DestinationOverlap {
    let mounts = MountTable()

    /// Reads the mount table as it is now.
    package init() {}

    /// The root that a folder overlaps.
    ///
    /// - Parameter folder: absolute; a folder that does not exist yet counts as being in the last existing directory of
    ///   its path.
    /// - Returns: the root, and how, to follow the folder's name; nil where it overlaps none.
    package func find(folder: FilePath, among roots: [FilePath]) -> (root: FilePath, how: String)? {
        find(ground(of: folder), among: roots).map { ($0.directory, $0.relation.words(to: "the library's root")) }
    }

    /// The first directory that overlaps, and how; nil if none does.
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

    /// The ground of a folder that may not exist yet.
    func ground(of folder: FilePath) -> DestinationGround {
        let real = ExistingDirectory(folder)
        let isThere = real.rest.isEmpty
        return DestinationGround(
            top: isThere ? real.chain.first : nil, above: isThere ? Array(real.chain.dropFirst()) : real.chain,
            path: real.whole, places: places(of: real),
            mounted: isThere ? mounts.mounts(below: real.path).map(\.place) : [], kinds: mounts.kinds(of: real.path),
            unclear: mounts.unclearMount(of: real.path))
    }

    /// The overlay or the pool that a folder is on, if the library may be one of the directories that this shows: not
    /// all of them can be found.
    ///
    /// - Parameters:
    ///   - folder: absolute; it need not exist yet.
    ///   - roots: the roots. One on that mount itself is found by its own numbers.
    /// - Returns: where it is mounted; nil where it is none.
    package func unclearMount(of folder: FilePath, besides roots: [FilePath]) -> FilePath? {
        unclearMount(ground(of: folder), besides: roots)
    }

    func unclearMount(_ ground: DestinationGround, besides roots: [FilePath]) -> FilePath? {
        guard let mount = ground.unclear else { return nil }
        let isElsewhere = roots.contains { places(of: ExistingDirectory($0)).first?.device != mount.device }
        return isElsewhere ? mount.point : nil
    }

    /// What is mounted below a folder, not on it.
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
    /// Whether a folder is in a trash.
    ///
    /// - Parameters:
    ///   - folder: absolute; it need not exist yet.
    ///   - variables: the environment, which gives the home directory.
    package func isInTrash(_ folder: FilePath, variables: [String: String]) -> Bool {
        trash(around: ground(of: folder), homes: HomeTrashPath.all(variables)) != nil
    }

    /// The trash that contains a destination: emptying it would remove all copies.
    ///
    /// A trash inside the destination does no harm: other programs put there what they remove from that disk, and no
    /// copy gets a name in it.
    ///
    /// - Parameter homes: the home trash directories, whether or not they exist.
    /// - Returns: the trash or, if it is reached by another path, the names that lead to it on its file system; nil
    ///   where it is in none.
    func trash(around ground: DestinationGround, homes: [FilePath]) -> FilePath? {
        directory(around: ground, among: homes) ?? named(ground) ?? atTop(ground, ground.around)
    }

    /// The first of some directories that is or contains a destination, whatever path leads there.
    ///
    /// - Parameter directories: absolute; they need not exist.
    /// - Returns: the directory; nil where none does.
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

    /// Recognises a trash by the names of the directories above, of the destination's path and of its place on the file
    /// system, if a bind mount shows it elsewhere.
    private func named(_ ground: DestinationGround) -> FilePath? {
        let path = ground.path.map { [$0.components.map(\.bytes)] } ?? []
        for names in path + ground.places.map(\.names) {
            guard let depth = TrashDirectory.depth(in: names) else { continue }
            return names.prefix(depth).reduce(FilePath("/")) { $0.appending(bytes: $1) }
        }
        return nil
    }

    /// Recognises the user's own trash at the top of each file system by its identity, since its name may be a link.
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

struct DestinationGround {
    /// Its top; nil if it does not exist yet, or is not a directory.
    var top: FileIdentity?
    /// The existing directories above it.
    var above: [FileIdentity] = []
    /// Its path on this machine, free of links; nil if it has none.
    var path: FilePath?
    /// Its places on file systems, if these are known.
    var places: [PlaceOnDevice] = []
    /// The places mounted below its top.
    var mounted: [PlaceOnDevice] = []
    /// The mounts that contain it; empty if there are none.
    var kinds: [MountKind] = []
    /// The overlay or the pool that contains it, if not all of its directories can be found.
    var unclear: UnclearMount?

    /// The top and everything above it.
    var around: Set<FileIdentity> { Set(above + [top].compactMap(\.self)) }
}

extension PipelineError {
    /// Why no copies may be on an overlay or a pool, and what shows its directories.
    static func words(ofUnclearMount point: FilePath) -> (how: String, remedy: Remedy) {
        (
            "is on a mount that shows several directories, at \(terminalSafe(point.bytes)), and not all of them can be "
                + "found here: the library may be one", .command("findmnt --target \(shellQuoted(point.bytes))")
        )
    }
}

enum DirectoryRelation {
    /// It is in the other, or is the other.
    case inside
    /// It contains the other.
    case around
    /// They have files in common, reached by another path.
    case part
    /// All or part of the other is mounted in it.
    case holds
    /// All or part of it is mounted in the other.
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
