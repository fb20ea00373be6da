import PhotoFiles
import PhotoIndex
import PhotoIntake
import PhotoModel
import SystemPackage

/// Searches a group's directory for files that would join the group and that the last scan did not see. A directory is
/// read again only when its times, or those of the directories below it that programs keep companions in, have changed,
/// or are too young to tell.
struct PartnerLook {
    private let index: PhotoIndex
    private let files: LibraryFiles
    private let clock: any Clock
    /// Photos that are parked under other names, by their directories.
    private let parked: [FilePath: Set<FilePath>]
    private let isOneMoment: Bool
    /// What scans leave out by the configuration: such a file joins no group. Patterns that were typed for one scan are
    /// kept nowhere, so what they left out keeps its photo.
    private let excludes: [String]
    /// The roots, which patterns of paths refer to.
    private let roots: [FilePath]
    private var directories: [FilePath: Listing] = [:]

    /// A directory's names.
    private struct Listing {
        /// The directory's status before it was read, and when that was; nil if it has none.
        var stamp: Fingerprint?
        /// The same of the directories below it that have companions.
        var below: [FilePath: Fingerprint] = [:]
        var readAt: Int64
        var families: NameFamilies?
        /// Photos that are new or changed since the last scan, with the content identifier that a still and its clip
        /// share. Read only for a group that has one.
        var identifiers: [FilePath: String]?
        var names: [[UInt8]] = []
    }

    /// A file that keeps a group from being removed.
    struct Partner: Hashable {
        /// What is there.
        enum Kind {
            /// A file that is new since the last scan.
            case new
            /// A file that scans cannot read, so that another scan would not help.
            case unreadable
            /// The directory, which cannot be read: nobody knows what the group consists of.
            case unreadableDirectory
        }

        /// The file, or the directory.
        let path: FilePath
        let kind: Kind

        var isUnreadable: Bool { kind != .new }

        /// Why the group stays.
        var reason: Action.Reason { isUnreadable ? .companyUnreadable : .membersDiffer }

        /// The same in words, and what to do.
        var words: String {
            let name = terminalSafe(path.bytes)
            return isUnreadable
                ? "\(name) cannot be read; fix it or move it away, and scan again"
                : "\(name) is new since the last scan, or --exclude left it out, which only [scan] exclude does for good"
        }
    }

    /// - Parameters:
    ///   - index: the known files.
    ///   - files: reads the library's files.
    ///   - excludes: the patterns of what scans leave out, as the configuration says.
    ///   - parked: photos that are parked under other names: what would join them is found by their own.
    ///   - isOneMoment: whether all groups are looked at together, so that each directory is read once. One from which
    ///     files are being removed has times that are too young to tell, and would be read for each of its groups.
    init(
        index: PhotoIndex, files: LibraryFiles, clock: any Clock, excludes: [String], parked: [FilePath] = [],
        isOneMoment: Bool = false
    ) {
        self.excludes = excludes
        self.isOneMoment = isOneMoment
        roots = excludes.isEmpty ? [] : (try? index.roots().map(\.path)) ?? []
        self.parked = Dictionary(grouping: parked) { $0.removingLastComponent() }.mapValues { Set($0) }
        self.index = index
        self.files = files
        self.clock = clock
    }

    /// A file that would join a group that is to be removed; nil where there is none.
    mutating func newPartner(of group: GroupToRemove) -> Partner? {
        let members = group.action.members
        return newPartner(
            of: members.filter { $0.role != .sidecar }.map(\.path),
            members.filter { $0.role == .sidecar }.map(\.path) + group.staying,
            contentIdentifier: group.contentIdentifier)
    }

    /// A file that would join a group and is not in it.
    ///
    /// - Parameters:
    ///   - photos: the group's photos by their own names, the leader first.
    ///   - sidecars: its sidecars.
    ///   - contentIdentifier: the leader's content identifier; nil where it has none.
    /// - Returns: the file, or its directory where that cannot be read; nil where there is none.
    mutating func newPartner(
        of photos: [FilePath], _ sidecars: [FilePath], contentIdentifier: String?
    ) -> Partner? {
        let own = Set(photos + sidecars)
        for photo in photos {
            let directory = photo.removingLastComponent()
            let parked = parked[directory] ?? []
            guard let families = listing(of: directory).families else {
                return Partner(path: directory, kind: .unreadableDirectory)
            }
            let name = DirectorySiblings.name(of: photo)
            for other in families.photos(with: name) + Self.sidecars(of: name, in: directory, families) {
                let path = directory.appending(bytes: other)
                if !own.contains(path), !parked.contains(path), !isKnown(path), !joinsNothing(path), isThere(path) {
                    return Partner(path: path, kind: isUnreadable(path) ? .unreadable : .new)
                }
            }
        }
        guard let contentIdentifier, let directory = photos.first?.removingLastComponent() else { return nil }
        let listing = listing(of: directory)
        if listing.families == nil { return Partner(path: directory, kind: .unreadableDirectory) }
        return newClip(contentIdentifier, in: directory, listing.names, besides: own)
            .map { Partner(path: $0, kind: .new) }
    }

    /// Whether a file is still there that was listed for another group of the batch: what has left since must not hide
    /// the next one.
    private func isThere(_ path: FilePath) -> Bool { !isOneMoment || SmallFile.exists(path) }

    /// Whether a scan has found that a file cannot be used, or cannot open it.
    private func isUnreadable(_ path: FilePath) -> Bool {
        if (try? index.isKnownAsUnreadable(path)) == true { return true }
        guard let file = try? files.open(path) else { return true }
        try? file.close()
        return false
    }

    /// The sidecars of a photo by their names, in order of precedence, and its neighbours' XMP files of its stem; nil
    /// where its directory cannot be read.
    mutating func sidecars(of photo: FilePath) -> (own: [FilePath], neighbours: [FilePath])? {
        let directory = photo.removingLastComponent()
        guard let families = listing(of: directory).families else { return nil }
        let name = DirectorySiblings.name(of: photo)
        let own = Self.sidecars(of: name, in: directory, families)
        let neighbours = families.sidecarNames.neighbours(of: name, besides: own)
        return (own.map(directory.appending(bytes:)), neighbours.map(directory.appending(bytes:)))
    }

    private static func sidecars(of name: [UInt8], in directory: FilePath, _ families: NameFamilies) -> [[UInt8]] {
        families.sidecarNames.sidecars(of: name) { PhotoReader.isRaw(directory.appending(bytes: $0)) }
    }

    /// Whether a file with the name of a Takeout file is JSON of something else, or one that stayed when its photo was
    /// removed.
    private func joinsNothing(_ path: FilePath) -> Bool {
        guard SidecarNames.isTakeout(path.bytes.span) else { return false }
        var reader = PhotoReader()
        guard let reading = try? reader.read(path: path, now: clock.now).get() else { return false }
        return reading.content.isForeignJSON || (try? index.isStayingSidecar(digest: reading.digest)) == true
    }

    private mutating func listing(of directory: FilePath) -> Listing {
        if isOneMoment, let known = directories[directory] { return known }
        let stamp = (try? files.status(of: directory))?.fingerprint
        if let known = directories[directory], known.stamp == stamp, isCurrent(known) { return known }
        var listing = Listing(stamp: stamp, readAt: clock.now)
        let root = roots.first { directory.starts(with: $0) }
        if let names = DirectoryNames(of: directory, excluding: excludes, below: root) {
            for (path, stamp) in names.below { listing.below[directory.appending(bytes: path)] = stamp }
            let away = (parked[directory] ?? []).map { DirectorySiblings.name(of: $0) }
            listing.families = NameFamilies(photos: names.photos + away, sidecars: names.sidecars)
            listing.names = names.photos
        }
        directories[directory] = listing
        return listing
    }

    /// Whether a listing whose directory is as it was tells every change of that, and the directories below are as they
    /// were.
    private func isCurrent(_ listing: Listing) -> Bool {
        guard let stamp = listing.stamp, !stamp.isRacy(readAt: listing.readAt) else { return false }
        return listing.below.allSatisfy { path, stamp in
            !stamp.isRacy(readAt: listing.readAt) && (try? files.status(of: path))?.fingerprint == stamp
        }
    }

    /// Whether the index knows a file in its current state.
    private func isKnown(_ path: FilePath) -> Bool {
        guard let status = try? files.status(of: path) else { return false }
        guard let candidate = try? index.group(ofFileAt: path, .sending(to: nil)),
            let member = candidate.members.first(where: { $0.path == path })
        else { return false }
        return status.fingerprint.isSame(as: member.fingerprint, withInode: member.keepsInodes)
    }

    /// A photo with another name that joins the group only by its content identifier.
    private mutating func newClip(
        _ identifier: String, in directory: FilePath, _ names: [[UInt8]], besides own: Set<FilePath>
    ) -> FilePath? {
        if directories[directory]?.identifiers == nil {
            var identifiers: [FilePath: String] = [:]
            for name in names {
                let path = directory.appending(bytes: name)
                guard !isKnown(path) else { continue }
                identifiers[path] = readIdentifier(of: path)
            }
            directories[directory]?.identifiers = identifiers
        }
        return directories[directory]?.identifiers?.first { $0.value == identifier && !own.contains($0.key) }?.key
    }

    private func readIdentifier(of path: FilePath) -> String? {
        var reader = PhotoReader()
        guard case .photo(let facts)? = try? reader.read(path: path, now: clock.now, sidecars: []).get().content else {
            return nil
        }
        return facts.contentIdentifier
    }
}
