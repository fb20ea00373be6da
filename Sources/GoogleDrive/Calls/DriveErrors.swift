import FoundationEssentials

/// Converts an answer without success to an error.
enum DriveErrors {
    /// The maximum number of bytes read of an error's body.
    static let limit = 64 * 1_024
    private static let longestMessage = 300

    /// Returns the error of an answer, classified by Google's `reason` if there is one, or else by the status.
    ///
    /// - Parameters:
    ///   - body: the body, as far as it was read.
    ///   - secrets: texts to remove from the message, since the server may repeat them.
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

    /// Classifies an error. The reasons are those in Drive's guide to errors, and others that it was seen to send.
    static func kind(status: Int, reason: String?, message: String) -> DriveError.Kind {
        switch reason {
        case "userRateLimitExceeded", "rateLimitExceeded", "sharingRateLimitExceeded", "RATE_LIMIT_EXCEEDED":
            // Drive reports the limit on bytes that an account may send per day with the same reason.
            return message.contains("daily") || message.contains("per day") ? .dailyLimit : .rateLimit
        case "dailyLimitExceeded", "dailyLimitExceededUnreg", "quotaExceeded": return .dailyLimit
        case "storageQuotaExceeded", "teamDriveFileLimitExceeded", "teamDriveHierarchyTooDeep",
            "numChildrenInNonRootLimitExceeded", "activeItemCreationLimitExceeded":
            return .storageFull
        case "accessNotConfigured", "SERVICE_DISABLED": return .apiDisabled
        case "ACCESS_TOKEN_SCOPE_INSUFFICIENT": return .scope
        // Some servers send a 403 where only a new token helps.
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

    /// The `Retry-After` header (RFC 9110, section 10.2.3): seconds, or a date, which is compared with the server's own
    /// clock.
    static func retryAfter(_ answer: WireAnswer) -> Duration? {
        guard let text = answer.header("Retry-After") else { return nil }
        if let seconds = Int64(text), seconds >= 0 { return .seconds(min(seconds, 86_400)) }
        guard let then = HTTPDate.seconds(text), let now = answer.header("Date").flatMap(HTTPDate.seconds) else {
            return nil
        }
        return .seconds(min(max(0, then - now), 86_400))
    }
}

/// The body of an error: Google's JSON, the JSON of sign-ins (RFC 6749, section 5.2), or text.
private struct ErrorBody {
    var message: String?
    var reason: String?
    /// Whether the body is a web page.
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
            // The details are newer and more exact.
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

/// The dates of HTTP headers: RFC 9110, section 5.6.7, in the only form that servers may send.
enum HTTPDate {
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    /// Seconds since 1970 for a date like `Sun, 06 Nov 1994 08:49:37 GMT`; nil if the text is not such a date.
    static func seconds(_ text: String) -> Int64? {
        let parts = text.split(separator: " ")
        guard parts.count == 6, parts[5] == "GMT", let day = Int64(parts[1]),
            let month = months.firstIndex(of: String(parts[2])),
            let year = Int64(parts[3]), (1...31).contains(day), (1_970...9_999).contains(year)
        else { return nil }
        let time = parts[4].split(separator: ":").compactMap { Int64($0) }
        guard time.count == 3, (0...23).contains(time[0]), (0...59).contains(time[1]), (0...60).contains(time[2]) else {
            return nil
        }
        return days(year: year, month: Int64(month) + 1, day: day) * 86_400 + time[0] * 3_600 + time[1] * 60 + time[2]
    }

    /// Days since 1970-01-01 of a date in the Gregorian calendar. The year is counted from March, so that the leap day
    /// is its last.
    private static func days(year: Int64, month: Int64, day: Int64) -> Int64 {
        let shifted = month > 2 ? year : year - 1
        let (era, yearOfEra) = (shifted / 400, shifted % 400)
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }
}
