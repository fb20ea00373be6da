import PhotoIndex
import PhotoModel
package import SystemPackage

/// The destinations as they stand, and looks at them.
package struct DestinationList {
    private let path: FilePath
    private let configured: [ConfiguredDestination]
    private let environment: Environment

    /// - Parameters:
    ///   - path: the index; that there is none is fine.
    ///   - configured: the configuration's destinations.
    ///   - environment: the world.
    package init(path: FilePath, configured: [ConfiguredDestination], environment: Environment) {
        self.path = path
        self.configured = configured
        self.environment = environment
    }

    /// All of them, with what the index knows.
    ///
    /// - Returns: the configuration's first.
    /// - Throws: `PipelineError`.
    package func all() throws(PipelineError) -> [DestinationFacts] {
        let index = try readIndex(at: path, owner: environment.owner)
        let known = try fromIndex { try index?.destinations() ?? [] }
        var all: [DestinationFacts] = []
        let book = try DestinationBook(configured: configured, known: known, kinds: environment.destinationKinds)
        for named in book.all {
            let row = known.first { $0.name == named.name } ?? known.first { $0.spec == named.spec.text }
            all.append(try facts(of: named, row, in: index))
        }
        return all
    }

    /// Looks at a destination: whether it is there and itself, where it lies, and what uploads have left there unfinished.
    ///
    /// - Parameters:
    ///   - text: its name, or a spec.
    ///   - directory: makes the path of a folder absolute.
    ///   - remove: called with what was found where something of it was left by uploads that have ended; gives whether
    ///     that is to be taken away. Nothing is written where it is not.
    /// - Returns: what is known of it and was found, and is there still.
    /// - Throws: `PipelineError`, as ``DestinationOpening`` has them; `destination` too where it has no marker. What
    ///   `remove` throws.
    package func check(
        _ text: String, directory: (String) -> FilePath,
        remove: (DestinationFacts) async throws(PipelineError) -> Bool = { _ in false }
    ) async throws(PipelineError) -> DestinationFacts {
        let written = try readIndex(at: path, owner: environment.owner)
        let index = try fromIndex { try written ?? PhotoIndex.inMemory(owner: environment.owner) }
        let known = try fromIndex { try index.destinations() }
        let named = try DestinationBook(configured: configured, known: known, kinds: environment.destinationKinds)
            .find(text, path: directory)
        let open = try await DestinationOpening()
            .open(named, index: index, creation: .never, isDryRun: true, in: environment)
        guard let marker = open.marker else { throw .noDestination(named) }
        let row = known.first { $0.marker == marker }
        var facts = try facts(of: named, row, marker: marker, in: index)
        guard let folder = named.spec.resolved.directory else { return facts }
        facts.free = freeBytes(at: folder)
        (facts.unfinished, facts.isSearched) =
            try UnfinishedCopies(index: index, interruption: environment.interruption).find(below: folder)
        if facts.unfinished.contains(where: { $0.standing == .left }), try await remove(facts) {
            let left = try await takeAway(facts.unfinished, by: open)
            (facts.removed, facts.unfinished) = (facts.unfinished.count - left.count, left)
        }
        return facts
    }

    /// Takes away what uploads that have ended left unfinished.
    ///
    /// - Returns: what is there still.
    private func takeAway(
        _ copies: [UnfinishedCopy], by open: OpenDestination
    ) async throws(PipelineError) -> [UnfinishedCopy] {
        var left: [UnfinishedCopy] = []
        for copy in copies {
            guard copy.standing == .left, let upload = copy.upload else {
                left.append(copy)
                continue
            }
            try await asking(open.named) { () async throws(UploadError) in
                try await open.service.discard(upload, source: nil)
            }
        }
        return left
    }

    private func facts(
        of named: NamedSpec, _ row: KnownDestination?, marker: DestinationMarker? = nil, in index: PhotoIndex?
    ) throws(PipelineError) -> DestinationFacts {
        var use = DestinationUse()
        if let row, let index { use = try fromIndex { try index.use(ofDestination: row.id) } }
        return DestinationFacts(
            named: named, origin: configured.contains { $0.name == named.name } ? .configuration : .index,
            marker: row?.marker ?? marker, receipts: use.receipts, bytes: use.bytes, lastVerified: use.lastVerified)
    }
}
