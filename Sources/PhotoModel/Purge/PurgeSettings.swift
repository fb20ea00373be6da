package import SystemPackage

/// What may be removed, and how: the configuration's `[purge]` and the flags that override it.
package struct PurgeSettings: Hashable, Sendable {
    /// How many photos of a root, and of all roots together, may be removed within seven days, over all runs.
    package var maxDelete = RemovalLimit()
    /// The least age of a photo; nil if it does not matter. A photo whose capture time is unknown is never old enough.
    package var olderThan: Duration?
    /// The least age of the first receipt of every file; nil if it does not matter.
    package var verifiedFor: Duration?
    /// Paths that are never removed: a group with a file whose absolute path matches one of these stays.
    package var keep: [Glob] = []
    /// At how many destinations every file has to be; at least 1.
    package var require = 1
    /// Whether photos are removed that are work only by an inferred position.
    package var includesInferred = false
    /// The formats of the sidecars that `[upload] sidecars` does not send.
    package var unsentSidecars: Set<SidecarFormat> = [.takeout]
    package var way = RemovalWay.trash
    /// How many copies are read at the same time; at least 1.
    package var parallel = 4

    /// The settings of a configuration that says nothing.
    package init() {}

    /// The formats of the sidecars that stay when their photo goes: Takeout's, where they are not sent, since by
    /// default no photo with one could ever be removed. Others that are not sent keep their photo: its edits are
    /// nowhere else.
    package var staying: Set<SidecarFormat> { unsentSidecars.intersection([.takeout]) }

    /// Whether the file at a path, absolute, is never removed.
    package func keeps(_ path: FilePath) -> Bool { keep.contains { $0.matches(path.bytes) } }
}

/// How photos leave the library.
package enum RemovalWay: String, CaseIterable, Hashable, Sendable {
    /// Into the trash of the file system they are on.
    case trash
    /// For good.
    case permanent

    /// The way of a ticket, which is its first word.
    package init?(ticket: String) {
        guard let word = ticket.split(separator: " ", maxSplits: 1).first else { return nil }
        self.init(rawValue: String(word))
    }
}

/// How much of a root, or of the whole index, was recently removed, and how much more may be (DECISIONS.md, "Caps count
/// by root and by the whole index").
package struct RemovalCap: Hashable, Sendable {
    /// The time for which removals count, in nanoseconds: seven days.
    package static let span: Int64 = 7 * 86_400 * 1_000_000_000
    /// The number of photos below which a share is meaningless.
    static let leastForShare = 20

    /// The root's path; nil for the whole index.
    package var path: FilePath?
    /// The other paths that the root had in that time.
    package var formerPaths: [FilePath]
    /// The largest number of photos that it had in that time.
    package var largest: Int
    /// Photos that were removed in that time and are not back.
    package var removed: Int

    package init(path: FilePath?, formerPaths: [FilePath] = [], largest: Int, removed: Int) {
        self.path = path
        self.formerPaths = formerPaths
        self.largest = largest
        self.removed = removed
    }

    /// Whether the removal of a photo with an absolute path counts: for the whole index each does, for a root those
    /// from a path that it has or had.
    package func counts(_ photo: FilePath) -> Bool {
        guard let path else { return true }
        return photo.starts(with: path) || formerPaths.contains { photo.starts(with: $0) }
    }

    /// The limit that would be exceeded by removing more photos.
    ///
    /// - Parameters:
    ///   - planned: the number of photos to remove.
    ///   - limit: what is allowed for the whole time.
    /// - Returns: nil where they may be removed.
    package func limit(brokenBy planned: Int, _ limit: RemovalLimit) -> CountOrShare? {
        // Removed photos count as well: if a clock was set back, the peak is unknown.
        let hasShare = largest + removed >= Self.leastForShare
        guard planned > 0, let counting = limit.limit(of: largest, hasShare: hasShare) else { return nil }
        return planned + removed > counting.limit(of: largest) ? counting : nil
    }
}

/// How much may be removed within ``RemovalCap/span``: of several limits the strictest counts.
package struct RemovalLimit: Hashable, Sendable {
    /// The default, which a configuration cannot raise: percent.
    package static let standardShare = 25.0
    private var limits: [CountOrShare]

    /// The default limit.
    package init() { limits = [.percent(Self.standardShare)] }

    /// A person's limit for one run, which may be higher.
    package init(_ said: CountOrShare) { limits = [said] }

    /// Lowers it to what a configuration says, where that is less.
    package mutating func lower(to limit: CountOrShare) { limits.append(limit) }

    /// The limit that counts.
    ///
    /// - Parameters:
    ///   - whole: of how many photos.
    ///   - hasShare: whether these are enough for a share of them to say anything.
    /// - Returns: nil where there is none.
    func limit(of whole: Int, hasShare: Bool) -> CountOrShare? {
        limits.filter { hasShare || !$0.isShare }.min { $0.limit(of: whole) < $1.limit(of: whole) }
    }
}

extension CountOrShare {
    fileprivate var isShare: Bool { if case .percent = self { true } else { false } }
}
