import PhotoModel

extension Environment {
    /// The descriptors that a file being processed needs: itself, its copy, the copy being written, and its directory.
    private static let openForAFile = 4
    /// The descriptors that are always open.
    private static let openAlways = 64

    /// Checks that the process may open enough files for any work.
    ///
    /// - Throws: `PipelineError`, `unknown`.
    package func checkOpenFiles() throws(PipelineError) {
        if openFiles >= Self.openAlways { return }
        throw PipelineError(
            .unknown,
            "Only \(openFiles) files may be open at the same time, and at least \(Self.openAlways) are needed",
            remedy: .command("ulimit -n 1024"))
    }

    /// How many groups of a batch can have all their files open at the same time; at least 1.
    ///
    /// - Parameters:
    ///   - actions: the groups' actions.
    ///   - most: the number of groups to use when enough files may be open.
    ///   - workers: the number of concurrent batches.
    /// - Returns: the number of groups.
    func groupsTogether(of actions: [Action], atMost most: Int, workers: Int) -> Int {
        let files = (openFiles - Self.openAlways) / max(workers, 1) / Self.openForAFile
        let largest = actions.reduce(1) { max($0, $1.members.count) }
        return min(most, max(1, files / largest))
    }
}
