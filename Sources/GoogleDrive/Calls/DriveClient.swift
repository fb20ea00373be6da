import FoundationEssentials

/// Drive's API, version 3: one method for each call that the program uses.
///
/// A call makes one request, and a second one if the token has expired. It retries nothing else: the caller knows
/// whether that is safe, and consults ``DriveError/mayPass`` and ``DriveError/retryAfter``.
package struct DriveClient: Sendable {
    private static let redirections = 5
    private let wire: any Wire
    private let tokens: any AccessTokenSource
    let endpoint: WebAddress

    /// - Parameter endpoint: the address above `drive/v3` and `upload/drive/v3`.
    package init(endpoint: WebAddress, wire: any Wire, tokens: any AccessTokenSource) {
        self.endpoint = endpoint
        self.wire = wire
        self.tokens = tokens
    }

    /// Makes a call and decodes its answer.
    ///
    /// - Parameters:
    ///   - what: the name of the call, for errors: `files.list`.
    ///   - path: relative to `drive/v3/`.
    ///   - body: sent as JSON; nil for none.
    /// - Throws: the server's error, or `answer` for an answer that cannot be decoded.
    func call<Value: Decodable>(
        _ what: String, _ method: WireRequest.Method, _ path: String, query: [(name: String, value: String)],
        body: (any Encodable & Sendable)? = nil
    ) async throws(DriveError) -> Value {
        var request = WireRequest(method, endpoint.appending("drive/v3/\(path)", query: query))
        if let body { try Self.set(body, of: &request, what) }
        let answer = try await send(request)
        return try JSONAnswer.decode(try await answer.body.collect(upTo: JSONAnswer.limit), of: answer, to: what)
    }

    /// Sets the JSON body of a request.
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

    /// Sends a request with a token. If the token is refused, tries once more with a new one.
    ///
    /// - Parameters:
    ///   - request: a request whose body is read while it is sent is not repeated. If its token was refused, it fails
    ///     with `brokenOff`, and the next request has a new token.
    ///   - accepts: the statuses that are not errors, in addition to those of success.
    /// - Returns: an answer with a status of success or an accepted one.
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

    /// Sends a request and follows redirections of `GET` requests. The token is sent only to the origin it belongs to.
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

/// Supplies access tokens.
package protocol AccessTokenSource: Sendable {
    /// Returns a token that is valid for at least a minute, as far as known.
    ///
    /// - Throws: `signIn` if no token can be obtained; the error that keeps the server from issuing one.
    func token() async throws(DriveError) -> HiddenText

    /// Returns a replacement for a token that was refused.
    ///
    /// - Returns: the current token if it already differs, or else a new one.
    /// - Throws: `signIn` if no token can be obtained; the error that keeps the server from issuing one.
    func token(insteadOf refused: HiddenText) async throws(DriveError) -> HiddenText
}

/// Decodes answers that must be JSON of a known form.
enum JSONAnswer {
    /// The maximum size of an answer: a page of 1,000 files with all requested fields is below 4 MB.
    static let limit = 32 * 1_024 * 1_024

    /// Decodes an answer.
    ///
    /// - Parameters:
    ///   - answer: the headers, for the content type.
    ///   - what: the name of the call, for errors: `files.list`.
    /// - Throws: `answer`, naming a member that is missing or has the wrong type.
    static func decode<Value: Decodable>(
        _ bytes: [UInt8], of answer: WireAnswer, to what: String
    ) throws(DriveError) -> Value {
        do {
            return try JSONDecoder().decode(Value.self, from: Data(bytes))
        } catch DecodingError.keyNotFound(let key, let context) {
            let path = (context.codingPath + [key]).map(\.stringValue).joined(separator: ".")
            throw DriveError(.answer, "the answer to \(what) has no \(path)", status: answer.status)
        } catch DecodingError.valueNotFound(_, let context), DecodingError.typeMismatch(_, let context) {
            let path = context.codingPath.map(\.stringValue).joined(separator: ".")
            let place = path.isEmpty ? "is something else than it should be" : "has something else for \(path)"
            throw DriveError(.answer, "the answer to \(what) \(place)", status: answer.status)
        } catch DecodingError.dataCorrupted(let context) where !context.codingPath.isEmpty {
            let path = context.codingPath.map(\.stringValue).joined(separator: ".")
            throw DriveError(.answer, "the answer to \(what) has something else for \(path)", status: answer.status)
        } catch {
            let type = answer.header("Content-Type")?.lowercased() ?? ""
            let isPage = type.contains("html") || bytes.first { $0 > 0x20 } == UInt8(ascii: "<")
            let form = isPage ? "is a web page, not JSON" : bytes.isEmpty ? "is empty" : "is not complete JSON"
            throw DriveError(.answer, "the answer to \(what) \(form)", status: answer.status)
        }
    }
}

/// Iterates over the pages of a list by their tokens.
package struct Pages: Sendable {
    /// The most pages in a row that bring nothing new. Drive may answer some empty ones while it searches; a list that
    /// has nothing but these would never end.
    private static let mostEmpty = 100

    private let call: String
    private var seen: Set<String> = []
    private var entries: Set<String> = []
    private var empty = 0
    /// The token to request the page with; nil for the first.
    package private(set) var token: String?

    /// - Parameter call: the name of the call, for errors: `files.list`.
    package init(of call: String) {
        self.call = call
    }

    /// Advances to the next page.
    ///
    /// - Parameters:
    ///   - next: the token from the page; nil or empty on the last.
    ///   - ids: the ids of the page's entries.
    /// - Returns: whether there is a next page.
    /// - Throws: `answer` if the token repeats an earlier one, or 100 pages in a row have no entry that earlier ones do
    ///   not have: neither would ever end.
    package mutating func turn(to next: String?, after ids: [String]) throws(DriveError) -> Bool {
        token = next.flatMap { $0.isEmpty ? nil : $0 }
        guard let token else { return false }
        guard seen.insert(token).inserted else {
            throw DriveError(.answer, "the pages of \(call) lead back to one of them")
        }
        let known = entries.count
        entries.formUnion(ids)
        empty = entries.count == known ? empty + 1 : 0
        if empty < Self.mostEmpty { return true }
        throw DriveError(.answer, "\(empty) pages of \(call) bring nothing new, and more would follow")
    }
}
