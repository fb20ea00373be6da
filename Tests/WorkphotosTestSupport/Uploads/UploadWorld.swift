package import PhotoModel
package import PhotoPipeline
package import SystemPackage

/// A destination for the contract's cases, with operations that bypass the service.
package protocol UploadWorld: Sendable {
    /// The service, whose place exists and is not a destination yet.
    var service: any UploadService { get }
    /// A service without the first one's state, as after a crash.
    func another() -> any UploadService
    /// The files to send.
    var library: TemporaryTree { get }
    /// Puts a file at the destination, as another program would.
    func place(_ bytes: [UInt8], at target: FilePath) throws
    /// Puts something other than a regular file there.
    func placeOther(at target: FilePath) throws
    /// The bytes at a target; nil if there is no regular file.
    func bytes(at target: FilePath) throws -> [UInt8]?
    /// The mtime at a target, in nanoseconds since 1970-01-01T00:00:00Z.
    func modified(at target: FilePath) throws -> Int64?
    /// The number of temporary files.
    func leftovers() throws -> Int
    /// Sets the list of receipts.
    func setReceipts(_ bytes: [UInt8]) throws
    /// Makes the place disappear.
    func goAway() throws
    /// Whether it resumes interrupted uploads.
    var goesOn: Bool { get }
    /// The number of received content bytes, counted each time; nil if it is not counted.
    var arrived: Int64? { get }
}

extension UploadService {
    /// Sends a file from its first byte.
    package func send(
        _ source: UploadSource, as upload: TicketedUpload, progress: @Sendable (Int64) -> Void = { _ in }
    ) async throws(UploadError) -> SentUpload {
        try await send(source, as: upload, resuming: nil, checkpoint: { _ in }, progress: progress)
    }
}

extension UploadWorld {
    package var goesOn: Bool { false }
    package var arrived: Int64? { nil }

    /// A file of the library.
    package func source(
        _ path: FilePath, interruption: any Interruption = TestInterruption()
    ) throws -> UploadSource {
        try UploadSource(library.path(path), interruption: interruption)
    }

    /// Writes a file of the library and sends it.
    package func send(
        _ bytes: [UInt8], to target: FilePath, modified: Int64 = 1_700_000_000_123_456_700
    ) async throws -> SentUpload {
        let name = FilePath("source-\(bytes.count)-\(Int.random(in: 0...Int.max))")
        try library.write(name, bytes)
        let upload = try await ticket(for: target, modified: modified)
        let source = try source(name)
        // An upload may have read it, to look for a copy of it.
        _ = try source.hashes()
        return try await service.send(source, as: upload)
    }

    /// The service's ticket for a target.
    package func ticket(for target: FilePath, modified: Int64 = 0) async throws(UploadError) -> TicketedUpload {
        try await service.prepare(PlannedCopy(target: target, size: 0, modified: modified))
    }

    /// Sends a file and finishes it.
    package func upload(_ bytes: [UInt8], to target: FilePath) async throws -> StoredFile {
        try await service.finish([try await send(bytes, to: target)])[0].get()
    }

    /// The list of receipts of a service with a single part.
    package func receipts(from offset: Int64 = 0) async throws(UploadError) -> [UInt8] {
        guard let list = service.receiptList else { return [] }
        guard let part = try await list.parts().first else { return [] }
        return try await list.lines(of: part.name, from: offset)
    }

    /// Appends lines to the list of receipts.
    @discardableResult
    package func addReceipts(
        _ lines: [UInt8], by other: (any UploadService)? = nil
    ) async throws(UploadError) -> Range<Int64>? {
        guard case .written(_, let lines)? = try await (other ?? service).receiptList?.add(lines) else { return nil }
        return lines
    }
}
