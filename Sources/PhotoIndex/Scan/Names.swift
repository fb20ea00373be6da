import GRDB
import PhotoModel

/// The rows of file systems and cameras, which many files share.
struct FileSystemNames {
    private var rows: [FileSystemIdentity: Int64] = [:]

    /// The row of a file system, cached for the next call.
    mutating func row(of fileSystem: FileSystemIdentity, in db: Database) throws -> Int64 {
        if let row = rows[fileSystem] { return row }
        let row = try Self.row(of: fileSystem, in: db)
        rows[fileSystem] = row
        return row
    }

    /// The row of a file system; created if there is none, updated if whether it keeps inodes has changed.
    static func row(of fileSystem: FileSystemIdentity, in db: Database) throws -> Int64 {
        let find = try PreparedQuery(db, "SELECT id, keepsInodes FROM fileSystem WHERE name = ?")
        find.bind(fileSystem.name, at: 1)
        if let (id, keeps) = try find.first({ (find.integer(0), find.bool(1)) }), keeps == fileSystem.keepsInodes {
            return id
        }
        let insert = try PreparedQuery(
            db,
            """
            INSERT INTO fileSystem (name, keepsInodes) VALUES (?, ?)
            ON CONFLICT (name) DO UPDATE SET keepsInodes = excluded.keepsInodes RETURNING id
            """)
        insert.bind(fileSystem.name, at: 1)
        insert.bind(fileSystem.keepsInodes, at: 2)
        return try insert.first { insert.integer(0) } ?? 0
    }
}

/// The rows of cameras by name; nil for a photo without a camera's name.
struct CameraRows {
    private var rows: [CameraName: Int64] = [:]
    private var last: (name: CameraName, row: Int64)?

    /// The row of a camera; created if there is none.
    mutating func row(make: String?, model: String?, in db: Database) throws -> Int64? {
        if make == nil, model == nil { return nil }
        let name = CameraName(make: make, model: model)
        if let last, last.name == name { return last.row }
        let row = try rows[name] ?? Self.find(name, in: db)
        if rows.count > 10_000 { rows = [:] }
        rows[name] = row
        last = (name, row)
        return row
    }

    private static func find(_ name: CameraName, in db: Database) throws -> Int64 {
        let find = try PreparedQuery(db, "SELECT id FROM camera WHERE make IS ? AND model IS ?")
        find.bind(name.make, at: 1)
        find.bind(name.model, at: 2)
        if let id = try find.first({ find.integer(0) }) { return id }
        let insert = try PreparedQuery(db, "INSERT INTO camera (make, model) VALUES (?, ?) RETURNING id")
        insert.bind(name.make, at: 1)
        insert.bind(name.model, at: 2)
        return try insert.first { insert.integer(0) } ?? 0
    }
}

struct CameraNames {
    private var names: [Int64: CameraName] = [:]

    init(_ db: Database) throws {
        let query = try PreparedQuery(db, "SELECT id, make, model FROM camera")
        try query.forEachRow {
            names[query.integer(0)] = CameraName(make: query.text(1), model: query.text(2))
        }
    }

    subscript(row: Int64) -> CameraName { names[row] ?? CameraName() }

    /// The rows of cameras whose make, model, or both joined by a blank, contain `part` in any case.
    func rows(containing part: String) -> [Int64] {
        let part = part.lowercased()
        return names.filter { $1.whole.lowercased().contains(part) }.keys.sorted()
    }

    /// The row of a camera; nil if the index has no photo of it.
    func row(make: String?, model: String?) -> Int64? {
        names.first { $1 == CameraName(make: make, model: model) }?.key
    }
}
