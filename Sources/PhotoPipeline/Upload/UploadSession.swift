import Crypto
import FoundationEssentials
import PhotoModel

/// An upload that was cut off, and by what the service goes on with it. The journal knows which file it is of, by the
/// ticket; this is kept by the ``CredentialStore``, since who has the token can write to the destination.
struct UploadSession: Sendable {
    /// So long after its beginning a session is given up, in nanoseconds: a week, after which servers forget theirs.
    static let life: Int64 = 7 * 86_400 * 1_000_000_000

    /// Which upload it is of.
    struct Key: Hashable {
        /// Where it goes.
        let destination: DestinationMarker
        /// The ticket that the file is sent under.
        let ticket: String
    }

    /// Which upload it is of.
    let key: Key
    /// When the first token was given out, nanoseconds since 1970-01-01T00:00:00Z.
    let began: Int64
    /// The bytes of the source that had been read when the token was given out.
    let sent: SourceBeginning
    /// By what the service goes on.
    let token: ResumeToken

    /// What the names of all sessions in the store begin with.
    static let namePrefix = "upload-"

    /// Its name in the store, which tells nothing.
    static func name(_ key: Key) -> String {
        let text = "\(key.destination.text) \(key.ticket)"
        return namePrefix + hexText(Array(SHA256.hash(data: Array(text.utf8)).prefix(16)))
    }

    /// The secret that is kept.
    var secret: Secret {
        let record = Record(
            destination: key.destination.text, ticket: key.ticket, began: began, bytes: sent.size,
            sha256: hexText(sent.sha256),
            token: Base64.encode(token.secret.bytes))
        // Texts and numbers: there is nothing in it that JSON has no form for.
        return Secret((try? JSONEncoder().encode(record)).map(Array.init) ?? [])
    }

    init(_ key: Key, began: Int64, sent: SourceBeginning, token: ResumeToken) {
        (self.key, self.began, self.sent, self.token) = (key, began, sent, token)
    }

    /// Reads a secret back; nil where it is no session.
    init?(_ secret: Secret) {
        guard let record = try? JSONDecoder().decode(Record.self, from: Data(secret.bytes)), record.bytes >= 0,
            let hash = bytes(ofHexText: record.sha256), hash.count == 32, let token = Base64.decode(record.token),
            let marker = DestinationMarker(record.destination)
        else { return nil }
        self.init(
            Key(destination: marker, ticket: record.ticket), began: record.began,
            sent: SourceBeginning(size: record.bytes, sha256: hash), token: ResumeToken(Secret(token)))
    }

    private struct Record: Codable {
        var destination: String
        var ticket: String
        var began: Int64
        var bytes: Int64
        var sha256: String
        var token: String
    }
}
