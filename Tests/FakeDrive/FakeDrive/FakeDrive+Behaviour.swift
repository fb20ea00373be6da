/// Behaviour that tests can change at any time.
extension FakeDrive {
    /// How lists are divided into pages.
    package var paging: Paging {
        get { change { world, _ in world.behaviour.paging } }
        set { change { world, _ in world.behaviour.paging = newValue } }
    }

    /// The number of bytes that an account may send in total; nil for no limit. Beyond it every upload fails with 403
    /// `userRateLimitExceeded`.
    package var dailyLimit: Int? {
        get { change { world, _ in world.behaviour.dailyLimit } }
        set { change { world, _ in world.behaviour.dailyLimit = newValue } }
    }

    /// The limit of API calls in a period; nil for no limit.
    package var rate: Rate? {
        get { change { world, _ in world.behaviour.rate } }
        set { change { world, _ in world.behaviour.rate = newValue } }
    }

    /// Whether files have neither SHA-256 nor SHA-1, like some old ones.
    package var omitsSHA256: Bool {
        get { change { world, _ in world.behaviour.omitsSHA256 } }
        set { change { world, _ in world.behaviour.omitsSHA256 = newValue } }
    }

    /// What the user does on the authorization page; at first nothing.
    package var consent: Consent {
        get { change { world, _ in world.behaviour.consent } }
        set { change { world, _ in world.behaviour.consent = newValue } }
    }

    /// What the user does with a device's code; at first nothing.
    package var deviceConsent: DeviceConsent {
        get { change { world, _ in world.behaviour.deviceConsent } }
        set { change { world, _ in world.behaviour.deviceConsent = newValue } }
    }

    /// Expires all resumable uploads, as after a week.
    package func expireUploads() {
        change { world, _ in for id in world.uploads.keys { world.uploads[id]?.isGone = true } }
    }

    /// Advances the fake's clock, which tokens, sessions, polling intervals and `Retry-After` use.
    package func advance(by seconds: Double) {
        change { world, _ in world.clockOffset += Int(seconds * 1000) }
    }

    /// Plants a fault for requests to come.
    ///
    /// - Parameter times: the number of requests that it applies to.
    package func plant(_ fault: Fault, at target: FaultTarget, times: Int = 1) {
        change { world, _ in world.faults.plant(.fault(fault), at: target, times: times) }
    }

    /// Holds a request until `release` or `stop`.
    package func hold(_ target: FaultTarget, at stage: HeldRequest.Stage = .handling) -> HeldRequest {
        let held = HeldRequest(stage)
        change { world, _ in
            world.faults.plant(.hold(held), at: target, times: 1)
            world.holds.append(held)
        }
        return held
    }

    /// Removes planted faults that have not happened yet.
    package func removeFaults() { change { world, _ in world.faults.removeAll() } }

    /// Releases all hanging requests; their connections are closed.
    package func releaseHangs() { core.releaseHangs() }

    /// All requests in order of arrival.
    package var requests: [FakeRequest] { change { world, _ in world.journal.requests } }

    /// The breaches by clients, in order.
    package var breaches: [Breach] { change { world, _ in world.journal.breaches } }

    /// Clears the breaches, for a test that provokes some.
    package func forgetBreaches() { change { world, _ in world.journal.breaches = [] } }
}
