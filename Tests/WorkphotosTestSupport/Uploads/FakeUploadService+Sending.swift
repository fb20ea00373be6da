import Crypto
package import PhotoModel
package import PhotoPipeline
import Synchronization
import SystemPackage

extension FakeUploadService {
    package func send(
        _ source: UploadSource, as upload: TicketedUpload, resuming token: ResumeToken?,
        checkpoint: @Sendable (ResumeToken?) throws(UploadError) -> Void, progress: @Sendable (Int64) -> Void
    ) async throws(UploadError) -> SentUpload {
        try enter(.send(source.path, upload, resuming: token != nil), .send, upload.target.path)
        let failure = failure(of: .send, upload.target.path)
        let held = held(.send, upload.target.path)
        var part = state.withLock { $0.beginning(of: upload, token) }
        let kept = part.count
        if token != nil, kept == 0 { try checkpoint(nil) }
        source.rewind()
        var read = 0
        while true {
            if let failure, read >= failure.kept { throw failure.error }
            let limits = [failure.map { $0.kept - read }, state.withLock(\.tokenDistance)].compactMap(\.self)
            let block = try Self.block(of: source, atMost: limits.min())
            if block.isEmpty { break }
            let new = block.dropFirst(max(kept - read, 0))
            read += block.count
            part += new
            let token = state.withLock { [part] in $0.arrive(part, new.count, of: upload) }
            if let token { try checkpoint(token) }
            progress(Int64(block.count))
            if read == block.count { await held?.pass() }
        }
        if read == 0 { await held?.pass() }
        if let failure { throw failure.error }
        let end = try source.end()
        state.withLock { [part] in $0.parts[upload.ticket] = part }
        return SentUpload(upload: upload, hashes: end, source: source.identity)
    }

    package func finish(
        _ sent: [SentUpload], unless isUnwanted: @escaping @Sendable (SentUpload) -> Bool,
        announcing announce: @escaping @Sendable ([SentUpload]) throws(UploadError) -> Void
    ) async -> [Result<StoredFile, UploadError>] {
        do throws(UploadError) {
            try enter(.finish(sent), .finish)
        } catch {
            return sent.map { _ in .failure(error) }
        }
        var answers: [Result<StoredFile, UploadError>] = []
        for file in sent {
            let answer = Result { () throws(UploadError) in
                if isUnwanted(file) { throw .objected }
                try announce([file])
                return try finish(file)
            }
            answers.append(answer)
            await held(.finish, file.upload.target.path)?.pass()
        }
        return answers
    }

    package func takeBack(
        _ sent: SentUpload, storedAs stored: StoredFile, unless isLost: @escaping @Sendable () -> Bool
    ) async throws(UploadError) -> RemovalWay {
        let path = sent.upload.target.path
        try enter(.takeBack(path), .takeBack, path)
        // As a request over the network.
        if Task.isCancelled { throw UploadError(.interrupted, "stopped") }
        guard case .file(let bytes, _)? = entries[path], Array(SHA256.hash(data: bytes)) == sent.hashes.sha256 else {
            throw UploadError(.corrupted, "is not what was sent any more")
        }
        if isLost() { throw .lastCopy }
        place(nil, at: path)
        return .permanent
    }

    private func finish(_ sent: SentUpload) throws(UploadError) -> StoredFile {
        let upload = sent.upload
        if let failure = failure(of: .finish, upload.target.path) { throw failure.error }
        let result: Result<StoredFile?, UploadError> = state.withLock { state in
            guard var bytes = state.parts[upload.ticket] else {
                return .failure(UploadError(.transient, "its bytes are not there"))
            }
            if state.entries[upload.target.path] != nil {
                return .failure(UploadError(.taken, "another file has the name"))
            }
            state.parts[upload.ticket] = nil
            if state.altered.contains(upload.target.path) {
                bytes = bytes.isEmpty ? [0] : [bytes[0] ^ 1] + bytes.dropFirst()
            }
            guard Int64(bytes.count) == sent.size, Array(SHA256.hash(data: bytes)) == sent.hashes.sha256 else {
                return .failure(UploadError(.corrupted, "other bytes came out than went in"))
            }
            state.set(.file(bytes, modified: upload.modified), at: upload.target.path)
            return .success(state.stored(at: upload.target.path))
        }
        guard let stored = try result.get() else { throw UploadError(.failed, "was not stored") }
        return StoredFile(size: stored.size, evidence: stored.evidence, identity: stored.identity, stamp: nil)
    }

    static func bytes(of source: UploadSource) throws(UploadError) -> [UInt8] {
        source.rewind()
        var bytes: [UInt8] = []
        while true {
            let next = try block(of: source, atMost: nil)
            if next.isEmpty { return bytes }
            bytes += next
        }
    }

    /// The next bytes of a source; none at its end.
    private static func block(of source: UploadSource, atMost limit: Int?) throws(UploadError) -> [UInt8] {
        var block = [UInt8](repeating: 0, count: min(limit ?? 1 << 20, 1 << 20))
        let result: Result<Int, UploadError> = unsafe block.withUnsafeMutableBytes { block in
            do throws(UploadError) { return .success(try unsafe source.read(into: block)) } catch {
                return .failure(error)
            }
        }
        return Array(block[..<(try result.get())])
    }
}
