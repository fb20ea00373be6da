/// How lists come in pages.
package struct Paging: Equatable, Sendable {
    /// So many pages of each list are empty before the first that is not.
    package var emptyPages: Int
    /// No page has more than this, whatever was asked for; nil as was asked for.
    package var partial: Int?

    package init(emptyPages: Int = 0, partial: Int? = nil) { (self.emptyPages, self.partial) = (emptyPages, partial) }
}

/// A limit of calls of the API in a time.
package struct Rate: Equatable, Sendable {
    package var requests: Int
    package var seconds: Double
    /// What the header `Retry-After` says; nil is none.
    package var retryAfter: Int?
    /// 429 with `rateLimitExceeded`, or 403 with `userRateLimitExceeded`.
    package var status: Int

    package init(requests: Int, seconds: Double, retryAfter: Int? = nil, status: Int = 429) {
        (self.requests, self.seconds, self.retryAfter, self.status) = (requests, seconds, retryAfter, status)
    }
}

/// What the person before the authorization page does.
package enum Consent: Sendable {
    case allow(FakeAccount)
    case deny
    /// Nothing: the page stays.
    case ignore
    /// Allows, and somebody changes `state` on the way.
    case wrongState(FakeAccount)
}

/// What the person does who was shown a device's code.
package enum DeviceConsent: Sendable {
    /// Allows once the device has asked so often in vain.
    case allow(FakeAccount, afterPolls: Int)
    /// Denies once the device has asked so often in vain.
    case deny(afterPolls: Int)
    /// Nothing, unless `approve` says so.
    case wait
}
