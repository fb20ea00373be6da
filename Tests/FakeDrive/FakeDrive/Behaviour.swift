/// How lists are divided into pages.
package struct Paging: Equatable, Sendable {
    /// The number of empty pages before the first page with entries.
    package var emptyPages: Int
    /// The maximum size of a page; nil for the size that was asked for.
    package var partial: Int?

    package init(emptyPages: Int = 0, partial: Int? = nil) { (self.emptyPages, self.partial) = (emptyPages, partial) }
}

/// A limit of API calls in a period.
package struct Rate: Equatable, Sendable {
    package var requests: Int
    package var seconds: Double
    /// The value of the header `Retry-After`; nil for none.
    package var retryAfter: Int?
    /// 429 with `rateLimitExceeded`, or 403 with `userRateLimitExceeded`.
    package var status: Int

    package init(requests: Int, seconds: Double, retryAfter: Int? = nil, status: Int = 429) {
        (self.requests, self.seconds, self.retryAfter, self.status) = (requests, seconds, retryAfter, status)
    }
}

/// What the user does on the authorization page.
package enum Consent: Sendable {
    case allow(FakeAccount)
    case deny
    /// The user does nothing; the page stays open.
    case ignore
    /// The user allows, and someone changes `state` on the way.
    case wrongState(FakeAccount)
}

/// What the user does with a device's code.
package enum DeviceConsent: Sendable {
    /// Allows after this number of polls.
    case allow(FakeAccount, afterPolls: Int)
    /// Denies after this number of polls.
    case deny(afterPolls: Int)
    /// Does nothing until `approve` is called.
    case wait
}
