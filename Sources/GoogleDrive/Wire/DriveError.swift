/// Why Drive, or Google's sign-in, did not do what it was asked to. The room's one error; no secret is ever in it.
package struct DriveError: Error, Hashable, Sendable {
    /// What to do about it.
    package enum Kind: String, CaseIterable, Hashable, Sendable {
        // About the sign-in.

        /// Nobody is signed in, or the sign-in is over: revoked, expired, refused (`invalid_grant`).
        case signIn
        /// The user, or Google for the user, said no.
        case denied
        /// Nobody answered in time: a browser or a device code that nobody used.
        case expired
        /// The sign-in that there is does not reach so far: another scope is needed.
        case scope

        // About quotas.

        /// Too many requests in a short while: go on after a pause.
        case rateLimit
        /// The quota of a day is used up: go on another day.
        case dailyLimit
        /// Nothing more fits: storage, or the number of files of a shared drive or a folder.
        case storageFull

        // About what was asked for.

        /// It is not there, or this client may not see it.
        case notFound
        /// Something has that id already.
        case conflict
        /// The user may see it, and not do this to it.
        case forbidden
        /// The Drive API is not enabled for the client's project.
        case apiDisabled
        /// An upload session is over: the upload begins anew.
        case sessionGone
        /// The request is refused as it is; the same one again will be, too.
        case refused

        // About the way.

        /// The server failed, and may not fail the next time.
        case server
        /// The connection ended before the answer did: nobody knows whether it was done.
        case brokenOff
        /// Nothing came for too long: nobody knows whether it was done.
        case timedOut
        /// There is no connection: no such host, nobody listens, the proxy refuses.
        case unreachable
        /// The server's certificate is not one to be trusted.
        case certificate
        /// The answer cannot be understood: no JSON, cut, or without a member that it must have.
        case answer

        // About this side.

        /// What the caller gave cannot be used: an address, a proxy, a client file.
        case settings
        /// What was to be sent cannot be read; the reader knows why.
        case source
        /// Tokens cannot be read or kept.
        case storage
        /// The caller's task was cancelled.
        case cancelled
    }

    /// What to do about it.
    package var kind: Kind
    /// Why, in one sentence without a full stop. What a server said in it may have any characters.
    package var message: String
    /// The status of the server's answer; nil where there was none.
    package var status: Int?
    /// Google's own word for it, such as `userRateLimitExceeded`; nil where it gave none.
    package var reason: String?
    /// How long the server asks to be left alone (`Retry-After`); nil where it says nothing.
    package var retryAfter: Duration?
    /// The command that mends it, such as a `chmod`; nil where nobody knows one.
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

    /// Whether the same thing may go well after a while.
    package var mayPass: Bool {
        switch kind {
        case .rateLimit, .server, .brokenOff, .timedOut, .unreachable: true
        default: false
        }
    }
}
