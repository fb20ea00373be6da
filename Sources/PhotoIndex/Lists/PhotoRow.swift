import GRDB
import PhotoModel
import SystemPackage

/// Makes photos of the rows of a ``PhotoQuery``.
struct PhotoRow {
    private let cameras: CameraNames
    private let rootPaths: [Int64: [UInt8]]
    /// The file systems that keep inodes.
    private let keepingInodes: Set<Int64>
    private let decisions: PathDecisions
    private let members: MemberRows
    private let uploads: UploadRows
    private static let factsStart: Int32 = 11
    /// The column of the latitude; the longitude is next.
    static let placeColumn = factsStart
    private static let verdictStart = factsStart + Int32(FileColumns.facts.count)
    static let columnCount = verdictStart + 10

    /// - Parameter directory: the directory of all photos that are read; nil where they are in many.
    init(_ db: Database, cameras: CameraNames, in directory: FilePath? = nil) throws {
        self.cameras = cameras
        rootPaths = try RootPaths.byRow(db)
        keepingInodes = try db.integers("SELECT id FROM fileSystem WHERE keepsInodes")
        decisions = try PathDecisions(db, below: directory)
        members = try MemberRows(db, decisions: decisions)
        uploads = try UploadRows(db)
    }

    /// The photo of the current row; nil for a format that this version does not know.
    func photo(_ row: PreparedQuery) throws -> Photo? {
        guard let facts = row.facts(format: 7, from: Self.factsStart, cameras: { cameras[$0] }) else { return nil }
        let rootPath = rootPaths[row.integer(0)] ?? []
        let path = unsafe row.withBytes(1) { unsafe FilePath(root: rootPath, below: $0) }
        let role = row.text(10).flatMap(Photo.Member.Role.init) ?? Photo.Member.Role(alone: facts.format)
        var photo = Photo(
            path: path, fingerprint: row.fingerprint(from: 2), keepsInodes: keepingInodes.contains(row.integer(6)),
            facts: facts, members: [Photo.Member(path: path, role: role, bytes: row.integer(2))])
        photo.judgement = row.judgement(from: Self.verdictStart)
        let last = Self.verdictStart + 4
        photo.sha256 = row.isNull(last) ? nil : row.bytes(last)
        photo.marked = decisions.personal.contains(path) ? .personal : row.text(last + 1).flatMap(Mark.init)
        photo.held = row.text(last + 2) ?? decisions.held[path]
        if let content = row.optionalInteger(last + 3) { photo.uploads = try uploads.uploads(ofContent: content) }
        photo.isInferred = row.bool(last + 4)
        photo.isImported = row.bool(last + 5)
        if row.bool(9) { try members.read(row.integer(8), rootPath: rootPath, into: &photo) }
        return photo
    }

    /// The path of the photo of the current row, and a hash of all columns of the row and of all else that
    /// ``photo(_:)`` reads; nil where that is nil. Makes no photo.
    func hash(_ row: PreparedQuery) throws -> (path: FilePath, hash: Int)? {
        guard row.text(7).flatMap(PhotoFormat.init) != nil else { return nil }
        let rootPath = rootPaths[row.integer(0)] ?? []
        let path = unsafe row.withBytes(1) { unsafe FilePath(root: rootPath, below: $0) }
        var hasher = Hasher()
        row.hash(into: &hasher)
        decisions.hash(path, into: &hasher)
        if let content = row.optionalInteger(Self.verdictStart + 7) { try uploads.hash(content, into: &hasher) }
        if row.bool(9) { try members.hash(row.integer(8), rootPath: rootPath, into: &hasher) }
        return (path, hasher.finalize())
    }
}

extension FilePath {
    /// A path below a root, both as bytes. Made for each listed photo, so without intermediate arrays.
    init(root: [UInt8], below path: UnsafeRawBufferPointer) {
        let needsSlash = root.last != UInt8(ascii: "/")
        let count = root.count + (needsSlash ? 1 : 0) + path.count
        self = unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: count + 1) { characters in
            let bytes = UnsafeMutableRawBufferPointer(characters)
            unsafe bytes.copyBytes(from: root)
            if needsSlash { unsafe bytes[root.count] = UInt8(ascii: "/") }
            unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[(count - path.count)...]).copyMemory(from: path)
            unsafe bytes[count] = 0
            guard let start = characters.baseAddress else { return FilePath() }
            return unsafe FilePath(platformString: start)
        }
    }
}

/// Reads the members of a group of several, and people's decisions on any of them.
struct MemberRows {
    private let query: PreparedQuery
    private let decisions: PathDecisions

    init(_ db: Database, decisions: PathDecisions) throws {
        self.decisions = decisions
        // A sidecar's content carries no mark, as in GroupMarks; a hold on it keeps the group.
        query = try PreparedQuery(
            db,
            """
            SELECT f.path, f.size, f.role,
              CASE WHEN f.content NOTNULL AND f.state = 'photo' THEN (
                SELECT verdict FROM mark WHERE content = f.content AND followsContent) END,
              CASE WHEN f.content NOTNULL THEN (
                SELECT reason FROM hold WHERE content = f.content AND followsContent) END,
              f.readerVersion = \(ScanWriter.importVersion)
            FROM assetGroup g CROSS JOIN file f ON f.assetGroup = g.id
            WHERE g.id = ? ORDER BY \(GroupMembers.order)
            """)
    }

    /// Sets the members of a photo's group, and replaces its own decisions by those of the whole group.
    func read(_ group: Int64, rootPath: [UInt8], into photo: inout Photo) throws {
        var members: [Photo.Member] = []
        var marks: Set<Mark> = []
        var hold: String?
        query.bind(group, at: 1)
        try query.forEachRow {
            let path = unsafe query.withBytes(0) { unsafe FilePath(root: rootPath, below: $0) }
            let role = query.text(2).flatMap(Photo.Member.Role.init)
            members.append(Photo.Member(path: path, role: role ?? .sidecar, bytes: query.integer(1)))
            if let mark = decisions.personal.contains(path) ? .personal : query.text(3).flatMap(Mark.init) {
                marks.insert(mark)
            }
            hold = hold ?? query.text(4) ?? decisions.held[path]
            if query.bool(5) { photo.isImported = true }
        }
        photo.members = members
        photo.marked = marks.contains(.personal) ? .personal : marks.first
        photo.held = photo.held ?? hold
    }

    /// Adds what ``read(_:rootPath:into:)`` reads to a hash.
    func hash(_ group: Int64, rootPath: [UInt8], into hasher: inout Hasher) throws {
        query.bind(group, at: 1)
        try query.forEachRow {
            query.hash(into: &hasher)
            if decisions.isEmpty { return }
            decisions.hash(unsafe query.withBytes(0) { unsafe FilePath(root: rootPath, below: $0) }, into: &hasher)
        }
    }
}

/// Reads where photos were uploaded to. Free if there are no receipts.
struct UploadRows {
    private let query: PreparedQuery?

    init(_ db: Database) throws {
        let any = try PreparedQuery(db, "SELECT 1 FROM receipt LIMIT 1")
        let hasReceipts = try any.first { true } ?? false
        query =
            hasReceipts
            ? try PreparedQuery(
                db,
                """
                SELECT d.name, r.target, r.received, r.checked
                FROM receipt r CROSS JOIN destination d ON d.id = r.destination
                WHERE r.content = ? AND r.failedAt IS NULL AND d.removedAt IS NULL ORDER BY d.name, r.target
                """) : nil
    }

    /// The valid receipts of a content at configured destinations, by name and target.
    func uploads(ofContent content: Int64) throws -> [Photo.Upload] {
        guard let query else { return [] }
        var uploads: [Photo.Upload] = []
        query.bind(content, at: 1)
        try query.forEachRow {
            uploads.append(
                Photo.Upload(
                    destination: query.text(0) ?? "", target: query.path(1), receivedAt: query.integer(2),
                    checkedAt: query.integer(3)))
        }
        return uploads
    }

    /// Adds what ``uploads(ofContent:)`` reads to a hash.
    func hash(_ content: Int64, into hasher: inout Hasher) throws {
        guard let query else { return }
        query.bind(content, at: 1)
        try query.forEachRow { query.hash(into: &hasher) }
    }
}
