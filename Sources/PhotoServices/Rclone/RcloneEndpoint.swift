import FoundationEssentials
import GoogleDrive
import PhotoModel
import PhotoPipeline

/// A running rclone that answers.
struct RcloneEndpoint: Sendable {
    /// The longest accepted answer: a list of some million files.
    private static let longestAnswer = 1 << 30
    let process: RcloneProcess
    let wire: any Wire
    let address: WebAddress
    let user: String
    let password: String
    let attention: RcloneAttention
    /// What no error may contain.
    var secrets: RcloneSecrets

    /// Makes a call and reads its answer. If the task is cancelled, rclone cancels the call too. The last remote
    /// is asked from time to time whether it still answers; see ``RcloneAttention``.
    ///
    /// - Parameters:
    ///   - call: its path: `operations/stat`.
    ///   - input: its parameters.
    ///   - specs: the remotes concerned, whose secrets no error may contain.
    /// - Throws: rclone's errors, as ``RcloneErrors`` interprets them; `failed` for an answer that is not understood;
    ///   `unavailable` for a remote that has stopped to answer.
    func answer<Value: Decodable>(
        _ call: String, _ input: [String: RcloneValue], of specs: [RcloneSpec] = []
    ) async throws(UploadError) -> Value {
        let bytes: Data
        do {
            bytes = try JSONEncoder().encode(input)
        } catch {
            throw UploadError(.failed, "rclone's \(call) does not take such parameters")
        }
        let request = self.call(call, Array(bytes))
        let (status, body) = try await whileAnswering(specs) { try await sent(request) }
        guard status == 200 else {
            let error = RcloneErrors.error(body, status: status, secrets: secrets.and(specs))
            attention.note(error)
            throw error
        }
        return try Self.decoded(body, of: call)
    }

    /// A request with the credentials, for a percent-encoded path.
    func request(_ method: WireRequest.Method, _ path: String) -> WireRequest {
        let credentials = Data("\(user):\(password)".utf8).base64EncodedString()
        return WireRequest(method, address.appending(path), headers: [("Authorization", "Basic \(credentials)")])
    }

    private func call(_ path: String, _ json: [UInt8]) -> WireRequest {
        var request = request(.post, path)
        request.headers.append(("Content-Type", "application/json"))
        request.body = .bytes(json)
        return request
    }

    /// Waits for an answer, as long as the remote answers at all.
    ///
    /// - Throws: `unavailable` once it has stopped to answer, or was given up; else why there was no answer.
    func whileAnswering<Answer: Sendable>(
        _ specs: [RcloneSpec], _ wait: @escaping @Sendable () async throws -> Answer
    ) async throws(UploadError) -> Answer {
        try attention.check(specs)
        do {
            return try await withThrowingTaskGroup(of: Answer.self) { tasks in
                tasks.addTask { try await wait() }
                if let remote = specs.last { tasks.addTask { try await silence(of: remote) } }
                defer { tasks.cancelAll() }
                guard let answer = try await tasks.next() else { throw UploadError(.failed, "rclone was not asked") }
                return answer
            }
        } catch {
            throw await failure(error, of: specs)
        }
    }

    private func sent(_ request: WireRequest) async throws -> (Int, Data) {
        let answer = try await wire.send(request)
        return (answer.status, Data(try await answer.body.collect(upTo: Self.longestAnswer)))
    }

    /// Waits until a remote has stopped to answer.
    ///
    /// - Returns: never.
    /// - Throws: `unavailable` then; `CancellationError`.
    private func silence(of remote: RcloneSpec) async throws -> Never {
        while true {
            try await attention.wait(for: remote)
            if !attention.isBusy, await !answers(remote) { throw attention.giveUp(remote) }
        }
    }

    /// Whether a remote answers a short question in time, in any way but with a broken connection.
    private func answers(_ remote: RcloneSpec) async -> Bool {
        let options = RcloneValue.object([
            "filesOnly": .flag(true), "noModTime": .flag(true), "noMimeType": .flag(true),
        ])
        let input = attention.question(of: remote).parameters().merging(["opt": options]) { $1 }
        do {
            var request = call("operations/stat", Array(try JSONEncoder().encode(input)))
            request.timeout = attention.patience
            let (status, body) = try await sent(request)
            return status == 200
                || RcloneErrors.error(body, status: status, secrets: secrets.and([remote])).lasting != .unavailable
        } catch {
            return Task.isCancelled
        }
    }

    /// Why there was no answer, or no complete one.
    func failure(_ error: any Error, of specs: [RcloneSpec]) async -> UploadError {
        let secrets = secrets.and(specs)
        if let error = error as? UploadError { return error }
        do throws(UploadError) { try attention.check(specs) } catch { return error }
        if (error as? DriveError)?.kind == .timedOut, let remote = specs.last, await !answers(remote) {
            return attention.giveUp(remote)
        }
        if Task.isCancelled { return UploadError(.interrupted, "stopped") }
        if case .serving = process.state, await answers() {
            return UploadError(
                .transient, "rclone broke off: \(secrets.blanked((error as? DriveError)?.message ?? "\(error)"))")
        }
        // A process that does not answer is useless, and once it has ended the reason is known.
        await process.stop()
        guard case .ended(let reason, let line) = process.state else {
            return UploadError(.unavailable, "rclone ended")
        }
        let body = line.map { ": \(secrets.blanked($0))" } ?? ""
        return UploadError(.unavailable, "rclone no longer answers: \(reason)\(body)")
    }

    private func answers() async -> Bool {
        var request = call("rc/noop", Array("{}".utf8))
        request.timeout = .seconds(10)
        return (try? await wire.send(request))?.status == 200
    }

    private static func decoded<Value: Decodable>(_ bytes: Data, of call: String) throws(UploadError) -> Value {
        do {
            return try JSONDecoder().decode(Value.self, from: bytes)
        } catch DecodingError.keyNotFound(let key, _) {
            throw UploadError(.failed, "rclone's answer to \(call) has no \(key.stringValue)")
        } catch DecodingError.valueNotFound(_, let context), DecodingError.typeMismatch(_, let context) {
            let path = context.codingPath.map(\.stringValue).joined(separator: ".")
            throw UploadError(.failed, "rclone's answer to \(call) has something else for \(terminalSafe(path))")
        } catch {
            throw UploadError(.failed, "rclone's answer to \(call) cannot be read")
        }
    }
}
