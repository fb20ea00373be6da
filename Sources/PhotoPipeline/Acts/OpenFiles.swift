import PhotoModel

extension Environment {
    /// What a file on its way has open: itself, its copy, what is written of it, and its directory.
    private static let openForAFile = 4
    /// What is open besides.
    private static let openAlways = 64

    /// Makes sure that files enough may be open for any work at all.
    ///
    /// - Throws: `PipelineError`, `unknown`.
    package func checkOpenFiles() throws(PipelineError) {
        if openFiles >= Self.openAlways { return }
        throw PipelineError(
            .unknown,
            "Only \(openFiles) files may be open at the same time, and at least \(Self.openAlways) are needed",
            remedy: .command("ulimit -n 1024"))
    }

    /// How many groups of a batch can have their files open at the same time; at least 1.
    ///
    /// - Parameters:
    ///   - actions: what is done.
    ///   - most: as many as there should be where files enough may be open.
    ///   - workers: how many batches are worked on at the same time.
    /// - Returns: so many.
    func groupsTogether(of actions: [Action], atMost most: Int, workers: Int) -> Int {
        let files = (openFiles - Self.openAlways) / max(workers, 1) / Self.openForAFile
        let largest = actions.reduce(1) { max($0, $1.members.count) }
        return min(most, max(1, files / largest))
    }
}
