import GRDB
package import PhotoModel
import SystemPackage

/// What verdicts were judged by. If it differs from the current basis, they are judged again before anyone sees them.
package struct JudgingBasis: Hashable, Sendable {
    /// SHA-256 of the fences file's bytes, 32 of them.
    package var fences: [UInt8]
    /// SHA-256 of the settings that the rules depend on, 32 bytes.
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
    /// The basis of the index's verdicts; nil if it has not been judged.
    package func basis() throws(IndexError) -> JudgingBasis? {
        try read(Self.basis)
    }

    /// Judges every group again if the index was judged on another basis, and records the new basis, in one
    /// transaction. Positions are inferred before, in a transaction of their own.
    ///
    /// Only changed verdicts are written. Memory does not grow with the library. If only some fences differ, only the
    /// groups near them are read. If the index cannot be written, nothing has changed.
    ///
    /// - Parameters:
    ///   - basis: the basis of `judge`.
    ///   - now: the present of `judge`, in nanoseconds since 1970: a later time of capture is passed over. Nil where
    ///     none is.
    ///   - change: where verdicts by `judge` can differ from those on another basis; nil if it is not known.
    ///   - triage: the rules by which positions are inferred; nil if they are not known: inferred positions then stay.
    ///   - judge: returns the verdict of a group without a mark, from its photos' places and times, the leader first;
    ///     other facts are left out.
    /// - Returns: how many photos changed their verdict, by old and new one in the order of `Verdict.allCases`; empty
    ///   where none did or the basis is the same.
    package func judgeAnew(
        basis: JudgingBasis, at now: Int64? = nil,
        knowing change: (old: JudgingBasis, ground: ChangedGround)? = nil, inferringBy triage: Triage? = nil,
        judge: @escaping @Sendable ([PhotoFacts]) -> Judgement
    ) throws(IndexError) -> [VerdictChange] {
        if try self.basis() == basis { return [] }
        if let triage { try infer(by: triage) }
        return try write { db in
            let old = try Self.basis(db)
            if old == basis { return [] }
            let ground = change.flatMap { $0.old == old && !$0.old.infers && !basis.infers ? $0.ground : nil }
            var judging = Rejudging(db, try JudgedChunks(db, on: ground, judge: judge))
            let changes = try judging.run(file: isInMemory ? nil : path)
            try Self.set(basis, at: now, in: db)
            return changes
        }
    }

    /// The changes that ``judgeAnew(basis:at:knowing:inferringBy:judge:)`` would make, where no positions are inferred.
    /// Writes nothing, not even in memory.
    package func changes(
        knowing change: (old: JudgingBasis, ground: ChangedGround)?,
        judge: @escaping @Sendable ([PhotoFacts]) -> Judgement
    ) throws(IndexError) -> [VerdictChange] {
        func count(readingAlso file: FilePath?) throws(IndexError) -> [VerdictChange] {
            try read { db in
                let ground = try change.flatMap { try Self.basis(db) == $0.old ? $0.ground : nil }
                var counts = VerdictCounts()
                try JudgedChunks(db, on: ground, judge: judge).forEach(readingAlso: file) { counts.add($0.changes) }
                return counts.changes
            }
        }
        guard isReadInPlace else { return try count(readingAlso: nil) }
        let before = try changeMark()
        let changes = try count(readingAlso: path)
        // Further connections may have seen what was written meanwhile.
        return try changeMark() == before ? changes : count(readingAlso: nil)
    }

    /// Removes the recorded basis if it differs from `basis`, by which some verdicts have just been written: verdicts
    /// by two sets of rules must not be relied on.
    static func forgetBasis(unless basis: JudgingBasis?, in db: Database) throws {
        if try self.basis(db) != basis { try db.execute(sql: "DELETE FROM judgingBasis") }
    }

    static func basis(_ db: Database) throws -> JudgingBasis? {
        let row = try Row.fetchOne(db, sql: "SELECT fences, settings, rulesVersion, infers FROM judgingBasis")
        return try row.map { row in
            try JudgingBasis(
                fences: row.bytes("fences"), settings: row.bytes("settings"),
                rulesVersion: row.value("rulesVersion"), infers: row.value("infers"))
        }
    }

    private static func set(_ basis: JudgingBasis, at now: Int64?, in db: Database) throws {
        try db.execute(
            sql: """
                INSERT OR REPLACE INTO judgingBasis (id, fences, settings, rulesVersion, infers, judgedAt)
                VALUES (1, ?, ?, ?, ?, ?)
                """,
            arguments: [Blob(basis.fences), Blob(basis.settings), basis.rulesVersion, basis.infers, now])
    }
}
