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
