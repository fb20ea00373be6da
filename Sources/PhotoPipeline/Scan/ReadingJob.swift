import PhotoIntake
import PhotoModel
import SystemPackage

/// Files of one or more directories, to be read one after another on a task of its own.
///
/// Small directories share a job: buffers, the task's start and the transaction that saves what was read are paid once
/// for some hundred files.
struct ReadingJob: Sendable {
    /// What came of one file.
    enum Entry: Sendable {
        /// It was read, whatever it holds.
        case file(ScannedFile)
        /// It could not be read; the index keeps what it knows of it.
        case finding(Finding)
    }

    /// A job is full with so many files.
    private static let mostFiles = 384
    /// A job is full with so many directories, each of which holds a descriptor.
    private static let mostDirectories = 64

    private var parts: [Part] = []
    private var count = 0

    /// Files of one directory.
    private struct Part {
        let directory: OpenDirectory
        let files: [FoundFile]
        let sidecars: SidecarNames?
        let mayBeGrouped: Bool
    }

    /// Whether nothing is to be read.
    var isEmpty: Bool { count == 0 }

    /// Whether it is time to begin.
    var isFull: Bool { count >= Self.mostFiles || parts.count >= Self.mostDirectories }

    /// Takes the files of a batch of the walk.
    mutating func add(_ batch: WalkBatch) {
        guard let directory = batch.directory, !batch.files.isEmpty else { return }
        parts.append(
            Part(
                directory: directory, files: batch.files, sidecars: batch.sidecars,
                mayBeGrouped: batch.mayBeGrouped))
        count += batch.files.count
    }

    /// Reads every file. The scan began at `start`, nanoseconds since 1970.
    func read(clock: any Clock, since start: Int64) -> [Entry] {
        var reader = PhotoReader()
        var entries: [Entry] = []
        entries.reserveCapacity(count)
        for part in parts {
            for file in part.files {
                let result = reader.read(
                    name: file.name, in: part.directory.descriptor.rawValue, followingLinks: file.isLink,
                    now: clock.now, sidecars: part.sidecars?.sidecars(of: file.name) ?? [])
                entries.append(Self.entry(file, in: part, result, since: start))
            }
        }
        return entries
    }

    /// A sidecar is kept as its format alone: what it says is in its photos. One that was touched since the scan began
    /// may have been another when they were read, and is read again next time, with them.
    private static func settled(_ reading: FileReading, since start: Int64) -> FileReading {
        guard case .sidecar(let format, _) = reading.content else { return reading }
        var reading = reading
        reading.content = .sidecar(format)
        let touched = max(reading.fingerprint.modified, reading.fingerprint.changed)
        let (margin, isTooEarly) = start.subtractingReportingOverflow(2_000_000_000)
        if isTooEarly || touched > margin { reading.isRacy = true }
        return reading
    }

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
            return .file(scanned)
        case .failure(let failure):
            let path = part.directory.path(of: file.name)
            return .finding(Finding(path: path, kind: failure.kind, detail: failure.detail))
        }
    }
}
