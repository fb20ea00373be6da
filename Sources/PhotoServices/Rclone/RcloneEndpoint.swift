import AsyncHTTPClient
import FoundationEssentials
import NIOCore
import NIOHTTP1
import PhotoModel
import PhotoPipeline

/// A running rclone that answers.
struct RcloneEndpoint: Sendable {
    /// The longest accepted answer: a list of some million files.
    private static let longestAnswer = 1 << 30
    let process: RcloneProcess
    let http: HTTPClient
    /// Ends with a slash.
    let address: String
    let user: String
    let password: String
    /// What no error may contain.
    var secrets: RcloneSecrets

    /// Makes a call and reads its answer. If the task is cancelled, rclone cancels the call too.
    ///
    /// - Parameters:
    ///   - call: its path: `operations/stat`.
    ///   - input: its parameters.
    ///   - specs: the remotes concerned, whose secrets no error may contain.
    /// - Returns: the answer.
    /// - Throws: rclone's errors, as ``RcloneErrors`` interprets them; `failed` for an answer that is not understood.
    func answer<Value: Decodable>(
        _ call: String, _ input: [String: RcloneValue], of specs: [RcloneSpec] = []
    ) async throws(UploadError) -> Value {
        let bytes: Data
        do {
            bytes = try JSONEncoder().encode(input)
        } catch {
            throw UploadError(.failed, "rclone's \(call) does not take such parameters")
        }
        var request = request(.POST, call)
        request.headers.add(name: "Content-Type", value: "application/json")
        request.body = .bytes(ByteBuffer(bytes: bytes))
        let (status, body) = try await exchange(request, specs)
        guard status == .ok else { throw RcloneErrors.error(body, status: status.code, secrets: secrets.and(specs)) }
        return try Self.decoded(body, of: call)
    }

    /// A request with the credentials.
    func request(_ method: HTTPMethod, _ path: String) -> HTTPClientRequest {
        var request = HTTPClientRequest(url: address + path)
        request.method = method
        request.setBasicAuth(username: user, password: password)
        return request
    }

    /// Sends a request and reads the whole answer.
    private func exchange(
        _ request: HTTPClientRequest, _ specs: [RcloneSpec]
    ) async throws(UploadError) -> (HTTPResponseStatus, Data) {
        do {
            let response = try await send(request)
            let body = try await response.body.collect(upTo: Self.longestAnswer)
            return (response.status, Data(body.readableBytesView))
        } catch {
            throw await failure(error, of: specs)
        }
    }

    /// Sends a request, and waits for the answer's head without a limit.
    func send(_ request: HTTPClientRequest) async throws -> HTTPClientResponse {
        try await http.execute(request, deadline: .distantFuture)
    }

    /// Why there was no answer, or no complete one.
    func failure(_ error: any Error, of specs: [RcloneSpec]) async -> UploadError {
        let secrets = secrets.and(specs)
        if let error = error as? UploadError { return error }
        if Task.isCancelled { return UploadError(.interrupted, "stopped") }
        if case .serving = process.state, await answers() {
            return UploadError(.transient, "rclone broke off: \(secrets.blanked(String(describing: error)))")
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
        var request = request(.POST, "rc/noop")
        request.headers.add(name: "Content-Type", value: "application/json")
        request.body = .bytes(ByteBuffer(string: "{}"))
        return (try? await http.execute(request, timeout: .seconds(10)))?.status == .ok
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
