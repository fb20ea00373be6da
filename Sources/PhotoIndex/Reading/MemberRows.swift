import GRDB
import PhotoModel
import SystemPackage

/// Reads what a group of several says of each of its photos: who is in it, and what people said of any of them.
struct MemberRows {
    private let query: PreparedQuery
    private let words: PathWords

    init(_ db: Database, words: PathWords) throws {
        self.words = words
        // A sidecar's content marks nothing, as in GroupMarks; that it is held keeps the group.
        query = try PreparedQuery(
            db,
            """
            SELECT f.path, f.size, f.role,
              CASE WHEN f.content NOTNULL AND f.state = 'photo' THEN (
                SELECT verdict FROM mark WHERE content = f.content AND followsContent) END,
              CASE WHEN f.content NOTNULL THEN (
                SELECT reason FROM hold WHERE content = f.content AND followsContent) END
            FROM assetGroup g CROSS JOIN file f ON f.assetGroup = g.id
            WHERE g.id = ? ORDER BY \(GroupMembers.order)
            """)
    }

    /// Puts the members of a group into a photo of it, and the words of all of them in the place of its own.
    func read(_ group: Int64, rootPath: [UInt8], into photo: inout Photo) throws {
        var members: [Photo.Member] = []
        var marks: Set<Mark> = []
        var hold: String?
        query.bind(group, at: 1)
        try query.forEachRow {
            let path = unsafe query.withBytes(0) { unsafe FilePath(root: rootPath, below: $0) }
            let role = query.text(2).flatMap(Photo.Member.Role.init)
            members.append(Photo.Member(path: path, role: role ?? .sidecar, bytes: query.integer(1)))
            if let mark = words.personal.contains(path) ? .personal : query.text(3).flatMap(Mark.init) {
                marks.insert(mark)
            }
            hold = hold ?? query.text(4) ?? words.held[path]
        }
        photo.members = members
        photo.marked = marks.contains(.personal) ? .personal : marks.first
        photo.held = photo.held ?? hold
    }
}
