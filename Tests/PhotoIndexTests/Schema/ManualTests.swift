import GRDB
import PhotoIndex
import SystemPackage
import Testing

/// workphotos-index(5) names the schema's version, and every table and column in order, and no others.
struct ManualTests {
    private static let manual = FilePath(#filePath).removingLastComponent().removingLastComponent()
        .removingLastComponent().removingLastComponent().appending("man").appending("workphotos-index.5")

    private func text() throws -> String {
        String(decoding: try TemporaryDirectory().read(Self.manual), as: UTF8.self)
    }

    /// The columns by table, as the sections on tables list them.
    private func documented() throws -> [String: [String]] {
        let text = try text()
        var tables: [String: [String]] = [:]
        var table: String?
        for line in text.split(separator: "\n") {
            if line.hasPrefix(".Sh ") { table = nil }
            if line.hasPrefix(".Ss "), !line.contains(" ", after: 4) { table = String(line.dropFirst(4)) }
            guard let table else { continue }
            tables[table, default: []] += line.hasPrefix(".It Sy ") ? Self.names(line.dropFirst(7)) : []
        }
        return tables
    }

    private static func names(_ list: Substring) -> [String] {
        list.split(separator: " ").filter { $0 != "," }.map(String.init)
    }

    @Test func `The manual describes the newest version of the schema`() throws {
        let directory = try TemporaryDirectory()
        _ = try PhotoIndex.open(forWritingAt: directory.index, owner: "tests")
        let version = try values("SELECT CAST(user_version AS TEXT) FROM pragma_user_version", in: directory.index)
        #expect(try text().split(separator: "\n").contains("This page describes schema version \(version[0])."))
    }

    @Test func `The manual lists the schema's tables and columns`() throws {
        let directory = try TemporaryDirectory()
        _ = try PhotoIndex.open(forWritingAt: directory.index, owner: "tests")
        var expected: [String: [String]] = [:]
        for table in try values(
            "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'", in: directory.index)
        {
            expected[table] = try values("SELECT name FROM pragma_table_info('\(table)')", in: directory.index)
        }
        expected["grdb_migrations"] = []
        #expect(try documented() == expected)
    }
}

extension Substring {
    /// Whether the text contains a character after its first `count`.
    fileprivate func contains(_ character: Character, after count: Int) -> Bool {
        dropFirst(count).contains(character)
    }
}
