import GRDB
import PhotoModel

/// Reads the photos of a group of several, to judge them.
struct GroupMembers {
    /// Leader first, then by role and path: the order in which members count and are listed. For the tables `f` and
    /// `g`.
    static let order = """
        f.id <> g.leader, CASE f.role WHEN 'still' THEN 0 WHEN 'raw' THEN 1 WHEN 'edit' THEN 2 WHEN 'clip' THEN 3 ELSE 4 END,
        f.path
        """

    struct Photo {
        let root: Int64
        let size: Int64
        let isGone: Bool
    }

    /// The formats of the files beside photos of which something is kept.
    private static let saying = SidecarFormat.allCases.filter { $0 != .aae }
    private let query: PreparedQuery
    private var row = JudgingRow()
    /// The facts of the photos of the last group read, the leader first, and of the files beside them that say any.
    private(set) var facts: [PhotoFacts] = []
    /// The photos among them.
    private(set) var photos: [Photo] = []

    init(_ db: Database) throws {
        query = try PreparedQuery(
            db,
            """
            SELECT f.root, f.size, f.goneAt, f.format, f.contentIdentifier, f.duration, \(JudgingRow.columns(withInferredIn: db))
            FROM assetGroup g CROSS JOIN file f ON f.assetGroup = g.id
            WHERE g.id = ?
              AND (f.state = 'photo' OR f.latitude NOTNULL OR f.overruledLatitude NOTNULL OR f.takenAt NOTNULL)
            ORDER BY \(Self.order)
            """)
    }

    /// Reads the photos of a group into ``facts`` and ``photos``.
    mutating func read(_ group: Int64) throws {
        facts.removeAll(keepingCapacity: true)
        photos.removeAll(keepingCapacity: true)
        query.bind(group, at: 1)
        defer { query.reset() }
        while try query.step() {
            row.read(query, from: 6)
            var photo = row.facts[0]
            photo.format = query.text(3).flatMap(PhotoFormat.init) ?? .jpeg
            photo.contentIdentifier = query.text(4)
            photo.duration = query.optionalDouble(5)
            photo.saidBy = Self.saying.first { query.holds($0.rawValue, in: 3) }
            facts.append(photo)
            if photo.saidBy != nil { continue }
            photos.append(Photo(root: query.integer(0), size: query.integer(1), isGone: !query.isNull(2)))
        }
    }
}
