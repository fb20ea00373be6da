import PhotoModel
import PhotoPipeline

/// Reports the account that is signed in.
struct AccountReport {
    /// Nanoseconds since 1970.
    let now: Int64

    func json(_ authorization: GoogleAuthorization) -> JSONLine {
        var line = JSONLine(type: "authorization")
        line.set("provider", "google")
        line.set("url", authorization.url)
        line.set("userCode", authorization.userCode)
        return line
    }

    func lines(_ authorization: GoogleAuthorization) -> [String] {
        let page = terminalSafe(authorization.url)
        guard let code = authorization.userCode else { return ["Sign in on this Google page:", "  \(page)"] }
        return ["Open this page on any machine and type the code:", "  \(page)", "  \(terminalSafe(code))"]
    }

    func json(_ account: GoogleAccount) -> JSONLine {
        var line = JSONLine(type: "account")
        line.set("provider", "google")
        line.set("kind", account.kind.rawValue)
        line.set("email", account.email)
        line.set("client", account.client)
        line.set("scopes", account.scopes)
        line.set("expiresAt", text(account.expires))
        line.set("refreshable", account.isRefreshable)
        line.set("signedInAt", text(account.signedIn))
        line.set("endsAt", account.ends.map(text))
        line.set("warnings", account.warnings)
        return line
    }

    func lines(_ account: GoogleAccount) -> [String] {
        let sort = account.kind == .user ? "" : " (service account)"
        let names = account.scopes.map { $0.split(separator: "/").last.map(String.init) ?? $0 }
        let renewal = account.isRefreshable ? ", then renewed automatically" : ", cannot be renewed"
        return [
            "Signed in to Google as \(account.email)\(sort)",
            "  client:  \(account.client)",
            "  scope:   \(names.joined(separator: " "))",
            "  token:   until \(minute(account.expires))\(renewal)",
            "  since:   \(minute(account.signedIn))",
        ]
    }

    static func summary(_ outcome: GoogleSignOut) -> JSONLine {
        var line = JSONLine(type: "summary")
        line.set("command", "auth google logout")
        line.set("signedOut", outcome != .nobody)
        line.set("revoked", outcome == .revoked)
        return line
    }

    static func line(_ outcome: GoogleSignOut) -> String {
        switch outcome {
        case .nobody: "Nobody was signed in to Google"
        case .revoked: "Signed out of Google: the tokens are revoked and deleted here"
        case .forgotten:
            "Signed out of Google: the key is deleted here, but stays valid until you delete it in Google's console"
        case .notRevoked: "Signed out of Google: the tokens are deleted here"
        }
    }

    private func text(_ nanoseconds: Int64) -> String { UTCInstant(nanoseconds: nanoseconds).text }

    private func minute(_ nanoseconds: Int64) -> String {
        "\(text(nanoseconds).prefix(16).replacing("T", with: " ")) UTC"
    }
}

extension Reporter {
    /// Prints the consent page at once, and under `--quiet` too: without it the user could not sign in.
    func announce(_ authorization: GoogleAuthorization, _ report: AccountReport) throws(ConsoleError) {
        if isJSON {
            try self.print(report.json(authorization))
        } else {
            for line in report.lines(authorization) { try self.print(line) }
        }
        try flush()
    }

    /// Prints the account, and its warnings as notes.
    func show(_ account: GoogleAccount, _ report: AccountReport) throws(ConsoleError) -> ExitStatus {
        if isJSON {
            try self.print(report.json(account))
        } else if !isQuiet {
            for line in report.lines(account) { try self.print(line) }
        }
        for warning in account.warnings { note(warning) }
        return .success
    }
}
