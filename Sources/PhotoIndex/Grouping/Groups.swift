import GRDB
package import PhotoModel
import SystemPackage

/// The work done to update groups.
package struct SettledGroups: Hashable, Sendable {
    /// The number of directories whose groups were worked out.
    package var directories = 0
    /// The number of rows read: those of the directories' files, and one for each subdirectory.
    package var rowsRead = 0

    package init() {}
}

extension PhotoIndex {
    /// The number of rows at which a transaction takes no more directories.
    private static let mostRows = 8_192
    /// The most directories in a transaction.
    private static let mostDirectories = 512

    /// Whether there are directories whose groups must be worked out before they can be relied on: after a scan that
    /// ended early, or while one runs.
    package func hasLooseGroups() throws(IndexError) -> Bool {
        try read(LooseDirectories.areAny)
    }

    /// Works out the groups of every directory with changed files, and judges the groups that have changed; some
    /// thousand files in a transaction.
    ///
    /// A scan does this at its end. Before judging, marking, uploading or removing it is done again, since a scan may
    /// have ended early; if that was the very first one, the indexes that it omitted are made first. If the index was
    /// judged by other rules, its basis is removed. If the index cannot be written, earlier transactions are kept.
    ///
    /// - Parameters:
    ///   - basis: the basis of `judge`; nil where the index has not been judged.
    ///   - judge: returns the verdict of a group without a mark, from its photos' places and times, the leader first.
    @discardableResult
    package func settleGroups(
        basis: JudgingBasis?, judge: ([PhotoFacts]) -> Judgement
    ) throws(IndexError) -> SettledGroups {
        var settled = SettledGroups()
        guard try read(LooseDirectories.areAnyIncludingDeferred) else { return settled }
        try SecondaryIndexes.complete(self)
        while true {
            let done = try writeWithoutWaitingForDisk { db in
                try Self.settleSome(db, basis: basis, judge: judge)
            }
            if done.directories == 0 { return settled }
            settled.directories += done.directories
            settled.rowsRead += done.rowsRead
        }
    }

    private static func settleSome(
        _ db: Database, basis: JudgingBasis?, judge: ([PhotoFacts]) -> Judgement
    ) throws -> SettledGroups {
        var settled = SettledGroups()
        var regrouping = try Regrouping(db)
        for directory in try LooseDirectories.first(mostDirectories, in: db) where regrouping.rowsRead < mostRows {
            try regrouping.regroup(root: directory.root, directory: directory.path, judge: judge)
            try LooseDirectories.remove(directory, in: db)
            settled.directories += 1
        }
        settled.rowsRead = regrouping.rowsRead
        if settled.directories > 0 {
            try forgetBasis(unless: basis, in: db)
            try InferredRows.noteNewFacts(in: db)
        }
        return settled
    }

    /// The sidecars of a root that belong to no photo, in the order of their paths. They are reported and otherwise
    /// left alone.
    ///
    /// - Parameter directory: only those below this directory of the root, a path as bytes; empty for all.
    /// - Returns: the findings, their paths absolute.
    package func orphanSidecars(root: Root, below directory: [UInt8] = []) throws(IndexError) -> [Finding] {
        try read { db in
            if try FileTally.load(root: root.id, in: db)[.sidecar].count == 0 { return [] }
            let condition = "assetGroup IS NULL AND state = 'sidecar' AND +root = ?1 AND \(StayingSidecars.isNone)"
            return try Self.findings("format", where: condition, root, directory, db) { row in
                (.sidecarOrphan, "is a sidecar (\(row.text(1) ?? "")) without a photo beside it")
            }
        }
    }
}

extension FileContent {
    /// What a file is to grouping.
    enum Kind {
        case photo, sidecar, other
    }

    var kind: Kind {
        switch self {
        case .photo: .photo
        case .sidecar: .sidecar
        case .other, .broken: .other
        }
    }

    /// The file's role if it is alone; nil if it cannot be in a group.
    var roleAlone: Photo.Member.Role? {
        switch self {
        case .photo(let facts): Photo.Member.Role(alone: facts.format)
        case .sidecar: .sidecar
        case .other, .broken: nil
        }
    }
}

extension ScannedFile {
    /// Whether it is a photo without any position of its own.
    var lacksPosition: Bool {
        if case .photo(let facts) = reading.content { facts.position == .absent } else { false }
    }

    /// Whether it may belong to a group of several, by the names in its directory, its kind or its content.
    var belongsToSeveral: Bool {
        switch reading.content {
        case .photo(let facts): mayBeGrouped || facts.format.kind != .still || facts.contentIdentifier != nil
        case .sidecar: true
        case .other, .broken: false
        }
    }
}

/// Numbers new groups.
enum GroupNumbers {
    /// The next number, above those of all existing groups and of all groups named in the journal, so that a staged
    /// action never refers to another group than the one it was made for.
    static func next(_ db: Database) throws -> Int64 {
        let query = try PreparedQuery(
            db,
            "SELECT max(coalesce((SELECT max(id) FROM assetGroup), 0), coalesce((SELECT max(assetGroup) FROM action), 0))"
        )
        return try query.first { query.integer(0) + 1 } ?? 1
    }
}
