import Crypto
import FoundationEssentials
import PhotoIndex
import PhotoIntake
import PhotoModel
import Synchronization
import SystemPackage

/// An upload that was cut off, and by what the service goes on with it. The journal knows which file it is of, by the
/// ticket; this is kept by the ``CredentialStore``, since who has the token can write to the destination.
struct SavedUploadSession: Sendable {
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

/// The uploads of this index that were cut off and can be gone on with: what stays of them and for how long is decided
/// here (SAFETY.md, "Going on with an interrupted upload").
///
/// A session stays where the upload ended by what may pass: by a wish to stop, a kill, a destination that is away or
/// full. Only a run that sends to that destination goes on with it, once the file has been judged anew. It is
/// abandoned, its token removed and the service told to discard, when the photo is not to be sent any more, with
/// another outcome, or after a week.
final class UploadSessions: Sendable {
    /// A session with the file that it is of.
    struct Known: Sendable {
        let session: SavedUploadSession
        /// The last upload of the file under the session's ticket, as the journal has it.
        let action: Action
        let member: Action.Member
        let target: CopyLocation

        /// What was being sent.
        var upload: TicketedUpload {
            TicketedUpload(target: target, ticket: session.key.ticket, modified: member.fingerprint.modified)
        }

        /// Whether a file is the one that was being sent, as far as that shows without reading it.
        func isOf(_ path: FilePath, _ now: Fingerprint) -> Bool {
            let then = member.fingerprint
            return member.path == path
                && (then.size, then.modified, then.inode) == (now.size, now.modified, now.inode)
        }
    }

    private let credentials: any CredentialStore
    let clock: any Clock
    /// What earlier runs have left, and what this one has begun.
    private let sessions: Mutex<[SavedUploadSession.Key: SavedUploadSession]>
    /// What earlier runs have left, as it was when this value was made.
    let left: [Known]

    /// Reads what earlier runs have left. Sessions of other indexes are left alone.
    ///
    /// - Throws: `PipelineError` where the secrets are open to others or cannot be read, or the index fails.
    init(index: PhotoIndex, environment: Environment) throws(PipelineError) {
        (credentials, clock) = (environment.credentials, environment.clock)
        let found = try Self.found(in: environment.credentials)
        left = try translatingIndexErrors { try found.compactMap { try Self.known($0, to: index) } }
        sessions = Mutex(Dictionary(left.map { ($0.session.key, $0.session) }) { first, _ in first })
    }

    private static func found(in credentials: any CredentialStore) throws(PipelineError) -> [SavedUploadSession] {
        do throws(CredentialError) {
            var found: [SavedUploadSession] = []
            for name in try credentials.names().sorted() where name.hasPrefix(SavedUploadSession.namePrefix) {
                if let session = try credentials.read(name).flatMap(SavedUploadSession.init) { found.append(session) }
            }
            return found
        } catch {
            throw PipelineError(error)
        }
    }

    private static func known(_ session: SavedUploadSession, to index: PhotoIndex) throws(IndexError) -> Known? {
        guard let action = try index.lastUpload(withTicket: session.key.ticket, to: session.key.destination),
            let member = action.members.first(where: { $0.ticket == session.key.ticket }), let target = member.target
        else { return nil }
        return Known(session: session, action: action, member: member, target: target)
    }

    /// Those of one destination.
    func at(_ destination: DestinationMarker) -> DestinationSessions {
        DestinationSessions(all: self, destination: destination)
    }

    /// The session of an upload; nil where it has none.
    subscript(key: SavedUploadSession.Key) -> SavedUploadSession? { sessions.withLock { $0[key] } }

    /// Keeps a session, in place of one of the same upload.
    ///
    /// - Throws: `CredentialError`: then the one before is kept still.
    func keep(_ session: SavedUploadSession) throws(CredentialError) {
        try credentials.save(session.secret, as: SavedUploadSession.name(session.key))
        sessions.withLock { $0[session.key] = session }
    }

    /// Forgets a session; that there is none is fine.
    ///
    /// - Throws: `CredentialError`: then it is there still.
    func forget(_ key: SavedUploadSession.Key) throws(CredentialError) {
        if self[key] == nil { return }
        try credentials.remove(SavedUploadSession.name(key))
        sessions.withLock { $0[key] = nil }
    }

    /// What is left of photos that are not to be sent any more: that are no work now, are gone or changed, or are at
    /// the destination by another upload, whose destination is configured no more; and what is a week old.
    ///
    /// - Throws: `IndexError`.
    func over(in index: PhotoIndex, _ files: LibraryFiles) throws(IndexError) -> [Known] {
        if left.isEmpty { return [] }
        guard let basis = try index.basis() else { return [] }
        let objections = try index.objections(to: left.map(\.action), basis: basis)
        return zip(left, objections).filter { known, objection in
            known.action.state == .done || clock.now - known.session.began > SavedUploadSession.life
                || [.notWork, .destinationChanged].contains(objection)
                || (try? files.status(of: known.member.path).fingerprint).map { known.isOf(known.member.path, $0) }
                    != true
        }.map(\.0)
    }
}
