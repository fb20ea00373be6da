import GRDB
import PhotoModel

/// What cannot be read and might contradict what is inferred. As long as that is so:
///
/// - a group gets no inferred position if an unread file beside it might join it by its name, such as a damaged sidecar
///   or the JPEG of a RAW: the position may be in that file. JSON of something else joins nothing;
/// - tracks give no positions if one of them cannot be read, since it may contradict the others.
struct UnreadSources {
    /// Whether every file of tracks could be read.
    let areTracksWhole: Bool
    private let db: Database
    /// The names of unread files by their directories, as long as nobody has asked for these.
    private var names: [SourcePath: Set<[UInt8]>] = [:]
    /// The groups beside which an unread file lies, in the directories that were asked for.
    private var groups: Set<Int64> = []

    /// A file or directory, by its root and its path below it.
    struct SourcePath: Hashable {
        let root: Int64
        let path: [UInt8]

        var parts: (directory: SourcePath, name: [UInt8]) {
            let directory = LooseDirectories.directory(of: path)
            return (
                SourcePath(root: root, path: Array(directory)),
                Array(path.dropFirst(directory.isEmpty ? 0 : directory.count + 1))
            )
        }
    }

    init(_ db: Database) throws {
        self.db = db
        areTracksWhole = try Row.fetchOne(db, sql: "SELECT 1 FROM track WHERE problem NOTNULL") == nil
        let joining = "state = 'other' AND format NOT IN ('\(FileContent.json)', '\(FileContent.takeoutsOwn)')"
        let unusable = try Self.files(
            "file NOT INDEXED WHERE (state = 'broken' OR \(joining)) AND goneAt IS NULL", db)
        for file in try unusable.union(Self.unopened(db)) {
            let (directory, name) = file.parts
            names[directory, default: []].insert(name)
        }
    }

    /// Whether a file that might join a group could not be read. A directory's names are read at the first call for it.
    ///
    /// - Parameter photo: one of its photos.
    /// - Returns: true if there is such a file beside any of its photos.
    mutating func areBeside(group: Int64, of photo: SourcePath) throws -> Bool {
        if names.isEmpty, groups.isEmpty { return false }
        let directory = photo.parts.directory
        if let unread = names.removeValue(forKey: directory) { try addGroups(beside: unread, in: directory) }
        return groups.contains(group)
    }

    /// The files that the last scans could not open, or not read to the end.
    static func unopened(_ db: Database) throws -> Set<SourcePath> {
        try files("problem WHERE what IN ('unreadable', 'changed')", db)
    }

    private static func files(_ source: String, _ db: Database) throws -> Set<SourcePath> {
        let rows = try Row.fetchAll(db, sql: "SELECT root, path FROM \(source)")
        return Set(try rows.map { try SourcePath(root: $0.value("root"), path: $0.bytes("path")) })
    }

    private mutating func addGroups(beside unread: Set<[UInt8]>, in directory: SourcePath) throws {
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
