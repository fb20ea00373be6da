/// Requests of resumable uploads.
extension World {
    /// What to do with the bytes of a request to a session.
    enum ChunkPlan: Sendable {
        /// Read and drop them, and send this answer.
        case refuse(Answer)
        /// Add them to the session's content, except for the first ones, which it already has.
        case take(ContentSink, skip: Int)
    }

    /// Decides what to do with a request to a session when its headers have arrived.
    ///
    /// - Parameter request: the request, without its body.
    mutating func planChunk(_ request: ReceivedRequest, _ id: String, now: Int) -> ChunkPlan {
        guard var session = uploads[id], !session.isGone, session.deadline > now else {
            if journal.goneUploads.contains(id) {
                journal.breach(.deadSessionAgain, request.number, "the session was answered with 404 before")
            }
            return .refuse(.text(404, "Not Found"))
        }
        if request.method == "DELETE" {
            uploads[id]?.isGone = true
            return .refuse(Answer(status: 499))
        }
        if let finished = session.finished {
            let mask = try? session.call.mask("File", usual: APICall.usualFile)
            guard let file = files[finished], let mask else { return .refuse(.text(404, "Not Found")) }
            return .refuse(.json(json(file, for: session.call.caller, mask, now: now)))
        }
        let length = request.header("content-length").flatMap { Int($0) }
        var first = 0
        var total = session.total
        if let text = request.header("content-range") {
            switch ContentRange(text) {
            case nil: return .refuse(.text(400, "Failed to parse Content-Range header."))
            // An upload of unknown length is complete when the client sends its total (`bytes */TOTAL`), and so is an
            // empty one.
            case .question(let asked) where asked == session.sink.held && (session.total ?? asked) == asked:
                first = session.sink.held
                total = asked
            case .question: return .refuse(progress(session))
            case .part(let from, let last, let named):
                guard length == nil || length == last - from + 1 else {
                    return .refuse(.text(400, "Invalid request. The length does not fit Content-Range."))
                }
                if let promised = session.total, let named, promised != named {
                    return .refuse(.text(400, "Invalid request. The total size differs from the one announced."))
                }
                first = from
                total = named ?? total
                if named != last + 1, (last - from + 1) % ContentSink.quantum != 0 {
                    journal.breach(
                        .unevenChunk, request.number, "a chunk of \(last - from + 1) bytes is no multiple of 256 KiB")
                }
            }
        } else {
            guard total == nil || length == nil || total == length else {
                return .refuse(.text(400, "Invalid request. The total size differs from the one announced."))
            }
            total = length ?? total
        }
        guard first <= session.sink.held else {
            return .refuse(.text(400, "Invalid request. Bytes \(session.sink.held) to \(first) are missing."))
        }
        session.total = total
        session.sink.begin(request.number)
        uploads[id] = session
        return .take(session.sink, skip: session.sink.held - first)
    }

    /// The progress of an upload (guides/manage-uploads): 308 with the received bytes; no `Range` means none.
    private func progress(_ session: UploadSession) -> Answer {
        var answer = Answer(status: 308)
        let held = session.sink.held
        if held > 0 { answer.headers.append(("Range", "bytes=0-\(held - 1)")) }
        return answer
    }

    /// Answers a request to a session after all its bytes have arrived.
    mutating func endChunk(_ request: ReceivedRequest, _ id: String, now: Int) -> Answer {
        guard let session = uploads[id], !session.isGone else { return .text(404, "Not Found") }
        guard session.sink.isWriter(request.number) else { return .text(503, "Another request took over.") }
        let isWhole = request.header("content-range") == nil
        let received = session.sink.received
        guard isWhole || session.total == received else {
            if let total = session.total, received > total {
                uploads[id]?.isGone = true
                return .text(400, "Invalid request. There are more bytes than announced.")
            }
            session.sink.forgetTail()
            return progress(session)
        }
        if isWhole, let total = session.total, total != received {
            session.sink.forgetTail()
            return progress(session)
        }
        do {
            let content = try session.sink.finish()
            let answer = try finish(session.purpose, content, session.call)
            if case .create(let file) = session.purpose { uploads[id]?.finished = file.id }
            if case .update(let file, _) = session.purpose { uploads[id]?.finished = file }
            return answer
        } catch let error as APIError {
            uploads[id]?.isGone = true
            return error.answer
        } catch {
            uploads[id]?.isGone = true
            return .text(500, "FakeDrive: \(error)")
        }
    }
}
