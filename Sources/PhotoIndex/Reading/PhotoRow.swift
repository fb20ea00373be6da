import GRDB
import PhotoModel
import SystemPackage

/// Makes photos of the rows of a ``PhotoQuery``.
struct PhotoRow {
    private let cameras: CameraNames
    private let rootPaths: [Int64: [UInt8]]
    private let words: PathWords
    private let members: MemberRows
    private let uploads: UploadRows
    private static let factsStart: Int32 = 8
    /// The column of the latitude; that of the longitude comes next.
    static let placeColumn = factsStart
    private static let verdictStart = factsStart + Int32(FileColumns.facts.count)

    init(_ db: Database, cameras: CameraNames) throws {
        self.cameras = cameras
        rootPaths = try RootPaths.byRow(db)
        words = try PathWords(db)
        members = try MemberRows(db, words: words)
        uploads = try UploadRows(db)
    }

    /// The photo of the current row; nil for a format that this version does not know.
    func photo(_ row: PreparedQuery) throws -> Photo? {
        guard let facts = row.facts(format: 4, from: Self.factsStart, cameras: { cameras[$0] }) else { return nil }
        let rootPath = rootPaths[row.integer(0)] ?? []
        let path = unsafe row.withBytes(1) { unsafe FilePath(root: rootPath, below: $0) }
        let size = row.integer(2)
        let role = row.text(7).flatMap(Photo.Member.Role.init) ?? Photo.Member.Role(alone: facts.format)
        var photo = Photo(
            path: path, bytes: size, modified: row.integer(3), facts: facts,
            members: [Photo.Member(path: path, role: role, bytes: size)])
        photo.judgement = row.judgement(from: Self.verdictStart)
        let last = Self.verdictStart + 4
        photo.sha256 = row.isNull(last) ? nil : row.bytes(last)
        photo.marked = words.personal.contains(path) ? .personal : row.text(last + 1).flatMap(Mark.init)
        photo.held = row.text(last + 2) ?? words.held[path]
        if let content = row.optionalInteger(last + 3) { photo.uploads = try uploads.uploads(ofContent: content) }
        if row.bool(6) { try members.read(row.integer(5), rootPath: rootPath, into: &photo) }
        return photo
    }
}

extension FilePath {
    /// A path below a root, both as bytes. Made once for each photo that is listed, so without arrays in between.
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
