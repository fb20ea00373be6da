import FoundationEssentials
import PhotoModel
package import PhotoPipeline

/// Interprets rclone's errors. They are texts, mostly of the servers behind it, so they are recognised by their words;
/// the first matching line of the table counts.
package enum RcloneErrors {
    private struct Line {
        let kind: UploadError.Kind
        /// Status codes of HTTP and FTP, if the text contains one.
        var codes: Set<Int> = []
        /// What a temporary error becomes if it lasts.
        var lasting: UploadError.Kind?
        let words: [String]
    }

    private static let table: [Line] = [
        // A remote that is not set up, or is misspelled: no file can be sent there.
        Line(kind: .unavailable, words: ["didn't find section in config file", "didn't find backend called"]),
        // Sign-in: what servers say of a token that has expired or was revoked (RFC 6749, section 5.2; RFC 9110,
        // section 15.5.2; FTP's 530), and what rclone says if there is none.
        Line(
            kind: .signIn, codes: [401, 530],
            words: [
                "invalid_grant", "invalid_token", "expired_access_token", "invalid_access_token", "token expired",
                "token has been expired", "token has expired", "empty token found", "couldn't fetch token",
                "unauthenticated", "invalidauthenticationtoken", "expiredtoken", "invalidaccesskeyid",
                "signaturedoesnotmatch", "unable to authenticate", "authentication failed", "login incorrect",
                "bad_auth_token",
            ]),
        // A disk without room: errno's text, rclone's own where it lays a file out, FTP's 452 (RFC 959, section 4.2).
        Line(
            kind: .full, codes: [452],
            words: [
                "no space left on device", "remaining disk space", "xminiostoragefull", "insufficient disk",
                "insufficient storage space",
            ]),
        // Quotas: of an account, of a user on a disk, of a day (Drive's 750 GB, B2's caps). 507 is WebDAV's for an
        // account that has used up its own (RFC 4331, section 6), and FTP's 552 means that the allocation is exceeded.
        Line(
            kind: .quota, codes: [507, 552],
            words: [
                "dailylimitexceeded", "uploadlimitexceeded", "upload limit", "download quota", "daily limit",
                "daily_limit", "cap_exceeded", "cap exceeded", "transfer limit",
                "disk quota exceeded", "insufficient storage", "storagequotaexceeded", "storage quota", "over quota",
                "overquota", "quota exceeded", "quotaexceeded", "quota_exceeded", "insufficient_space",
                "quotalimitreached", "notenoughspace", "not enough space", "storage limit", "storage_limit_exceeded",
            ]),
        // Temporary: rate limits, servers that are busy or starting (RFC 6585, section 4; RFC 9110, 15.6.4). Whether a
        // 503 says how long to wait (Retry-After), rclone does not tell.
        Line(
            kind: .transient, codes: [408, 421, 425, 426, 429, 503, 509],
            words: [
                "try again after", "retry after", "retry-after", "too many requests", "too_many_requests",
                "ratelimitexceeded", "rate limit", "slowdown", "slow down", "service unavailable", "serviceunavailable",
                "backenderror", "resource temporarily unavailable", "locked",
            ]),
        // Temporary too, unless the server is gone: there was no answer, or only one of what stands before it, as
        // Cloudflare's 520 to 524.
        Line(
            kind: .transient, codes: [500, 502, 504, 520, 521, 522, 523, 524], lasting: .unavailable,
            words: [
                "internal server error", "bad gateway", "gateway timeout", "internalerror", "connection refused",
                "connection reset", "broken pipe", "connection lost", "connection aborted",
                "use of closed network connection", "unexpected eof", "i/o timeout", "timeout awaiting",
                "deadline exceeded", "handshake timeout", "timed out", "server closed", "goaway", ": eof",
                "temporary failure in name resolution",
            ]),
        // No server, not the expected one, or a disk that is not writable: until somebody fixes it, no file can be
        // sent.
        Line(
            kind: .unavailable,
            words: [
                "no such host", "network is unreachable", "no route to host", "host is down", "x509:", "certificate",
                "knownhosts", "host key", "unsupported protocol scheme", "nosuchbucket", "bucket does not exist",
                "transport endpoint is not connected", "stale file handle", "read-only file system",
                "input/output error", "is it obscured?",
            ]),
        // Nothing has the name. rclone's own texts, and those of servers that it passes on.
        Line(
            kind: .missing, codes: [404, 410],
            words: [
                "object not found", "directory not found", "no such file or directory", "no such directory",
                "nosuchkey",
                "file does not exist", ": not a directory",
            ]),
        // The name is taken (RFC 4918, section 9.9.4: 412 for "Overwrite: F").
        Line(kind: .taken, codes: [412], words: ["precondition failed"]),
        // Names and files that a server does not accept.
        Line(
            kind: .refused, codes: [413, 414, 553],
            words: [
                "name too long", "invalidname", "invalid file name", "malformed_path", "disallowed_name", "filetoobig",
                "file too large", "entitytoolarge", "maximum file size", "invalid characters", "nameinvalid",
                "is a directory not a file",
            ]),
    ]

    /// The error for an answer that is not a success.
    ///
    /// - Parameters:
    ///   - body: an object with `error`, or a text.
    ///   - status: the answer's status.
    ///   - secrets: what the error must not contain.
    /// - Returns: the error, in one line.
    static func error(_ body: Data, status: Int, secrets: RcloneSecrets) -> UploadError {
        let message =
            (try? JSONDecoder().decode(ErrorBody.self, from: body))?.error ?? String(decoding: body, as: UTF8.self)
        let error = error(saying: message, status: status)
        let text = secrets.blanked(error.detail)
        return UploadError(
            error.kind, text.count > 500 ? text.prefix(500) + "…" : text, retryAfter: error.retryAfter,
            lasting: error.lasting)
    }

    /// The error for a text of rclone, which is kept completely, in one line.
    ///
    /// - Parameter status: the status of the answer that contained it.
    package static func error(saying text: String, status: Int) -> UploadError {
        let line = text.split { $0.isNewline || $0 == "\t" }.joined(separator: " ")
        let detail = line.isEmpty ? "rclone answers with status \(status)" : terminalSafe(line)
        // rclone answers all errors of servers with status 500, so only another status means anything.
        if status == 404 { return UploadError(.missing, detail, retryAfter: pause(in: line)) }
        let known = entry(for: line)
        return UploadError(known?.kind ?? .failed, detail, retryAfter: pause(in: line), lasting: known?.lasting)
    }

    private struct ErrorBody: Decodable {
        let error: String
    }

    /// The line of the table for a text; nil if there is none.
    private static func entry(for text: String) -> Line? {
        let (text, code) = (text.lowercased(), code(in: text))
        return table.first { line in
            line.words.contains { text.contains($0) } || code.map(line.codes.contains) == true
        }
    }

    /// The status of a server's answer, if the text mentions one as such: names contain numbers too.
    private static func code(in text: String) -> Int? {
        let named = /(?i)(?:\berror|\bstatus|\bcode|\bhttp(?:\/[0-9.]+)?)[ :=(]{1,3}([45][0-9]{2})\b/
        // As in the first line of an answer: "507 Insufficient Storage", "552 Requested file action aborted".
        let worded = /(?:^|: |\()([45][0-9]{2})[ -][A-Z]/
        return (text.firstMatch(of: named)?.output.1 ?? text.firstMatch(of: worded)?.output.1).flatMap { Int($0) }
    }

    /// How long a server asks to wait: `try again after … (12.5s)`, `Retry-After: 30`.
    private static func pause(in text: String) -> Duration? {
        if let match = text.firstMatch(of: /(?i)try again after [^(]*\(([0-9hms.]+)\)/) {
            return duration(match.output.1)
        }
        guard let match = text.firstMatch(of: /(?i)retry[- ]after:? "?([0-9]{1,6})(?:s|\b)/) else { return nil }
        return Int64(match.output.1).map(Duration.seconds)
    }

    /// A duration as Go writes it: `1h2m3.5s`, `250ms`.
    private static func duration(_ text: Substring) -> Duration? {
        var total = Duration.zero
        for part in text.matches(of: /([0-9]+(?:\.[0-9]+)?)(ms|h|m|s)/) {
            guard let number = Double(part.output.1) else { return nil }
            switch part.output.2 {
            case "h": total += .seconds(number * 3_600)
            case "m": total += .seconds(number * 60)
            case "s": total += .seconds(number)
            default: total += .milliseconds(number)
            }
        }
        return total > .zero ? total : nil
    }
}
