import PhotoIndex
import PhotoIntake
import PhotoModel
import Synchronization
import SystemPackage

/// The uploads of this index that were cut off and can be gone on with: what stays of them and for how long is decided
/// here (SAFETY.md, "Going on with an interrupted upload").
///
/// A session stays where the upload ended by what may pass: by a wish to stop, a kill, a destination that is away or full.
/// Only a run that sends to that destination goes on with it, once the file has been judged anew. It is abandoned, its token
/// removed and the service told to discard, when the photo is not to be sent any more, with another outcome, or after a week.
final class UploadSessions: Sendable {
    /// A session with the file that it is of.
    struct Known: Sendable {
        let session: UploadSession
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
    private let sessions: Mutex<[UploadSession.Key: UploadSession]>
    /// What earlier runs have left, as it was when this value was made.
    let left: [Known]

    /// Reads what earlier runs have left. Sessions of other indexes are left alone.
    ///
    /// - Throws: `PipelineError` where the secrets are open to others or cannot be read, or the index fails.
    init(index: PhotoIndex, environment: Environment) throws(PipelineError) {
        (credentials, clock) = (environment.credentials, environment.clock)
        let found = try Self.found(in: environment.credentials)
        left = try fromIndex { try found.compactMap { try Self.known($0, to: index) } }
        sessions = Mutex(Dictionary(left.map { ($0.session.key, $0.session) }) { first, _ in first })
    }

    private static func found(in credentials: any CredentialStore) throws(PipelineError) -> [UploadSession] {
        do throws(CredentialError) {
            var found: [UploadSession] = []
            for name in try credentials.names().sorted() where name.hasPrefix(UploadSession.namePrefix) {
                if let session = try credentials.read(name).flatMap(UploadSession.init) { found.append(session) }
            }
            return found
        } catch {
            throw PipelineError(error)
        }
    }

    private static func known(_ session: UploadSession, to index: PhotoIndex) throws(IndexError) -> Known? {
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
    subscript(key: UploadSession.Key) -> UploadSession? { sessions.withLock { $0[key] } }

    /// Keeps a session, in place of one of the same upload.
    ///
    /// - Throws: `CredentialError`: then the one before is kept still.
    func keep(_ session: UploadSession) throws(CredentialError) {
        try credentials.save(session.secret, as: UploadSession.name(session.key))
        sessions.withLock { $0[session.key] = session }
    }

    /// Forgets a session; that there is none is fine.
    ///
    /// - Throws: `CredentialError`: then it is there still.
    func forget(_ key: UploadSession.Key) throws(CredentialError) {
        if self[key] == nil { return }
        try credentials.remove(UploadSession.name(key))
        sessions.withLock { $0[key] = nil }
    }

    /// What is left of photos that are not to be sent any more: that are no work now, are gone or changed, or are at the
    /// destination by another upload, whose destination is configured no more; and what is a week old.
    ///
    /// - Throws: `IndexError`.
    func over(in index: PhotoIndex, _ files: LibraryFiles) throws(IndexError) -> [Known] {
        if left.isEmpty { return [] }
        guard let basis = try index.basis() else { return [] }
        let objections = try index.objections(to: left.map(\.action), basis: basis)
        return zip(left, objections).filter { known, objection in
            known.action.state == .done || clock.now - known.session.began > UploadSession.life
                || [.notWork, .destinationChanged].contains(objection)
                || (try? files.status(of: known.member.path).fingerprint).map { known.isOf(known.member.path, $0) }
                    != true
        }.map(\.0)
    }
}
