import PhotoIndex
import PhotoIntake
package import PhotoModel
package import SystemPackage

/// The library as a command sees that only reads: photos, with verdicts as they are by the rules given.
///
/// Nothing on disk changes: where the index's groups and verdicts are not by these rules, a copy in memory is
/// brought up to date.
package struct Library {
    let index: PhotoIndex
    /// By what photos are judged; nil where nobody asks.
    private let triage: Triage?

    /// The version of SQLite that keeps indexes.
    package static var sqliteVersion: String { PhotoIndex.sqliteVersion }

    /// - Throws: `PipelineError` where there is no index that can be read.
    package init(reading path: FilePath, owner: String, rules: JudgingRules) throws(PipelineError) {
        triage = rules.triage
        index = try translatingIndexErrors { try PhotoIndex.current(at: path, owner: owner, rules: rules) }
    }

    /// Of an index that is open already, with verdicts as they are in it.
    init(of index: PhotoIndex) {
        self.index = index
        triage = nil
    }

    /// For commands that have nothing to do with verdicts.
    ///
    /// - Throws: `PipelineError` where there is no index that can be read.
    package init(reading path: FilePath, owner: String) throws(PipelineError) {
        triage = nil
        index = try translatingIndexErrors { try PhotoIndex.open(forReadingAt: path, owner: owner) }
    }

    /// Calls `body` with each photo of a selection, in its order, until there is none left or `body` says no.
    ///
    /// - Throws: what `body` throws, and `PipelineError` where the index fails.
    package func photos(matching selection: PhotoSelection, _ body: (Photo) throws -> Bool) throws {
        do {
            try index.photos(matching: selection, distance: geodesicDistance) { photo in
                var photo = photo
                // The offset may come from a fence or the configuration, which the index does not know.
                if let triage { photo.facts.captureTime = triage.captureTime(of: photo.facts) }
                return try body(photo)
            }
        } catch let error as IndexError {
            throw PipelineError(error)
        }
    }

    /// The library at a glance. A run whose process lives is under way and not among the unfinished ones.
    ///
    /// - Parameter unsentSidecars: formats of sidecars that are not sent, without which a group is uploaded too.
    /// - Returns: the status.
    /// - Throws: `PipelineError` where the index fails.
    package func status(unsentSidecars: Set<SidecarFormat> = [.takeout]) throws(PipelineError) -> LibraryStatus {
        var status = try translatingIndexErrors { try index.status(unsentSidecars: unsentSidecars) }
        let announced = try translatingIndexErrors { try index.underWay(nil) }
        let alive = status.unfinishedRuns.filter { RunProcess(host: $0.host, pid: $0.pid).isAlive }
        // One run at a time has the lock that it takes to send, remove and bring back.
        let isActing = alive.contains { $0.command != "scan" }
        func count(_ kind: Action.Kind) -> (underWay: Int, interrupted: Int) {
            let count = announced.count { $0.kind == kind }
            return isActing ? (count, 0) : (0, count)
        }
        (status.uploadsUnderWay, status.interruptedUploads) = count(.upload)
        (status.purgesUnderWay, status.interruptedPurges) = count(.purge)
        (status.undosUnderWay, status.interruptedUndos) = count(.undo)
        status.unfinishedRuns.removeAll(where: alive.contains)
        status.runsUnderWay = try translatingIndexErrors { try alive.compactMap { try index.progress(ofRun: $0.id) } }
        return status
    }

    /// Copies the index to a file, in whose place it is put whole, and notes beside the index where that is.
    ///
    /// - Parameters:
    ///   - target: the file.
    ///   - replacing: whether a file that is there is replaced.
    /// - Throws: `PipelineError` where it cannot be written.
    package func backUp(to target: FilePath, replacing: Bool) throws(PipelineError) {
        do {
            try index.backup(to: target, replacing: replacing)
            KnownBackups(of: index.path).note(target)
        } catch {
            guard error.path == target else { throw PipelineError(error) }
            throw PipelineError(.unwritable, "The backup cannot be written: \(error.problem)", path: target)
        }
    }

    /// The roots, in the order of their paths.
    ///
    /// - Throws: `PipelineError` where the index fails.
    package func roots() throws(PipelineError) -> [RootSummary] {
        try translatingIndexErrors {
            try index.roots().map { root in
                RootSummary(
                    path: root.path, fileSystem: root.fileSystem.name,
                    photos: try index.counts(inRoot: root.id).photos, lastScan: root.lastScan)
            }
        }
    }
}

/// A directory that was scanned.
package struct RootSummary: Sendable {
    /// Where it is.
    package let path: FilePath
    /// The file system it lay on at its last scan.
    package let fileSystem: String
    /// Photos below it that are not gone.
    package let photos: Int
    /// When its last whole scan ended, nanoseconds since 1970-01-01T00:00:00Z.
    package let lastScan: Int64?
}

extension PhotoIndex {
    /// What opens the files of its roots.
    ///
    /// - Throws: `IndexError` where the index cannot be read.
    func libraryFiles() throws(IndexError) -> LibraryFiles {
        LibraryFiles(followingLinksIn: try roots().filter(\.followsLinks).map(\.path))
    }
}
