import PhotoFiles
import PhotoIndex
package import PhotoModel
package import SystemPackage

/// The library for commands that only read: photos, with verdicts by the given rules.
///
/// Nothing on the disk changes: if the index's groups and verdicts do not follow these rules, a copy in memory is
/// updated.
package struct Library: Sendable {
    let index: PhotoIndex
    /// The rules; nil if verdicts are not needed.
    private let triage: Triage?

    /// The version of SQLite that keeps indexes.
    package static var sqliteVersion: String { PhotoIndex.sqliteVersion }

    package init(reading path: FilePath, owner: String, rules: JudgingRules) throws {
        triage = rules.triage
        index = try PhotoIndex.current(at: path, owner: owner, rules: rules)
    }

    /// A library of an index that is open already, with the verdicts in it.
    init(of index: PhotoIndex) {
        self.index = index
        triage = nil
    }

    /// A library for commands that do not use verdicts.
    package init(reading path: FilePath, owner: String) throws {
        triage = nil
        index = try PhotoIndex.open(forReadingAt: path, owner: owner)
    }

    /// Calls `body` with each photo of a selection, in its order, until `body` returns false.
    package func photos(matching selection: PhotoSelection, _ body: (Photo) throws -> Bool) throws {
        try index.photos(matching: selection) { photo in
            try body(timed(photo))
        }
    }

    /// The number of photos of a selection. Much faster than to read them.
    package func count(of selection: PhotoSelection) throws -> Int {
        try index.count(of: selection)
    }

    /// What destinations have of personal photos that are gone, in the order of their paths.
    package func goneCopies() throws -> [GoneCopy] {
        try index.goneCopies()
    }

    /// The photo at a path.
    ///
    /// - Parameter path: as the index has it.
    /// - Returns: nil if there is none, or if it is gone.
    package func photo(at path: FilePath) throws -> Photo? {
        try index.photo(at: path).map(timed)
    }

    /// The photo with the UTC offset that may come from a fence or the configuration, which the index does not know.
    func timed(_ photo: Photo) -> Photo {
        guard let triage else { return photo }
        var photo = photo
        photo.facts.captureTime = triage.captureTime(of: photo.facts)
        return photo
    }

    /// A summary of the library. A run whose process is alive counts as under way, not as unfinished.
    ///
    /// - Parameters:
    ///   - settings: how uploads are made; a group without the sidecars that they do not send counts as uploaded.
    ///   - destinations: where photos go by the configuration and the fences; nil for all destinations, which is also
    ///     taken where it is not clear.
    package func status(
        by settings: UploadSettings,
        sendingTo destinations: (request: DestinationRequest, kinds: DestinationKinds)? = nil
    ) throws -> LibraryStatus {
        let routes = destinations.flatMap { rows(of: $0.request, settings, kinds: $0.kinds) }
        var status = try index.status(unsentSidecars: settings.unsentSidecars, routes: routes)
        let announced = try index.underWay(nil)
        let alive = status.unfinishedRuns.filter(\.isAlive)
        // Only one run at a time holds the lock that sending, removing and restoring need.
        let isActing = alive.contains { $0.command != "scan" }
        func count(_ kind: Action.Kind) -> (underWay: Int, interrupted: Int) {
            let count = announced.count { $0.kind == kind }
            return isActing ? (count, 0) : (0, count)
        }
        (status.uploadsUnderWay, status.interruptedUploads) = count(.upload)
        (status.purgesUnderWay, status.interruptedPurges) = count(.purge)
        (status.undosUnderWay, status.interruptedUndos) = count(.undo)
        (status.retractionsUnderWay, status.interruptedRetractions) = count(.retract)
        status.unfinishedRuns.removeAll(where: alive.contains)
        status.runsUnderWay = try alive.compactMap { try index.progress(ofRun: $0.id) }
        return status
    }

    private func rows(
        of request: DestinationRequest, _ settings: UploadSettings, kinds: DestinationKinds
    ) -> DestinationRows? {
        guard let known = try? index.destinations(),
            let book = try? DestinationBook(configured: request.configured, known: known, kinds: kinds)
        else { return nil }
        return try? UploadRoutes(request: request, settings: settings, book: book).rows(among: known)
    }

    /// Checks that a backup may replace what is at a path. Writes nothing.
    ///
    /// - Throws: `unwritable`.
    package func checkBackup(to target: FilePath) throws(PipelineError) {
        do {
            try index.checkBackup(to: target)
        } catch {
            throw Self.backupError(error)
        }
    }

    /// Copies the index to a file, which appears only when complete, and records its path beside the index.
    package func backUp(to target: FilePath, replacing: Bool) throws {
        do {
            try index.backup(to: target, replacing: replacing)
            KnownBackups(of: index.path).note(target)
        } catch {
            guard error.path == target else { throw error }
            throw Self.backupError(error)
        }
    }

    private static func backupError(_ error: IndexError) -> PipelineError {
        PipelineError(.unwritable, "The backup cannot be written: \(error.problem)", path: error.path)
    }

    /// The roots, in the order of their paths.
    package func roots() throws -> [RootSummary] {
        try index.roots().map { root in
            RootSummary(
                path: root.path, fileSystem: root.fileSystem.name,
                photos: try index.counts(inRoot: root.id).photos, lastScan: root.lastScan)
        }
    }
}

/// A directory that was scanned.
package struct RootSummary: Sendable {
    package let path: FilePath
    /// The file system at its last scan.
    package let fileSystem: String
    /// The number of photos below it that are not gone.
    package let photos: Int
    /// When its last complete scan ended, in nanoseconds since 1970-01-01T00:00:00Z.
    package let lastScan: Int64?
}

extension PhotoIndex {
    /// Opens the files of the index's roots.
    func libraryFiles() throws(IndexError) -> LibraryFiles {
        LibraryFiles(followingLinksIn: try roots().filter(\.followsLinks).map(\.path))
    }
}
