import GRDB
import PhotoModel

/// Tells in which root a path lies, by the bytes of both: for many paths, one after the other.
struct RootPaths {
    private static let slash = UInt8(ascii: "/")
    private let roots: [(id: Int64, path: [UInt8])]

    init(_ db: Database) throws {
        var roots: [(id: Int64, path: [UInt8])] = []
        let query = try PreparedQuery(db, "SELECT id, path FROM root")
        try query.forEachRow { roots.append((query.integer(0), query.bytes(1))) }
        self.roots = roots
    }

    /// The path of each root, by its row.
    static func byRow(_ db: Database) throws -> [Int64: [UInt8]] {
        try Dictionary(uniqueKeysWithValues: RootPaths(db).roots.map { ($0.id, $0.path) })
    }

    /// What the paths of each root's files begin with, by its row.
    static func prefixes(_ db: Database) throws -> [Int64: [UInt8]] {
        try byRow(db).mapValues(\.withSlash)
    }

    /// The root that an absolute path lies in, and the path below it; nil for one in no root and for a root itself. No
    /// root lies in another, so there is one at most.
    func find(_ path: [UInt8]) -> (root: Int64, below: [UInt8])? {
        for root in roots where path.starts(with: root.path) {
            let rest = path[root.path.count...]
            guard root.path.last == Self.slash || rest.first == Self.slash else { continue }
            let below = rest.drop { $0 == Self.slash }
            if !below.isEmpty { return (root.id, Array(below)) }
        }
        return nil
    }
}
