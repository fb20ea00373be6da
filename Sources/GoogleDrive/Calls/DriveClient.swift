import FoundationEssentials

/// Drive's API, version 3: one method for each call that there is a use for.
///
/// A call makes one request, and another where the token had ended. It repeats nothing else: whoever calls knows
/// whether that is safe, and reads ``DriveError/mayPass`` and ``DriveError/retryAfter``.
package struct DriveClient: Sendable {
    private static let redirections = 5
    private let wire: any Wire
    private let tokens: any AccessTokenSource
    let endpoint: WebAddress

    /// - Parameters:
    ///   - endpoint: the address above `drive/v3` and `upload/drive/v3`.
    ///   - wire: what speaks HTTP.
    ///   - tokens: what gives tokens.
    package init(endpoint: WebAddress, wire: any Wire, tokens: any AccessTokenSource) {
        self.endpoint = endpoint
        self.wire = wire
        self.tokens = tokens
    }

    /// Makes a call and reads its answer.
    ///
    /// - Parameters:
    ///   - what: its name, for errors: `files.list`.
    ///   - method: what is done.
    ///   - path: below `drive/v3/`.
    ///   - query: names and values.
    ///   - body: what is sent as JSON; nil for nothing.
    /// - Returns: the answer.
    /// - Throws: what the server says, or `answer` for one that is not understood.
    func call<Value: Decodable>(
        _ what: String, _ method: WireRequest.Method, _ path: String, query: [(name: String, value: String)],
        body: (any Encodable & Sendable)? = nil
    ) async throws(DriveError) -> Value {
        var request = WireRequest(method, endpoint.appending("drive/v3/\(path)", query: query))
        if let body { try Self.set(body, of: &request, what) }
        let answer = try await send(request)
        return try JSONAnswer.decode(try await answer.body.collect(upTo: JSONAnswer.limit), of: answer, to: what)
    }

    /// Has a request bring JSON.
    static func set(
        _ body: any Encodable & Sendable, of request: inout WireRequest, _ what: String
    ) throws(DriveError) {
        do {
            request.body = .bytes(Array(try JSONEncoder().encode(body)))
        } catch {
            throw DriveError(.settings, "\(what) takes no such parameters")
        }
        request.headers.append(("Content-Type", "application/json; charset=UTF-8"))
    }

    /// Sends a request with a token; with another one where the first is refused, once.
    ///
    /// - Parameters:
    ///   - request: what is asked. One whose bytes are read while they are sent is not repeated: it fails with
    ///     `brokenOff` where its token was refused, and the next one has another.
    ///   - accepts: the statuses besides those of success that are no errors.
    /// - Returns: an answer of success, or with a status that is accepted.
    /// - Throws: what the server says.
    func send(_ request: WireRequest, accepts: Set<Int> = []) async throws(DriveError) -> WireAnswer {
        let token = try await tokens.token()
        let first = try await exchange(request, token)
        guard first.status == 401 else { return try await checked(first, request, token, accepts) }
        let refusal = await error(of: first, request, token)
        let second = try await tokens.token(insteadOf: token)
        if case .blocks = request.body {
            throw DriveError(.brokenOff, "the token expired before the upload began; it has been renewed", status: 401)
        }
        let answer = try await exchange(request, second)
        if answer.status == 401 {
            throw DriveError(.signIn, refusal.message, status: 401, reason: refusal.reason)
        }
        return try await checked(answer, request, second, accepts)
    }

    private func checked(
        _ answer: WireAnswer, _ request: WireRequest, _ token: HiddenText, _ accepts: Set<Int>
    ) async throws(DriveError) -> WireAnswer {
        if (200..<300).contains(answer.status) || accepts.contains(answer.status) { return answer }
        throw await error(of: answer, request, token)
    }

    private func error(of answer: WireAnswer, _ request: WireRequest, _ token: HiddenText) async -> DriveError {
        let body = (try? await answer.body.collect(upTo: DriveErrors.limit)) ?? []
        return DriveErrors.error(
            answer, body: body, host: request.address.host, secrets: request.secrets + [token])
    }

    /// Sends a request, and follows where it is led to as long as nothing is changed by it. The token goes to nobody
    /// but whom it is for.
    private func exchange(_ request: WireRequest, _ token: HiddenText) async throws(DriveError) -> WireAnswer {
        var request = request
        request.secrets.append(token)
        let headers = request.headers
        for _ in 0...Self.redirections {
            request.headers = headers
            if request.address.hasOrigin(of: endpoint) {
                request.headers.append(("Authorization", "Bearer \(token.text)"))
            }
            let answer = try await wire.send(request)
            guard [301, 302, 303, 307, 308].contains(answer.status), let location = answer.header("Location") else {
                return answer
            }
            guard request.method == .get else {
                throw DriveError(
                    .answer, "\(request.address.host) redirects a request that must not be redirected",
                    status: answer.status
                )
            }
            _ = try? await answer.body.collect(upTo: DriveErrors.limit)
            request.address = try request.address.following(location)
        }
        throw DriveError(.answer, "\(request.address.host) redirects endlessly")
    }
}

/// What gives tokens for calls.
package protocol AccessTokenSource: Sendable {
    /// A token that is good for a minute at least, as far as anybody knows.
    ///
    /// - Throws: `signIn` where there is none to be had; what keeps the server from giving one.
    func token() async throws(DriveError) -> HiddenText

    /// Another token than one that was refused.
    ///
    /// - Parameter refused: the one that was refused.
    /// - Returns: the token. Where there is another by now, that is it.
    /// - Throws: `signIn` where there is none to be had; what keeps the server from giving one.
    func token(insteadOf refused: HiddenText) async throws(DriveError) -> HiddenText
}
