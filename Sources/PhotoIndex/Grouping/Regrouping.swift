import GRDB
import PhotoModel

/// Works out the groups of directories anew, within a transaction, and writes what is otherwise.
///
/// A group keeps its number for as long as the same file leads it. Groups of several are judged even where they stay
/// what they are: a member may say other things than before.
struct Regrouping {
    private let db: Database
    private var directories: DirectoryFiles
    private var writing: GroupWriting
    private var judging: GroupJudging

    init(_ db: Database) throws {
        self.db = db
        directories = try DirectoryFiles(db)
        writing = try GroupWriting(db)
        judging = try GroupJudging(db)
    }

    /// Rows looked at so far.
    var rowsRead: Int { directories.rowsRead }

    /// Groups the files of one directory.
    mutating func regroup(root: Int64, directory: [UInt8], judge: ([PhotoFacts]) -> Judgement) throws {
        let files = try directories.files(root: root, directory: directory)
        if files.isEmpty { return }
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
        for place in groups.orphans { try writing.set(nil, role: .sidecar, hasCompany: false, of: files[place]) }
        for group in old.subtracting(kept).sorted() { try VerdictWriting.dropGroup(group, in: db) }
        var tally = Tally()
        tally[.group].count += kept.count - old.count
        for (group, members) in unjudged { try settleVerdict(of: group, members, files, judge, &tally) }
        try tally.apply(to: root, in: db)
    }

    /// - Returns: whether a file came into the group or is something else in it.
    private func write(_ members: [FileGroups.Member], of group: Int64, _ files: [DirectoryFiles.File]) throws -> Bool {
        var isChanged = false
        for member in members {
            let file = files[member.file]
            let role = members.count == 1 ? file.roleAlone : member.role
            let wasWritten = try writing.set(group, role: role, hasCompany: members.count > 1, of: file)
            isChanged = isChanged || wasWritten
        }
        return isChanged
    }

    /// Gives a group the verdict it is to have, and counts its photos under that one.
    private mutating func settleVerdict(
        of group: Int64, _ members: [FileGroups.Member], _ files: [DirectoryFiles.File],
        _ judge: ([PhotoFacts]) -> Judgement, _ tally: inout Tally
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

    /// - Returns: whether anything was otherwise.
    @discardableResult
    func set(
        _ group: Int64?, role: Photo.Member.Role, hasCompany: Bool, of file: DirectoryFiles.File
    ) throws -> Bool {
        if file.group == group, file.role == role, file.hasCompany == hasCompany { return false }
        update.bind(group, at: 1)
        update.bind(role.rawValue, at: 2)
        update.bind(hasCompany, at: 3)
        update.bind(file.row, at: 4)
        try update.run()
        return true
    }
}
