internal import PhotoModel

/// Which entries of directories a walk acts on. What it refuses counts as not there.
struct EntryFilter: Sendable {
    /// What the filter has to know of the directory that holds an entry.
    struct Place: Sendable {
        /// The path below the root, without slashes at the ends.
        let path: [UInt8]
        /// Names of directories that are skipped in this one.
        let skippedChildren: [[UInt8]]
        /// Whether it has the name of a home trash (FreeDesktop), which a person's own directory may have as well.
        let mayBeTrash: Bool
    }

    private let hidden: Bool
    private let endings = CandidateEndings()
    private let skipped = SkippedNames()
    private let names: [ExcludePattern]
    private let paths: [ExcludePattern]

    init(_ options: WalkOptions) {
        hidden = options.hidden
        let patterns = options.excludes.map { ExcludePattern($0) }
        names = patterns.filter { !$0.isPath }
        paths = patterns.filter(\.isPath)
    }

    /// The place of a directory by its path below the root and its name, which for the root itself is the end of its
    /// absolute path; `mayBeTrash` says that it has the name of a home trash where it really is.
    func place(path: [UInt8], name: Span<UInt8>, mayBeTrash: Bool = false) -> Place {
        Place(
            path: path, skippedChildren: skipped.children(of: name), mayBeTrash: mayBeTrash || name.equals(Self.trash))
    }

    /// What a file's name promises; nil where it is not worth a look.
    func promise(_ name: Span<UInt8>) -> CandidateEndings.Promise? {
        endings.match(name)
    }

    /// Whether an entry of this name shuts off the directory that holds it.
    func excludesDirectory(_ name: Span<UInt8>) -> Bool {
        !hidden && name.count == Self.noMedia.count && name.starts(with: Self.noMedia)
    }

    /// Whether an entry of this name is a destination's marker. For nearly all names one look at the length.
    func isMarker(_ name: Span<UInt8>) -> Bool {
        name.count == Self.marker.count && name[1] == UInt8(ascii: "w") && name.starts(with: Self.marker)
    }

    /// Whether an entry of this name is a file that this program has parked. For nearly all names one look at a letter.
    func isParked(_ name: Span<UInt8>) -> Bool {
        name.count > 1 && name[1] == UInt8(ascii: "w") && ParkedFileName(name) != nil
    }

    /// Whether an entry is acted on, so far as its name and place tell.
    func admits(_ name: Span<UInt8>, isDirectory: Bool, in place: Place) -> Bool {
        if !hidden, name[0] == UInt8(ascii: ".") { return false }
        if skipped.match(name) { return false }
        if isDirectory {
            if skipped.matchDirectory(name) { return false }
            for child in place.skippedChildren where name.equals(child) { return false }
        }
        return !isExcluded(name, isDirectory: isDirectory, in: place)
    }

    private func isExcluded(_ name: Span<UInt8>, isDirectory: Bool, in place: Place) -> Bool {
        for pattern in names where isDirectory || !pattern.isDirectoryOnly {
            if pattern.match(name) { return true }
        }
        guard !paths.isEmpty else { return false }
        let path = joined(place.path, name)
        for pattern in paths where isDirectory || !pattern.isDirectoryOnly {
            if pattern.match(path.span) { return true }
        }
        return false
    }

    private static let trash = Array("Trash".utf8)
    private static let marker = Array(DestinationMarker.fileName.utf8)
    private static let noMedia = Array(".nomedia".utf8)
}

/// The path of an entry: the directory's path, a slash unless that is empty, the name.
func joined(_ directory: [UInt8], _ name: Span<UInt8>) -> [UInt8] {
    var path: [UInt8] = []
    path.reserveCapacity(directory.count + 1 + name.count)
    if !directory.isEmpty {
        path += directory
        path.append(slash)
    }
    unsafe name.withUnsafeBufferPointer { unsafe path.append(contentsOf: $0) }
    return path
}

/// Names of directory entries, packed: one buffer for the bytes and one for the places. Each name has a NUL behind it,
/// so that it goes to the system as it lies.
struct EntryList: Sendable {
    /// One entry.
    struct Entry {
        /// The inode number that the directory gives, by which entries are ordered.
        let inode: UInt64
        /// Whether the entry is a symbolic link that is followed.
        let isLink: Bool
        /// Whether the name promises a sidecar.
        let isSidecar: Bool
        fileprivate let length: UInt16
        fileprivate let start: Int
    }

    private(set) var entries: [Entry] = []
    /// How many of the entries promise sidecars.
    private(set) var sidecarCount = 0
    private var bytes: [UInt8] = []

    var count: Int { entries.count }
    var isEmpty: Bool { entries.isEmpty }

    /// Adds an entry.
    mutating func append(_ name: Span<UInt8>, inode: UInt64, isLink: Bool, isSidecar: Bool) {
        let entry = Entry(
            inode: inode, isLink: isLink, isSidecar: isSidecar, length: UInt16(name.count), start: bytes.count)
        entries.append(entry)
        if isSidecar { sidecarCount += 1 }
        unsafe name.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
        bytes.append(0)
    }

    /// Orders the entries by inode number, so that a cold disk is read forwards; equal numbers keep their order.
    mutating func sort() {
        entries.sort { $0.inode < $1.inode }
    }

    /// Drops the entries. The room they took stays for the next directory's, unless it was much.
    mutating func removeAll() {
        let isSmall = entries.capacity <= 16_384
        sidecarCount = 0
        entries.removeAll(keepingCapacity: isSmall)
        bytes.removeAll(keepingCapacity: isSmall)
    }

    /// Lends the bytes of an entry's name. The NUL comes right behind them.
    func withName<Result>(of entry: Entry, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        unsafe bytes.withUnsafeBytes { bytes in
            let end = entry.start + Int(entry.length)
            return unsafe body(UnsafeRawBufferPointer(rebasing: bytes[entry.start..<end]))
        }
    }

    /// Whether a sidecar's name ends in `json`, in any ASCII case.
    func isJSON(_ entry: Entry) -> Bool {
        bytes[entry.start + Int(entry.length) - 1] | 0x20 == UInt8(ascii: "n")
    }

    /// A copy of an entry's name.
    func name(of entry: Entry) -> [UInt8] {
        Array(bytes[entry.start..<entry.start + Int(entry.length)])
    }
}
