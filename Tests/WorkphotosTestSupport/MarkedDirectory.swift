internal import Glibc
internal import PhotoFiles
package import PhotoModel
package import PhotoPipeline
import Synchronization
package import SystemPackage
import Testing

/// A destination that can be marked and recognized, but accepts no files: other calls are unexpected.
///
/// It is a real directory, and reachable if it exists.
package final class MarkedDirectory: UploadService, LocalPlace {
    private let directory: FilePath
    private let state = Mutex((calls: [String](), error: UploadError?.none))

    package init(_ directory: FilePath) {
        self.directory = directory
    }

    /// The calls that changed something, in order.
    package var changes: [String] { state.withLock { $0.calls } }

    /// Makes every call fail from now on; nil for none.
    package func fail(with error: UploadError?) {
        state.withLock { $0.error = error }
    }

    package func marker() async throws(UploadError) -> DestinationMarker? {
        try check()
        guard let bytes = try? SmallFile.read(directory.appending(DestinationMarker.fileName)) else { return nil }
        return DestinationMarker(file: bytes)
    }

    package func makeDestination(
        _ marker: DestinationMarker, creating: Bool
    ) async throws(UploadError) -> DestinationMarker {
        state.withLock { $0.calls.append("makeDestination creating: \(creating)") }
        if creating { _ = unsafe directory.withPlatformString { unsafe mkdir($0, 0o777) } }
        if let there = try await self.marker() { return there }
        do {
            let file = try FileDescriptor.open(
                directory.appending(DestinationMarker.fileName), .writeOnly, options: [.create, .exclusiveCreate],
                permissions: .ownerReadWrite)
            try file.closeAfter { _ = try file.writeAll(marker.file) }
        } catch {
            throw UploadError(.failed, "\(error)")
        }
        return marker
    }

    package func unmakeDestination(_ marker: DestinationMarker) async {
        state.withLock { $0.calls.append("unmakeDestination") }
        guard (try? await self.marker()) == marker else { return }
        _ = unsafe directory.appending(DestinationMarker.fileName).withPlatformString { unsafe unlink($0) }
    }

    package var receiptList: (any ReceiptListing)? { nil }
    package var localPlace: (any LocalPlace)? { self }

    package func localDirectories() async throws(UploadError) -> [FilePath] { [] }

    package func surroundings() async throws(UploadError) -> [FileIdentity] {
        try check()
        var found: [FileIdentity] = []
        var path = directory
        while true {
            var status = stat()
            guard unsafe path.withPlatformString({ unsafe stat($0, &status) }) == 0 else {
                throw UploadError(.unavailable, "is not there")
            }
            let identity = FileIdentity(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
            if found.last == identity { return found }
            found.append(identity)
            path.append("..")
        }
    }

    private func check() throws(UploadError) {
        if let error = state.withLock({ $0.error }) { throw error }
        guard unsafe directory.withPlatformString({ unsafe access($0, F_OK) }) == 0 else {
            throw UploadError(.unavailable, "is not there")
        }
    }

    private func unexpected(_ call: String = #function) -> UploadError {
        Issue.record("\(call) was not expected of a destination that takes no files")
        return UploadError(.failed, "the test takes no files")
    }

    package func prepare(_ copies: [PlannedCopy]) async -> [Result<TicketedUpload, UploadError>] {
        copies.map { _ in .failure(unexpected()) }
    }

    package func send(
        _ source: UploadSource, as upload: TicketedUpload, resuming token: ResumeToken?,
        checkpoint: @Sendable (ResumeToken?) throws(UploadError) -> Void, progress: @Sendable (Int64) -> Void
    ) async throws(UploadError) -> SentUpload { throw unexpected() }

    package func finish(
        _ sent: [SentUpload], unless isUnwanted: @escaping @Sendable (SentUpload) -> Bool,
        announcing announce: @escaping @Sendable ([SentUpload]) throws(UploadError) -> Void
    ) async -> [Result<StoredFile, UploadError>] {
        sent.map { _ in .failure(unexpected()) }
    }

    package func takeBack(
        _ sent: SentUpload, storedAs stored: StoredFile, unless isLost: @escaping @Sendable () -> Bool
    ) async throws(UploadError) -> RemovalWay { throw unexpected() }

    package func inspect(_ targets: [CopyLocation]) async -> [Result<StoredFile?, UploadError>] {
        targets.map { _ in .failure(unexpected()) }
    }

    package func identify(_ targets: [CopyLocation]) async -> [Result<QuickCopyCheck, UploadError>] {
        targets.map { _ in .failure(unexpected()) }
    }

    package func sizes(at targets: [CopyLocation]) async -> [Result<Int64?, UploadError>] {
        targets.map { _ in .failure(unexpected()) }
    }

    package func fetch(
        _ target: CopyLocation, start: () throws(UploadError) -> Void,
        each: (UnsafeRawBufferPointer) throws(UploadError) -> Void
    ) async throws(UploadError) { throw unexpected() }

    package func discard(_ upload: TicketedUpload, source: UploadSource?) async throws(UploadError) {
        throw unexpected()
    }
}
