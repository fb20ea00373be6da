internal import SystemPackage

/// Writes `truth.ndjson` in pieces of about a megabyte.
struct TruthFile {
    private let path: FilePath
    private let file: FileDescriptor
    private var pending: [UInt8] = []

    init(in directory: OutputDirectory) throws(SampleLibraryError) {
        path = directory.path.appending(SampleLibrary.truthName)
        file = try directory.create(SampleLibrary.truthName)
    }

    mutating func append(_ photo: SamplePhoto) throws(SampleLibraryError) {
        TruthLine.append(photo, to: &pending)
        if pending.count > 1 << 20 { try flush() }
    }

    /// Writes the rest.
    mutating func finish() throws(SampleLibraryError) {
        try flush()
    }

    func close() {
        try? file.close()
    }

    private mutating func flush() throws(SampleLibraryError) {
        do {
            try file.writeAll(pending)
        } catch {
            throw .failed("write", path, Errno(thrown: error))
        }
        pending.removeAll(keepingCapacity: true)
    }
}
