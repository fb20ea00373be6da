import PhotoModel

/// A destination's service, called with patience: a call that fails for a moment is repeated. All calls of a run share
/// one pace: if one is told to wait, all wait.
///
/// Whoever holds a destination calls through this. Repeatable are: the questions; sending, which reads the source from
/// its start again and resumes at the last checkpoint; fetching, which restarts its sink; finishing, taking back and
/// discarding, which recognise what an earlier attempt has done. Adding lines to a list is not repeatable.
///
/// It takes any call as a closure. A service around the service would repeat each requirement of six protocols, and one
/// that it forgot would be answered by its default. Whoever calls through ``once`` by mistake loses no more than a run.
package struct PatientService: Sendable {
    /// The service itself, for what it is able to do and for calls that are made once.
    package let once: any UploadService
    private let pace: RetryPace

    init(_ service: any UploadService, in environment: Environment) {
        once = service
        pace = RetryPace(environment, service)
    }

    /// Makes a call, and repeats it while it fails with `transient`.
    ///
    /// - Parameters:
    ///   - kind: the kind of call; the calling function by default.
    ///   - group: the group of which it sends a file; nil for any other call.
    /// - Throws: what `call` throws last; `interrupted` where the user asked to stop during a wait; `unavailable` where
    ///   the destination has stopped to answer, takes no photos, or is too busy for such calls.
    func call<Answer>(
        of kind: String = #function, sending group: Int64? = nil,
        _ call: (any UploadService) async throws(UploadError) -> Answer
    ) async throws(UploadError) -> Answer {
        try await pace.run(of: kind, sending: group) { () async throws(UploadError) in try await call(once) }
    }

    /// Makes a call for several elements, and repeats it for those that fail with `transient`.
    ///
    /// - Parameters:
    ///   - kind: the kind of call; the calling function by default.
    ///   - group: the group of an element, a file of which is sent; nil for any other call.
    ///   - call: makes the call to the service for some of the elements.
    /// - Returns: the last result of each element, in order.
    func call<Element, Answer>(
        for elements: [Element], of kind: String = #function, sending group: (Element) -> Int64? = { _ in nil },
        _ call: (any UploadService, [Element]) async -> [Result<Answer, UploadError>]
    ) async -> [Result<Answer, UploadError>] {
        await pace.run(elements, of: kind, sending: group) { await call(once, $0) }
    }
}

extension PatientService {
    /// Reads all bytes of a copy.
    ///
    /// - Parameter kind: another checksum to compute; nil for none.
    /// - Throws: as ``UploadService/fetch(_:start:each:)``.
    func hashes(of target: CopyLocation, with kind: Checksum.Kind? = nil) async throws(UploadError) -> FileHashes {
        var hash = ContentHash(with: kind)
        try await call { service throws(UploadError) in
            try await unsafe service.fetch(target) { () throws(UploadError) in
                hash = ContentHash(with: kind)
            } each: { block throws(UploadError) in
                unsafe hash.add(block)
            }
        }
        return hash.hashes
    }
}
