import GRDB
import PhotoModel

/// Reads the photos and sidecars that are directly in a directory, in the order of their names.
///
/// Walks along the index of paths and seeks past each subdirectory, however large. Requires that index.
struct DirectoryFiles {
    /// An existing file, with its current group.
    struct File {
        let row: Int64
        let size: Int64
        var group: Int64?
        var isGrouped: Bool
        let role: Photo.Member.Role?
        /// The digest of its ends (``FileReading/digest``).
        let digest: UInt64
        /// Whether it leads its group.
        let isLeader: Bool
        /// The verdict on its group.
        let verdict: Verdict?
        /// What grouping uses of it.
        var grouping: GroupingFile

        /// Whether it is a still or a video.
        var isPhoto: Bool {
            if case .photo = grouping.kind { true } else { false }
        }

        var roleAlone: Photo.Member.Role {
            switch grouping.kind {
            case .photo(let format): Photo.Member.Role(alone: format)
            case .sidecar: .sidecar
            }
        }
    }

    private static let slash = UInt8(ascii: "/")
    private let query: PreparedQuery
    private let removed: PreparedQuery
    private let cameras: CameraNames
    /// The number of rows read so far, including those of subdirectories.
    private(set) var rowsRead = 0

    init(_ db: Database) throws {
        cameras = try CameraNames(db)
        query = try PreparedQuery(
            db,
            """
            SELECT f.path, f.goneAt, f.id, f.size, f.assetGroup, f.hasCompany, f.role, f.id = g.leader, v.verdict,
              f.state, f.format, f.contentIdentifier, f.camera, f.takenAt, f.takenAtSource, f.utcOffset,
              f.utcOffsetSource, f.overruledTakenAt, f.overruledTakenAtSource, f.overruledOffset,
              f.overruledOffsetSource, f.digest
            FROM file f LEFT JOIN assetGroup g ON g.id = f.assetGroup LEFT JOIN verdict v ON v.assetGroup = f.assetGroup
            WHERE f.root = ? AND f.path >= ? ORDER BY f.path
            """)
        removed = try PreparedQuery(
            db,
            """
            SELECT f.path, f.digest FROM file f
            WHERE f.root = ? AND f.path >= ? AND f.path < ? AND +f.state = 'photo' AND +f.goneAt NOTNULL
              AND \(Removals.haveFile)
            ORDER BY f.path
            """)
    }

    /// The files of a directory; its path is empty for the root itself. Companions of its photos in directories below
    /// it that programs use for them are included, by the paths to them. Companions in it whose photos are above it are
    /// not.
    mutating func files(root: Int64, directory: [UInt8]) throws -> [File] {
        var below: [[UInt8]] = []
        var files = try files(root: root, directory: directory, below: &below)
        while let path = below.popLast() {
            guard CompanionNames.leads(path) else { continue }
            let whole = directory.isEmpty ? path : directory + [Self.slash] + path
            var further: [[UInt8]] = []
            let found = try self.files(root: root, directory: whole, below: &further)
            files += found.map { file in
                var file = file
                file.grouping.name = path + [Self.slash] + file.grouping.name
                return file
            }
            below += further.map { path + [Self.slash] + $0 }
        }
        files.removeAll { !$0.grouping.isGrouped(in: directory) }
        return files
    }

    /// The photos that were directly in a directory and that a purge removed.
    func removedPhotos(root: Int64, directory: [UInt8]) throws -> [(name: [UInt8], digest: UInt64)] {
        let prefix = directory.isEmpty ? [] : directory + [Self.slash]
        removed.bind(root, at: 1)
        removed.bind(prefix, at: 2)
        removed.bind(directory.isEmpty ? [0xFF] : directory + [Self.slash + 1], at: 3)
        var photos: [(name: [UInt8], digest: UInt64)] = []
        try removed.forEachRow {
            let name = removed.bytes(0)[prefix.count...]
            if !name.contains(Self.slash) { photos.append((Array(name), UInt64(bitPattern: removed.integer(1)))) }
        }
        return photos
    }

    /// The files that are directly in a directory; the names of its subdirectories that may hold companions are added
    /// to `below`.
    private mutating func files(root: Int64, directory: [UInt8], below: inout [[UInt8]]) throws -> [File] {
        let prefix = directory.isEmpty ? [] : directory + [Self.slash]
        var files: [File] = []
        var start: [UInt8]? = prefix
        query.bind(root, at: 1)
        while let lower = start {
            query.bind(lower, at: 2)
            start = try read(below: prefix, into: &files)
            if let end = start, end.count > prefix.count { below.append(Array(end[prefix.count...].dropLast())) }
        }
        return files
    }

    /// Reads on to the end of the directory, or to its next subdirectory.
    ///
    /// - Returns: the first path after the subdirectory; nil at the end.
    private mutating func read(below prefix: [UInt8], into files: inout [File]) throws -> [UInt8]? {
        defer { query.reset() }
        while try query.step() {
            rowsRead += 1
            let path = query.bytes(0)
            guard path.starts(with: prefix) else { return nil }
            let name = path[prefix.count...]
            if let end = name.firstIndex(of: Self.slash) { return Array(path[..<end]) + [Self.slash + 1] }
            if query.isNull(1), let file = file(named: Array(name)) { files.append(file) }
        }
        return nil
    }

    /// The file of the current row; nil if it cannot be in a group.
    private func file(named name: [UInt8]) -> File? {
        guard let kind else { return nil }
        var grouping = GroupingFile(name: name, kind: kind)
        grouping.contentIdentifier = query.text(11)
        if let camera = query.optionalInteger(12).map({ cameras[$0] }) {
            (grouping.make, grouping.model) = (camera.make, camera.model)
        }
        grouping.captureTime = query.captureTime(from: 17) ?? query.captureTime(from: 13)
        return File(
            row: query.integer(2), size: query.integer(3), group: query.optionalInteger(4), isGrouped: query.bool(5),
            role: query.text(6).flatMap(Photo.Member.Role.init), digest: UInt64(bitPattern: query.integer(21)),
            isLeader: query.bool(7),
            verdict: query.text(8).flatMap(Verdict.init), grouping: grouping)
    }

    private var kind: GroupingFile.Kind? {
        switch query.text(9) {
        case "photo": query.text(10).flatMap(PhotoFormat.init).map(GroupingFile.Kind.photo)
        case "sidecar": query.text(10).flatMap(SidecarFormat.init).map(GroupingFile.Kind.sidecar)
        default: nil
        }
    }
}
