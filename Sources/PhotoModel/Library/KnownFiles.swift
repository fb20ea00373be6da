/// The fingerprints of every file the index knows below the roots of a scan, as a value for the walk.
///
/// A million paths as bytes take 212 MB; here a file takes 41 bytes: a keyed 64-bit hash of its path, two of its
/// fingerprint, its row, and two slots of a hash table. Each process makes new keys, so nobody can prepare two paths
/// that collide; by accident, two of a million do once in 37 million scans. Both are then read again, and the writer
/// uses the full path.
///
/// Files stay in the order in which they were added. A walk meets them in about that order, and so stays in the cache.
package struct KnownFiles: Sendable {
    /// A slot that holds no file.
    private static let empty = UInt32.max

    private var files: [KnownFile] = []
    private var seen: [Bool] = []
    /// Places of files by the hash of their paths: open addressing, linear probing, half of the slots empty.
    private var slots: [UInt32] = []
    private var isSealed = true
    /// The sidecars of each directory that has any, as the sum of their paths' hashes; directories by their hash.
    private var sidecarSums: [Int: Int] = [:]
    /// The hashes of the sidecars' paths.
    private var sidecarPaths: Set<Int> = []

    package init() {}

    /// The number of files known.
    package var count: Int { files.count }

    /// Adds one file; at most 4,294,967,295. Adding is over when the first is looked up.
    package mutating func add(_ file: KnownFile) {
        files.append(file)
        isSealed = false
    }

    /// Adds another's files, of which none is one of these.
    package mutating func add(_ other: KnownFiles) {
        files += other.files
        sidecarPaths.formUnion(other.sidecarPaths)
        sidecarSums.merge(other.sidecarSums) { $0 &+ $1 }
        isSealed = false
    }

    /// Notes that a file that was added is a sidecar, and which directory it is in. Sidecars are few.
    package mutating func noteSidecar(_ path: PathKey, in directory: PathKey) {
        guard sidecarPaths.insert(path.hash).inserted else { return }
        sidecarSums[directory.hash, default: 0] &+= path.hash
    }

    /// Identifies the set of sidecars that a directory had: the sum of ``sidecarTerm(of:)`` over them; 0 for none.
    package func sidecarSum(of directory: PathKey) -> Int { sidecarSums[directory.hash] ?? 0 }

    /// A file's part in ``sidecarSum(of:)``; 0 for files that were no sidecars.
    package func sidecarTerm(of path: PathKey) -> Int { sidecarPaths.contains(path.hash) ? path.hash : 0 }

    /// Prepares the files for looking up; called once, after the last was added.
    package mutating func seal() {
        precondition(files.count < Int(Self.empty), "more files than can be numbered")
        seen = Array(repeating: false, count: files.count)
        slots = Array(repeating: Self.empty, count: 2 * files.count)
        for index in files.indices {
            var slot = firstSlot(of: files[index].path)
            while slots[slot] != Self.empty {
                noteCollision(Int(slots[slot]), index)
                slot = slotAfter(slot)
            }
            slots[slot] = UInt32(truncatingIfNeeded: index)
        }
        isSealed = true
    }

    /// Two paths with one hash cannot be told apart on the walk: both are read again, and neither is ever missed.
    private mutating func noteCollision(_ one: Int, _ other: Int) {
        guard files[one].path == files[other].path else { return }
        for index in [one, other] {
            files[index].mustReread = true
            seen[index] = true
        }
    }

    /// The index of a file, or nil if its path is not known. Requires ``seal()`` before.
    package func index(of path: PathKey) -> Int? {
        precondition(isSealed, "seal() comes before the first look-up")
        guard !slots.isEmpty else { return nil }
        var slot = firstSlot(of: path)
        while slots[slot] != Self.empty {
            let place = Int(slots[slot])
            if files[place].path == path { return place }
            slot = slotAfter(slot)
        }
        return nil
    }

    /// Records that the walk found a file in its current state. Mutating throughout: a lookup on a copy of this value
    /// would update the reference counts of everything in it, for each file.
    ///
    /// - Parameter keepsInodes: as for ``KnownFile/matches(_:keepsInodes:)``.
    /// - Returns: its row, and whether it is unchanged; nil where its path is not known.
    package mutating func see(
        _ path: PathKey, _ fingerprint: Fingerprint, keepsInodes: Bool
    ) -> (row: Int64, isSame: Bool)? {
        guard !files.isEmpty, let place = index(of: path) else { return nil }
        seen[place] = true
        return (files[place].row, files[place].matches(fingerprint, keepsInodes: keepsInodes))
    }

    /// The file at a place that ``index(of:)`` gave.
    package subscript(place: Int) -> KnownFile { files[place] }

    /// Notes that the walk came across the file.
    package mutating func markSeen(_ index: Int) {
        seen[index] = true
    }

    /// The rows of the files that no walk came across, in no order.
    package var unseen: [Int64] {
        files.indices.filter { !seen[$0] }.map { files[$0].row }
    }

    /// The hash, an even spread over 64 bits, scaled to the number of slots.
    private func firstSlot(of path: PathKey) -> Int {
        Int(UInt64(slots.count).multipliedFullWidth(by: UInt64(bitPattern: Int64(path.hash))).high)
    }

    private func slotAfter(_ slot: Int) -> Int {
        slot + 1 == slots.count ? 0 : slot + 1
    }
}

/// One file that the index knows.
package struct KnownFile: Sendable {
    package let path: PathKey
    private let stable: Int
    private let volatile: Int
    /// The row, doubled, and one more where the file is to be read again.
    private var rowAndReread: Int64

    /// What the index has of the file; of the fingerprint only hashes are kept.
    package init(path: PathKey, row: Int64, fingerprint: Fingerprint, mustReread: Bool) {
        self.path = path
        rowAndReread = row << 1 | (mustReread ? 1 : 0)
        stable = fingerprint.stableHash
        volatile = fingerprint.volatileHash
    }

    /// Its row in the index, within 62 bits and a sign.
    package var row: Int64 { rowAndReread >> 1 }

    /// Whether it is to be read again whatever its fingerprint says: it was racy, or an older reader read it.
    package fileprivate(set) var mustReread: Bool {
        get { rowAndReread & 1 == 1 }
        set { rowAndReread = rowAndReread & ~1 | (newValue ? 1 : 0) }
    }

    /// Whether the file is unchanged. ctime and inode count only where the file system keeps them.
    package func matches(_ fingerprint: Fingerprint, keepsInodes: Bool) -> Bool {
        !mustReread && stable == fingerprint.stableHash
            && (!keepsInodes || volatile == fingerprint.volatileHash)
    }
}

extension Fingerprint {
    fileprivate var stableHash: Int { Self.hash(size, modified) }
    fileprivate var volatileHash: Int { Self.hash(changed, Int64(bitPattern: inode)) }

    /// Two numbers in one, by a product with keys that are made anew in each process. A `Hasher` for each takes more
    /// time than all else that is done about a file that is as it was.
    private static func hash(_ one: Int64, _ other: Int64) -> Int {
        let product = (UInt64(bitPattern: one) ^ keys.0).multipliedFullWidth(by: UInt64(bitPattern: other) ^ keys.1)
        return Int(truncatingIfNeeded: product.high ^ product.low)
    }

    private static let keys = (UInt64.random(in: .min ... .max), UInt64.random(in: .min ... .max))
}
