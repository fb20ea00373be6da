import FoundationEssentials

/// Reads what a server said that is no success.
enum DriveErrors {
    /// The most of an error that is read, and of what it says that is told.
    static let limit = 64 * 1_024
    private static let longestMessage = 300

    /// The error of an answer, by Google's `reason` where it gives one, else by the status.
    ///
    /// - Parameters:
    ///   - answer: status and headers.
    ///   - body: what came with them, as far as it was read.
    ///   - host: who was asked.
    ///   - secrets: what may not be told, though the server may have repeated it.
    /// - Returns: the error.
    static func error(_ answer: WireAnswer, body: [UInt8], host: String, secrets: [HiddenText]) -> DriveError {
        let details = ErrorBody(body, type: answer.header("Content-Type") ?? "")
        let reason = details.reason
        let kind = kind(status: answer.status, reason: reason, message: details.message ?? "")
        var message = "\(host) answered \(answer.status)"
        if let text = details.message.map(secrets.blanked) {
            message += ": \(text.prefix(longestMessage))"
        } else if details.isPage {
            message += " with a web page, which Google's own servers do not do: a proxy may have answered instead"
        }
        return DriveError(
            kind, message, status: answer.status, reason: reason.map(secrets.blanked), retryAfter: retryAfter(answer))
    }

    /// What is to be done about it. The reasons are those of Drive's guide to errors, and those that it was seen to
    /// give.
    static func kind(status: Int, reason: String?, message: String) -> DriveError.Kind {
        switch reason {
        case "userRateLimitExceeded", "rateLimitExceeded", "sharingRateLimitExceeded", "RATE_LIMIT_EXCEEDED":
            // Drive has no other word for the bytes that an account may send in a day.
            return message.contains("daily") || message.contains("per day") ? .dailyLimit : .rateLimit
        case "dailyLimitExceeded", "dailyLimitExceededUnreg", "quotaExceeded": return .dailyLimit
        case "storageQuotaExceeded", "teamDriveFileLimitExceeded", "teamDriveHierarchyTooDeep",
            "numChildrenInNonRootLimitExceeded", "activeItemCreationLimitExceeded":
            return .storageFull
        case "accessNotConfigured", "SERVICE_DISABLED": return .apiDisabled
        case "ACCESS_TOKEN_SCOPE_INSUFFICIENT": return .scope
        // Some servers give a 403 for what only a token can mend.
        case "authError", "expired", "required": if status == 401 || status == 403 { return .signIn }
        default: break
        }
        switch status {
        case 401: return .signIn
        case 403:
            return message.lowercased().contains("insufficient authentication scopes") ? .scope : .forbidden
        case 404: return .notFound
        case 409: return .conflict
        case 408: return .timedOut
        case 429: return .rateLimit
        case 500...: return .server
        case 300..<400: return .answer
        default: return .refused
        }
    }

    /// RFC 9110, section 10.2.3: seconds, or a date, from which the server's own time is taken.
    static func retryAfter(_ answer: WireAnswer) -> Duration? {
        guard let text = answer.header("Retry-After") else { return nil }
        if let seconds = Int64(text), seconds >= 0 { return .seconds(min(seconds, 86_400)) }
        guard let then = HTTPDate.seconds(text), let now = answer.header("Date").flatMap(HTTPDate.seconds) else {
            return nil
        }
        return .seconds(min(max(0, then - now), 86_400))
    }
}

/// What the body of an error says: Google's JSON, the JSON of sign-ins (RFC 6749, section 5.2), or text.
private struct ErrorBody {
    var message: String?
    var reason: String?
    /// Whether it is a web page.
    var isPage = false

    private struct Drive: Decodable {
        struct Inner: Decodable {
            struct Item: Decodable {
                let reason: String?
            }
            let message: String?
            let errors: [Item]?
            let details: [Item]?
        }
        let error: Inner
    }

    private struct SignIn: Decodable {
        let error: String
        let error_description: String?
    }

    init(_ body: [UInt8], type: String) {
        let data = Data(body)
        if let drive = try? JSONDecoder().decode(Drive.self, from: data) {
            message = drive.error.message
            // The detail is the later and the more exact one.
            reason = drive.error.details?.compactMap(\.reason).first ?? drive.error.errors?.compactMap(\.reason).first
        } else if let signIn = try? JSONDecoder().decode(SignIn.self, from: data) {
            message = signIn.error_description ?? signIn.error
            reason = signIn.error
        } else if type.lowercased().hasPrefix("text/plain") {
            let line = String(decoding: body, as: UTF8.self).split(whereSeparator: \.isNewline).first
            message = line.map(String.init)
        } else {
            isPage = type.lowercased().contains("html") || body.first == UInt8(ascii: "<")
        }
    }
}
