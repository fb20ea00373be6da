/// The page on which a user consents (developers.google.com/identity/protocols/oauth2/native-app, RFC 6749 4.1.1).
extension World {
    /// Answers a request for the page with a redirect at once, as if the user had clicked.
    mutating func answerAuthorization(_ request: ReceivedRequest, now: Int) -> Answer {
        guard let client = clients[request.parameter("client_id") ?? ""] else {
            return page(401, "Error 401: invalid_client. The OAuth client was not found.")
        }
        guard let redirect = request.parameter("redirect_uri"), isPermitted(redirect, client) else {
            return page(400, "Error 400: redirect_uri_mismatch")
        }
        guard request.parameter("response_type") == "code" else {
            return page(400, "Error 400: invalid_request. response_type must be code.")
        }
        let scopes = Set((request.parameter("scope") ?? "").split(separator: " ").map(String.init))
        guard !scopes.isEmpty, scopes.isSubset(of: Scopes.known) else {
            return page(400, "Error 400: invalid_scope. Some requested scopes were invalid.")
        }
        let challenge = request.parameter("code_challenge")
        if challenge == nil || request.parameter("code_challenge_method") != "S256" {
            journal.breach(.noPKCE, request.number, "no code_challenge with the method S256")
        }
        let state = request.parameter("state")
        if (state ?? "").isEmpty { journal.breach(.noState, request.number, "no state") }
        switch behaviour.consent {
        case .ignore: return page(200, "Sign in with Google")
        case .deny: return redirected(redirect, [("error", "access_denied")], state)
        case .allow(let account), .wrongState(let account):
            let code = "4/0A" + letters(40)
            // A refresh token is issued with the first grant or with prompt=consent.
            let isFirst = signIn.granted.insert(client.id + " " + account.email).inserted
            let isOffline =
                request.parameter("access_type") == "offline" && (isFirst || request.parameter("prompt") == "consent")
            signIn.codes[code] = .init(
                client: client.id, email: account.email, scopes: scopes, redirect: redirect, challenge: challenge,
                isOffline: isOffline, deadline: now + 600_000)
            var wrong = state
            if case .wrongState = behaviour.consent { wrong = "x" + (state ?? "") }
            return redirected(
                redirect, [("code", code), ("scope", scopes.sorted().joined(separator: " "))], wrong)
        }
    }

    /// Whether a client may use this redirect address. Desktop clients may use this machine, on any port
    /// (developers.google.com/identity/protocols/oauth2/resources/loopback-migration).
    private func isPermitted(_ address: String, _ client: ClientRecord) -> Bool {
        guard client.kind != .device else { return false }
        return ["http://127.0.0.1", "http://localhost", "http://[::1]"].contains { host in
            guard address.hasPrefix(host) else { return false }
            let rest = address.dropFirst(host.count)
            return rest.isEmpty || rest.hasPrefix(":") || rest.hasPrefix("/")
        }
    }

    private func redirected(_ address: String, _ pairs: [(String, String)], _ state: String?) -> Answer {
        var all = pairs
        if let state { all.insert(("state", state), at: 0) }
        let query = all.map { "\($0.0)=\(AddressText.encoded($0.1))" }.joined(separator: "&")
        let sign = address.contains("?") ? "&" : "?"
        return Answer(status: 302, headers: [("Location", address + sign + query)])
    }

    private func page(_ status: Int, _ text: String) -> Answer {
        .text(status, "<!DOCTYPE html><title>\(text)</title><p>\(text)", type: "text/html; charset=utf-8")
    }
}
