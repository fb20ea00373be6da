import GRDB

/// Whether somebody holds a file of a group: photo or sidecar, by its content or at its path. Where nobody holds anything,
/// no group is looked at.
struct GroupHolds {
    /// Rows for a group that is held, none for one that is not.
    ///
    /// - Parameter group: SQL for the group's row, of other tables than `hf`, `hr` and `hh`.
    /// - Returns: a statement.
    static func sql(ofGroup group: String) -> String {
        """
        SELECT 1 FROM file hf CROSS JOIN hold hh ON hh.content = hf.content
          WHERE hf.assetGroup = \(group) AND hh.followsContent
        UNION ALL
        SELECT 1 FROM file hf CROSS JOIN root hr ON hr.id = hf.root CROSS JOIN hold hh
          ON hh.path = CAST(CASE hr.path WHEN x'2f' THEN '' ELSE hr.path END || x'2f' || hf.path AS BLOB)
          WHERE hf.assetGroup = \(group) AND hh.staysWithPath
        """
    }

    /// Whether anything is held.
    static func areAny(_ db: Database) throws -> Bool {
        try PreparedQuery(db, "SELECT 1 FROM hold LIMIT 1").first { true } ?? false
    }

    private let find: PreparedQuery?

    init(_ db: Database) throws {
        find = try Self.areAny(db) ? PreparedQuery(db, Self.sql(ofGroup: "?1")) : nil
    }

    /// Whether a group is held.
    func hold(_ group: Int64) throws -> Bool {
        guard let find else { return false }
        find.bind(group, at: 1)
        return try find.first { true } ?? false
    }
}
