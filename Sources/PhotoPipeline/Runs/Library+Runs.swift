import PhotoIndex
package import PhotoModel

extension Library {
    /// Calls `body` with each run, the newest first, until there is none left or `body` says no.
    ///
    /// - Parameters:
    ///   - limit: at most so many; nil for all.
    ///   - body: gives whether to go on.
    /// - Throws: what `body` throws, and `PipelineError` where the index fails.
    package func runs(limit: Int?, _ body: (RunView) throws -> Bool) throws {
        try reading { try index.runs(limit: limit) { try body(RunView($0)) } }
    }

    /// A run.
    ///
    /// - Parameter number: its number.
    /// - Returns: the run; nil where there is none of that number.
    /// - Throws: `PipelineError` where the index fails.
    package func run(_ number: Int64) throws -> RunView? {
        var found: RunView?
        try reading {
            try index.runs(limit: nil) { record in
                if record.id == number { found = RunView(record) }
                return record.id > number
            }
        }
        return found
    }

    /// Calls `body` with each action of a run, in the order in which they were written down, until there is none left or
    /// `body` says no.
    ///
    /// - Throws: what `body` throws, and `PipelineError` where the index fails.
    package func actions(ofRun number: Int64, _ body: (Action) throws -> Bool) throws {
        try reading { try index.actions(ofRun: number, body) }
    }

    private func reading(_ work: () throws -> Void) throws {
        do {
            try work()
        } catch let error as IndexError {
            throw PipelineError(error)
        }
    }
}
