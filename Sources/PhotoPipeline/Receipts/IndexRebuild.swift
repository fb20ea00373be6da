import PhotoIndex
package import PhotoModel
package import SystemPackage

/// Restores from a destination what a lost index knew of it: the destination and its receipts.
package struct IndexRebuild {
    /// The result.
    package struct Outcome: Sendable {
        /// The destination's name.
        package var destination: String
        package var marker: DestinationMarker
        /// The number of receipts in its list.
        package var receipts = 0
        /// How many of them were new to the index.
        package var new = 0
        /// Lines of its list that are no receipts.
        package var unreadable = 0
        /// Copies in its catalogue whose bytes are not proved to be those of their notes.
        package var unproved = 0
        /// How many receipts have ended, since their copies were taken back or accepted as missing.
        package var ended = 0
        /// Lines of another destination.
        package var foreign = 0
        /// Unchanged files that the next scan reads again because they may have copies there.
        package var reread = 0
        /// Whether there was no index.
        package var isNewIndex = false
        /// Whether anything was ever scanned, according to the index.
        package var hasRoots = false
    }

    private let path: FilePath
    private let configured: [Destination]
    private let isDryRun: Bool
    private let environment: Environment

    /// - Parameters:
    ///   - path: the index; made where there is none.
    ///   - isDryRun: whether it all happens in a copy in memory.
    package init(path: FilePath, configured: [Destination], isDryRun: Bool, environment: Environment) {
        self.path = path
        self.configured = configured
        self.isDryRun = isDryRun
        self.environment = environment
    }

    /// Adds the destination and its receipts to the index. What is already known is not changed.
    ///
    /// - Parameters:
    ///   - text: the destination, a name or a spec.
    ///   - name: the name that it is to have; nil for that of the configuration, or none.
    ///   - absolute: makes the path of a folder absolute.
    /// - Throws: `PipelineError`: `destination` where it is none, is missing or is another one, `overlap`, `unknown`
    ///   where it has another name already; `IndexError`.
    package func run(
        from text: String, as name: String? = nil, path absolute: (String) -> FilePath
    ) async throws -> Outcome {
        // The destination is checked first: if it is none, no index is made.
        let before = try readIndex(at: path, owner: environment.owner)
        let known = try before?.destinations() ?? []
        let book = try DestinationBook(configured: configured, known: known, kinds: environment.destinationKinds)
        let named = try Self.named(name, try book.find(text, path: absolute), in: book)
        let preview = try PhotoIndex.copyInMemory(of: before?.path, owner: environment.owner)
        let first = try await open(named, preview, isDryRun: true)
        guard first.marker != nil else { throw PipelineError.noMarker(named, remedy: anotherPlace) }
        let found = try await receipts(of: first)
        let index = isDryRun ? preview : try writing()
        let destination = try await destination(named, index)
        var outcome = Outcome(destination: destination.name, marker: destination.marker)
        outcome.isNewIndex = before == nil
        outcome.hasRoots = try !index.roots().isEmpty
        (outcome.unreadable, outcome.unproved) = (found.unreadable, found.unproved)
        outcome.foreign = found.foreign
        try add(found, to: index, destination, &outcome)
        // A new index knows nothing that the list lacks.
        if outcome.isNewIndex { try index.setListed(found.known, ofDestination: destination.id) }
        return outcome
    }

    /// A destination with the name that it is to have.
    private static func named(
        _ name: String?, _ found: Destination, in book: DestinationBook
    ) throws(PipelineError) -> Destination {
        guard let name, name != found.name else { return found }
        if found.hasName {
            throw PipelineError(
                .unknown, "This is already the destination '\(terminalSafe(found.name))'", remedy: .listDestinations)
        }
        if let other = book.all.first(where: { $0.name == name }) {
            throw PipelineError(
                .unknown,
                "Another destination is already called '\(terminalSafe(name))': \(terminalSafe(other.spec.shown))",
                remedy: .listDestinations)
        }
        return Destination(name: name, spec: found.spec.resolved)
    }

    /// What a destination knows of its copies.
    private struct Found {
        var receipts: [Receipt] = []
        var ended: [EndedReceipt] = []
        var staying: Set<TakeoutBindings.Binding> = []
        var unreadable = 0
        /// How much of the destination's list is known.
        var known: [String: Int64] = [:]
        var unproved = 0
        var foreign = 0
        /// Receipts as the notes have them, of copies with a checksum of another kind.
        var noted: [Receipt] = []

        mutating func add(_ copy: CataloguePage.Copy, at now: Int64) {
            guard let sha256 = copy.content.sha256 else { return unproved += 1 }
            let receipt = Receipt(
                sha256: sha256, size: copy.content.size, target: copy.location, checksum: Checksum(sha256: sha256),
                received: now, checked: now)
            switch CopyPolicy.compare(copy.stored, with: RecordedContent(receipt)) {
            case .good: receipts.append(receipt)
            case .unproven(.otherKind): noted.append(receipt)
            default: unproved += 1
            }
        }
    }

    /// From the list of receipts there, and from the destination's catalogue if it has one, which knows the copies.
    private func receipts(of open: OpenDestination) async throws(PipelineError) -> Found {
        let all = try await DestinationReceipts.all(at: open)
        let list = ReceiptList(all.lines)
        var found = Found(unreadable: list.unreadable, known: all.known)
        if let marker = open.marker {
            (found.ended, found.staying) = (list.ended(at: marker), list.staying[marker] ?? [])
        }
        for (marker, receipts) in list.receipts {
            if marker != open.marker {
                found.foreign += receipts.count
            } else if open.service.once.catalogue == nil {
                found.receipts = try await DestinationReceipts.lying(receipts, at: open)
            }
        }
        if let catalogue = open.service.once.catalogue { try await add(catalogue, at: open, to: &found) }
        return found
    }

    /// The note beside a copy becomes a receipt only if the destination's own SHA-256 agrees, or the bytes themselves
    /// where it has a checksum of another kind: they are read once.
    private func add(
        _ catalogue: any CopyCatalogue, at open: OpenDestination, to found: inout Found
    ) async throws(PipelineError) {
        try await translatingServiceErrors(open.named) { () async throws(UploadError) in
            try await CataloguePage.forEach { token throws(UploadError) in
                try await open.service.call { _ throws(UploadError) in try await catalogue.page(after: token) }
            } do: { page in
                for copy in page.copies { found.add(copy, at: environment.clock.now) }
                found.unproved += page.unreadable.count
                return environment.interruption.signal == nil
            }
        }
        let good = try await readBack(found.noted, at: open)
        found.receipts += good
        found.unproved += found.noted.count - good.count
        if environment.interruption.signal != nil { throw PipelineError(.interrupted, "Stopped; nothing was added") }
    }

    /// How many copies are read at a time.
    private static let mostReaders = 4

    /// The receipts of the noted copies whose bytes are those of their notes.
    private func readBack(_ noted: [Receipt], at open: OpenDestination) async throws(PipelineError) -> [Receipt] {
        guard let marker = open.marker, !noted.isEmpty else { return [] }
        let checks = noted.map { ReceiptCheck(destination: open.name, marker: marker, receipt: $0) }
        let check = CopyCheck(destination: open, parallel: Self.mostReaders, environment: environment)
        let (checked, ending) = await check.check(checks) { _ in }
        if let ending { throw ending }
        return checked.filter { $0.state == .ok }.map { good in
            var receipt = good.receipt
            receipt.checksum = good.newChecksum ?? receipt.checksum
            return receipt
        }
    }

    private func writing() throws -> PhotoIndex {
        try PhotoIndex.open(forWritingAt: path, owner: environment.owner)
    }

    /// The command for a place that is a destination.
    private var anotherPlace: Remedy { .rebuild(from: environment.destinationKinds.example) }

    private func open(
        _ named: Destination, _ index: PhotoIndex, isDryRun: Bool
    ) async throws(PipelineError) -> OpenDestination {
        do {
            return try await DestinationOpening().open(
                named, index: index, creation: .never, isDryRun: isDryRun, in: environment)
        } catch {
            var error = error
            error.remedy = error.remedy ?? anotherPlace
            throw error
        }
    }

    /// The destination's entry in the index. In a dry run the index is a copy, which may know it too.
    private func destination(_ named: Destination, _ index: PhotoIndex) async throws -> KnownDestination {
        guard let destination = try await open(named, index, isDryRun: false).destination else {
            throw PipelineError.noMarker(named, remedy: anotherPlace)
        }
        // The index may have had the place without a name.
        guard named.hasName, named.definition == nil else { return destination }
        return try index.addDestination(name: named.name, spec: destination.spec, marker: destination.marker)
    }

    private func add(
        _ found: Found, to index: PhotoIndex, _ destination: KnownDestination, _ outcome: inout Outcome
    ) throws {
        (outcome.receipts, outcome.ended) = (found.receipts.count, found.ended.count)
        try index.add(found.staying)
        if found.receipts.isEmpty, found.ended.isEmpty { return }
        outcome.new = try index.addReceipts(
            found.receipts, destination: destination.id, rebuiltAt: environment.clock.now)
        try index.end(found.ended, destination: destination.id)
        outcome.reread = try index.rereadFilesThatMayHaveReceipts()
    }
}
