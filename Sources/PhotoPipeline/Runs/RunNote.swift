import PhotoFiles
import PhotoIndex
import PhotoModel
package import SystemPackage

extension Library {
    /// When a run of all steps went well last, nanoseconds since 1970-01-01T00:00:00Z; nil where none did.
    ///
    /// - Throws: `PipelineError` where the index fails.
    package func lastGoodRun() throws(PipelineError) -> Int64? {
        try translatingIndexErrors { try index.latestRun("run", isComplete: true)?.ended }
    }
}

/// Has the journal know how a run of all steps came out.
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

    /// Notes it, where there is an index.
    ///
    /// - Parameters:
    ///   - exit: its exit status; it went well where that is 0.
    ///   - started: when it began, nanoseconds since 1970-01-01T00:00:00Z.
    /// - Throws: `PipelineError` where the index cannot be written.
    package func write(exit: Int32, since started: Int64) throws(PipelineError) {
        guard SmallFile.exists(index) else { return }
        try translatingIndexErrors {
            try PhotoIndex.open(forWritingAt: index, owner: environment.owner).noteRun(
                "run", from: started, to: environment.clock.now, isComplete: exit == 0, counts: ["exit": Int(exit)])
        }
    }
}
