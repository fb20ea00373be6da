import GRDB
package import PhotoModel
import SystemPackage

/// What it took to work out groups anew.
package struct SettledGroups: Hashable, Sendable {
    /// Directories whose groups were worked out.
    package var directories = 0
    /// Rows of files that were looked at: those of the directories, and one for each subdirectory.
    package var rowsRead = 0

    package init() {}
}

extension PhotoIndex {
    /// A transaction takes directories until it has looked at so many rows.
    private static let mostRows = 8_192
    /// And at most so many directories.
    private static let mostDirectories = 512

    /// Whether there are directories whose groups are to be worked out before anybody believes them: where a scan was
    /// ended early, or runs.
    package func hasLooseGroups() throws(IndexError) -> Bool {
        try read(LooseDirectories.areAny)
    }

    /// Works out the groups of every directory where files came, went or changed since it was last done, and judges
    /// those that are not what they were; some thousand files a transaction.
    ///
    /// A scan does it at its end. Whoever judges, marks, uploads or removes does it first, since a scan may have been
    /// ended early; where that was the very first one, the indexes that it left out are made before. Where the
    /// index has been judged by other rules, it forgets by which.
    ///
    /// - Parameters:
    ///   - basis: what `judge` judges by; nil where the index has been judged by nothing.
    ///   - judge: gives the verdict of a group that nobody marked, by what its photos say of place and time, the leader
    ///     first.
    /// - Returns: what it took.
    /// - Throws: `IndexError` where the index cannot be written; what was done in transactions before stays.
    @discardableResult
    package func settleGroups(
        basis: JudgingBasis?, judge: ([PhotoFacts]) -> Judgement
    ) throws(IndexError) -> SettledGroups {
        var settled = SettledGroups()
        guard try read(LooseDirectories.areAnyEvenForLater) else { return settled }
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

    /// The sidecars of a root that belong to no photo, in the order of their paths. They are told of and left alone.
    ///
    /// - Parameters:
    ///   - root: the root.
    ///   - directory: only those below this directory of the root, a path as bytes; empty for all.
    /// - Returns: the findings, their paths absolute.
    /// - Throws: `IndexError` where the index cannot be read.
    package func orphanSidecars(root: Root, below directory: [UInt8] = []) throws(IndexError) -> [Finding] {
        try read { db in
            if try Tally.load(root: root.id, in: db)[.sidecar].count == 0 { return [] }
            let condition = "assetGroup IS NULL AND state = 'sidecar' AND +root = ?1"
            return try Self.findings("format", where: condition, root, directory, db) { row in
                (.sidecarOrphan, "is a sidecar (\(row.text(1) ?? "")) without a photo of its own beside it")
            }
        }
    }
}

extension FileContent {
    /// What a file is for the groups.
    enum Kind {
        case photo, sidecar, other
    }

    /// What the file is for the groups.
    var kind: Kind {
        switch self {
        case .photo: .photo
        case .sidecar: .sidecar
        case .other, .broken: .other
        }
    }

    /// What the file is where it stands alone; nil where no group may hold it.
    var roleAlone: Photo.Member.Role? {
        switch self {
        case .photo(let facts): Photo.Member.Role(alone: facts.format)
        case .sidecar: .sidecar
        case .other, .broken: nil
        }
    }
}

extension ScannedFile {
    /// Whether it is a photo that says nothing of where it was taken.
    var lacksPosition: Bool {
        if case .photo(let facts) = reading.content { facts.position == .absent } else { false }
    }

    /// Whether it may belong to a group of several: as far as names tell, or because it is of a kind that rarely comes
    /// alone, or says that it does not.
    var belongsToSeveral: Bool {
        switch reading.content {
        case .photo(let facts): mayHaveCompany || facts.format.kind != .still || facts.contentIdentifier != nil
        case .sidecar: true
        case .other, .broken: false
        }
    }
}

/// The numbers that new groups get.
enum GroupNumbers {
    /// The next one: above all groups that are there, and all that the journal of actions names. A staged action never
    /// comes to mean another group than the one it was made for.
    static func next(_ db: Database) throws -> Int64 {
        let query = try PreparedQuery(
            db,
            "SELECT max(coalesce((SELECT max(id) FROM assetGroup), 0), coalesce((SELECT max(assetGroup) FROM action), 0))"
        )
        return try query.first { query.integer(0) + 1 } ?? 1
    }
}
