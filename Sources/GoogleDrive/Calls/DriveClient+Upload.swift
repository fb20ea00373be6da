import FoundationEssentials

/// An upload that was begun. Its address is all that is needed to send to it, and lives for a week.
package struct UploadSession: Hashable, Sendable {
    /// Where the bytes go.
    package let address: HiddenText
    /// How many bytes the file has.
    package let total: Int64

    package init(address: HiddenText, total: Int64) {
        self.address = address
        self.total = total
    }
}

/// How far an upload is.
package enum UploadProgress: Sendable {
    /// So many bytes are there; the next one to send is the one behind them.
    case held(Int64)
    /// All of them are, and this is the file.
    case done(DriveFile)
}

extension DriveClient {
    /// What a part of an upload has to be a multiple of, unless it is the last: 256 KiB.
    package static let uploadUnit: Int64 = 256 * 1_024

    /// Begins an upload of a new file.
    ///
    /// - Parameters:
    ///   - file: what it is to be; with an id, so that it is made once however often it is asked for.
    ///   - size: its bytes.
    /// - Returns: the session.
    /// - Throws: `conflict` where there is a file of that id already.
    package func startUpload(_ file: FileChange, size: Int64) async throws(DriveError) -> UploadSession {
        try await start(.post, "files", file, size: size)
    }

    /// Begins an upload of other bytes for a file that there is.
    ///
    /// - Parameters:
    ///   - id: the file.
    ///   - change: what else becomes different.
    ///   - size: its bytes.
    /// - Returns: the session.
    /// - Throws: as every call.
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

    /// Sends bytes of an upload, from where it is on.
    ///
    /// - Parameters:
    ///   - session: the upload.
    ///   - offset: the first byte that is not there yet, as ``progress(of:)`` or the part before said.
    ///   - end: the byte behind the last of this part; nil for all, which is the quickest. Another part than the last
    ///     is shortened to a multiple of ``uploadUnit``.
    ///   - read: reads the bytes.
    /// - Returns: how far the upload is. Not all that was sent has to be there.
    /// - Throws: `sessionGone` where it begins anew; `source`; after `brokenOff` and `timedOut` nobody knows how far it
    ///   is.
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

    /// Asks how far an upload is; the way to go on after a connection broke off.
    ///
    /// - Parameter session: the upload. One of a file without bytes is done by this call.
    /// - Returns: how far it is.
    /// - Throws: `sessionGone` where it begins anew.
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

    /// `Range: bytes=0-N` says that N + 1 bytes are there; without it none is.
    private static func held(_ answer: WireAnswer, of total: Int64) throws(DriveError) -> Int64 {
        guard let range = answer.header("Range") else { return 0 }
        let text = range.hasPrefix("bytes=") ? range.dropFirst(6) : range[...]
        guard text.hasPrefix("0-"), let last = Int64(text.dropFirst(2)), last >= 0, last < total else {
            throw DriveError(
                .answer, "the answer to an upload says nothing sensible of how far it is", status: answer.status)
        }
        return last + 1
    }

    /// Whatever else a session is refused for, it is over; Drive's guide says so of every 4xx.
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
