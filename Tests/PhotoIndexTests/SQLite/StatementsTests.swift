import PhotoIndex
import PhotoModel
import SystemPackage
import Testing

/// Rows with values that the schema forbids, as a damaged file may have them.
struct StatementsTests {
    /// A column, what it contains instead, and what reads it.
    struct Damage: Sendable, CustomTestStringConvertible {
        let table: String
        let column: String
        let value: String
        let read: @Sendable (PhotoIndex) throws -> Void

        var testDescription: String { "\(table).\(column) = \(value)" }

        init(
            _ table: String, _ column: String, _ value: String, _ read: @escaping @Sendable (PhotoIndex) throws -> Void
        ) {
            (self.table, self.column, self.value, self.read) = (table, column, value, read)
        }
    }

    private static let damages = [
        Damage("action", "kind", "NULL") { _ = try $0.underWay(nil) },
        Damage("actionMember", "size", "'much'") { _ = try $0.underWay(nil) },
        Damage("actionMember", "path", "NULL") { _ = try $0.uploads(withTickets: ["a"]) },
        Damage("cameraOffset", "source", "NULL") { _ = try $0.cameraOffsets() },
        Damage("completeUpload", "upToDate", "'all'") {
            _ = try $0.completeUpload(of: Array(repeating: 0, count: 32))
        },
        Damage("decisionChange", "command", "NULL") { _ = try $0.lastDecisionChange() },
        Damage("destination", "name", "NULL") { _ = try $0.destinations() },
        Damage("fenceChange", "before", "NULL") { _ = try $0.lastFenceChange(of: "/f") },
        Damage("file", "path", "NULL") { _ = try $0.unsupportedFiles() },
        Damage("judgingBasis", "infers", "NULL") { _ = try $0.basis() },
        Damage("leftover", "since", "'today'") { _ = try $0.leftovers() },
        Damage("root", "path", "NULL") { _ = try $0.roots() },
        Damage("run", "command", "NULL") { _ = try $0.progress(ofRun: 1) },
        Damage("run", "pid", "'me'") { _ = try $0.status() },
        Damage("track", "inode", "NULL") { _ = try $0.tracks() },
    ]

    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
        let uploads = try Uploads([photo("a.jpg")], index: .open(forWritingAt: directory.index, owner: Library.owner))
        try uploads.library.scan([scanned("b.txt", 2, .other("text"))])
        try execute(
            """
            INSERT INTO action (id, run, kind, assetGroup, state, destination) VALUES (1, 1, 'upload', 1, 'running', 1);
            INSERT INTO actionMember (action, place, path, role, size, modified, changed, inode, target, ticket)
              VALUES (1, 0, CAST('/a' AS BLOB), 'still', 5, 1, 1, 1, CAST('a' AS BLOB), 'a');
            INSERT INTO cameraOffset VALUES (0, 5, 'clock-photo');
            INSERT INTO completeUpload SELECT zeroblob(32), count, 1, 1, 1 FROM changeCount;
            INSERT INTO content VALUES (1, zeroblob(32), 5);
            INSERT INTO decisionChange VALUES (1, 'mark', 5);
            INSERT INTO decisionChangeFile VALUES (1, 0, 1, CAST('/a' AS BLOB), 0);
            INSERT INTO fenceChange VALUES (1, 'fence edit', 5, CAST('/f' AS BLOB), x'', x'');
            INSERT INTO leftover VALUES (1, CAST('a' AS BLOB), 5, 0, NULL);
            INSERT INTO track VALUES (1, CAST('/t' AS BLOB), 0, 1, 1, 1, 1, NULL, 'bad');
            """, in: directory.index)
    }

    /// Sets a column of all rows, whatever the schema says.
    private func make(_ damage: Damage) throws {
        let table = damage.table
        try execute(
            """
            PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON; PRAGMA writable_schema = ON;
            CREATE TEMP TABLE kept AS SELECT sql FROM sqlite_schema WHERE name = '\(table)';
            UPDATE sqlite_schema
              SET sql = replace(
                replace(replace(replace(sql, 'IS NOT NULL', 'NOTNULL'), ' NOT NULL', ''), 'STRICT, ', ''), 'STRICT', '')
              WHERE name = '\(table)';
            PRAGMA writable_schema = RESET;
            UPDATE "\(table)" SET "\(damage.column)" = \(damage.value);
            PRAGMA writable_schema = ON;
            UPDATE sqlite_schema SET sql = (SELECT sql FROM kept) WHERE name = '\(table)';
            PRAGMA writable_schema = RESET;
            """, in: directory.index)
    }

    private func index() throws -> PhotoIndex { try .open(forReadingAt: directory.index, owner: Library.owner) }

    @Test(arguments: damages)
    func `A value that is missing or of another type is damage, and is read by no name`(_ damage: Damage) throws {
        try damage.read(index())
        try make(damage)
        let index = try index()
        let error = indexError { try damage.read(index) }
        #expect(error == .damaged(directory.index, "a value in it is missing or of a wrong kind"))
    }

    @Test func `A row of a change's decisions that belongs to no file of it is damage`() throws {
        try execute(
            """
            PRAGMA foreign_keys = OFF;
            INSERT INTO decisionChangeRow VALUES (1, 7, 0, 'hold', 1, 1, 'by hand', CAST('/a' AS BLOB), 1, 1)
            """, in: directory.index)
        let index = try PhotoIndex.open(forWritingAt: directory.index, owner: Library.owner)
        let change = try #require(try index.lastDecisionChange())
        let basis = try #require(try index.basis())
        let error = indexError { _ = try index.undo(change, basis: basis, judge: Library.judge) }
        if case .damaged? = error { return }
        Issue.record("\(error.map(\.description) ?? "no error")")
    }
}
