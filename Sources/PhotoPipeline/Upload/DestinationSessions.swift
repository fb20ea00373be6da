import PhotoModel

/// The uploads to one destination that were cut off and can be gone on with.
struct DestinationSessions: Sendable {
    let all: UploadSessions
    let destination: DestinationMarker

    private func key(_ ticket: String) -> UploadSession.Key {
        UploadSession.Key(destination: destination, ticket: ticket)
    }

    /// The session under a ticket; nil where there is none.
    subscript(ticket: String) -> UploadSession? { all[key(ticket)] }

    /// What earlier runs have left of a file.
    func left(of member: Action.Member) -> [UploadSessions.Known] {
        all.left.filter {
            $0.member.path == member.path && $0.session.key.destination == destination && all[$0.session.key] != nil
        }
    }

    /// Keeps a token that the service has given out, in place of the one before it.
    ///
    /// - Parameters:
    ///   - token: the new one.
    ///   - upload: what is sent.
    ///   - source: what has been read of it.
    /// - Throws: `failed`.
    func keep(_ token: ResumeToken, of upload: TicketedUpload, _ source: UploadSource) throws(UploadError) {
        let began = self[upload.ticket]?.began ?? all.clock.now
        let session = UploadSession(key(upload.ticket), began: began, sent: source.beginning, token: token)
        do throws(CredentialError) {
            try all.keep(session)
        } catch {
            throw UploadError(.failed, "the upload could not be resumed later: \(error.text)")
        }
    }

    /// Forgets the session of an upload that is over; that there is none is fine.
    ///
    /// - Throws: `failed`: then it is there still.
    func forget(_ upload: TicketedUpload) throws(UploadError) {
        do throws(CredentialError) {
            try all.forget(key(upload.ticket))
        } catch {
            throw UploadError(.failed, error.text)
        }
    }

    /// Takes away what an upload has left at the destination, and forgets its session.
    ///
    /// - Parameters:
    ///   - upload: what was sent.
    ///   - service: the destination's.
    ///   - source: the file; nil where it is not open.
    /// - Throws: `failed`, and what ends runs: then the session is there still.
    func abandon(
        _ upload: TicketedUpload, by service: any UploadService, source: UploadSource? = nil
    ) async throws(UploadError) {
        try await service.discard(upload, source: source)
        try forget(upload)
    }
}

extension UploadError {
    /// Whether an upload that it ended can be gone on with: it may pass, or the user asked for it.
    var leavesSession: Bool {
        switch kind {
        case .interrupted, .transient, .full, .quota, .unavailable, .signIn: true
        case .objected, .sourceChanged, .sourceUnreadable, .taken, .missing, .corrupted, .refused, .failed, .overlap:
            false
        }
    }
}

extension CredentialError {
    /// All that there is to say, in one sentence without a full stop.
    var text: String {
        let what = path.map { "\(terminalSafe($0.bytes)) \(detail)" } ?? detail
        guard case .command(let command) = remedy else { return what }
        return "\(what); type: \(command)"
    }
}

extension PipelineError {
    /// A secret that cannot be used.
    init(_ error: CredentialError) {
        let kind: Kind = error.kind == .noHome ? .noHome : .credentials
        let detail = error.path == nil ? error.detail : "It \(error.detail)"
        self.init(kind, detail, path: error.path, remedy: error.remedy)
    }
}
