import PhotoFiles
import PhotoIntake
import PhotoModel
import SystemPackage
import WorkphotosTestSupport

/// A walk whose batches are compared with known files at once.
struct ComparedWalk {
    private var walk: Walk
    private var comparison: IndexComparison

    init(root: WalkRoot, options: WalkOptions, known: KnownFiles) {
        walk = Walk(root: root, options: options)
        comparison = IndexComparison(root: root.id, known: known)
    }

    var coverage: WalkCoverage { walk.coverage }
    var markers: [MarkerSighting] { walk.markers }
    var trashes: [[UInt8]] { walk.trashes }
    var known: KnownFiles { comparison.known }

    mutating func next() -> WalkBatch? { walk.next().map { comparison.compare($0) } }
}

/// The results of a walk.
struct Walked: Sendable {
    /// The files to read, by their paths below the root, in byte order.
    var found: [FilePath] = []
    /// The rows of known files.
    var rows: [FilePath: Int64] = [:]
    var unchanged = 0
    var findings: [Finding] = []
    /// The parked files, in byte order.
    var parked: [FilePath] = []
    var largestBatch = 0
    /// The sidecars of each file to read that has any, both by their names.
    var sidecars: [FilePath: [FilePath]] = [:]
    /// The directories with files to read whose names may make groups.
    var grouped: Set<FilePath> = []
    var coverage = WalkCoverage()
    var known = KnownFiles()

    /// The findings' kinds by their paths below the root.
    func problems(in tree: TemporaryTree) -> [FilePath: Finding.Kind] {
        var kinds: [FilePath: Finding.Kind] = [:]
        for finding in findings {
            var path = finding.path
            _ = path.removePrefix(tree.path)
            kinds[path] = finding.kind
        }
        return kinds
    }

    mutating func add(_ batch: WalkBatch) {
        unchanged += batch.unchanged
        findings += batch.findings
        parked += batch.parked
        largestBatch = max(largestBatch, batch.files.count)
        guard let directory = batch.directory else { return }
        for file in batch.files {
            let path = FilePath(bytes: directory.relativePath(of: file.name))
            found.append(path)
            rows[path] = file.row
            let sidecars = batch.sidecars?.sidecars(of: file.name) ?? []
            if !sidecars.isEmpty { self.sidecars[path] = sidecars.map(FilePath.init(bytes:)) }
            if batch.mayBeGrouped { grouped.insert(FilePath(bytes: directory.relativePath)) }
        }
    }

    mutating func finish(_ walk: ComparedWalk) {
        found = found.map(\.bytes).sorted { $0.lexicographicallyPrecedes($1) }.map(FilePath.init(bytes:))
        parked.sort { $0.bytes.lexicographicallyPrecedes($1.bytes) }
        coverage = walk.coverage
        known = walk.known
    }
}

extension TemporaryTree {
    /// Walks the tree, or a part of it, with the given known files.
    func walk(_ options: WalkOptions = WalkOptions(), start: FilePath = "", known: KnownFiles = .none) -> Walked {
        var walk = ComparedWalk(root: root(start), options: options, known: known)
        var walked = Walked()
        while let batch = walk.next() { walked.add(batch) }
        walked.finish(walk)
        return walked
    }

    func root(_ start: FilePath = "") -> WalkRoot { WalkRoot(id: 1, path: path, start: start.bytes) }

    /// The files as an index would know them, with rows 0, 1, … in this order.
    func known(_ paths: [FilePath], mustReread: Bool = false) throws -> KnownFiles {
        var known = KnownFiles()
        for (row, path) in paths.enumerated() {
            let file = try FileDescriptor.open(self.path(path), .readOnly)
            let fingerprint = try file.closeAfter { try FileStatus(of: file).fingerprint }
            let directory = PathKey(root: 1, directory: path.removingLastComponent().bytes)
            let name = FilePath(root: nil, path.components.suffix(1)).bytes
            let key = unsafe name.withUnsafeBytes { unsafe PathKey(directory: directory, name: $0) }
            known.add(KnownFile(path: key, row: Int64(row), fingerprint: fingerprint, mustReread: mustReread))
            if SidecarNames.isSidecar(name.span) { known.noteSidecar(key, in: directory) }
        }
        known.seal()
        return known
    }
}

extension KnownFiles {
    /// No known files.
    static var none: KnownFiles {
        var known = KnownFiles()
        known.seal()
        return known
    }
}

extension WalkOptions {
    static func with(_ change: (inout WalkOptions) -> Void) -> WalkOptions {
        var options = WalkOptions()
        change(&options)
        return options
    }
}
