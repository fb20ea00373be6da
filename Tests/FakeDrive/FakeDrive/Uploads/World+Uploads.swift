/// Starts of resumable uploads, and uploads in one request.
extension World {
    /// Answers a request to `/upload/drive/v3/files` that has no session yet.
    ///
    /// - Parameters:
    ///   - request: the request, with metadata in its body.
    ///   - path: the path's components after `/upload/drive/v3`.
    ///   - content: the content of an upload with `uploadType=media`.
    /// - Returns: the answer, which may be an error.
    mutating func answerUpload(
        _ request: ReceivedRequest, _ path: [String], content: StoredContent?, _ context: UploadContext
    ) -> Answer {
        do throws(APIError) {
            var call = try prepare(request, path, now: context.now)
            guard call.method == "files.create" || call.method == "files.update" else {
                return Self.unknownAddress(request)
            }
            switch request.parameter("uploadType") {
            case "resumable":
                call.body = try body(request.body, of: "File", for: request)
                return try beginUpload(call, request, context)
            case "media":
                guard let content else { throw APIError(400, "badContent", "Media is missing.") }
                return try complete(call, content, type: request.header("content-type"))
            default:
                throw .invalid("uploadType")
            }
        } catch {
            return error.answer
        }
    }

    /// Begins a resumable upload. Everything that can be refused is refused now.
    private mutating func beginUpload(
        _ call: APICall, _ request: ReceivedRequest, _ context: UploadContext
    ) throws(APIError) -> Answer {
        _ = try call.mask("File", usual: APICall.usualFile)
        let total = request.header("x-upload-content-length").flatMap { Int($0) }
        let type = request.header("x-upload-content-type")
        let purpose: UploadSession.Purpose
        if call.method == "files.create" {
            let change = try FileChange(call.body ?? .object([]), isNew: true)
            var file = try newFile(change, for: call)
            if change.mimeType == nil, let type { file.mimeType = type }
            try checkRoom(total ?? 0, for: file, call)
            purpose = .create(file)
        } else {
            let file = try file(call.values["fileId"] ?? "", for: call, atLeast: .writer)
            try checkRoom((total ?? 0) - (file.content?.size ?? 0), for: file, call)
            purpose = .update(file.id, try FileChange(call.body ?? .object([]), isNew: false))
        }
        let id = "AH" + letters(60)
        uploads[id] = UploadSession(
            id: id, call: call, purpose: purpose, total: total, deadline: call.now + 7 * 86_400_000,
            sink: ContentSink(keeps: context.keeps, kinds: context.kinds))
        let address =
            "\(context.address)/upload/drive/v3/\(call.method == "files.create" ? "files" : "files/\(call.values["fileId"] ?? "")")"
        var answer = Answer.text(200, "")
        answer.headers += [
            ("Location", "\(address)?uploadType=resumable&upload_id=\(id)"), ("X-GUploader-UploadID", id),
        ]
        return answer
    }

    /// Carries out a create or an update with its content.
    private mutating func complete(
        _ call: APICall, _ content: StoredContent, type: String?
    ) throws(APIError) -> Answer {
        // Uploads in one request are limited to 5 MB (guides/manage-uploads).
        guard content.size <= 5 << 20 else {
            throw APIError(413, "uploadTooLarge", "Request Entity Too Large: use a resumable upload.")
        }
        if call.method == "files.create" {
            let change = try FileChange(call.body ?? .object([]), isNew: true)
            var file = try newFile(change, for: call)
            if change.mimeType == nil, let type { file.mimeType = type }
            return try finish(.create(file), content, call)
        }
        let change = try FileChange(call.body ?? .object([]), isNew: false)
        return try finish(.update(call.values["fileId"] ?? "", change), content, call)
    }

    /// Uses a complete content for its purpose.
    mutating func finish(
        _ purpose: UploadSession.Purpose, _ content: StoredContent, _ call: APICall
    ) throws(APIError) -> Answer {
        let mask = try call.mask("File", usual: APICall.usualFile)
        let id: String
        switch purpose {
        case .create(var file):
            guard files[file.id] == nil else {
                throw APIError(409, "fileIdInUse", "A file already exists with the provided ID.", at: "file.id")
            }
            try checkRoom(content.size, for: file, call)
            file.content = content
            file.revision = 1
            place(file)
            id = file.id
        case .update(_, let change):
            id = try update(change, for: call, content: content)
        }
        sentBytes[call.caller.email, default: 0] += content.size
        guard let file = files[id] else { throw .notFound(id) }
        return .json(json(file, for: call.caller, mask, now: call.now))
    }
}

/// What an upload needs to know about the fake.
struct UploadContext: Sendable {
    let keeps: Bool
    let kinds: Set<Checksums.Kind>
    /// The fake's address, without a path.
    let address: String
    /// Milliseconds since 1970.
    let now: Int
}
