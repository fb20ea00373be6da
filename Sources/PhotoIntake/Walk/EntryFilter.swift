internal import Glibc
internal import PhotoModel

/// Decides which entries a walk uses. Rejected entries count as absent.
struct EntryFilter: Sendable {
    /// What the filter needs to know about the directory of an entry.
    struct Place: Sendable {
        /// The path relative to the root, without leading or trailing slashes.
        let path: [UInt8]
        /// Names of directories to skip in this directory.
        let skippedChildren: [[UInt8]]
        /// Whether it has the name of a home trash (FreeDesktop), which an ordinary directory may have as well.
        let mayBeTrash: Bool
    }

    private let hidden: Bool
    private static let endings = CandidateEndings()
    private let skipped = SkippedNames()
    private let names: [ExcludePattern]
    private let paths: [ExcludePattern]
    private let unopened: [FileIdentity]

    init(_ options: WalkOptions) {
        hidden = options.hidden
        unopened = options.unopened
        let patterns = options.excludes.map { ExcludePattern($0) }
        names = patterns.filter { !$0.isPath }
        paths = patterns.filter(\.isPath)
    }

    /// The place of a directory by its path relative to the root and its name, which for the root is the end of its
    /// absolute path. `mayBeTrash` is true if its real name is that of a home trash.
    func place(path: [UInt8], name: Span<UInt8>, mayBeTrash: Bool = false) -> Place {
        Place(
            path: path, skippedChildren: skipped.children(of: name), mayBeTrash: mayBeTrash || name.equals(Self.trash))
    }

    /// The kind of file suggested by a name; nil if the file need not be examined.
    func promise(_ name: Span<UInt8>) -> CandidateEndings.Promise? {
        Self.endings.match(name)
    }

    func excludesDirectory(_ name: Span<UInt8>) -> Bool {
        !hidden && name.count == Self.noMedia.count && name.starts(with: Self.noMedia)
    }

    /// Whether an entry of this name is a destination's marker. Comparing the length rejects nearly all names.
    func isMarker(_ name: Span<UInt8>) -> Bool {
        name.count == Self.marker.count && name[1] == UInt8(ascii: "w") && name.starts(with: Self.marker)
    }

    /// Whether an entry of this name is a file parked by this program. Comparing one letter rejects nearly all names.
    func isParked(_ name: Span<UInt8>) -> Bool {
        name.count > 1 && name[1] == UInt8(ascii: "w") && ParkedFileName(name) != nil
    }

    /// Whether an entry whose directory records this inode number may be a file that must not be opened.
    func mayBeUnopened(_ inode: UInt64) -> Bool { unopened.contains { $0.inode == inode } }

    /// Whether a file must not be opened.
    func isUnopened(_ status: stat) -> Bool {
        if unopened.isEmpty { return false }
        return unopened.contains(FileIdentity(device: UInt64(status.st_dev), inode: UInt64(status.st_ino)))
    }

    /// Whether an entry is used, as far as its name and place determine. A hidden directory is, where a program keeps
    /// companions in it.
    func admits(_ name: Span<UInt8>, isDirectory: Bool, in place: Place) -> Bool {
        if !hidden, name[0] == UInt8(ascii: "."), !(isDirectory && CompanionNames.leads(joined([], name))) {
            return false
        }
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

/// The path of an entry: the directory's path, a slash unless the path is empty, and the name.
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

/// Names of directory entries, packed into one buffer of bytes and one of ranges. A NUL follows each name, so that it
/// can be passed to the system in place.
struct EntryList: Sendable {
    struct Entry {
        /// The inode number recorded in the directory; the sort key.
        let inode: UInt64
        /// Whether the entry is a symbolic link that is followed.
        let isLink: Bool
        /// Whether the name has the extension of a sidecar.
        let isSidecar: Bool
        /// Whether it has the name of an XMP file and is nothing that is read: a directory, a pipe, or a link that is
        /// not followed.
        let isUnread: Bool
        fileprivate let length: UInt16
        fileprivate let start: Int
    }

    private(set) var entries: [Entry] = []
    /// The number of entries with the extension of a sidecar.
    private(set) var sidecarCount = 0
    /// Whether a directory beside the entries may contain companions of theirs.
    var mayHaveCompanionsBelow = false
    private var bytes: [UInt8] = []

    var count: Int { entries.count }
    var isEmpty: Bool { entries.isEmpty }

    mutating func append(
        _ name: Span<UInt8>, inode: UInt64, isLink: Bool, isSidecar: Bool, isUnread: Bool = false
    ) {
        let entry = Entry(
            inode: inode, isLink: isLink, isSidecar: isSidecar, isUnread: isUnread, length: UInt16(name.count),
            start: bytes.count)
        entries.append(entry)
        if isSidecar { sidecarCount += 1 }
        unsafe name.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
        bytes.append(0)
    }

    /// Sorts the entries by inode number, so that a cold disk is read in order; the sort is stable.
    mutating func sort() {
        entries.sort { $0.inode < $1.inode }
    }

    /// Removes companions that belong to no photo, since many other files have their endings too, and unread XMP files
    /// that belong to none.
    ///
    /// - Parameter directory: the path of the directory. In one that is only for companions, they are kept.
    mutating func removeStrays(in directory: [UInt8]) {
        guard sidecarCount > 0 else { return }
        let mayStray = entries.map { entry in
            entry.isUnread || entry.isSidecar && CompanionNames.isCompanion(name(of: entry).span)
        }
        guard mayStray.contains(true) else { return }
        let names = names
        let matched = SidecarNames(photos: names.photos, sidecars: names.sidecars).all
        let kept = zip(entries, mayStray).filter { entry, mayStray in
            guard mayStray else { return true }
            let name = name(of: entry)
            return matched.contains(name)
                || !entry.isUnread && CompanionNames.isElsewhere(name.span, in: directory[...])
        }
        entries = kept.map(\.0)
        sidecarCount = entries.count(where: \.isSidecar)
    }

    /// Removes the entries whose names do not meet a condition.
    mutating func keep(where isKept: ([UInt8]) -> Bool) {
        entries = entries.filter { isKept(name(of: $0)) }
        sidecarCount = entries.count(where: \.isSidecar)
    }

    /// Removes all entries. The memory is kept for the next directory unless it is large.
    mutating func removeAll() {
        let isSmall = entries.capacity <= 16_384
        sidecarCount = 0
        mayHaveCompanionsBelow = false
        entries.removeAll(keepingCapacity: isSmall)
        bytes.removeAll(keepingCapacity: isSmall)
    }

    /// Calls `body` with the bytes of an entry's name, which a NUL follows.
    func withName<Result>(of entry: Entry, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        unsafe bytes.withUnsafeBytes { bytes in
            let end = entry.start + Int(entry.length)
            return unsafe body(UnsafeRawBufferPointer(rebasing: bytes[entry.start..<end]))
        }
    }

    /// Whether a sidecar's name ends in `json`, ignoring ASCII case.
    func isJSON(_ entry: Entry) -> Bool {
        bytes[entry.start + Int(entry.length) - 1] | 0x20 == UInt8(ascii: "n")
    }

    /// A copy of an entry's name.
    func name(of entry: Entry) -> [UInt8] {
        Array(bytes[entry.start..<entry.start + Int(entry.length)])
    }
}

/// A pattern of entries to leave out, on bytes.
///
/// A pattern without a slash is matched with an entry's name at any depth; one with a slash, at the front or in the
/// middle, with the path below the root. A slash at the end restricts it to directories. A directory that is left out
/// takes all below it along.
///
/// `*`, `?` and sets match no slashes; `**` does, and `**/` is any number of directories, also none (``Glob``). A
/// pattern is never invalid: a `[` without its `]` is a bracket, and who writes one is told by
/// ``WalkOptions/check(exclude:)``. The empty pattern matches nothing.
struct ExcludePattern: Sendable {
    /// Whether the pattern is matched with the path below the root rather than with the name.
    let isPath: Bool
    /// Whether only directories match.
    let isDirectoryOnly: Bool
    private let glob: Glob

    init(_ pattern: String) {
        var bytes = ArraySlice(pattern.utf8)
        isDirectoryOnly = bytes.last == slash
        if isDirectoryOnly { bytes.removeLast() }
        isPath = bytes.contains(slash)
        if bytes.first == slash { bytes.removeFirst() }
        glob = Glob(bytes: bytes, dialect: .separators)
    }

    /// Whether it has a `[` without its `]`.
    var hasOpenSet: Bool { glob.hasOpenSet }

    /// Whether all of the text, a name or a path, fits the pattern.
    func match(_ text: Span<UInt8>) -> Bool { glob.matches(text) }
}

/// The byte between the components of a path.
let slash = UInt8(ascii: "/")
