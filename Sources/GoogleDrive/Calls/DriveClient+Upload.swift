import FoundationEssentials

/// An upload in progress. The address is all that is needed to continue it, and is valid for a week.
package struct UploadSession: Hashable, Sendable {
    /// The address to send the content to.
    package let address: HiddenText
    /// The file's size in bytes.
    package let total: Int64

    package init(address: HiddenText, total: Int64) {
        self.address = address
        self.total = total
    }
}

/// The progress of an upload.
package enum UploadProgress: Sendable {
    /// The number of bytes stored; also the offset of the next byte to send.
    case held(Int64)
    /// The upload is complete; the resulting file.
    case done(DriveFile)
}

extension DriveClient {
    /// The size in bytes that every part except the last must be a multiple of: 256 KiB.
    package static let uploadUnit: Int64 = 256 * 1_024

    /// Starts the upload of a new file.
    ///
    /// - Parameters:
    ///   - file: the file's properties. With an id, creating is idempotent.
    ///   - size: the size in bytes.
    /// - Throws: `conflict` if a file with that id exists.
    package func startUpload(_ file: FileChange, size: Int64) async throws(DriveError) -> UploadSession {
        try await start(.post, "files", file, size: size)
    }

    /// Starts the upload of new content for an existing file.
    ///
    /// - Parameter size: the size in bytes.
    package func startUpload(
        replacing id: String, _ change: FileChange, size: Int64
    ) async throws(DriveError) -> UploadSession {
        var change = change
        (change.id, change.parents) = (nil, nil)
        return try await start(.patch, "files/\(formEncoded(id))", change, size: size)
    }

    private func start(
        _ method: WireRequest.Method, _ path: String, _ file: FileChange, size: Int64
    ) async throws(DriveError) -> UploadSession {
        let query = [("uploadType", "resumable"), ("supportsAllDrives", "true"), ("fields", DriveFile.fields)]
        var request = WireRequest(method, endpoint.appending("upload/drive/v3/\(path)", query: query))
        request.headers = [
            ("X-Upload-Content-Type", file.mimeType ?? "application/octet-stream"),
            ("X-Upload-Content-Length", "\(size)"),
        ]
        try Self.set(file, of: &request, "an upload")
        let answer = try await send(request)
        guard let location = answer.header("Location") else {
            throw DriveError(
                .answer, "the answer to an upload has no Location, where the bytes are to go", status: answer.status)
        }
        _ = try await answer.body.collect(upTo: JSONAnswer.limit)
        let address = try request.address.following(location)
        guard address.isBeside(endpoint) else {
            throw DriveError(
                .answer, "\(endpoint.host) would have the photo sent to \(address.host), which is none of its own")
        }
        return UploadSession(address: HiddenText(address.text), total: size)
    }

    /// Sends bytes of an upload.
    ///
    /// - Parameters:
    ///   - offset: the first byte that is not yet stored, as returned by ``progress(of:)`` or the previous part.
    ///   - end: the offset after the last byte of this part; nil for all, which is fastest. A part that is not the last
    ///     is shortened to a multiple of ``uploadUnit``.
    /// - Returns: the progress. Not everything sent must have been stored.
    /// - Throws: `sessionGone` if the upload must be restarted; `source`. After `brokenOff` and `timedOut` the progress
    ///   is unknown.
    package func send(
        _ session: UploadSession, from offset: Int64, to end: Int64? = nil, reading read: @escaping BlockSource.Read
    ) async throws(DriveError) -> UploadProgress {
        let total = session.total
        var end = min(end ?? total, total)
        if end < total { end -= (end - offset) % Self.uploadUnit }
        guard offset >= 0, offset < end else {
            throw DriveError(.settings, "a part of an upload has at least \(Self.uploadUnit) bytes, or is the last")
        }
        let source = unsafe BlockSource(from: offset, count: end - offset, read: read)
        return try await put(session, range: "bytes \(offset)-\(end - 1)/\(total)", body: .blocks(source))
    }

    /// Asks for the progress of an upload, to resume it after a broken connection.
    ///
    /// - Parameter session: the upload. An upload of an empty file is completed by this call.
    /// - Throws: `sessionGone` if the upload must be restarted.
    package func progress(of session: UploadSession) async throws(DriveError) -> UploadProgress {
        try await put(session, range: "bytes */\(session.total)", body: .bytes([]))
    }

    private func put(
        _ session: UploadSession, range: String, body: WireRequest.Body
    ) async throws(DriveError) -> UploadProgress {
        var request = WireRequest(
            .put, try WebAddress(session.address.text), headers: [("Content-Range", range)], body: body)
        request.secrets = [session.address, HiddenText(request.address.target)]
        let answer: WireAnswer
        do {
            answer = try await send(request, accepts: [308])
        } catch {
            throw Self.sessionError(error)
        }
        let bytes = try await answer.body.collect(upTo: JSONAnswer.limit)
        if answer.status != 308 { return .done(try JSONAnswer.decode(bytes, of: answer, to: "an upload")) }
        return .held(try Self.held(answer, of: session.total))
    }

    /// The number of stored bytes: `Range: bytes=0-N` means N + 1; without the header, none.
    private static func held(_ answer: WireAnswer, of total: Int64) throws(DriveError) -> Int64 {
        guard let range = answer.header("Range") else { return 0 }
        let text = range.hasPrefix("bytes=") ? range.dropFirst(6) : range[...]
        guard text.hasPrefix("0-"), let last = Int64(text.dropFirst(2)), last >= 0, last < total else {
            throw DriveError(
                .answer, "the answer to an upload says nothing sensible of how far it is", status: answer.status)
        }
        return last + 1
    }

    /// The error of a refused request to a session. By Drive's guide, a session is over after any 4xx.
    private static func sessionError(_ error: DriveError) -> DriveError {
        guard let status = error.status, (400..<500).contains(status) else { return error }
        switch error.kind {
        case .notFound, .refused, .conflict, .forbidden:
            var error = error
            error.kind = .sessionGone
            return error
        default: return error
        }
    }
}
