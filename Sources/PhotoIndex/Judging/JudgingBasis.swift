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
    /// Whether positions were inferred: verdicts then rest on tracks, cameras' clocks and other photos as well. The
    /// index forgets what it was judged by where one of these changes.
    package var infers: Bool

    package init(fences: [UInt8], settings: [UInt8], rulesVersion: Int, infers: Bool = false) {
        self.fences = fences
        self.settings = settings
        self.rulesVersion = rulesVersion
        self.infers = infers
    }
}

extension PhotoIndex {
    /// What the verdicts were judged by; nil where nobody has judged yet.
    package func basis() throws(IndexError) -> JudgingBasis? {
        try read(Self.basis)
    }

    /// Judges every group anew where the index was judged by something else, and notes what by; all in one transaction.
    /// Positions are inferred in one before.
    ///
    /// Only verdicts that come out otherwise are written. Memory does not grow with the library.
    ///
    /// - Parameters:
    ///   - basis: what `judge` judges by.
    ///   - triage: by which positions are inferred; nil where it is not known, and what was inferred stays.
    ///   - judge: gives the verdict of a group that nobody marked, by what its photos say of place and time, the leader
    ///     first; the other facts are left out.
    /// - Returns: how many photos changed their verdict, by old and new one in the order of `Verdict.allCases`; empty
    ///   where none did or the basis is the same.
    /// - Throws: `IndexError` where the index cannot be written; nothing has changed then.
    package func judgeAnew(
        basis: JudgingBasis, inferringBy triage: Triage? = nil,
        judge: @escaping @Sendable ([PhotoFacts]) -> Judgement
    ) throws(IndexError) -> [VerdictChange] {
        if try self.basis() == basis { return [] }
        if let triage { try infer(by: triage) }
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
        let row = try Row.fetchOne(db, sql: "SELECT fences, settings, rulesVersion, infers FROM judgingBasis")
        return row.map { row in
            JudgingBasis(
                fences: (row["fences"] as Blob).bytes, settings: (row["settings"] as Blob).bytes,
                rulesVersion: row["rulesVersion"], infers: row["infers"])
        }
    }

    private static func set(_ basis: JudgingBasis, in db: Database) throws {
        try db.execute(
            sql: """
                INSERT OR REPLACE INTO judgingBasis (id, fences, settings, rulesVersion, infers) VALUES (1, ?, ?, ?, ?)
                """,
            arguments: [Blob(basis.fences), Blob(basis.settings), basis.rulesVersion, basis.infers])
    }
}
