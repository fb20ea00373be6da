import PhotoFiles
import PhotoIndex
import PhotoModel
package import SystemPackage

extension Library {
    /// When a run of all steps last succeeded, in nanoseconds since 1970-01-01T00:00:00Z; nil if none did.
    package func lastGoodRun() throws -> Int64? {
        try index.latestRun("run", isComplete: true)?.ended
    }

    /// The number of copies that were found missing or changed, and were not sent there again.
    package func lostCopies() throws -> Int {
        try index.lostCopies().values.reduce(0, +)
    }
}

/// Records the result of a run of all steps in the journal, after the rows of its steps: nothing else would tell when a
/// run last succeeded.
package struct RunNote {
    private let index: FilePath
    private let environment: Environment

    /// - Parameters:
    ///   - index: the index.
    ///   - environment: the world.
    package init(index: FilePath, environment: Environment) {
        self.index = index
        self.environment = environment
    }

    /// Records it, if there is an index.
    ///
    /// - Parameters:
    ///   - exit: its exit status; 0 means success.
    ///   - started: when it began, in nanoseconds since 1970-01-01T00:00:00Z.
    /// - Throws: `IndexError`.
    package func write(exit: Int32, since started: Int64) throws {
        guard SmallFile.exists(index) else { return }
        try PhotoIndex.open(forWritingAt: index, owner: environment.owner).noteRun(
            "run", from: started, to: environment.clock.now, isComplete: exit == 0, counts: ["exit": Int(exit)])
    }
}
