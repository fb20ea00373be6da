import GoogleDrive
import PhotoModel
import PhotoPipeline
import Synchronization
import SystemPackage

extension DriveService {
    func send(
        _ source: UploadSource, as upload: TicketedUpload, resuming token: ResumeToken?,
        checkpoint: @Sendable (ResumeToken?) throws(UploadError) -> Void, progress: @Sendable (Int64) -> Void
    ) async throws(UploadError) -> SentUpload {
        let id = try id(of: upload)
        if state.withLock(\.top) == nil { _ = try await checkedTop() }
        // The file has its hash as a property from the start, so the hash is needed before the first byte is sent.
        let known = state.withLock { $0.planned[id]?.sha256 }
        let sha256 = if let known { known } else { try source.hashes().sha256 }
        let file = try await change(id, upload, sha256)
        source.rewind(hashingWith: .md5)
        let total = source.fingerprint.size
        var pending = DriveUpload(file: file, total: total, bytes: [], start: 0)
        if total > DriveUpload.smallest {
            let (session, start) = try await sendEarly(
                source, file, token.flatMap { $0.driveSession(total: total, in: file.parents?.first) }, checkpoint,
                progress)
            (pending.session, pending.start) = (session, start)
        }
        pending.bytes = try source.rest(from: pending.start)
        let hashes = try source.end()
        if hashes.sha256 != sha256 { throw UploadError(.sourceChanged, "changed while it was read") }
        progress(Int64(pending.bytes.count))
        state.withLock { [pending] in $0.pending[id] = pending }
        return SentUpload(upload: upload, hashes: hashes, source: source.identity)
    }

    /// The properties of the new file.
    private func change(
        _ id: String, _ upload: TicketedUpload, _ sha256: [UInt8]
    ) async throws(UploadError) -> FileChange {
        let (top, part) = state.withLock { ($0.top, $0.planned[id]?.part) }
        guard let top else { throw UploadError(.unavailable, "has no \(DestinationMarker.fileName)") }
        let names = upload.target.path.components.map(\.string)
        let folder = try await folders.makeFolder(
            Array(names.dropLast()), below: top.folder, notes: DriveNote.common(top.marker))
        var file = FileChange()
        (file.id, file.name, file.parents) = (id, names.last, [folder])
        file.modifiedTime = UTCInstant(nanoseconds: upload.modified).milliseconds
        file.mimeType = mediaType(of: names.last ?? "")
        file.appProperties = DriveNote.copy(sha256, part, of: top.marker)
        return file
    }

    /// Sends all but the last part of a file, resuming an earlier attempt. An attempt is dropped if its file would come
    /// into another folder than the planned one, since folders were renamed or moved meanwhile. Without its last part
    /// it never becomes a file.
    ///
    /// - Returns: the session, and the number of stored bytes; no session and the full size if a file with that id
    ///   already exists. `finish` checks whether that is complete.
    private func sendEarly(
        _ source: UploadSource, _ file: FileChange, _ known: UploadSession?,
        _ checkpoint: @Sendable (ResumeToken?) throws(UploadError) -> Void, _ progress: @Sendable (Int64) -> Void
    ) async throws(UploadError) -> (session: UploadSession?, start: Int64) {
        var reading = SourceReading(source)
        let folder = file.parents?.first ?? ""
        func keep(_ session: UploadSession) throws(UploadError) {
            try checkpoint(ResumeToken(session, in: folder))
        }
        do {
            if let known {
                switch try await howFar(known) {
                case .held(let held)?: return try await send(&reading, known, from: held, keep, progress)
                case .done?:
                    try reading.skip(to: known.total, progress)
                    return (nil, known.total)
                // What has ended is not asked for again, by no later run either.
                case nil: try checkpoint(nil)
                }
            }
            guard let session = try await begin(file, reading.total) else {
                try reading.skip(to: reading.total, progress)
                return (nil, reading.total)
            }
            return try await send(&reading, session, from: 0, keep, progress)
        } catch {
            progress(-reading.position)
            if let error = error as? DriveError {
                guard error.kind == .sessionGone else { throw UploadError(error) }
                try checkpoint(nil)
                throw UploadError(.transient, "the upload ended early")
            }
            throw error as? UploadError ?? UploadError(.failed, "\(error)")
        }
    }

    /// The progress of an upload; nil if it has ended.
    private func howFar(_ session: UploadSession) async throws(DriveError) -> UploadProgress? {
        do throws(DriveError) {
            return try await client.progress(of: session)
        } catch  where error.kind == .sessionGone {
            return nil
        }
    }

    /// Starts an upload; nil if a file with that id exists.
    private func begin(_ file: FileChange, _ total: Int64) async throws(DriveError) -> UploadSession? {
        do throws(DriveError) {
            return try await client.startUpload(file, size: total)
        } catch  where error.kind == .conflict {
            return nil
        }
    }

    /// Sends all parts of a file except the last.
    private func send(
        _ reading: inout SourceReading, _ session: UploadSession, from start: Int64,
        _ keep: (UploadSession) throws(UploadError) -> Void, _ progress: @Sendable (Int64) -> Void
    ) async throws -> (session: UploadSession?, start: Int64) {
        let early = DriveUpload.early(of: session.total)
        let part = account.pace.isLimited ? DriveClient.uploadUnit * 4 : DriveUpload.part
        var (held, stalls) = (start, 0)
        try keep(session)
        try reading.skip(to: held, progress)
        while held < early {
            let end = min(held + part, early)
            try await account.pace.wait(for: Int(end - held)) { reading.source.isStopped }
            guard case .held(let count) = try await put(&reading, session, to: end, progress) else {
                throw DriveError(.answer, "Drive reports an unfinished upload as complete")
            }
            stalls = count > held ? 0 : stalls + 1
            if stalls > 3 { throw UploadError(.transient, "Drive keeps none of the bytes that it is sent") }
            held = count
            // Not everything that was sent must have been stored.
            if count == end {
                try keep(session)
            } else {
                try reading.goBack(to: count, progress)
            }
        }
        return (session, held)
    }

    /// Sends a part, and reports progress meanwhile.
    private func put(
        _ reading: inout SourceReading, _ session: UploadSession, to end: Int64, _ progress: (Int64) -> Void
    ) async throws -> UploadProgress {
        let (client, source, start) = (client, reading.source, reading.position)
        let (counts, continuation) = AsyncStream.makeStream(of: Int64.self)
        let failure = FirstError()
        let slots = account.slots
        async let answer = Result<UploadProgress, DriveError> { () async throws(DriveError) in
            defer { continuation.finish() }
            return try await slots.use { () async throws(DriveError) in
                try await unsafe client.send(session, from: start, to: end) { _, block in
                    do throws(UploadError) {
                        let count = try unsafe source.read(into: block)
                        if count == 0 { throw UploadError(.sourceChanged, "is shorter than it was") }
                        continuation.yield(Int64(count))
                        return count
                    } catch {
                        failure.error.withLock { $0 = error }
                        throw error
                    }
                }
            }
        }
        for await count in counts { reading.advance(by: count, progress) }
        do {
            return try await answer.get()
        } catch {
            if error.kind != .sessionGone, let failure = failure.error.withLock(\.self) { throw failure }
            throw error
        }
    }
}

/// Holds the last error of reading a source.
private final class FirstError: Sendable {
    let error = Mutex<UploadError?>(nil)
}

/// A source read from its first byte on.
private struct SourceReading {
    let source: UploadSource
    /// The number of bytes read and reported.
    private(set) var position: Int64 = 0

    init(_ source: UploadSource) {
        self.source = source
    }

    /// The size in bytes.
    var total: Int64 { source.fingerprint.size }

    /// Records bytes that were read.
    mutating func advance(by count: Int64, _ progress: (Int64) -> Void) {
        position += count
        progress(count)
    }

    /// Reads bytes that are already stored, only to hash them.
    mutating func skip(to offset: Int64, _ progress: (Int64) -> Void) throws(UploadError) {
        let block = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 4_096)
        defer { unsafe block.deallocate() }
        while position < offset {
            let count = Int(min(offset - position, 1 << 20))
            let part = unsafe UnsafeMutableRawBufferPointer(rebasing: block.prefix(count))
            let read = try unsafe source.read(into: part)
            if read == 0 { throw UploadError(.sourceChanged, "is shorter than it was") }
            advance(by: Int64(read), progress)
        }
    }

    /// Continues from an earlier byte.
    mutating func goBack(to offset: Int64, _ progress: (Int64) -> Void) throws(UploadError) {
        progress(-position)
        position = 0
        source.rewind(hashingWith: .md5)
        try skip(to: offset, progress)
    }
}

extension UploadSource {
    /// The bytes from an offset, up to which the source has already been read.
    fileprivate func rest(from offset: Int64) throws(UploadError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: Int(max(fingerprint.size - offset, 0)))
        var (filled, failure) = (0, UploadError?.none)
        unsafe bytes.withUnsafeMutableBytes { buffer in
            while filled < buffer.count, failure == nil {
                do throws(UploadError) {
                    let count = try unsafe read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]))
                    if count == 0 { failure = UploadError(.sourceChanged, "is shorter than it was") }
                    filled += count
                } catch {
                    failure = error
                }
            }
        }
        if let failure { throw failure }
        return bytes
    }
}

extension UTCInstant {
    /// Drive's format of times: RFC 3339 with milliseconds.
    fileprivate var milliseconds: String {
        let whole = UTCInstant(nanoseconds: nanoseconds - (nanoseconds % 1_000_000 + 1_000_000) % 1_000_000)
        let text = whole.text
        guard let dot = text.firstIndex(of: ".") else { return text }
        return "\(text[..<dot])\(text[dot...].prefix(4))Z"
    }
}

/// The media type of a file, by its extension. Drive does not detect one if it is given.
func mediaType(of name: String) -> String {
    guard let dot = name.lastIndex(of: ".") else { return "application/octet-stream" }
    let ending = name[name.index(after: dot)...].lowercased()
    switch ending {
    case "jpg", "jpe", "jfif": return PhotoFormat.jpeg.mimeType
    case "tif": return PhotoFormat.tiff.mimeType
    case "hif": return PhotoFormat.heif.mimeType
    case "m2ts": return PhotoFormat.mts.mimeType
    case "xmp": return "application/rdf+xml"
    case "json": return "application/json"
    default: return PhotoFormat(rawValue: ending)?.mimeType ?? "application/octet-stream"
    }
}
