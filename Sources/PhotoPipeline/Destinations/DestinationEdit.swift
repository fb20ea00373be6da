import PhotoIndex
package import PhotoModel
package import SystemPackage

/// Adds destinations to the index and removes them. The configuration's destinations are changed there.
package struct DestinationEdit {
    /// The result of adding a destination.
    package struct Addition: Hashable, Sendable {
        /// How a place became a destination. The raw values are the contract's `how`.
        package enum How: String, Hashable, Sendable {
            /// The marker was written.
            case made
            /// It had a marker already, of another index or from long ago.
            case adopted
            /// It was known; its name or place may have changed.
            case known
        }

        /// The name and place.
        package let named: Destination
        /// How it became a destination.
        package let how: How
        /// Its marker; nil where a dry run wrote none.
        package let marker: DestinationMarker?
        /// With what its copies are lost, even indirectly; nil if nothing of that kind is known.
        package let fate: CopyFate?
        /// The place where the index had it until now, as it is shown to people; nil if it has not moved.
        package var movedFrom: String?
    }

    /// The result of removing a destination.
    package struct Removal: Hashable, Sendable {
        package let name: String
        /// The place, as it is shown to people.
        package let spec: String
        /// The number of photos that count as not uploaded from now on.
        package let photos: Int
        /// The number of photos removed by purges whose only copy is there, unless the trash still has them.
        package let removed: Int
        /// The number of photos that a killed purge had begun to remove and whose only copy, if they are gone, is
        /// there.
        package let beingRemoved: Int
        /// The number of unsettled uploads of killed runs. What they left can from now on only be found by
        /// ``DestinationList/check(_:directory:isWriting:remove:)``, unless the destination is added again.
        package let unsettled: Int
    }

    private let path: FilePath
    private let configured: [Destination]
    private let roots: [FilePath]
    private let environment: Environment

    /// - Parameter roots: roots besides those in the index: they are not scanned yet.
    package init(
        path: FilePath, configured: [Destination], roots: [FilePath], environment: Environment
    ) {
        self.path = path
        self.configured = configured
        self.roots = roots
        self.environment = environment
    }

    /// Makes a place a destination, or adds an existing destination to this index. An index is made if there is none.
    ///
    /// - Parameter creating: whether to make a folder that does not exist.
    /// - Throws: `PipelineError`: what ``DestinationOpening`` throws, `unknown` where the name or the place is taken.
    package func add(
        _ name: String, _ spec: DestinationSpec, creating: Bool, isDryRun: Bool
    ) async throws -> Addition {
        let place = Destination(spec.resolved)
        let named = Destination(name: name, spec: place.spec)
        try refuseConfigured(named)
        try refuseRoots(named)
        // Everything that can be refused is refused before anything is made.
        let preview = try await open(place, in: previewIndex(), name, creating: creating, isDryRun: true)
        try refuseTaken(named, by: preview.destination)
        let how: Addition.How = !preview.isNew ? .known : preview.marker == nil ? .made : .adopted
        if isDryRun {
            let known = try previewIndex()
            return Addition(named: named, how: how, marker: preview.marker, fate: preview.fate(with: known, roots))
        }
        let index = try PhotoIndex.open(forWritingAt: path, owner: environment.owner)
        let opened = try await open(place, in: index, name, creating: creating, isDryRun: false)
        if let marker = opened.marker {
            _ = try index.addDestination(name: name, spec: place.spec.text, marker: marker)
        }
        return Addition(
            named: named, how: how, marker: opened.marker, fate: opened.fate(with: index, roots),
            movedFrom: opened.movedFrom?.shown)
    }

    /// Removes a destination from the index. Its files stay, and so do its receipts, which no longer count.
    ///
    /// - Parameters:
    ///   - name: its name, or its spec if it has none.
    ///   - unsentSidecars: the sidecar formats that are not sent; a group without them counts as uploaded.
    ///   - wait: how long to wait for another run.
    /// - Throws: `PipelineError`: `unknown` where it is in the configuration, or nowhere; `locked` where a run may be
    ///   sending there, or removing what has its copy there.
    package func remove(
        _ name: String, unsentSidecars: Set<SidecarFormat>, isDryRun: Bool, wait: Duration
    ) async throws -> Removal {
        let reading = try PhotoIndex.open(forReadingAt: path, owner: environment.owner)
        let index = isDryRun ? reading : try PhotoIndex.open(forWritingAt: path, owner: environment.owner)
        let known = try index.destinations()
        let other = configured.first { $0.name == name }
        guard let row = known.first(where: { $0.name == name }), other?.spec.text != row.spec else {
            if let other { throw Self.stands(other) }
            // Throws an error with the name that was probably meant.
            _ = try DestinationBook(configured: configured, known: known, kinds: environment.destinationKinds)
                .find(name) { FilePath($0) }
            throw PipelineError(
                .unknown, "There is no destination '\(terminalSafe(name))'", remedy: .listDestinations)
        }
        // A run may be sending there, or may rely on copies there.
        let lock = isDryRun ? nil : try await takeLock(beside: path, waiting: wait, in: environment)
        defer { withExtendedLifetime(lock) {} }
        let (photos, removed, beingRemoved, unsettled) = (
            try index.photosUploaded(toDestinationOnly: row.id, unsentSidecars: unsentSidecars),
            try index.removedPhotos(atDestinationOnly: row.id),
            try index.photosBeingRemoved(atDestinationOnly: row.id),
            try index.underWay(.upload).count { $0.destination?.id == row.id }
        )
        if !isDryRun {
            let now = try index.latestMoment(atLeast: environment.clock.now)
            if unsettled > 0 { try giveUp(uploadsTo: row.id, in: index, at: now) }
            _ = try index.removeDestination(named: name, at: now)
        }
        return Removal(
            name: row.name, spec: shown(row), photos: photos, removed: removed, beingRemoved: beingRemoved,
            unsettled: unsettled)
    }

    /// Ends the uploads of killed runs to a destination that nothing will settle any more, unless it is added again.
    /// Their tickets stay in the journal, so that what they left can be identified.
    ///
    /// - Parameter now: the moment at which it is removed, too.
    private func giveUp(uploadsTo row: Int64, in index: PhotoIndex, at now: Int64) throws {
        _ = try index.endInterruptedRuns(at: now)
        let outcomes = try index.underWay(.upload).filter { $0.destination?.id == row }.map { action in
            ActionOutcome(action: action.ended(.skipped, .interrupted))
        }
        let run = try index.beginRun("destination remove", at: now)
        for some in outcomes.chunks(of: PhotoIndex.actionsOfACommit) {
            try index.conclude(Array(some), run: run, at: now)
        }
        try index.endRun(run, at: now, isComplete: true, counts: ["skipped": outcomes.count])
    }

    private func previewIndex() throws -> PhotoIndex {
        let written = try readIndex(at: path, owner: environment.owner)
        return try written ?? PhotoIndex.inMemory(owner: environment.owner)
    }

    private func open(
        _ place: Destination, in index: PhotoIndex, _ name: String, creating: Bool, isDryRun: Bool
    ) async throws(PipelineError) -> OpenDestination {
        do {
            return try await DestinationOpening()
                .open(
                    place, index: index, creation: creating ? .create : .existing, isDryRun: isDryRun, in: environment)
        } catch {
            var error = error
            // The name is known here.
            if case .addDestination(name: nil, let place, let isMaking) = error.remedy {
                error.remedy = .addDestination(name: name, place: place, makingDirectory: isMaking)
            }
            throw error
        }
    }

    private func refuseConfigured(_ named: Destination) throws(PipelineError) {
        if let other = configured.first(where: { $0.name == named.name || $0.spec.resolved == named.spec }) {
            throw Self.stands(other)
        }
    }

    private func refuseRoots(_ named: Destination) throws(PipelineError) {
        guard let directory = named.spec.directory else { return }
        let overlap = DestinationOverlap()
        if let (root, relation) = overlap.find(overlap.ground(of: directory), among: roots) {
            let how = relation.words(to: "the library's root \(terminalSafe(root.bytes))")
            throw .refused(named, how: how, remedy: nil)
        }
    }

    private func refuseTaken(_ named: Destination, by destination: KnownDestination?) throws {
        let known = try previewIndex().destinations()
        if let other = known.first(where: { $0.name == named.name }), other.id != destination?.id {
            throw PipelineError(
                .unknown,
                "Another destination is already called '\(terminalSafe(other.name))': \(terminalSafe(shown(other)))",
                remedy: .removeDestination(other.name))
        }
        let row = known.first { $0.id == destination?.id }
        if let row, row.name != named.name, row.name != shown(row) {
            throw PipelineError(
                .unknown, "This is already the destination '\(terminalSafe(row.name))' (\(terminalSafe(shown(row))))",
                remedy: .removeDestination(row.name))
        }
    }

    private func shown(_ row: KnownDestination) -> String { environment.destinationKinds.shown(row.spec) }

    private static func stands(_ destination: Destination) -> PipelineError {
        PipelineError(
            .unknown,
            "The destination '\(terminalSafe(destination.name))' (\(terminalSafe(destination.spec.shown))) is defined"
                + " in the configuration; change it there",
            path: destination.definition?.path, line: destination.definition?.line)
    }
}
