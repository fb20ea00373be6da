import PhotoIndex
package import SystemPackage

/// Says that the page of an index is served, and where, so that it is not served twice, and a second attempt can say
/// where the page is. Free again when the value is destroyed, or the process ends.
package struct ReviewPlace: ~Copyable {
    /// Who serves it already.
    package struct Taken: Error, Sendable {
        /// Such as `pid 123 since 2026-05-01T08:00:00Z at http://127.83.4.19:41873/`.
        package let holder: String
    }

    private let lock: ActLock

    /// Records where the page is served, in `review.lock` beside the index. No run is kept from anything by it.
    ///
    /// - Parameters:
    ///   - index: the index; links are followed.
    ///   - address: where the page is, without a secret.
    ///   - now: nanoseconds since 1970-01-01T00:00:00Z.
    /// - Throws: `Taken`; `PipelineError` where it cannot be recorded.
    package init(beside index: FilePath, at address: String, now: Int64) throws {
        let index = try PhotoIndex.place(of: index)
        do throws(ActLockError) {
            lock = try ActLock(beside: index, now: now, named: "review.lock", recording: " at \(address)")
        } catch {
            guard case .held(_, let holder) = error else { throw PipelineError(error) }
            throw Taken(holder: holder ?? "another process")
        }
    }
}
