import PhotoFiles
import PhotoIndex
package import PhotoModel
package import SystemPackage

/// Lists the destinations, and checks them.
package struct DestinationList {
    private let path: FilePath
    private let configured: [Destination]
    private let environment: Environment

    /// - Parameter path: the index, which need not exist.
    package init(path: FilePath, configured: [Destination], environment: Environment) {
        self.path = path
        self.configured = configured
        self.environment = environment
    }

    /// All destinations, with what the index knows.
    ///
    /// - Returns: the destinations, the configuration's first.
    package func all() throws -> [DestinationFacts] {
        let index = try readIndex(at: path, owner: environment.owner)
        let known = try index?.destinations() ?? []
        let book = try DestinationBook(configured: configured, known: known, kinds: environment.destinationKinds)
        var all: [DestinationFacts] = []
        for destination in book.all { all.append(try facts(of: destination, destination.known, in: index)) }
        return all
    }

    /// Checks a destination: whether it exists and is the expected one, where it is, and what unfinished copies uploads
    /// have left there.
    ///
    /// - Parameters:
    ///   - text: its name, or a spec.
    ///   - directory: makes the path of a folder absolute.
    ///   - isWriting: whether to write a small file with a temporary name and remove it.
    ///   - remove: called with the result if ended uploads left something there; returns whether to remove that.
    ///     Nothing else is written unless it returns true.
    /// - Returns: what is known of it and was found, and is still there.
    /// - Throws: `PipelineError`, as ``DestinationOpening`` has them; `destination` too where it has no marker. What
    ///   `remove` throws.
    package func check(
        _ text: String, directory: (String) -> FilePath, isWriting: Bool = false,
        remove: (DestinationFacts) async throws -> Bool = { _ in false }
    ) async throws -> DestinationFacts {
        let written = try readIndex(at: path, owner: environment.owner)
        let index = try written ?? PhotoIndex.inMemory(owner: environment.owner)
        let known = try index.destinations()
        let named = try DestinationBook(configured: configured, known: known, kinds: environment.destinationKinds)
            .find(text, path: directory)
        let open = try await DestinationOpening()
            .open(named, index: index, creation: .never, isDryRun: true, in: environment)
        guard let marker = open.marker else { throw PipelineError.noDestination(named) }
        try await open.ask { service throws(UploadError) in try await service.checkWriting(withName: isWriting) }
        let row = known.first { $0.marker == marker }
        var facts = try facts(of: named, row, marker: marker, in: index)
        guard let folder = named.spec.resolved.directory else { return facts }
        facts.free = freeBytes(at: folder)
        (facts.unfinished, facts.isSearched) =
            try UnfinishedCopies(index: index, destination: row?.id, interruption: environment.interruption)
            .find(below: folder)
        if facts.unfinished.contains(where: { $0.standing == .left }), try await remove(facts) {
            let files = try index.libraryFiles()
            let left = try await discard(facts.unfinished, by: open, index, files)
            (facts.removed, facts.unfinished) = (facts.unfinished.count - left.count, left)
        }
        return facts
    }

    /// Removes what ended uploads left unfinished.
    private func discard(
        _ copies: [UnfinishedCopy], by open: OpenDestination, _ index: PhotoIndex, _ files: LibraryFiles
    ) async throws(PipelineError) -> [UnfinishedCopy] {
        var left: [UnfinishedCopy] = []
        for var copy in copies {
            guard copy.standing == .left, let upload = copy.upload else {
                left.append(copy)
                continue
            }
            let source = copy.source.flatMap { UploadSource.left($0, index, files, environment.interruption) }
            let isGone = try await open.ask { service throws(UploadError) in
                do throws(UploadError) {
                    try await service.discard(upload, source: source)
                    return true
                } catch  where error.kind == .taken {
                    return false
                }
            }
            if isGone { continue }
            copy.standing = .unproved
            left.append(copy)
        }
        return left
    }

    private func facts(
        of named: Destination, _ row: KnownDestination?, marker: DestinationMarker? = nil, in index: PhotoIndex?
    ) throws -> DestinationFacts {
        var use = DestinationUse()
        if let row, let index { use = try index.use(ofDestination: row.id) }
        return DestinationFacts(
            named: named, marker: row?.marker ?? marker, receipts: use.receipts, photos: use.photos,
            bytes: use.bytes, lastVerified: use.lastVerified)
    }
}

/// What is known of a destination without asking it, and what a check has found there.
package struct DestinationFacts: Hashable, Sendable {
    package let named: Destination
    /// Its marker; nil if nothing was ever sent there.
    package let marker: DestinationMarker?
    /// The number of receipts for copies that did not fail their last check.
    package let receipts: Int
    /// The number of photos among those copies.
    package let photos: Int
    /// The size of those copies, in bytes.
    package let bytes: Int64
    /// When one of them was last verified, in nanoseconds since 1970-01-01T00:00:00Z.
    package let lastVerified: Int64?
    /// The free space for unprivileged programs, in bytes; nil if it was not requested or is unknown.
    package var free: Int64?
    /// The unfinished copies of uploads; empty if they were not looked for.
    package var unfinished: [UnfinishedCopy] = []
    /// Whether the whole destination was searched for them.
    package var isSearched = true
    /// The number of unfinished copies removed.
    package var removed = 0
}

/// Where destinations are looked up in addition to the index, and how many of them a removal requires.
package struct DestinationPlaces: Sendable {
    /// The configuration's `[destinations]`.
    package var configured: [Destination]
    /// At how many destinations a file must be before it is removed: the configuration's `[purge] require`; at least 1.
    package var require: Int
    /// Makes the path of a folder absolute.
    package var path: @Sendable (String) -> FilePath

    package init(
        configured: [Destination], require: Int, path: @escaping @Sendable (String) -> FilePath
    ) {
        self.configured = configured
        self.require = require
        self.path = path
    }
}
