/// The sign-in of devices without a browser
/// (RFC 8628; developers.google.com/identity/protocols/oauth2/limited-input-device).
extension World {
    /// Answers a request to `/device/code`.
    mutating func answerDevice(_ request: ReceivedRequest, address: String, now: Int) -> Answer {
        let form = request.form
        do throws(SignInError) {
            guard let client = clients[form["client_id"] ?? ""] else {
                throw SignInError(401, "invalid_client", "The OAuth client was not found.")
            }
            guard client.kind == .device else { throw SignInError(401, "invalid_client", "Invalid client type.") }
            let scopes = Set((form["scope"] ?? "").split(separator: " ").map(String.init))
            guard !scopes.isEmpty, scopes.isSubset(of: Scopes.device) else {
                throw SignInError(400, "invalid_scope", "Invalid device flow scope: \(form["scope"] ?? "")")
            }
            let code = "AH-1Ng" + letters(60)
            let userCode = (letters(3) + "-" + letters(3) + "-" + letters(3)).uppercased()
            signIn.devices[code] = .init(
                client: client.id, scopes: scopes, userCode: userCode, deadline: now + 1_800_000, interval: 5)
            return .json([
                "device_code": .string(code), "user_code": .string(userCode), "expires_in": 1800, "interval": 5,
                "verification_url": .string(address + "/device"),
            ])
        } catch {
            return error.answer
        }
    }

    mutating func poll(
        _ form: [String: String], _ request: ReceivedRequest, _ now: Int
    ) throws(SignInError) -> Answer {
        let name = form["device_code"] ?? ""
        guard let client = clients[form["client_id"] ?? ""], form["client_secret"] == client.secret else {
            throw SignInError(401, "invalid_client", "The OAuth client was not found.")
        }
        guard var device = signIn.devices[name], device.client == client.id else {
            throw SignInError(400, "invalid_grant", "Malformed device code.")
        }
        guard device.deadline > now else { throw SignInError(400, "expired_token", "The device code has expired.") }
        let isEarly = device.lastPoll.map { now - $0 < device.interval * 1000 } ?? false
        device.lastPoll = now
        device.polls += 1
        decide(&device)
        // A poll that comes too early extends the interval by five seconds (RFC 8628, 3.5).
        if isEarly { device.interval += 5 }
        signIn.devices[name] = device
        guard !isEarly else {
            journal.breach(.pollTooEarly, request.number, "the interval is \(device.interval - 5) s")
            throw SignInError(403, "slow_down", "Forbidden")
        }
        guard !device.isDenied else {
            signIn.devices[name] = nil
            throw SignInError(403, "access_denied", "Forbidden")
        }
        guard let email = device.approvedBy else {
            throw SignInError(428, "authorization_pending", "Precondition Required")
        }
        signIn.devices[name] = nil
        return grant(client.id, email, device.scopes, withRefresh: true, now)
    }

    private func decide(_ device: inout SignInRecords.Device) {
        switch behaviour.deviceConsent {
        case .allow(let account, let polls): if device.polls > polls { device.approvedBy = account.email }
        case .deny(let polls): if device.polls > polls { device.isDenied = true }
        case .wait: break
        }
    }
}
