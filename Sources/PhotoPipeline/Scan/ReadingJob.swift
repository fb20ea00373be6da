import PhotoIntake
import PhotoModel
import SystemPackage

/// Files of one or more directories, to be read one after another by a task.
///
/// Small directories share a job, so that buffers, the start of the task and the transaction that saves the results are
/// shared by some hundred files.
struct ReadingJob: Sendable {
    enum Entry: Sendable {
        /// It was read, whatever it contains.
        case file(ScannedFile)
        /// It could not be read. The index keeps what it knows of it.
        case finding(Finding)
    }

    /// The number of files at which a job is full.
    private static let mostFiles = 384
    /// The number of directories, each of which holds a descriptor, at which a job is full at the latest.
    private static let mostDirectories = 64

    private var parts: [Part] = []
    private var count = 0

    private struct Part {
        let directory: OpenDirectory
        let files: [FoundFile]
        let sidecars: SidecarNames?
        let mayBeGrouped: Bool
    }

    var isEmpty: Bool { count == 0 }

    /// Whether the job should start, if its directories may use this many descriptors.
    func isFull(descriptors: Int) -> Bool {
        count >= Self.mostFiles || parts.count >= min(Self.mostDirectories, max(1, descriptors))
    }

    mutating func add(_ batch: WalkBatch) {
        guard let directory = batch.directory, !batch.files.isEmpty else { return }
        parts.append(
            Part(
                directory: directory, files: batch.files, sidecars: batch.sidecars,
                mayBeGrouped: batch.mayBeGrouped))
        count += batch.files.count
    }

    /// Reads every file. `start` is when the scan began, in nanoseconds since 1970-01-01T00:00:00Z. `bindings` are the
    /// Takeout files that stayed for removed photos.
    func read(clock: any Clock, since start: Int64, _ bindings: TakeoutBindings) -> [Entry] {
        var reader = PhotoReader()
        var entries: [Entry] = []
        entries.reserveCapacity(count)
        for part in parts {
            for file in part.files {
                let sidecars =
                    part.sidecars?.sidecars(of: file.name) { PhotoReader.isRaw(part.directory.path(of: $0)) } ?? []
                let neighbours = part.sidecars?.neighbours(of: file.name, besides: sidecars) ?? []
                let result = reader.read(
                    name: file.name, in: part.directory.descriptor.rawValue, followingLinks: file.isLink,
                    now: clock.now, sidecars: sidecars, neighbours: neighbours, bindings: bindings)
                entries.append(Self.entry(file, in: part, result, since: start))
            }
        }
        return entries
    }

    /// Reduces what a sidecar says to what is kept of it, since its values are in its photos. A sidecar changed
    /// since the scan began may differ from what the photos were read with, so the next scan reads it and them again.
    private static func settled(_ reading: FileReading, since start: Int64) -> FileReading {
        guard case .sidecar(let format, let said) = reading.content else { return reading }
        var reading = reading
        reading.content = .sidecar(format, said?.kept(of: format))
        let touched = max(reading.fingerprint.modified, reading.fingerprint.changed)
        let (margin, isTooEarly) = start.subtractingReportingOverflow(2_000_000_000)
        if isTooEarly || touched > margin { reading.isRacy = true }
        return reading
    }

    private static let unreadTakeout =
        "has the name of a photo's Takeout file and holds no JSON: nobody knows what it says of the photo"

    private static func entry(
        _ file: FoundFile, in part: Part, _ result: Result<FileReading, ReadFailure>, since start: Int64
    ) -> Entry {
        switch result {
        case .success(let reading):
            var scanned = ScannedFile(
                row: file.row, path: part.directory.relativePath(of: file.name), fileSystem: part.directory.fileSystem,
                reading: reading)
            scanned.mayBeGrouped = part.mayBeGrouped
            if case .sidecar = reading.content { scanned.reading = settled(reading, since: start) }
            if reading.content == .other(FileContent.brokenJSON), part.sidecars?.all.contains(file.name) == true {
                scanned.reading.content = .broken(.corrupt, detail: unreadTakeout)
            }
            return .file(scanned)
        case .failure(let failure):
            let path = part.directory.path(of: file.name)
            return .finding(Finding(path: path, kind: failure.kind, detail: failure.detail))
        }
    }
}
