internal import Foundation
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

/// A copy of an index on disk, opened with SQLite. SQLite recovers the log of the copy, so that the program must still
/// recover that of the original.
struct IndexCopy {
    var path: FilePath { file.path }
    private let file: SQLiteFile

    /// - Returns: nil if there is no index.
    init?(of world: World) throws {
        let original = world.path("home/.local/state/workphotos/index.sqlite")
        guard FileManager.default.fileExists(atPath: original.string) else { return nil }
        try world.tree.remove("scratch/copy")
        try world.tree.makeDirectory("scratch/copy")
        file = SQLiteFile(path: world.path("scratch/copy/index.sqlite"))
        for ending in ["", "-wal"] where FileManager.default.fileExists(atPath: original.string + ending) {
            try FileManager.default.copyItem(atPath: original.string + ending, toPath: file.path.string + ending)
        }
    }

    /// The rows of a query, each value as text; empty for NULL.
    func rows(_ query: String) throws -> [[String]] { try file.rows(query) }
}
