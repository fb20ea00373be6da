import PhotoIndex
package import PhotoModel
package import SystemPackage

/// Adds destinations to the index and removes them. Those of the configuration are changed there.
package struct DestinationEdit {
    /// What was added.
    package struct Addition: Hashable, Sendable {
        /// How a place became the destination. The raw values are the contract's `how`.
        package enum How: String, Hashable, Sendable {
            /// The marker was written.
            case made
            /// Another index had made it, or this one long ago.
            case adopted
            /// It was known; it may have got another name or place.
            case known
        }

        /// Its name and where it is.
        package let named: NamedSpec
        /// How it became a destination.
        package let how: How
        /// Its marker; nil where a dry run wrote none.
        package let marker: DestinationMarker?
        /// Whether it lies in memory, by whatever road: what is there is gone with the next reboot.
        package let isInMemory: Bool
    }

    /// What was removed.
    package struct Removal: Hashable, Sendable {
        /// Its name.
        package let name: String
        /// Where it is, as people are shown it.
        package let spec: String
        /// Photos that count as not uploaded from now on.
        package let photos: Int
        /// Photos that purges removed and that have their only copy there, if the trash has them no more.
        package let removed: Int
        /// Photos that a purge which was killed had begun to remove, and that have their only copy there if they are
        /// gone.
        package let beingRemoved: Int
        /// Uploads that were killed and were not settled there: what they left is looked for by
        /// ``DestinationList/check(_:directory:remove:)`` alone from now on.
        package let unsettled: Int
    }

    private let path: FilePath
    private let configured: [ConfiguredDestination]
    private let environment: Environment

    /// - Parameters:
    ///   - path: the index.
    ///   - configured: the configuration's destinations.
    ///   - environment: the world.
    package init(path: FilePath, configured: [ConfiguredDestination], environment: Environment) {
        self.path = path
        self.configured = configured
        self.environment = environment
    }

    /// Makes a place a destination, or has this index know one that is there. The index is made where there is none.
    ///
    /// - Parameters:
    ///   - name: what it is to be called.
    ///   - spec: where it is.
    ///   - creating: whether a folder that is not there is made.
    ///   - isDryRun: whether nothing is written.
    /// - Returns: what was added.
    /// - Throws: `PipelineError`: what ``DestinationOpening`` throws, `unknown` where the name or the place is taken.
    package func add(
        _ name: String, _ spec: DestinationSpec, creating: Bool, isDryRun: Bool
    ) async throws(PipelineError) -> Addition {
        let place = NamedSpec(spec.resolved)
        let named = NamedSpec(name: name, spec: place.spec)
        try refuseConfigured(named)
        // All that can be refused is refused before anything is made.
        let preview = try await open(place, in: previewIndex(), name, creating: creating, isDryRun: true)
        try refuseTaken(named, by: preview.destination)
        let how: Addition.How = !preview.isNew ? .known : preview.marker == nil ? .made : .adopted
        if isDryRun { return Addition(named: named, how: how, marker: preview.marker, isInMemory: preview.isInMemory) }
        let index = try translatingIndexErrors { try PhotoIndex.open(forWritingAt: path, owner: environment.owner) }
        let opened = try await open(place, in: index, name, creating: creating, isDryRun: false)
        if let marker = opened.marker {
            try translatingIndexErrors {
                _ = try index.addDestination(name: name, spec: place.spec.text, marker: marker)
            }
        }
        return Addition(named: named, how: how, marker: opened.marker, isInMemory: opened.isInMemory)
    }

    /// Removes a destination from the index. What is there stays there, and so do its receipts, which count for
    /// nothing.
    ///
    /// - Parameters:
    ///   - name: its name; the spec of one that has none.
    ///   - isDryRun: whether nothing is written.
    ///   - wait: how long to wait for another run.
    /// - Returns: what was removed.
    /// - Throws: `PipelineError`: `unknown` where it stands in the configuration, or nowhere; `locked` where a run may
    ///   be sending there, or removing what has its copy there.
    package func remove(_ name: String, isDryRun: Bool, wait: Duration) async throws(PipelineError) -> Removal {
        let index = try translatingIndexErrors {
            let reading = try PhotoIndex.open(forReadingAt: path, owner: environment.owner)
            return isDryRun ? reading : try PhotoIndex.open(forWritingAt: path, owner: environment.owner)
        }
        let known = try translatingIndexErrors { try index.destinations() }
        let other = configured.first { $0.name == name }
        guard let row = known.first(where: { $0.name == name }), other?.spec.text != row.spec else {
            if let other { throw Self.stands(other) }
            // Says what it was probably meant for.
            _ = try DestinationBook(configured: configured, known: known, kinds: environment.destinationKinds)
                .find(name) { FilePath($0) }
            throw PipelineError(
                .unknown, "There is no destination '\(terminalSafe(name))'", remedy: .listDestinations)
        }
        // A run may be sending there, or rely on what is there.
        let lock = isDryRun ? nil : try await takeLock(beside: path, waiting: wait, in: environment)
        defer { withExtendedLifetime(lock) {} }
        let photos = try translatingIndexErrors { try index.photosUploaded(toDestinationOnly: row.id) }
        let removed = try translatingIndexErrors { try index.removedPhotos(atDestinationOnly: row.id) }
        let beingRemoved = try translatingIndexErrors { try index.photosBeingRemoved(atDestinationOnly: row.id) }
        let unsettled = try translatingIndexErrors { try index.underWay(.upload) }.count {
            $0.destination?.id == row.id
        }
        if !isDryRun {
            if unsettled > 0 { try giveUp(uploadsTo: row.id, in: index) }
            _ = try translatingIndexErrors { try index.removeDestination(named: name, at: environment.clock.now) }
        }
        return Removal(
            name: row.name, spec: shown(row), photos: photos, removed: removed, beingRemoved: beingRemoved,
            unsettled: unsettled)
    }

    /// Ends the uploads of killed runs to a destination where nobody settles them any more. Their tickets stay in the
    /// journal, by which what they left is known.
    private func giveUp(uploadsTo row: Int64, in index: PhotoIndex) throws(PipelineError) {
        try translatingIndexErrors {
            let now = environment.clock.now
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
    }

    private func previewIndex() throws(PipelineError) -> PhotoIndex {
        let written = try readIndex(at: path, owner: environment.owner)
        return try translatingIndexErrors { try written ?? PhotoIndex.inMemory(owner: environment.owner) }
    }

    private func open(
        _ place: NamedSpec, in index: PhotoIndex, _ name: String, creating: Bool, isDryRun: Bool
    ) async throws(PipelineError) -> OpenDestination {
        do {
            return try await DestinationOpening()
                .open(
                    place, index: index, creation: creating ? .create : .existing, isDryRun: isDryRun, in: environment)
        } catch {
            var error = error
            // Here the name is known.
            if case .addDestination(name: nil, let place, let isMaking) = error.remedy {
                error.remedy = .addDestination(name: name, place: place, makingDirectory: isMaking)
            }
            throw error
        }
    }

    private func refuseConfigured(_ named: NamedSpec) throws(PipelineError) {
        if let other = configured.first(where: { $0.name == named.name || $0.spec.resolved == named.spec }) {
            throw Self.stands(other)
        }
    }

    private func refuseTaken(_ named: NamedSpec, by destination: Destination?) throws(PipelineError) {
        let known = try translatingIndexErrors { try previewIndex().destinations() }
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

    private static func stands(_ destination: ConfiguredDestination) -> PipelineError {
        PipelineError(
            .unknown,
            "The destination '\(terminalSafe(destination.name))' (\(terminalSafe(destination.spec.shown))) is defined"
                + " in the configuration; change it there",
            path: destination.path, line: destination.line)
    }
}
