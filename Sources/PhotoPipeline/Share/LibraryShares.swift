import PhotoIndex
import PhotoModel

extension Library {
    /// What is shared with others, or may be: what was asked for, has not ended by itself and was not stopped.
    ///
    /// - Parameter now: nanoseconds since 1970-01-01T00:00:00Z.
    /// - Returns: each, `done`, or `planned` where nobody knows what came of asking for it; with the files that others
    ///   see by it and that are not work now.
    /// - Throws: `PipelineError` where the index fails.
    package func shares(at now: Int64) throws(PipelineError) -> [ShareResult] {
        try translatingIndexErrors {
            try index.shares(at: now).map { share in
                var result = ShareResult(share, state: share.isConfirmed ? .done : .planned)
                if !share.isConfirmed { result.why = .interrupted }
                return result
            }
        }
    }
}
