import GRDB
import PhotoModel

/// Works out the groups of directories again, within a transaction, and writes the differences.
///
/// A group keeps its number as long as the same file leads it. Groups of several are judged even if they stay the same:
/// a member's facts may have changed.
struct Regrouping {
    private let db: Database
    private var directories: DirectoryFiles
    private var writing: GroupWriting
    private var judging: GroupJudging
    private let staying: StayingSidecars
    private var leaving: GroupLeaving
    /// Whether anything was removed, or stayed for what was.
    private let hasRemovals: Bool

    init(_ db: Database) throws {
        self.db = db
        directories = try DirectoryFiles(db)
        writing = try GroupWriting(db)
        judging = try GroupJudging(db)
        staying = try StayingSidecars(db)
        leaving = try GroupLeaving(db)
        hasRemovals = try db.has(
            "SELECT 1 FROM takeoutBinding UNION ALL SELECT 1 FROM action a WHERE \(sql: Removals.areThese)")
    }

    /// The number of rows read so far.
    var rowsRead: Int { directories.rowsRead }

    /// Groups the files of one directory.
    mutating func regroup(root: Int64, directory: [UInt8], judge: ([PhotoFacts]) -> Judgement) throws {
        var files = try withoutStaying(try directories.files(root: root, directory: directory))
        if files.isEmpty { return }
        try markEditsOfRemoved(&files, root, directory)
        let groups = FileGroups(files.map(\.grouping))
        let old = Set(files.compactMap(\.group))
        var kept: Set<Int64> = []
        var unjudged: [(group: Int64, members: [FileGroups.Member])] = []
        for members in groups.groups {
            guard let leader = members.first.map({ files[$0.file] }) else { continue }
            let ownGroup = leader.isLeader ? leader.group : nil
            let group = try ownGroup ?? writing.makeGroup(leader: leader.row)
            kept.insert(group)
            let isChanged = try write(members, of: group, files)
            if isChanged || members.count > 1 { unjudged.append((group, members)) }
        }
        for index in groups.orphans { try writing.set(nil, role: .sidecar, isGrouped: false, of: files[index]) }
        for group in old.subtracting(kept).sorted() { try VerdictWriting.dropGroup(group, in: db) }
        var tally = FileTally()
        tally[.group].count += kept.count - old.count
        for (group, members) in unjudged { try settleVerdict(of: group, members, files, judge, &tally) }
        try tally.apply(to: root, in: db)
    }

    /// The files without Takeout files that stayed for removed photos. One whose photo is there, by its digest and a
    /// name that fits, is like any other. One that is not is in no group but that of the removed photo.
    private mutating func withoutStaying(_ files: [DirectoryFiles.File]) throws -> [DirectoryFiles.File] {
        let photos = files.filter(\.isPhoto)
        let groups = Set(photos.compactMap(\.group))
        var free: [DirectoryFiles.File] = []
        for var file in files {
            if case .sidecar(.takeout) = file.grouping.kind {
                let isFree = try isFree(file, beside: photos)
                if let group = file.group, groups.contains(group) != isFree {
                    var tally = FileTally()
                    try leaving.leave(file.row, tally: &tally)
                    (file.group, file.isGrouped) = (nil, false)
                }
                if !isFree { continue }
            }
            free.append(file)
        }
        return free
    }

    /// Whether a Takeout file stayed for no removed photo, or for one of these.
    private func isFree(_ file: DirectoryFiles.File, beside photos: [DirectoryFiles.File]) throws -> Bool {
        let removed = try staying.photos(of: file.digest)
        return removed.isEmpty
            || photos.contains { photo in
                guard removed.contains(photo.digest) else { return false }
                let names = SidecarNames(photos: [photo.grouping.name], sidecars: [file.grouping.name])
                return !names.sidecars(of: photo.grouping.name).isEmpty
            }
    }

    /// Marks the edits that may be those of a removed photo: that are bound to one which is not here.
    ///
    /// An edit that was alone, although a removed photo has its original's name, is bound to that photo: the edit had
    /// several to choose from, or has come since.
    private func markEditsOfRemoved(_ files: inout [DirectoryFiles.File], _ root: Int64, _ directory: [UInt8]) throws {
        guard hasRemovals else { return }
        let edits = files.indices.filter { files[$0].isPhoto && NameFamilies.isEdit(files[$0].grouping.name) }
        if edits.isEmpty { return }
        let removed = try directories.removedPhotos(root: root, directory: directory)
        let families = NameFamilies(photos: removed.map(\.name), sidecars: [])
        let shared = Dictionary(grouping: files.filter(\.isPhoto), by: \.group).filter { $0.value.count > 1 }
        for edit in edits {
            let originals = Set(families.photos(with: files[edit].grouping.name))
            if shared[files[edit].group] == nil {
                for photo in removed where originals.contains(photo.name) {
                    try StayingSidecars.bind(edit: files[edit].digest, to: photo.digest, in: db)
                }
            }
            let bound = try staying.photos(of: files[edit].digest)
            files[edit].grouping.mayBeOfRemoved = !bound.isEmpty && !files.contains { bound.contains($0.digest) }
        }
    }

    /// - Returns: whether a file joined the group or changed its role in it.
    private func write(_ members: [FileGroups.Member], of group: Int64, _ files: [DirectoryFiles.File]) throws -> Bool {
        var isChanged = false
        for member in members {
            let file = files[member.file]
            let role = members.count == 1 ? file.roleAlone : member.role
            let wasWritten = try writing.set(group, role: role, isGrouped: members.count > 1, of: file)
            isChanged = isChanged || wasWritten
        }
        return isChanged
    }

    /// Sets a group's verdict, and counts its photos under it.
    private mutating func settleVerdict(
        of group: Int64, _ members: [FileGroups.Member], _ files: [DirectoryFiles.File],
        _ judge: ([PhotoFacts]) -> Judgement, _ tally: inout FileTally
    ) throws {
        guard let judgement = try judging.settle(group, judge) else { return }
        for file in members.map({ files[$0.file] }) where file.isPhoto {
            tally.remove(.verdict(file.verdict ?? .unsure), bytes: file.size)
            tally.add(.verdict(judgement.verdict), bytes: file.size)
        }
    }
}

/// The statements that write which file belongs to which group.
private struct GroupWriting {
    private let insert: PreparedQuery
    private let update: PreparedQuery
    private var next: Int64

    init(_ db: Database) throws {
        insert = try PreparedQuery(db, "INSERT INTO assetGroup (id, leader) VALUES (?, ?)")
        update = try PreparedQuery(db, "UPDATE file SET assetGroup = ?, role = ?, hasCompany = ? WHERE id = ?")
        next = try GroupNumbers.next(db)
    }

    mutating func makeGroup(leader: Int64) throws -> Int64 {
        defer { next += 1 }
        insert.bind(next, at: 1)
        insert.bind(leader, at: 2)
        try insert.run()
        return next
    }

    /// - Returns: whether anything changed.
    @discardableResult
    func set(
        _ group: Int64?, role: Photo.Member.Role, isGrouped: Bool, of file: DirectoryFiles.File
    ) throws -> Bool {
        if file.group == group, file.role == role, file.isGrouped == isGrouped { return false }
        update.bind(group, at: 1)
        update.bind(role.rawValue, at: 2)
        update.bind(isGrouped, at: 3)
        update.bind(file.row, at: 4)
        try update.run()
        return true
    }
}

/// The directories whose groups have to be worked out again because files were added, removed or changed.
///
/// If removals took whole groups, or restored them, the other groups stay as they are: such directories are deferred to
/// the next time groups are worked out, and are ignored until then.
struct LooseDirectories {
    private let insert: PreparedQuery
    private let insertForLater: PreparedQuery
    private var last: ArraySlice<UInt8>?

    init(_ db: Database, root: Int64) throws {
        insert = try PreparedQuery(
            db,
            """
            INSERT INTO looseDirectory (root, path) VALUES (?, ?)
            ON CONFLICT (root, path) DO UPDATE SET isForLater = 0 WHERE isForLater
            """)
        insert.bind(root, at: 1)
        insertForLater = try PreparedQuery(
            db, "INSERT OR IGNORE INTO looseDirectory (root, path, isForLater) VALUES (?, ?, 1)")
        insertForLater.bind(root, at: 1)
    }

    /// Adds the directory of a file, given by its path below the root.
    mutating func addDirectory(of path: [UInt8]) throws {
        try add(Self.directory(of: path))
    }

    /// Adds a directory, given by its path below the root, empty for the root itself; and the directory of the photos
    /// whose companions are in it.
    mutating func add(_ directory: ArraySlice<UInt8>) throws {
        if last?.elementsEqual(directory) == true { return }
        last = directory
        insert.bind(Array(directory), at: 2)
        try insert.run()
        guard let home = CompanionNames.home(of: directory) else { return }
        insert.bind(Array(home), at: 2)
        try insert.run()
    }

    func addForLater(_ directory: ArraySlice<UInt8>) throws {
        insertForLater.bind(Array(directory), at: 2)
        try insertForLater.run()
        guard let home = CompanionNames.home(of: directory) else { return }
        insertForLater.bind(Array(home), at: 2)
        try insertForLater.run()
    }

    static func directory(of path: [UInt8]) -> ArraySlice<UInt8> {
        path[..<(path.lastIndex(of: UInt8(ascii: "/")) ?? 0)]
    }

    /// Whether there is any that is not deferred.
    static func areAny(_ db: Database) throws -> Bool {
        let query = try PreparedQuery(db, "SELECT 1 FROM looseDirectory WHERE NOT isForLater LIMIT 1")
        return try query.first { true } ?? false
    }

    /// Whether there is any at all.
    static func areAnyIncludingDeferred(_ db: Database) throws -> Bool {
        let query = try PreparedQuery(db, "SELECT 1 FROM looseDirectory LIMIT 1")
        return try query.first { true } ?? false
    }

    /// The first directories, in their own order.
    static func first(_ count: Int, in db: Database) throws -> [(root: Int64, path: [UInt8])] {
        let query = try PreparedQuery(db, "SELECT root, path FROM looseDirectory LIMIT ?")
        query.bind(Int64(count), at: 1)
        var directories: [(root: Int64, path: [UInt8])] = []
        try query.forEachRow { directories.append((query.integer(0), query.bytes(1))) }
        return directories
    }

    /// Removes one from the list.
    static func remove(_ directory: (root: Int64, path: [UInt8]), in db: Database) throws {
        let delete = try PreparedQuery(db, "DELETE FROM looseDirectory WHERE root = ? AND path = ?")
        delete.bind(directory.root, at: 1)
        delete.bind(directory.path, at: 2)
        try delete.run()
    }
}
