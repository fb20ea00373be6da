import GRDB

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
