import PhotoModel
import SystemPackage

/// The interrupted uploads to one destination that can be resumed.
struct DestinationSessions: Sendable {
    let all: UploadSessions
    let destination: DestinationMarker

    private func key(_ ticket: String) -> SavedUploadSession.Key {
        SavedUploadSession.Key(destination: destination, ticket: ticket)
    }

    /// The session with a ticket; nil if there is none.
    subscript(ticket: String) -> SavedUploadSession? { all[key(ticket)] }

    /// What earlier runs left of a file.
    func left(of member: Action.Member) -> [UploadSessions.Known] {
        all.left.filter {
            $0.member.path == member.path && $0.session.key.destination == destination && all[$0.session.key] != nil
        }
    }

    /// Saves a token that the service has issued, replacing the one before.
    ///
    /// - Parameters:
    ///   - token: the new token; nil where the last one is worth nothing any more, which is forgotten.
    ///   - upload: the upload.
    ///   - source: the file, read up to the checkpoint.
    /// - Throws: `failed`.
    func keep(_ token: ResumeToken?, of upload: TicketedUpload, _ source: UploadSource) throws(UploadError) {
        guard let token else { return try forget(upload) }
        let began = self[upload.ticket]?.began ?? all.clock.now
        let session = SavedUploadSession(key(upload.ticket), began: began, sent: source.beginning, token: token)
        do throws(CredentialError) {
            try all.keep(session)
        } catch {
            throw UploadError(.failed, "the upload could not be resumed later: \(error.text)")
        }
    }

    /// Removes the session of an upload that is over. A missing session is no error.
    ///
    /// - Throws: `failed`: then the session still exists.
    func forget(_ upload: TicketedUpload) throws(UploadError) {
        do throws(CredentialError) {
            try all.forget(key(upload.ticket))
        } catch {
            throw UploadError(.failed, error.text)
        }
    }

    /// Discards what an upload has left at the destination, and removes its session.
    ///
    /// - Parameters:
    ///   - upload: the upload.
    ///   - source: the file; nil where it is not open.
    /// - Returns: nil where nothing is left; the place of another's file that has the temporary name, which stays.
    /// - Throws: `failed`, and what ends runs: then the session still exists.
    func abandon(
        _ upload: TicketedUpload, by service: PatientService, source: UploadSource? = nil
    ) async throws(UploadError) -> FilePath? {
        var leftover: FilePath?
        do throws(UploadError) {
            try await service.call { service throws(UploadError) in
                try await service.discard(upload, source: source)
            }
        } catch  where error.kind == .taken {
            leftover = error.place ?? upload.part
        }
        try forget(upload)
        return leftover
    }
}

extension UploadError {
    /// Whether an upload that this error ended can be resumed: the cause may pass, or the user asked to stop.
    var leavesSession: Bool {
        switch kind {
        case .interrupted, .transient, .full, .quota, .unavailable, .setup, .signIn: true
        case .objected, .sourceChanged, .sourceUnreadable, .taken, .missing, .corrupted, .refused, .failed, .overlap:
            false
        }
    }
}

extension CredentialError {
    /// The whole message, in one sentence without a full stop.
    var text: String {
        let what = path.map { "\(terminalSafe($0.bytes)) \(detail)" } ?? detail
        guard case .command(let command) = remedy else { return what }
        return "\(what); type: \(command)"
    }
}

extension PipelineError {
    /// Converts an error of the credential store.
    init(_ error: CredentialError) {
        let kind: Kind = error.kind == .noHome ? .noHome : .credentials
        let detail = error.path == nil ? error.detail : "It \(error.detail)"
        self.init(kind, detail, path: error.path, remedy: error.remedy)
    }
}
