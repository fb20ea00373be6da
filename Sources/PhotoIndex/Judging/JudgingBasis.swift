import GRDB
package import PhotoModel

/// What verdicts were judged by. Where today's differs, they are judged anew before anyone sees them.
package struct JudgingBasis: Hashable, Sendable {
    /// SHA-256 of the fences file's bytes, 32 of them.
    package var fences: [UInt8]
    /// SHA-256 of the settings that rules depend on, 32 bytes.
    package var settings: [UInt8]
    /// The version of the rules themselves.
    package var rulesVersion: Int

    package init(fences: [UInt8], settings: [UInt8], rulesVersion: Int) {
        self.fences = fences
        self.settings = settings
        self.rulesVersion = rulesVersion
    }
}

extension PhotoIndex {
    /// What the verdicts were judged by; nil where nobody has judged yet.
    package func basis() throws(IndexError) -> JudgingBasis? {
        try read(Self.basis)
    }

    /// Judges every group anew where the index was judged by something else, and notes what by; all in one transaction.
    ///
    /// Only verdicts that come out otherwise are written. Memory does not grow with the library.
    ///
    /// - Parameters:
    ///   - basis: what `judge` judges by.
    ///   - judge: gives the verdict of a group that nobody marked, by what its photos say of place and time, the leader
    ///     first; the other facts are left out.
    /// - Returns: how many photos changed their verdict, by old and new one in the order of `Verdict.allCases`; empty
    ///   where none did or the basis is the same.
    /// - Throws: `IndexError` where the index cannot be written; nothing has changed then.
    package func judgeAnew(
        basis: JudgingBasis, judge: @escaping @Sendable ([PhotoFacts]) -> Judgement
    ) throws(IndexError) -> [VerdictChange] {
        if try self.basis() == basis { return [] }
        return try write { db in
            if try Self.basis(db) == basis { return [] }
            var judging = try Rejudging(db, judge: judge)
            let changes = try judging.run(file: isInMemory ? nil : path)
            try Self.set(basis, in: db)
            return changes
        }
    }

    /// Forgets what the verdicts were judged by where that is not `basis`, by which some have just been written: while
    /// verdicts by two sets of rules stand side by side, nobody is to believe either.
    static func forgetBasis(unless basis: JudgingBasis?, in db: Database) throws {
        if try self.basis(db) != basis { try db.execute(sql: "DELETE FROM judgingBasis") }
    }

    static func basis(_ db: Database) throws -> JudgingBasis? {
        let row = try Row.fetchOne(db, sql: "SELECT fences, settings, rulesVersion FROM judgingBasis")
        return row.map { row in
            JudgingBasis(
                fences: (row["fences"] as Blob).bytes, settings: (row["settings"] as Blob).bytes,
                rulesVersion: row["rulesVersion"])
        }
    }

    private static func set(_ basis: JudgingBasis, in db: Database) throws {
        try db.execute(
            sql: "INSERT OR REPLACE INTO judgingBasis (id, fences, settings, rulesVersion) VALUES (1, ?, ?, ?)",
            arguments: [Blob(basis.fences), Blob(basis.settings), basis.rulesVersion])
    }
}
