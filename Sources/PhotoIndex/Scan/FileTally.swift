import GRDB
import PhotoModel

/// The number of files of each kind in a root, and their bytes: maintained by every transaction that changes them, so
/// that a million rows need not be counted. `index check` counts and compares.
struct FileTally {
    /// What is counted. An existing photo counts under the verdict of its group, one that is gone only under `gone`; a
    /// group counts if a photo of it exists, with the bytes of its photos. Sidecars count only as such.
    enum Kind: Hashable, CaseIterable {
        case work, personal, unsure, group, gone, broken, other, sidecar

        static func verdict(_ verdict: Verdict) -> Kind {
            switch verdict {
            case .work: .work
            case .personal: .personal
            case .unsure: .unsure
            }
        }

        var name: String { String(describing: self) }
    }

    /// A number of files and their bytes; negative in a difference.
    struct Amount: Hashable {
        var count = 0
        var bytes: Int64 = 0
    }

    private var amounts = [Amount](repeating: Amount(), count: Kind.allCases.count)

    subscript(kind: Kind) -> Amount {
        get { amounts[Self.place(of: kind)] }
        set { amounts[Self.place(of: kind)] = newValue }
    }

    /// Existing files of any kind.
    var files: Int {
        [.work, .personal, .unsure, .broken, .other, .sidecar].reduce(0) { $0 + self[$1].count }
    }

    /// Existing stills and videos.
    var photos: Int { [.work, .personal, .unsure].reduce(0) { $0 + self[$1].count } }

    mutating func add(_ kind: Kind, bytes: Int64) {
        self[kind].count += 1
        self[kind].bytes += bytes
    }

    mutating func remove(_ kind: Kind, bytes: Int64) {
        self[kind].count -= 1
        self[kind].bytes -= bytes
    }

    private static func place(of kind: Kind) -> Int {
        switch kind {
        case .work: 0
        case .personal: 1
        case .unsure: 2
        case .group: 3
        case .gone: 4
        case .broken: 5
        case .other: 6
        case .sidecar: 7
        }
    }
}

extension FileTally {
    /// The amounts of a root, or of all roots together if it is nil.
    static func load(root: Int64?, in db: Database) throws -> FileTally {
        let query = try PreparedQuery(
            db, "SELECT kind, sum(count), sum(bytes) FROM tally WHERE root = ?1 OR ?1 IS NULL GROUP BY kind")
        query.bind(root, at: 1)
        let kinds = Dictionary(uniqueKeysWithValues: Kind.allCases.map { ($0.name, $0) })
        var tally = FileTally()
        try query.forEachRow {
            guard let kind = query.text(0).flatMap({ kinds[$0] }) else { return }
            tally[kind] = Amount(count: Int(query.integer(1)), bytes: query.integer(2))
        }
        return tally
    }

    static func makeRows(root: Int64, in db: Database) throws {
        let insert = try PreparedQuery(db, "INSERT INTO tally (root, kind) VALUES (?, ?)")
        insert.bind(root, at: 1)
        for kind in Kind.allCases {
            insert.bind(kind.name, at: 2)
            try insert.run()
        }
    }

    /// Adds this difference to a root's amounts; writes nothing if it is zero.
    func apply(to root: Int64, in db: Database) throws {
        let update = try PreparedQuery(
            db, "UPDATE tally SET count = count + ?, bytes = bytes + ? WHERE root = ? AND kind = ?")
        for kind in Kind.allCases where self[kind] != Amount() {
            update.bind(Int64(self[kind].count), at: 1)
            update.bind(self[kind].bytes, at: 2)
            update.bind(root, at: 3)
            update.bind(kind.name, at: 4)
            try update.run()
        }
    }

    /// Adds one root's amounts to another's and drops its rows.
    static func move(from old: Int64, to new: Int64, in db: Database) throws {
        try load(root: old, in: db).apply(to: new, in: db)
        try db.execute(sql: "DELETE FROM tally WHERE root = ?", arguments: [old])
    }
}
