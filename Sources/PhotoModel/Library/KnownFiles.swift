/// The fingerprints of every file the index knows below the roots of a scan, as a value that the walk carries along.
///
/// A million paths as bytes take 212 MB; here a file costs 40 bytes: a keyed 64-bit hash of its path, two of its
/// fingerprint, and its row. The keys are made anew in each process, so nobody can prepare two paths that collide; by
/// accident two of a million do once in 37 million scans, and then the later writer goes by the full path.
package struct KnownFiles: Sendable {
    private var files: [KnownFile] = []
    private var seen: [Bool] = []
    private var isSorted = true

    package init() {}

    /// The number of files known.
    package var count: Int { files.count }

    /// Makes room, so that adding files one by one does not copy.
    package mutating func reserveCapacity(_ count: Int) {
        files.reserveCapacity(count)
    }

    /// Adds one file. Adding is over when the first is looked up.
    package mutating func add(_ file: KnownFile) {
        files.append(file)
        isSorted = false
    }

    /// Orders the files for looking up; called once, after the last was added.
    package mutating func seal() {
        files.sort { $0.path.hash < $1.path.hash }
        seen = Array(repeating: false, count: files.count)
        isSorted = true
    }

    /// The place of a file, or nil where its path is not known. Needs ``seal()`` before.
    package func index(of path: PathKey) -> Int? {
        precondition(isSorted, "seal() comes before the first look-up")
        var low = 0
        var high = files.count
        while low < high {
            let middle = (low + high) / 2
            if files[middle].path.hash < path.hash { low = middle + 1 } else { high = middle }
        }
        return low < files.count && files[low].path == path ? low : nil
    }

    /// The file at a place that ``index(of:)`` gave.
    package subscript(place: Int) -> KnownFile { files[place] }

    /// Notes that the walk came across the file.
    package mutating func markSeen(_ place: Int) {
        seen[place] = true
    }

    /// The rows of the files that no walk came across, in no order.
    package var unseen: [Int64] {
        files.indices.filter { !seen[$0] }.map { files[$0].row }
    }
}

/// One file that the index knows.
package struct KnownFile: Sendable {
    /// Its path.
    package let path: PathKey
    /// Its row in the index.
    package let row: Int64
    /// Whether it is to be read again whatever its fingerprint says: it was racy, or an older reader read it.
    package let mustReread: Bool
    private let stable: Int
    private let volatile: Int

    package init(path: PathKey, row: Int64, fingerprint: Fingerprint, mustReread: Bool) {
        self.path = path
        self.row = row
        self.mustReread = mustReread
        stable = fingerprint.stableHash
        volatile = fingerprint.volatileHash
    }

    /// Whether the file is unchanged. ctime and inode count only where the file system keeps them.
    package func matches(_ fingerprint: Fingerprint, keepsInodes: Bool) -> Bool {
        !mustReread && stable == fingerprint.stableHash
            && (!keepsInodes || volatile == fingerprint.volatileHash)
    }
}

extension Fingerprint {
    fileprivate var stableHash: Int {
        var hasher = Hasher()
        hasher.combine(size)
        hasher.combine(modified)
        return hasher.finalize()
    }

    fileprivate var volatileHash: Int {
        var hasher = Hasher()
        hasher.combine(changed)
        hasher.combine(inode)
        return hasher.finalize()
    }
}
