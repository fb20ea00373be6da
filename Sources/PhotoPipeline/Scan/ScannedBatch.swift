import PhotoIntake
import PhotoModel
import SystemPackage

/// Reads the files of one batch of the walk, one after another, on a task of its own.
struct ScannedBatch: Sendable {
    /// What came of one file.
    enum Entry: Sendable {
        /// It was read, whatever it holds.
        case file(ScannedFile)
        /// It could not be read; the index keeps what it knows of it.
        case finding(Finding)
    }

    let files: [FoundFile]
    let directory: OpenDirectory

    /// Reads every file of the batch.
    func read(clock: any Clock) -> [Entry] {
        var reader = PhotoReader()
        var entries: [Entry] = []
        entries.reserveCapacity(files.count)
        for file in files {
            let result = reader.read(
                name: file.name, in: directory.descriptor.rawValue, followingLinks: file.isLink, now: clock.now)
            entries.append(entry(file, result))
        }
        return entries
    }

    private func entry(_ file: FoundFile, _ result: Result<FileReading, ReadFailure>) -> Entry {
        switch result {
        case .success(let reading):
            let path = directory.relativePath(of: file.name)
            return .file(ScannedFile(row: file.row, path: path, fileSystem: directory.fileSystem, reading: reading))
        case .failure(let failure):
            let path = directory.path(of: file.name)
            return .finding(Finding(path: path, kind: failure.kind, detail: failure.detail))
        }
    }
}
