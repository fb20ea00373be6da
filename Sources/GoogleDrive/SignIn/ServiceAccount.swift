import Crypto
import CryptoExtras
import FoundationEssentials

/// The key of a service account, which signs in without a person.
package struct ServiceAccount: Hashable, Sendable {
    /// The account's e-mail address.
    package let email: String
    /// The key's id at Google.
    package let keyID: String
    /// The private key, in PEM format.
    package let key: HiddenText
    /// The token endpoint.
    package let tokenAddress: WebAddress
    /// The user that the account acts for (domain-wide delegation); nil for itself.
    package var subject: String?

    /// The audience that Google requires in an assertion, wherever it is sent.
    private static let audience = "https://oauth2.googleapis.com/token"
    /// The lifetime of an assertion in seconds, and that of its token; Google allows an hour.
    private static let lifetime: Int64 = 3_600

    init(email: String, keyID: String, key: HiddenText, tokenAddress: WebAddress, subject: String?) {
        self.email = email
        self.keyID = keyID
        self.key = key
        self.tokenAddress = tokenAddress
        self.subject = subject
    }

    private struct File: Decodable {
        let type: String
        let client_email: String
        let private_key: String
        let private_key_id: String
        let token_uri: String
    }

    /// Reads the JSON file that Google's console offers for download.
    ///
    /// - Parameter subject: the user to act for; nil for the account itself.
    /// - Throws: `settings` if the file is not such a file, lacks a member, or has an unusable key.
    package init(file: [UInt8], subject: String?) throws(DriveError) {
        let content: File
        do {
            content = try JSONDecoder().decode(File.self, from: Data(file))
        } catch DecodingError.keyNotFound(let key, _) where key.stringValue != "type" {
            throw DriveError(.settings, "the key file of the service account has no \(key.stringValue)")
        } catch DecodingError.keyNotFound {
            throw DriveError(.settings, "the file is not the key of a service account; --client-file takes a client's")
        } catch {
            throw DriveError(
                .settings, "the file is not the JSON that Google's console gives for a service account's key")
        }
        guard content.type == "service_account" else {
            throw DriveError(.settings, "the file is not the key of a service account")
        }
        self.init(
            email: content.client_email, keyID: content.private_key_id, key: HiddenText(content.private_key),
            tokenAddress: try OAuthClient.address(content.token_uri, "token_uri"), subject: subject)
        _ = try signingKey()
    }

    private func signingKey() throws(DriveError) -> _RSA.Signing.PrivateKey {
        do {
            return try _RSA.Signing.PrivateKey(pemRepresentation: key.text)
        } catch {
            throw DriveError(
                .settings, "private_key of the service account's file is not an RSA key of 2,048 bits or more")
        }
    }

    private struct Header: Encodable {
        var alg = "RS256"
        var typ = "JWT"
        let kid: String
    }

    private struct Claims: Encodable {
        let iss: String
        let scope: String
        let aud: String
        let iat: Int64
        let exp: Int64
        let sub: String?
    }

    /// Creates a signed assertion (RFC 7523, RS256 of RFC 7518, section 3.3).
    ///
    /// - Parameter now: seconds since 1970, by the server's clock.
    /// - Returns: the assertion, which is as good as a password for an hour.
    /// - Throws: `settings` if the key cannot be used.
    func assertion(scope: DriveScope, now: Int64) throws(DriveError) -> HiddenText {
        let claims = Claims(
            iss: email, scope: scope.address, aud: Self.audience, iat: now, exp: now + Self.lifetime, sub: subject)
        let key = try signingKey()
        do {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            let parts = [try encoder.encode(Header(kid: keyID)), try encoder.encode(claims)]
            let text = parts.map { base64URL(Array($0)) }.joined(separator: ".")
            let signature = try key.signature(for: SHA256.hash(data: Array(text.utf8)), padding: .insecurePKCS1v1_5)
            return HiddenText("\(text).\(base64URL(Array(signature.rawRepresentation)))")
        } catch {
            throw DriveError(.settings, "private_key of the service account's file cannot sign")
        }
    }
}

/// Base64url (RFC 4648, section 5), without padding.
func base64URL(_ bytes: [UInt8]) -> String {
    Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
}
