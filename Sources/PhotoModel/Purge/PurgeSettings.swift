package import SystemPackage

/// What may be removed, and how: the configuration's `[purge]` and the flags that beat it.
package struct PurgeSettings: Sendable {
    /// How many photos of a root, and of all roots together, may go within seven days, over all runs.
    package var maxDelete = RemovalLimit()
    /// How long ago a photo must have been taken; nil where that does not matter. One of which nobody knows when it was
    /// taken is never older.
    package var olderThan: Duration?
    /// How long ago the first receipt of every file must have been given; nil where that does not matter.
    package var verifiedFor: Duration?
    /// Paths that are never removed: a group with a file whose absolute path matches one of these stays.
    package var keep: [Glob] = []
    /// At how many destinations every file has to be; at least 1.
    package var require = 1
    /// Whether photos go whose position was worked out from others.
    package var includesInferred = false
    /// How they go.
    package var way = RemovalWay.trash
    /// How many copies are read at the same time; at least 1.
    package var parallel = 4

    /// The settings of a configuration that says nothing.
    package init() {}
}

/// How photos leave the library.
package enum RemovalWay: String, CaseIterable, Hashable, Sendable {
    /// Into the trash of the file system they are on.
    case trash
    /// For good.
    case permanent

    /// The way that a ticket was given out by: its first word.
    package init?(ticket: String) {
        guard let word = ticket.split(separator: " ", maxSplits: 1).first else { return nil }
        self.init(rawValue: String(word))
    }
}

/// How much of a place, or of the whole library, has been removed lately, and how much more may be (SAFETY.md,
/// "Removing").
///
/// A place is where photos were first seen in that time: a root as it was before it was forgotten, split, renamed or
/// moved.
package struct RemovalCap: Hashable, Sendable {
    /// Removals count for so long, in nanoseconds: seven days.
    package static let span: Int64 = 7 * 86_400 * 1_000_000_000
    /// What never had so many photos in that time has no share.
    package static let leastForShare = 20

    /// The place's row; nil for all places together.
    package var place: Int64?
    /// Where it is, or was last; nil for all places together.
    package var path: FilePath?
    /// The largest number of photos that it had in that time.
    package var largest: Int
    /// Photos that were removed in that time and are not back.
    package var removed: Int

    package init(place: Int64?, path: FilePath?, largest: Int, removed: Int) {
        self.place = place
        self.path = path
        self.largest = largest
        self.removed = removed
    }

    /// The limit that is broken where so many photos more go.
    ///
    /// - Parameters:
    ///   - planned: how many are to go.
    ///   - limit: what is allowed for the whole time.
    /// - Returns: nil where they may go.
    package func limit(brokenBy planned: Int, _ limit: RemovalLimit) -> CountOrShare? {
        // What was removed counts as well: a clock that was set back hides how many there were.
        let hasShare = largest + removed >= Self.leastForShare
        guard planned > 0, let counting = limit.limit(of: largest, hasShare: hasShare) else { return nil }
        return planned + removed > counting.limit(of: largest) ? counting : nil
    }
}

/// How much may be removed within ``RemovalCap/span``: of several limits the one counts that allows the fewest.
package struct RemovalLimit: Hashable, Sendable {
    /// What holds where nobody says otherwise, and what a configuration cannot raise: percent.
    package static let standardShare = 25.0
    private var limits: [CountOrShare]

    /// What holds where nobody says otherwise.
    package init() { limits = [.percent(Self.standardShare)] }

    /// What a person says, each time anew; this may be more.
    package init(_ said: CountOrShare) { limits = [said] }

    /// Lowers it to what a configuration says, where that is less.
    package mutating func lower(to limit: CountOrShare) { limits.append(limit) }

    /// The limit that counts.
    ///
    /// - Parameters:
    ///   - whole: of how many photos.
    ///   - hasShare: whether these are enough for a share of them to say anything.
    /// - Returns: nil where there is none.
    package func limit(of whole: Int, hasShare: Bool) -> CountOrShare? {
        limits.filter { hasShare || !$0.isShare }.min { $0.limit(of: whole) < $1.limit(of: whole) }
    }
}

extension CountOrShare {
    fileprivate var isShare: Bool { if case .percent = self { true } else { false } }
}
