import Crypto
import FoundationEssentials
import PhotoFiles
import PhotoIndex
import PhotoModel
import Synchronization
import SystemPackage

/// An interrupted upload that the service can resume. The journal knows the file by the ticket. The session itself is
/// kept by the ``CredentialStore``, since its token permits writing to the destination.
struct SavedUploadSession: Sendable {
    /// The age at which a session is given up, in nanoseconds: a week, after which servers forget theirs.
    static let life = Duration.seconds(7 * 86_400)

    /// Identifies an upload.
    struct Key: Hashable {
        /// Where it goes.
        let destination: DestinationMarker
        /// The ticket under which the file is sent.
        let ticket: String
    }

    /// The upload.
    let key: Key
    /// When the first token was issued, in nanoseconds since 1970-01-01T00:00:00Z.
    let began: Int64
    /// The bytes of the source that had been read when the token was issued.
    let sent: SourceBeginning
    /// The token with which the service resumes.
    let token: ResumeToken

    /// The prefix of all sessions' names in the store.
    static let namePrefix = "upload-"

    /// The session's name in the store. It reveals nothing.
    static func name(_ key: Key) -> String {
        let text = "\(key.destination.text) \(key.ticket)"
        return namePrefix + hexText(Array(SHA256.hash(data: Array(text.utf8)).prefix(16)))
    }

    /// The session as a secret.
    var secret: Secret {
        let record = Record(
            destination: key.destination.text, ticket: key.ticket, began: began, bytes: sent.size,
            sha256: hexText(sent.sha256),
            token: Base64.encode(token.secret.bytes))
        // Encoding texts and numbers cannot fail.
        return Secret((try? JSONEncoder().encode(record)).map(Array.init) ?? [])
    }

    init(_ key: Key, began: Int64, sent: SourceBeginning, token: ResumeToken) {
        (self.key, self.began, self.sent, self.token) = (key, began, sent, token)
    }

    /// Parses a secret; nil if it is no session.
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

/// The interrupted uploads of this index that can be resumed. What is kept of them, and how long, is decided here
/// (DECISIONS.md, "A resumed upload is a new action with the old ticket").
///
/// A session is kept if the upload ended for a cause that may pass: a signal, a kill, or a destination that is
/// unreachable or full. Only a run that sends to that destination resumes it, after the file has been judged again. It
/// is abandoned, that is, its token is removed and the service discards the upload, if the photo is no longer to be
/// sent, if the upload ends in any other way, or after a week.
final class UploadSessions: Sendable {
    /// A session with its file.
    struct Known: Sendable {
        let session: SavedUploadSession
        /// The last upload of the file under the session's ticket, according to the journal.
        let action: Action
        let member: Action.Member
        let target: CopyLocation

        /// The upload that was interrupted.
        var upload: TicketedUpload {
            TicketedUpload(target: target, ticket: session.key.ticket, modified: member.fingerprint.modified)
        }

        /// Whether a file is the one that was being sent, as far as can be told without reading it.
        func isOf(_ path: FilePath, _ now: Fingerprint) -> Bool {
            let then = member.fingerprint
            return member.path == path
                && (then.size, then.modified, then.inode) == (now.size, now.modified, now.inode)
        }
    }

    private let credentials: any CredentialStore
    let clock: any Clock
    /// The sessions of earlier runs and of this one.
    private let sessions: Mutex<[SavedUploadSession.Key: SavedUploadSession]>
    /// The sessions of earlier runs at the time this value was made.
    let left: [Known]

    /// Reads the sessions of earlier runs. Sessions of other indexes are left alone.
    ///
    /// - Throws: `PipelineError` where the secrets are open to others or cannot be read; `IndexError`.
    init(index: PhotoIndex, environment: Environment) throws {
        (credentials, clock) = (environment.credentials, environment.clock)
        let found = try Self.found(in: environment.credentials)
        left = try found.compactMap { try Self.known($0, to: index) }
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

    func at(_ destination: DestinationMarker) -> DestinationSessions {
        DestinationSessions(all: self, destination: destination)
    }

    /// The session of an upload; nil if it has none.
    subscript(key: SavedUploadSession.Key) -> SavedUploadSession? { sessions.withLock { $0[key] } }

    /// Saves a session, replacing one of the same upload.
    ///
    /// - Throws: then the earlier one is still kept.
    func keep(_ session: SavedUploadSession) throws(CredentialError) {
        try credentials.save(session.secret, as: SavedUploadSession.name(session.key))
        sessions.withLock { $0[session.key] = session }
    }

    /// Removes a session. A missing session is no error.
    ///
    /// - Throws: then it still exists.
    func forget(_ key: SavedUploadSession.Key) throws(CredentialError) {
        if self[key] == nil { return }
        try credentials.remove(SavedUploadSession.name(key))
        sessions.withLock { $0[key] = nil }
    }

    /// The sessions of earlier runs whose photos are no longer to be sent: they are not work any more, are gone or
    /// changed, or are at the destination by another upload. Also sessions whose destination is no longer configured,
    /// and those that are a week old.
    func over(in index: PhotoIndex, _ files: LibraryFiles) throws(IndexError) -> [Known] {
        if left.isEmpty { return [] }
        guard let basis = try index.basis() else { return [] }
        let objections = try index.objections(to: left.map(\.action), basis: basis)
        return zip(left, objections).filter { known, objection in
            known.action.state == .done
                || .nanoseconds(clock.now) - .nanoseconds(known.session.began) > SavedUploadSession.life
                || [.notWork, .destinationChanged].contains(objection)
                || (try? files.status(of: known.member.path).fingerprint).map { known.isOf(known.member.path, $0) }
                    != true
        }.map(\.0)
    }
}
