internal import Synchronization

/// An account with an address and a Drive.
package struct FakeAccount: Equatable, Sendable {
    package let email: String
}

/// An OAuth client that is registered with Google.
package struct FakeClient: Equatable, Sendable {
    /// Its type in Google's console.
    package enum Kind: String, Sendable {
        case desktop, web
        /// "TVs and Limited Input devices".
        case device
    }

    package let id: String
    package let secret: String
    /// The text of the file that Google's console offers for download.
    package let file: String
}

/// A service account.
package struct FakeServiceAccount: Equatable, Sendable {
    package let email: String
    /// The text of the file that Google's console offers for download, with the private key.
    package let file: String
    /// Its numeric client id at Google.
    package let clientID: String
}

/// The scopes of a token.
package enum FakeScope: Equatable, Sendable {
    /// `drive.file`.
    case file
    case drive
    /// Any scopes, by their full names.
    case named(Set<String>)

    var names: Set<String> {
        switch self {
        case .file: [Scopes.file]
        case .drive: [Scopes.drive]
        case .named(let names): names
        }
    }
}

extension FakeDrive {
    /// Makes an account with an empty Drive.
    ///
    /// - Parameter storageLimit: in bytes; nil for no limit.
    @discardableResult
    package func makeAccount(_ email: String, name: String? = nil, storageLimit: Int? = nil) -> FakeAccount {
        change { world, now in
            world.addAccount(
                email, name ?? String(email.prefix { $0 != "@" }), limit: storageLimit, isService: false, now)
        }
        return FakeAccount(email: email)
    }

    /// Changes an account's storage limit in bytes; nil for no limit.
    package func setStorageLimit(_ limit: Int?, of account: FakeAccount) {
        change { world, _ in world.accounts[account.email]?.storageLimit = limit }
    }

    /// Registers a client.
    ///
    /// - Parameter isTesting: whether its consent screen is in "Testing", which limits refresh tokens to seven days.
    package func makeClient(_ kind: FakeClient.Kind = .desktop, isTesting: Bool = false) -> FakeClient {
        change { world, _ in
            let id = "\(100_000_000 + world.next())-\(world.letters(16).lowercased()).apps.googleusercontent.com"
            let secret = "GOCSPX-" + world.letters(28)
            world.clients[id] = ClientRecord(id: id, secret: secret, kind: kind, isTesting: isTesting)
            let inner: JSON = [
                "client_id": .string(id), "project_id": "fake-project",
                "auth_uri": .string(address + "/o/oauth2/v2/auth"),
                "token_uri": .string(address + "/token"),
                "auth_provider_x509_cert_url": .string(address + "/oauth2/v1/certs"), "client_secret": .string(secret),
                "redirect_uris": ["http://localhost"],
            ]
            return FakeClient(
                id: id, secret: secret, file: JSON.object([.init(kind == .web ? "web" : "installed", inner)]).text)
        }
    }

    /// Makes a service account with a new key.
    ///
    /// - Parameter delegates: whether it may act for other accounts (domain-wide delegation).
    package func makeServiceAccount(delegates: Bool = false) throws -> FakeServiceAccount {
        let key = try SigningKey()
        return change { world, now in
            let name = "robot-\(world.next())"
            let email = "\(name)@fake-project.iam.gserviceaccount.com"
            let clientID = "1" + String(100_000_000_000_000_000_000 as UInt128 + UInt128(world.next())).dropFirst()
            let keyID = world.letters(40).lowercased()
            world.addAccount(email, name, limit: nil, isService: true, now)
            world.signIn.serviceKeys[email] = .init(id: keyID, clientID: clientID, key: key, delegates: delegates)
            let file: JSON = [
                "type": "service_account", "project_id": "fake-project", "private_key_id": .string(keyID),
                "private_key": .string(key.pem + "\n"), "client_email": .string(email), "client_id": .string(clientID),
                "auth_uri": .string(address + "/o/oauth2/v2/auth"), "token_uri": .string(address + "/token"),
                "universe_domain": "googleapis.com",
            ]
            return FakeServiceAccount(email: email, file: file.text, clientID: clientID)
        }
    }

    /// Makes a shared drive.
    ///
    /// - Parameter members: roles by address, such as `organizer` or `writer`; unknown roles are ignored.
    /// - Returns: its id, which is also that of its top folder.
    package func makeSharedDrive(_ name: String, members: [String: String]) -> String {
        change { world, now in
            let id = "0A" + world.letters(17)
            world.drives[id] = DriveRecord(
                id: id, name: name, members: members.compactMapValues { Role(rawValue: $0) }, createdTime: now)
            world.insert(
                FileRecord(
                    id: id, name: name, mimeType: FileRecord.folderType, driveID: id, createdTime: now,
                    modifiedTime: now,
                    lastModifiedBy: members.keys.min() ?? "", sequence: world.next()))
            return id
        }
    }

    /// Issues an access token without a sign-in.
    ///
    /// - Parameter lifetime: in seconds.
    package func makeToken(
        for account: FakeAccount, client: FakeClient, scope: FakeScope, lifetime: Int = 3600
    ) -> String {
        change { world, now in
            let caller = Caller(email: account.email, client: client.id, scopes: scope.names)
            return world.newAccessToken(caller, until: now + lifetime * 1000)
        }
    }

    /// Issues a refresh token without a sign-in.
    package func makeRefreshToken(for account: FakeAccount, client: FakeClient, scope: FakeScope) -> String {
        change { world, now in
            let isTesting = world.clients[client.id]?.isTesting == true
            let caller = Caller(email: account.email, client: client.id, scopes: scope.names)
            return world.newRefreshToken(caller, isTesting ? now + 604_800_000 : nil)
        }
    }

    /// Expires all access tokens, so that calls are answered with 401.
    package func expireAccessTokens() {
        change { world, now in
            for name in world.signIn.accessTokens.keys { world.signIn.accessTokens[name]?.deadline = now }
        }
    }

    /// Revokes all refresh tokens, as if the users had withdrawn their consent: `invalid_grant`.
    package func killRefreshTokens() {
        change { world, _ in
            for name in world.signIn.refreshTokens.keys { world.signIn.refreshTokens[name]?.isRevoked = true }
        }
    }

    /// The valid refresh tokens.
    package var refreshTokens: [String] {
        change { world, now in
            world.signIn.refreshTokens.filter { !$0.value.isRevoked && ($0.value.deadline ?? .max) > now }.keys.sorted()
        }
    }

    /// Approves the device that shows this code.
    package func approve(userCode: String, for account: FakeAccount) {
        change { world, _ in
            for (name, device) in world.signIn.devices where device.userCode == userCode {
                world.signIn.devices[name]?.approvedBy = account.email
            }
        }
    }

    /// Reads or changes the world.
    @discardableResult
    func change<Result: Sendable>(_ body: (inout World, Int) -> Result) -> Result {
        core.world.withLock { body(&$0, core.now($0)) }
    }
}

extension World {
    fileprivate mutating func addAccount(_ email: String, _ name: String, limit: Int?, isService: Bool, _ now: Int) {
        let root = "0A" + letters(14) + "PVA"
        accounts[email] = AccountRecord(
            email: email, name: name, permissionID: String(10_000_000_000_000_000 + next()), root: root,
            storageLimit: limit,
            isService: isService)
        insert(
            FileRecord(
                id: root, name: "My Drive", mimeType: FileRecord.folderType, owner: email, createdTime: now,
                modifiedTime: now, lastModifiedBy: email, sequence: next()))
    }
}
