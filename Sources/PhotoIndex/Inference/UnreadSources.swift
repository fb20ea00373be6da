import GRDB
import PhotoModel

/// What could not be read and might say otherwise than what is inferred. As long as it cannot be read:
///
/// - a group has no inferred position beside a file that might join it by its name, such as a damaged sidecar or the
///   JPEG of a RAW: the position may be in that file;
/// - tracks have no positions while one of them cannot be read, since it may contradict the others.
struct UnreadSources {
    /// Whether every file of tracks could be read.
    let areTracksWhole: Bool
    /// The groups beside which an unread file lies.
    private var groups: Set<Int64> = []

    /// A file, by its root and its path below it.
    struct File: Hashable {
        let root: Int64
        let path: [UInt8]
    }

    /// A directory, by its root and its path below it.
    private struct Directory: Hashable {
        let root: Int64
        let path: [UInt8]
    }

    init(_ db: Database) throws {
        areTracksWhole = try Row.fetchOne(db, sql: "SELECT 1 FROM track WHERE problem NOTNULL") == nil
        var names: [Directory: Set<[UInt8]>] = [:]
        let unusable = try Self.files("file NOT INDEXED WHERE state IN ('broken', 'other') AND goneAt IS NULL", db)
        for file in try unusable.union(Self.unopened(db)) {
            let end = file.path.lastIndex(of: UInt8(ascii: "/"))
            let directory = Directory(root: file.root, path: end.map { Array(file.path[..<$0]) } ?? [])
            names[directory, default: []].insert(Array(file.path[(end.map { $0 + 1 } ?? 0)...]))
        }
        for (directory, unread) in names { try addGroups(beside: unread, in: directory, db) }
    }

    /// Whether a file that might join a group could not be read.
    func areBeside(group: Int64) -> Bool { groups.contains(group) }

    /// The files that the last scans could not open, or not read to the end.
    static func unopened(_ db: Database) throws -> Set<File> {
        try files("problem WHERE what IN ('unreadable', 'changed')", db)
    }

    private static func files(_ source: String, _ db: Database) throws -> Set<File> {
        let rows = try Row.fetchAll(db, sql: "SELECT root, path FROM \(source)")
        return Set(rows.map { File(root: $0["root"], path: ($0["path"] as Blob).bytes) })
    }

    private mutating func addGroups(beside unread: Set<[UInt8]>, in directory: Directory, _ db: Database) throws {
        var reader = try DirectoryFiles(db)
        let files = try reader.files(root: directory.root, directory: directory.path)
        let names = unread.union(files.map(\.grouping.name))
        let families = NameFamilies(
            photos: names.filter { !SidecarNames.isSidecar($0.span) },
            sidecars: names.filter { SidecarNames.isSidecar($0.span) })
        for file in files where file.isPhoto {
            let name = file.grouping.name
            let partners = families.photos(with: name) + families.sidecarNames.sidecars(of: name)
            if let group = file.group, partners.contains(where: unread.contains) { groups.insert(group) }
        }
    }
}
