internal import PhotoModel

/// Files and directories that other programs create in a photo library: previews, trash, snapshots and their own state.
/// They are always skipped, even if hidden names are included, because nobody keeps photos in them.
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
        // Snapshots: zfs, NetApp, snapper. Each contains every photo again.
        ".zfs", ".snapshot", ".snapshots",
        // PhotoStructure's library state.
        ".photostructure",
        // Files recovered by fsck; only root can read them.
        "lost+found",
    ]

    private static let prefixes = [
        // Trash of FreeDesktop and macOS: .Trash, .Trash-1000, .Trashes. The home trash is recognized by its parts.
        ".Trash",
        // Android's media store: deleted files before their removal, and files being written.
        ".trashed-", ".pending-",
        // AppleDouble: attributes of a file on volumes that do not support them, with the file's name and extension.
        "._",
        // Synology's thumbnails outside @eaDir.
        "SYNOFILE_THUMB_", "SYNOPHOTO_THUMB_",
        // This program's parked files.
        OwnName.prefix,
    ]

    /// Lightroom's previews and smart previews, which are DNG files.
    private static let directorySuffixes = [".lrdata"]

    /// Libraries of Photos, iPhoto and Aperture, and the directories in them that are derived from the originals.
    private static let bundles: [(suffix: String, children: [String])] = [
        (".photoslibrary", ["resources"]),
        (".photolibrary", ["Thumbnails", "Previews"]),
        (".aplibrary", ["Thumbnails", "Previews"]),
    ]

    private let exact = Self.exact.map { Array($0.utf8) }
    private let prefixes = Self.prefixes.map { Array($0.utf8) }
    private let suffixes = Self.directorySuffixes.map { Array($0.utf8) }
    /// Whether any name or prefix starts with the byte; this rejects most names of photos.
    private let begins: [Bool]

    init() {
        var begins = [Bool](repeating: false, count: 256)
        for name in exact + prefixes { begins[Int(name[0])] = true }
        self.begins = begins
    }

    /// Whether an entry of any kind is skipped because of its name.
    func match(_ name: Span<UInt8>) -> Bool {
        guard name.count > 0, begins[Int(name[0])] else { return false }
        return exact.contains { $0.count == name.count && name.starts(with: $0) }
            || prefixes.contains { name.starts(with: $0) }
    }

    /// Whether a directory is skipped because of its suffix.
    func matchDirectory(_ name: Span<UInt8>) -> Bool {
        suffixes.contains { name.ends(with: $0) }
    }

    /// The directories to skip in a directory of this name; empty for nearly all names.
    func children(of directory: Span<UInt8>) -> [[UInt8]] {
        for bundle in Self.bundles where directory.ends(with: Array(bundle.suffix.utf8)) {
            return bundle.children.map { Array($0.utf8) }
        }
        return []
    }
}

extension Span<UInt8> {
    func starts(with prefix: [UInt8]) -> Bool {
        guard count >= prefix.count else { return false }
        for index in prefix.indices where self[index] != prefix[index] { return false }
        return true
    }

    func ends(with suffix: [UInt8]) -> Bool {
        guard count >= suffix.count else { return false }
        return extracting(last: suffix.count).starts(with: suffix)
    }

    func equals(_ other: [UInt8]) -> Bool {
        count == other.count && starts(with: other)
    }
}

/// The files that a walk skips by the user's rules: hidden files, files of other programs, exclusions.
///
/// Decides by names only: a `.nomedia` that excludes a directory is not considered.
package struct SkippedByRules: Sendable {
    private let filter: EntryFilter
    private let rootName: [UInt8]

    /// The rules of a walk.
    package init(root: WalkRoot, options: WalkOptions) {
        filter = EntryFilter(options)
        rootName = root.path.bytes.split(separator: slash).last.map { Array($0) } ?? []
    }

    /// Whether a file, or all of a directory, is skipped, given its path relative to the root as bytes.
    package func contains(_ path: [UInt8], isDirectory: Bool = false) -> Bool {
        var place = filter.place(path: [], name: rootName.span)
        let names = path.split(separator: slash)
        for (number, name) in names.enumerated() {
            let name = Array(name)
            let isDirectory = isDirectory || number + 1 < names.count
            if !filter.admits(name.span, isDirectory: isDirectory, in: place) { return true }
            place = filter.place(path: joined(place.path, name.span), name: name.span)
        }
        return false
    }
}

/// Distinguishes a home trash from an ordinary directory with its name by the parts that the FreeDesktop specification
/// defines. A walk cannot recognize a home trash otherwise: it is wherever the home directory is, in `.local/share` or
/// in `XDG_DATA_HOME`, and files removed from a library must not be found in it again.
struct TrashSigns {
    private var hasFiles = false
    private var hasInfo = false

    /// Whether both parts were found.
    var isTrash: Bool { hasFiles && hasInfo }

    mutating func note(_ name: Span<UInt8>) {
        if name.equals(Self.files) { hasFiles = true }
        if name.equals(Self.info) { hasInfo = true }
    }

    private static let files = Array("files".utf8)
    private static let info = Array("info".utf8)
}
