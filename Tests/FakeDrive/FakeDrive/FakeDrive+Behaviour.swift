/// What tests change about how it behaves, at any time.
extension FakeDrive {
    /// How lists come in pages.
    package var paging: Paging {
        get { change { world, _ in world.behaviour.paging } }
        set { change { world, _ in world.behaviour.paging = newValue } }
    }

    /// What an account may send in all, in bytes; nil is without limit. Beyond it 403 `userRateLimitExceeded` comes for
    /// good.
    package var dailyLimit: Int? {
        get { change { world, _ in world.behaviour.dailyLimit } }
        set { change { world, _ in world.behaviour.dailyLimit = newValue } }
    }

    /// How many calls are answered in a time; nil is without limit.
    package var rate: Rate? {
        get { change { world, _ in world.behaviour.rate } }
        set { change { world, _ in world.behaviour.rate = newValue } }
    }

    /// Whether files show neither SHA-256 nor SHA-1, as some older ones do.
    package var omitsSHA256: Bool {
        get { change { world, _ in world.behaviour.omitsSHA256 } }
        set { change { world, _ in world.behaviour.omitsSHA256 = newValue } }
    }

    /// What the person before the authorization page does; at first nothing.
    package var consent: Consent {
        get { change { world, _ in world.behaviour.consent } }
        set { change { world, _ in world.behaviour.consent = newValue } }
    }

    /// What the person does who was shown a device's code; at first nothing.
    package var deviceConsent: DeviceConsent {
        get { change { world, _ in world.behaviour.deviceConsent } }
        set { change { world, _ in world.behaviour.deviceConsent = newValue } }
    }

    /// Has files that are made from now on be in no list.
    package func lagLists() { change { world, _ in world.behaviour.listsLag = true } }

    /// Has all files be in lists again.
    package func catchUp() {
        change { world, _ in
            world.behaviour.listsLag = false
            for id in world.files.keys { world.files[id]?.isUnlisted = false }
        }
    }

    /// Ends all resumable uploads that are under way, as a week does.
    package func expireUploads() {
        change { world, _ in for id in world.uploads.keys { world.uploads[id]?.isGone = true } }
    }

    /// Moves the fake's clock on: tokens, sessions, intervals and `Retry-After` go by it.
    package func advance(by seconds: Double) {
        change { world, _ in world.clockOffset += Int(seconds * 1000) }
    }

    /// Has something go wrong with requests to come.
    ///
    /// - Parameters:
    ///   - fault: what.
    ///   - target: with which requests.
    ///   - times: with how many of them.
    package func plant(_ fault: Fault, at target: FaultTarget, times: Int = 1) {
        change { world, _ in world.faults.plant(.fault(fault), at: target, times: times) }
    }

    /// Has a request wait. It is let go by `release`, and by `stop`.
    ///
    /// - Parameters:
    ///   - target: which request.
    ///   - stage: where it waits.
    /// - Returns: what tells that it is there, and lets it go.
    package func hold(_ target: FaultTarget, at stage: HeldRequest.Stage = .handling) -> HeldRequest {
        let held = HeldRequest(stage)
        change { world, _ in
            world.faults.plant(.hold(held), at: target, times: 1)
            world.holds.append(held)
        }
        return held
    }

    /// Takes back what was planted and has not happened.
    package func removeFaults() { change { world, _ in world.faults.removeAll() } }

    /// Lets all requests go that hang: their connections are closed.
    package func releaseHangs() { core.releaseHangs() }

    /// All requests that came, in their order.
    package var requests: [FakeRequest] { change { world, _ in world.journal.requests } }

    /// What clients did not keep to, in the order in which it happened.
    package var breaches: [Breach] { change { world, _ in world.journal.breaches } }

    /// Forgets the breaches, as for a test that broke something on purpose.
    package func forgetBreaches() { change { world, _ in world.journal.breaches = [] } }
}
