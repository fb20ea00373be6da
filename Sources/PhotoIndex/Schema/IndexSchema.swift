import GRDB

/// The schema: the SQL of each of its versions. workphotos-index(5) describes it.
package struct IndexSchema: Sendable {
    /// `PRAGMA application_id` of every index, which identifies the file without SQLite: "WPix".
    static let applicationID: UInt32 = 0x5750_6978

    /// The same of indexes that were made before the first release, whose schemas nothing reads any more: "WkPh".
    static let trialApplicationID: UInt32 = 0x576B_5068

    /// This program's schema.
    package static let current = IndexSchema(steps: [[library, judgements, acts].joined(separator: "\n")])

    /// The statements of each version, oldest first: those of the first make the schema, those of each later one bring
    /// the version before to it. What was released is never changed.
    private let steps: [String]

    /// `PRAGMA user_version` of the newest version.
    var version: Int { steps.count }

    static func version(of db: Database) throws -> Int { try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0 }

    /// Whether a database is of the first version and lacks one of its tables or indexes as they are here: the layout
    /// changed before the first release while the number stayed. SQLite keeps the text of each statement; those of
    /// later versions follow one that was released.
    func isOfTrial(_ db: Database) throws -> Bool {
        guard try Self.version(of: db) == 1, let first = steps.first else { return false }
        let made = first.split(separator: "\n").count { $0.hasPrefix("CREATE ") }
        return try Int.fetchOne(
            db.statement("SELECT count(*) FROM sqlite_schema WHERE sql NOTNULL AND instr(\(first), sql) > 0")) != made
    }

    /// The schema with another version, to which these statements bring the last one.
    package func followed(by statements: String) -> IndexSchema { IndexSchema(steps: steps + [statements]) }

    /// Makes the schema in an empty database, or brings an older one to the newest version: each version in a
    /// transaction of its own, which fails if a reference leads nowhere afterwards.
    func migrator(owner: String) -> DatabaseMigrator {
        var migrator = DatabaseMigrator()
        for (version, statements) in zip(1..., steps) {
            migrator.registerMigration("\(version)") { db in
                try db.execute(sql: statements)
                if version == 1 {
                    try db.execute(sql: "PRAGMA application_id = \(Self.applicationID)")
                    try db.execute(sql: "INSERT INTO identity (id, owner) VALUES (1, ?)", arguments: [owner])
                }
                try db.execute(sql: "PRAGMA user_version = \(version)")
            }
        }
        return migrator
    }
}
