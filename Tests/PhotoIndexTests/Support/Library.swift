import PhotoIndex
import PhotoModel
import SystemPackage
import Testing

/// An index with one root.
struct Library {
    static let owner = "tests"
    static let disk = FileSystemIdentity(name: "uuid:disk", keepsInodes: true)
    static let card = FileSystemIdentity(name: "uuid:card", keepsInodes: false)
    let index: PhotoIndex
    let root: Root

    init(_ index: PhotoIndex? = nil, root: FilePath = "/photos") throws {
        let index = try index ?? PhotoIndex.inMemory(owner: Self.owner)
        self.index = index
        self.root = try index.addRoot(root, fileSystem: Self.disk, now: 1)
    }

    /// Scans files as if the root contained no others.
    @discardableResult
    func scan(
        _ files: [ScannedFile], unseen: [Int64] = [], acceptsMissing: Bool = false,
        fileSystem: @escaping ([UInt8]) -> FileSystemIdentity? = { _ in Library.disk }
    ) throws -> ScanOutcome {
        let writer = try index.scanWriter(root: root.id, readerVersion: 1, basis: try index.basis())
        try writer.save(files, judge: Self.judge)
        var coverage = ScanCoverage(
            unseen: unseen, isWholeRoot: true, rootFileSystem: Self.disk, now: 100, fileSystem: fileSystem)
        coverage.acceptsMissing = acceptsMissing
        return try writer.finish(coverage, judge: Self.judge)
    }

    /// The rows of the files at these paths.
    func rows(_ paths: String...) throws -> [Int64] {
        let known = try index.knownFiles(root: root.id, readerVersion: 1)
        return try paths.map { known[try #require(known.index(of: key($0)))].row }
    }

    /// What the files of a file's group say, as far as they say anything.
    func facts(at path: FilePath) throws -> [PhotoFacts] {
        try index.group(ofFileAt: path, .facts)?.facts.compactMap(\.self) ?? []
    }

    /// The key under which the walk looks a path up.
    func key(_ path: String) -> PathKey { key(Array(path.utf8)) }

    func key(_ path: [UInt8]) -> PathKey {
        let slash = path.lastIndex(of: UInt8(ascii: "/"))
        let directory = PathKey(root: root.id, directory: path[..<(slash ?? 0)])
        return unsafe Array(path[(slash.map { $0 + 1 } ?? 0)...]).withUnsafeBytes {
            unsafe PathKey(directory: directory, name: $0)
        }
    }

    /// The paths of a selection, in its order.
    func paths(_ selection: PhotoSelection = PhotoSelection()) throws -> [String] {
        try Self.paths(selection, in: index)
    }

    /// The same of any index.
    static func paths(_ selection: PhotoSelection = PhotoSelection(), in index: PhotoIndex) throws -> [String] {
        var paths: [String] = []
        try index.photos(matching: selection) {
            paths.append($0.path.string)
            return true
        }
        #expect(try index.count(of: selection) == paths.count)
        return paths
    }

    /// Work north of the equator, personal south of it, unsure without a position; unsure where members differ.
    static func judge(_ members: [PhotoFacts]) -> Judgement {
        let places = members.compactMap(\.position.coordinate)
        if Set(places.map { $0.latitude > 0 }).count > 1 {
            return Judgement(verdict: .unsure, reason: .membersDiffer)
        }
        return switch places.first {
        case .some(let place) where place.latitude > 0:
            Judgement(verdict: .work, reason: .insideFence, fence: "Office", distance: -place.latitude)
        case .some: Judgement(verdict: .personal, reason: .outsideFences)
        case .none: Judgement(verdict: .unsure, reason: .noPosition)
        }
    }
}

/// A photo as a scan reads it; the number determines its inode, size, time and digest.
func photo(
    _ path: String, _ number: Int = 1, row: Int64? = nil, at place: (Double, Double)? = (47, 8), taken: Int64? = nil,
    isRacy: Bool = false, fileSystem: FileSystemIdentity = Library.disk
) -> ScannedFile {
    var facts = PhotoFacts(format: .jpeg)
    if let place, let coordinate = Coordinate(latitude: place.0, longitude: place.1) {
        facts.position = .valid(coordinate)
        facts.positionSource = .exif
    }
    facts.captureTime = taken.map { CaptureTime(wall: WallTime(microseconds: $0), offset: nil, source: .exif) }
    return scanned(path, number, .photo(facts), row: row, isRacy: isRacy, fileSystem: fileSystem)
}

/// A file as a scan reads it.
func scanned(
    _ path: String, _ number: Int = 1, _ content: FileContent, row: Int64? = nil, isRacy: Bool = false,
    fileSystem: FileSystemIdentity = Library.disk
) -> ScannedFile {
    let number64 = Int64(number)
    let fingerprint = Fingerprint(
        size: 1_000 + number64, modified: 5_000 + number64, changed: 6_000 + number64, inode: UInt64(number))
    let reading = FileReading(
        fingerprint: fingerprint, isRacy: isRacy, digest: UInt64(number) &* 0x9E37_79B9_7F4A_7C15, content: content)
    return ScannedFile(row: row, path: Array(path.utf8), fileSystem: fileSystem, reading: reading)
}

func indexError(_ body: () throws -> Void) -> IndexError? {
    do {
        try body()
        return nil
    } catch {
        return error as? IndexError
    }
}

extension PhotoIndex {
    /// The status by settings that send all sidecars but Takeout's.
    func status() throws(IndexError) -> LibraryStatus { try status(unsentSidecars: [.takeout]) }
}
