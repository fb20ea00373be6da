import GRDB

/// The schema: its versions, and how one is migrated to the next. workphotos-index(5) describes it.
enum Schema {
    /// `PRAGMA application_id` of every index, which identifies the file without SQLite: "WkPh".
    static let applicationID: UInt32 = 0x576B_5068

    /// `PRAGMA user_version` of the newest schema. Each migration raises it by one.
    static let version = 18

    /// Every migration, oldest first. A released migration is never changed.
    static func migrator(owner: String) -> DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1") { db in
            try db.execute(sql: "PRAGMA application_id = \(applicationID)")
            for table in files + verdicts + journal { try db.execute(sql: table) }
            try db.execute(sql: "INSERT INTO identity (id, owner) VALUES (1, ?)", arguments: [owner])
            try db.execute(sql: "PRAGMA user_version = 1")
        }
        migrator.registerMigration("2") { db in
            for statement in marks { try db.execute(sql: statement) }
            try SecondaryIndexes.replaceIndexesOfVersion1(db)
            try db.execute(sql: "PRAGMA user_version = 2")
        }
        migrator.registerMigration("3") { db in
            let isFilled = try SecondaryIndexes.areBuilt(db)
            for statement in groups { try db.execute(sql: statement) }
            if isFilled { try SecondaryIndexes.makeAll(db) }
            try LooseDirectories.addAll(db)
            try db.execute(sql: "PRAGMA user_version = 3")
        }
        migrator.registerMigration("4") { db in
            for statement in uploads { try db.execute(sql: statement) }
            try db.execute(sql: "PRAGMA user_version = 4")
        }
        migrator.registerMigration("5") { db in
            for statement in removal { try db.execute(sql: statement) }
            try allowGroupsOfGoneFiles(db)
            try db.execute(sql: "PRAGMA user_version = 5")
        }
        migrator.registerMigration("6") { db in
            for statement in links { try db.execute(sql: statement) }
            try db.execute(sql: "PRAGMA user_version = 6")
        }
        migrator.registerMigration("7") { db in
            for statement in changes { try db.execute(sql: statement) }
            try db.execute(sql: "PRAGMA user_version = 7")
        }
        migrator.registerMigration("8") { db in
            for statement in places { try db.execute(sql: statement) }
            try db.execute(sql: "PRAGMA user_version = 8")
        }
        migrator.registerMigration("9") { db in
            try SecondaryIndexes.replaceIndexesOfVersion8(db)
            try db.execute(sql: "PRAGMA user_version = 9")
        }
        migrator.registerMigration("10") { db in
            for statement in locations { try db.execute(sql: statement) }
            try db.execute(sql: "PRAGMA user_version = 10")
        }
        migrator.registerMigration("11") { db in
            for statement in problems { try db.execute(sql: statement) }
            try db.execute(sql: "PRAGMA user_version = 11")
        }
        migrator.registerMigration("12") { db in
            for statement in shares { try db.execute(sql: statement) }
            try db.execute(sql: "PRAGMA user_version = 12")
        }
        migrator.registerMigration("13") { db in
            for statement in inference { try db.execute(sql: statement) }
            try db.execute(sql: "PRAGMA user_version = 13")
        }
        migrator.registerMigration("14") { db in
            for statement in findings { try db.execute(sql: statement) }
            try db.execute(sql: "PRAGMA user_version = 14")
        }
        migrator.registerMigration("15") { db in
            try SecondaryIndexes.replaceIndexOfVersion14(db)
            try db.execute(sql: "PRAGMA user_version = 15")
        }
        migrator.registerMigration("16") { db in
            for statement in history + moves { try db.execute(sql: statement) }
            try db.execute(sql: "PRAGMA user_version = 16")
        }
        migrator.registerMigration("17") { db in
            try LooseDirectories.addAllOfSeveralKinds(db)
            try db.execute(sql: sourceOfCameraOffset)
            try db.execute(sql: "PRAGMA user_version = 17")
        }
        migrator.registerMigration("18") { db in
            try changeCheck(
                of: "action", "('upload', 'purge', 'undo')", to: "('upload', 'purge', 'undo', 'retract')", db)
            for statement in retractions { try db.execute(sql: statement) }
            try db.execute(sql: "PRAGMA user_version = 18")
        }
        return migrator
    }
}
