internal import PhotoModel

/// What other programs leave in a photo library: previews, trash, snapshots and their own state. Skipped always, also
/// when hidden names are taken; none of it is where a person keeps photos.
struct SkippedNames: Sendable {
    private static let exact = [
        // Synology: thumbnails, the share's recycle bin, snapshots.
        "@eaDir", "#recycle", "#snapshot",
        // QNAP: thumbnails, the share's recycle bin, snapshots.
        ".@__thumb", "@__thumb", "@Recycle", "@Recently-Snapshot",
        // Thumbnails of desktops and phones (FreeDesktop, Android).
        ".thumbnails",
        // macOS: folder state, the index, events, versions and temporary items at the top of a volume.
        ".DS_Store", ".Spotlight-V100", ".fseventsd", ".DocumentRevisions-V100", ".TemporaryItems",
        // Windows: folder state, recycle bins, restore points.
        "Thumbs.db", "ehthumbs.db", "desktop.ini", "$RECYCLE.BIN", "$Recycle.Bin", "RECYCLER",
        "System Volume Information",
        // Syncthing, Resilio and Dropbox: their marker, old versions, caches.
        ".stfolder", ".stversions", ".sync", ".dropbox.cache",
        // Version control.
        ".git", ".svn", ".hg",
        // Snapshots: zfs, NetApp, snapper. Every photo again, once a snapshot.
        ".zfs", ".snapshot", ".snapshots",
        // PhotoStructure's library state.
        ".photostructure",
        // What fsck saved; only root may read it.
        "lost+found",
    ]

    private static let prefixes = [
        // Trash of FreeDesktop and macOS: .Trash, .Trash-1000, .Trashes. The home trash is told by its parts.
        ".Trash",
        // Android's media store: deleted files that wait for their end, and files being written.
        ".trashed-", ".pending-",
        // AppleDouble: attributes beside a file on volumes that have none, under the file's name and ending.
        "._",
        // Synology's thumbnails outside @eaDir.
        "SYNOFILE_THUMB_", "SYNOPHOTO_THUMB_",
        // This program's parked files.
        OwnName.prefix,
    ]

    /// Lightroom's previews and smart previews, which are DNG files.
    private static let directorySuffixes = [".lrdata"]

    /// Libraries of Photos, iPhoto and Aperture, and what in them is made from the originals.
    private static let bundles: [(suffix: String, children: [String])] = [
        (".photoslibrary", ["resources"]),
        (".photolibrary", ["Thumbnails", "Previews"]),
        (".aplibrary", ["Thumbnails", "Previews"]),
    ]

    private let exact = Self.exact.map { Array($0.utf8) }
    private let prefixes = Self.prefixes.map { Array($0.utf8) }
    private let suffixes = Self.directorySuffixes.map { Array($0.utf8) }
    /// Whether a name or a prefix begins with the byte; most names of photos need no more than this look.
    private let begins: [Bool]

    init() {
        var begins = [Bool](repeating: false, count: 256)
        for name in exact + prefixes { begins[Int(name[0])] = true }
        self.begins = begins
    }

    /// Whether an entry of any kind is skipped for its name.
    func match(_ name: Span<UInt8>) -> Bool {
        guard name.count > 0, begins[Int(name[0])] else { return false }
        return exact.contains { $0.count == name.count && name.starts(with: $0) }
            || prefixes.contains { name.starts(with: $0) }
    }

    /// Whether a directory is skipped for the end of its name.
    func matchDirectory(_ name: Span<UInt8>) -> Bool {
        suffixes.contains { name.ends(with: $0) }
    }

    /// The directories to skip in a directory of this name; for nearly all none.
    func children(of directory: Span<UInt8>) -> [[UInt8]] {
        for bundle in Self.bundles where directory.ends(with: Array(bundle.suffix.utf8)) {
            return bundle.children.map { Array($0.utf8) }
        }
        return []
    }
}

extension Span<UInt8> {
    /// Whether these are the first bytes.
    func starts(with prefix: [UInt8]) -> Bool {
        guard count >= prefix.count else { return false }
        for index in prefix.indices where self[index] != prefix[index] { return false }
        return true
    }

    /// Whether these are the last bytes.
    func ends(with suffix: [UInt8]) -> Bool {
        guard count >= suffix.count else { return false }
        return extracting(last: suffix.count).starts(with: suffix)
    }

    /// Whether the bytes are the same.
    func equals(_ other: [UInt8]) -> Bool {
        count == other.count && starts(with: other)
    }
}

/// The files that a walk passes over by the user's own rules: hidden ones, what other programs leave, exclusions.
///
/// By names alone: a `.nomedia` that shuts a directory is not seen here.
package struct PassedOver: Sendable {
    private let filter: EntryFilter
    private let rootName: [UInt8]

    /// The rules of a walk.
    package init(root: WalkRoot, options: WalkOptions) {
        filter = EntryFilter(options)
        rootName = root.path.bytes.split(separator: slash).last.map { Array($0) } ?? []
    }

    /// Whether a file is passed over, given by its path below the root, as bytes.
    package func contains(_ path: [UInt8]) -> Bool {
        var place = filter.place(path: [], name: rootName.span)
        let names = path.split(separator: slash)
        for (number, name) in names.enumerated() {
            let name = Array(name)
            if !filter.admits(name.span, isDirectory: number + 1 < names.count, in: place) { return true }
            place = filter.place(path: joined(place.path, name.span), name: name.span)
        }
        return false
    }
}

/// By what a directory with the name of a home trash is told from a person's own: the parts that the FreeDesktop
/// specification gives it. A home trash has no other name that a walk could know: it lies wherever the home is, below
/// `.local/share` or what `XDG_DATA_HOME` says, and what was removed from a library may not be found in it again.
struct TrashSigns {
    private var hasFiles = false
    private var hasInfo = false

    /// Whether both parts were seen.
    var isTrash: Bool { hasFiles && hasInfo }

    /// Takes note of an entry.
    mutating func note(_ name: Span<UInt8>) {
        if name.equals(Self.files) { hasFiles = true }
        if name.equals(Self.info) { hasInfo = true }
    }

    private static let files = Array("files".utf8)
    private static let info = Array("info".utf8)
}
