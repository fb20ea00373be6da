import PhotoIndex
import PhotoModel

extension Library {
    /// The shares that are current or may be: requested, not expired and not stopped.
    ///
    /// - Parameter now: nanoseconds since 1970-01-01T00:00:00Z.
    /// - Returns: the shares, with the state `done`, or `planned` if the outcome of the request is unknown; each with
    ///   the files that it exposes and that are no longer work.
    /// - Throws: `PipelineError` where the index fails.
    package func shares(at now: Int64) throws(PipelineError) -> [ShareResult] {
        try translatingIndexErrors {
            try index.shares(at: now).map { share in
                var result = ShareResult(share, state: share.isConfirmed ? .done : .planned)
                if !share.isConfirmed { (result.why, result.detail) = (.interrupted, "not confirmed") }
                return result
            }
        }
    }
}
