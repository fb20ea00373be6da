/// An error of Drive or of Google's sign-in; the module's only error type. It never contains a secret.
package struct DriveError: Error, Hashable, Sendable {
    /// The kind of an error, by what to do about it.
    package enum Kind: String, CaseIterable, Hashable, Sendable {
        // About the sign-in.

        /// Nobody is signed in, or the sign-in has ended: revoked, expired, refused (`invalid_grant`).
        case signIn
        /// The user, or Google for the user, refused.
        case denied
        /// No answer in time: the browser page or device code was not used.
        case expired
        /// The sign-in lacks a required scope.
        case scope

        // About quotas.

        /// Too many requests in a short time: continue after a pause.
        case rateLimit
        /// The daily quota is used up: continue on another day.
        case dailyLimit
        /// No space is left: storage, or the number of files in a shared drive or folder.
        case storageFull

        // About the request.

        /// The file does not exist, or this client may not see it.
        case notFound
        /// The id is already in use.
        case conflict
        /// The user may see the file but not do this with it.
        case forbidden
        /// The Drive API is not enabled for the client's project.
        case apiDisabled
        /// The upload session has ended: restart the upload.
        case sessionGone
        /// The request is invalid: repeating it will not help.
        case refused

        // About the connection.

        /// The server failed, perhaps only temporarily.
        case server
        /// The connection ended before the answer did: the outcome is unknown.
        case brokenOff
        /// Nothing arrived for too long: the outcome is unknown.
        case timedOut
        /// No connection: unknown host, no listener, or a refusing proxy.
        case unreachable
        /// The server's certificate is not trusted.
        case certificate
        /// The answer cannot be decoded: not JSON, truncated, or without a required member.
        case answer

        // About this side.

        /// An argument is unusable: an address, a proxy, a client file.
        case settings
        /// libcurl is missing or too old.
        case library
        /// The content to send cannot be read; the reader knows the cause.
        case source
        /// Tokens cannot be read or stored.
        case storage
        /// The calling task was cancelled.
        case cancelled
    }

    package var kind: Kind
    /// The cause, in one sentence without a full stop. A server's words in it may contain any characters.
    package var message: String
    /// The HTTP status; nil if there was no answer.
    package var status: Int?
    /// Google's code for the error, such as `userRateLimitExceeded`; nil if there is none.
    package var reason: String?
    /// How long the server asks to wait (`Retry-After`); nil if it does not say.
    package var retryAfter: Duration?
    /// The command that helps, such as a `chmod`; nil if there is none.
    package var next: String?

    package init(
        _ kind: Kind, _ message: String, status: Int? = nil, reason: String? = nil, retryAfter: Duration? = nil,
        next: String? = nil
    ) {
        self.kind = kind
        self.message = message
        self.status = status
        self.reason = reason
        self.retryAfter = retryAfter
        self.next = next
    }

    /// Whether the same request may succeed later.
    package var mayPass: Bool {
        switch kind {
        case .rateLimit, .server, .brokenOff, .timedOut, .unreachable: true
        default: false
        }
    }
}
