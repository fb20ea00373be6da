internal import SystemPackage
internal import WorkphotosTestSupport

/// Checks the integrity of an index with SQLite and with the program.
enum IndexCheck {
    static func violations(_ world: World) throws -> [String] {
        guard let copy = try IndexCopy(of: world) else { return [] }
        let integrity = try copy.rows("PRAGMA integrity_check").map { $0.joined() }
        let foreignKeys = try copy.rows("PRAGMA foreign_key_check").map { $0.joined(separator: " ") }
        let check = try world.program.run("index", "check", "--index", copy.path.string)
        return integrity.filter { $0 != "ok" }.map { "the index is damaged: \($0)" }
            + foreignKeys.map { "the index has a dangling reference: \($0)" }
            + (check.exit == 0 ? [] : ["index check ended with \(check.exit): \(check.output)\(check.notes)"])
    }
}
