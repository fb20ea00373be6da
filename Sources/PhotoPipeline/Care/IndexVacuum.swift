import PhotoIndex
package import PhotoModel
package import SystemPackage

/// Reclaims the space that an index does not need.
package struct IndexVacuum {
    /// The result, in bytes.
    package struct Outcome: Hashable, Sendable {
        /// The size before.
        package let before: Int64
        /// The size after; in a dry run, the size that it would have at most.
        package let after: Int64
        /// Whether another program is reading the index, so that its file shrinks only later.
        package let isHeldUp: Bool
    }

    private let path: FilePath
    private let isDryRun: Bool
    private let wait: Duration
    private let environment: Environment

    /// - Parameter wait: how long to wait for another run that holds the lock.
    package init(path: FilePath, isDryRun: Bool, wait: Duration, environment: Environment) {
        self.path = path
        self.isDryRun = isDryRun
        self.wait = wait
        self.environment = environment
    }

    /// Rewrites the index.
    ///
    /// - Throws: `IndexError`; `PipelineError`, `locked`.
    package func run() async throws -> Outcome {
        let owner = environment.owner
        let known = try PhotoIndex.open(forReadingAt: path, owner: owner)
        if isDryRun {
            let size = try known.size()
            return Outcome(before: size.bytes, after: size.bytes - size.unused, isHeldUp: false)
        }
        let lock = try await takeLock(beside: path, waiting: wait, in: environment)
        defer { withExtendedLifetime(lock) {} }
        let index = try PhotoIndex.open(forWritingAt: path, owner: owner)
        let before = try index.size().bytes
        let isSmaller = try index.vacuum()
        return Outcome(before: before, after: try index.size().bytes, isHeldUp: !isSmaller)
    }
}

extension Library {
    /// The size of the index, and how much of it is unused.
    package func size() throws -> IndexSize {
        try index.size()
    }
}
