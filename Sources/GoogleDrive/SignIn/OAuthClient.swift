import FoundationEssentials

/// An OAuth client that the user created in Google's console, as described by its file.
package struct OAuthClient: Hashable, Sendable {
    /// The client id; not secret.
    package let id: String
    /// The client secret; nil if the client has none. A desktop client's secret is in every copy of its program and
    /// protects nothing.
    package let secret: HiddenText?
    /// The page where the user consents.
    package let authorizeAddress: WebAddress
    /// The token endpoint.
    package let tokenAddress: WebAddress
    /// The project that the client belongs to; nil if the file does not name it.
    package let project: String?

    var deviceAddress: WebAddress { tokenAddress.beside("device/code") }
    var revokeAddress: WebAddress { tokenAddress.beside("revoke") }

    init(id: String, secret: HiddenText?, authorizeAddress: WebAddress, tokenAddress: WebAddress, project: String?) {
        self.id = id
        self.secret = secret
        self.authorizeAddress = authorizeAddress
        self.tokenAddress = tokenAddress
        self.project = project
    }

    private struct File: Decodable {
        struct Client: Decodable {
            let client_id: String
            let client_secret: String?
            let auth_uri: String
            let token_uri: String
            let project_id: String?
        }
        let installed: Client?
        let web: Client?
        let type: String?
    }

    /// Reads the JSON file that Google's console offers for download.
    ///
    /// - Throws: `settings` if the file is not such a file, lacks a member, or contains an address that is not https.
    package init(file: [UInt8]) throws(DriveError) {
        let content: File
        do {
            content = try JSONDecoder().decode(File.self, from: Data(file))
        } catch DecodingError.keyNotFound(let key, _) {
            throw DriveError(.settings, "the client file has no \(key.stringValue)")
        } catch {
            throw DriveError(.settings, "the client file is not the JSON that Google's console gives for download")
        }
        if content.type == "service_account" {
            throw DriveError(.settings, "the client file is the key of a service account; --service-account takes it")
        }
        guard let client = content.installed ?? content.web else {
            throw DriveError(.settings, "the client file has neither installed nor web, so it is not a Google client")
        }
        guard !client.client_id.isEmpty else { throw DriveError(.settings, "the client file has no client_id") }
        self.init(
            id: client.client_id, secret: client.client_secret.flatMap { $0.isEmpty ? nil : HiddenText($0) },
            authorizeAddress: try Self.address(client.auth_uri, "auth_uri"),
            tokenAddress: try Self.address(client.token_uri, "token_uri"), project: client.project_id)
    }

    static func address(_ text: String, _ member: String) throws(DriveError) -> WebAddress {
        do throws(DriveError) {
            return try WebAddress(text)
        } catch {
            throw DriveError(.settings, "\(member) of the file: \(error.message)")
        }
    }
}
