import PhotoModel

extension Environment {
    /// The descriptors that a file being processed needs: itself, its copy, the copy being written, and its directory.
    private static let openForAFile = 4
    /// The descriptors that a worker needs besides: the destination and its marker, rules that are read again.
    private static let openForAWorker = 8
    /// The descriptors that are always open.
    private static let openAlways = 64

    /// Checks that the process may open enough files for any work.
    ///
    /// - Throws: `PipelineError`, `unknown`.
    package func checkOpenFiles() throws(PipelineError) { try checkOpenFiles(atLeast: Self.openAlways) }

    private func checkOpenFiles(atLeast needed: Int) throws(PipelineError) {
        if openFiles >= needed { return }
        throw PipelineError(
            .unknown,
            "Only \(openFiles) files may be open at the same time, and at least \(needed) are needed",
            remedy: .command("ulimit -n 1024"))
    }

    /// Fewer workers and smaller batches, so that all files being worked on can be open at the same time: a worker that
    /// waited for a descriptor might wait for others that wait as well.
    ///
    /// - Parameters:
    ///   - limits: the limits where enough files may be open.
    ///   - files: the number of files of the largest element.
    /// - Returns: the limits; at least one worker with batches of one element.
    /// - Throws: `PipelineError`, `unknown`, where not even one element's files can be open.
    func fitted(_ limits: BatchLimits, filesOfElement files: Int) throws(PipelineError) -> BatchLimits {
        let element = Self.openForAFile * max(files, 1)
        try checkOpenFiles(atLeast: Self.openAlways + Self.openForAWorker + element)
        let free = openFiles - Self.openAlways
        var limits = limits
        limits.workers = min(max(limits.workers, 1), free / (Self.openForAWorker + element))
        limits.mostElements = min(
            limits.mostElements, (free / limits.workers - Self.openForAWorker) / element)
        return limits
    }
}
