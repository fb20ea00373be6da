extension World {
    /// Answers an API call.
    ///
    /// - Parameters:
    ///   - request: the request, whose body is not file content.
    ///   - path: the path's components after `/drive/v3`.
    /// - Returns: the answer, which may be an error.
    mutating func answerCall(_ request: ReceivedRequest, _ path: [String], now: Int) -> Answer {
        do throws(APIError) {
            var call = try prepare(request, path, now: now)
            guard let method = DriveMethod.table.first(where: { $0.name == call.method }) else {
                return Self.unknownAddress(request)
            }
            if let schema = method.takes {
                call.body = try body(request.body, of: schema, for: request)
            } else if !request.body.isEmpty {
                journal.breach(.wrongBody, request.number, "\(method.name) takes no body")
            }
            let answer = try carryOut(call)
            return method.gives == nil ? Answer(status: 204) : answer
        } catch {
            return error.answer
        }
    }

    /// Checks what applies to every call: a token with a sufficient scope, valid parameters, the rate limit.
    mutating func prepare(_ request: ReceivedRequest, _ path: [String], now: Int) throws(APIError) -> APICall {
        let caller = try caller(of: request, now: now)
        guard let (method, values) = DriveMethod.find(request.method, path) else {
            throw APIError(404, "notFound", "There is no call \(request.method) \(request.path).")
        }
        try checkRate(now)
        guard method.scopes.contains(where: { caller.scopes.contains(Scopes.prefix + $0) }) else {
            throw APIError(
                403, "insufficientPermissions",
                "Insufficient Permission: Request had insufficient authentication scopes.")
        }
        let query = try parameters(request, method)
        if method.gives != nil, query["fields"] == nil, query["alt"] != "media" {
            journal.breach(.noFields, request.number, "\(method.name) without fields")
            if method.name == "about.get" {
                throw APIError(400, "required", "The 'fields' parameter is required for this method.", at: "fields")
            }
        }
        if method.parameters["supportsAllDrives"] != nil, query["supportsAllDrives"] != "true" {
            journal.breach(.noSupportsAllDrives, request.number, "\(method.name) without supportsAllDrives=true")
        }
        return APICall(
            number: request.number, method: method.name, values: values, query: query, caller: caller, now: now)
    }

    private mutating func parameters(
        _ request: ReceivedRequest, _ method: DriveMethod
    ) throws(APIError) -> [String: String] {
        var query: [String: String] = [:]
        for (name, value) in request.query {
            guard let type = method.parameters[name] ?? DriveMethod.common[name] else {
                journal.breach(.unknownParameter, request.number, "\(method.name) has no parameter \(name)")
                throw APIError(400, "invalidParameter", "Invalid parameter: \(name)", at: name)
            }
            if type.hasSuffix("!") { journal.breach(.deprecatedParameter, request.number, "\(name) is deprecated") }
            if let mistake = Schema.mistake(inParameter: value, of: type) {
                throw APIError(400, "invalidParameter", "Invalid value '\(value)': it \(mistake).", at: name)
            }
            query[name] = value
        }
        return query
    }

    /// Reads a JSON body and checks it against its schema.
    mutating func body(
        _ bytes: [UInt8], of schema: String, for request: ReceivedRequest
    ) throws(APIError) -> JSON {
        if bytes.isEmpty { return .object([]) }
        let type = request.header("content-type") ?? ""
        if !type.hasPrefix("application/json") {
            journal.breach(.wrongBody, request.number, "the body is \(type), not application/json")
        }
        guard let body = JSON(parsing: bytes) else {
            journal.breach(.wrongBody, request.number, "the body is no JSON")
            throw APIError(400, "parseError", "Parse Error")
        }
        if let mistake = Schema.mistake(in: body, of: schema) {
            journal.breach(.wrongBody, request.number, "\(schema): \(mistake)")
            throw APIError(400, "badRequest", "Invalid JSON payload received. \(mistake)")
        }
        return body
    }

    private mutating func carryOut(_ call: APICall) throws(APIError) -> Answer {
        switch call.method {
        case "about.get": try about(call)
        case "files.generateIds": try generateIDs(call)
        case "files.get": try getFile(call)
        case "files.list": try listFiles(call)
        case "files.create": try createFile(call)
        case "files.copy": try copyFile(call)
        case "files.update": try updateFile(call)
        case "files.delete": try deleteFile(call)
        case "permissions.list": try listPermissions(call)
        case "permissions.get": try getPermission(call)
        case "permissions.create": try createPermission(call)
        case "permissions.update": try updatePermission(call)
        case "permissions.delete": try deletePermission(call)
        case "drives.list": try listDrives(call)
        case "drives.get": try getDrive(call)
        default: throw APIError(501, "notImplemented", "FakeDrive does not have \(call.method).")
        }
    }

    /// The caller that a request's token stands for. Only the header `Authorization` is read (RFC 6750, 2.1).
    ///
    /// - Throws: 401 if there is no token, or if it is not valid any more.
    func caller(of request: ReceivedRequest, now: Int) throws(APIError) -> Caller {
        let words = request.header("authorization")?.split(separator: " ") ?? []
        guard words.count == 2, words[0].lowercased() == "bearer" else {
            throw unauthorized("required", "Login Required.")
        }
        guard let token = signIn.accessTokens[String(words[1])], token.deadline > now else {
            throw unauthorized("authError", "Invalid Credentials")
        }
        return token.caller
    }

    private func unauthorized(_ reason: String, _ message: String) -> APIError {
        var error = APIError(401, reason, message, at: "Authorization")
        error.locationType = "header"
        return error
    }

    /// Enforces the rate limit (developers.google.com/workspace/drive/api/guides/limits).
    private mutating func checkRate(_ now: Int) throws(APIError) {
        guard let rate = behaviour.rate else { return }
        recentCalls.removeAll { $0 <= now - Int(rate.seconds * 1000) }
        guard recentCalls.count < rate.requests else {
            let reason = rate.status == 429 ? "rateLimitExceeded" : "userRateLimitExceeded"
            var error = APIError(rate.status, reason, "Rate Limit Exceeded")
            error.retryAfter = rate.retryAfter
            throw error
        }
        recentCalls.append(now)
    }

    /// The HTML page that Google's servers return for an unknown path.
    static func unknownAddress(_ request: ReceivedRequest) -> Answer {
        .text(
            404,
            "<!DOCTYPE html><title>Error 404 (Not Found)</title><p>The requested URL was not found on this server.",
            type: "text/html; charset=UTF-8")
    }
}
