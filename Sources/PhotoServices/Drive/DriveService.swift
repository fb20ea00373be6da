import Crypto
import GoogleDrive
import PhotoModel
import PhotoPipeline
import Synchronization
import SystemPackage

/// Uploads to a folder of Google Drive.
///
/// Each file has an id from Drive, which the journal records before the file is created. Whatever happens to a request,
/// its outcome can be looked up by the id, and nothing is created twice. A file is sent as a resumable upload, whose
/// last bytes are sent by `finish`: only then does the file exist. A copy that is objected to during the upload is
/// therefore never visible and need not be removed; the price is that only the value that sent a file can finish it,
/// since the last bytes are in its memory. The proof of a copy is the checksum that Drive computed from
/// its bytes.
///
/// Names are for people: several files of a folder may share one. A copy is identified by its id only.
final class DriveService: UploadService {
    let spec: DriveSpec
    let account: DriveAccount
    let clock: any Clock
    let ids: DriveIDs
    let folders: DriveFolders
    let random: @Sendable () -> UInt64

    struct State {
        var top: DriveTop?
        /// Prepared copies, by id.
        var planned: [String: PlannedCopy] = [:]
        /// Uploads that lack their last bytes, by id.
        var pending: [String: DriveUpload] = [:]
        /// The ids whose last bytes were sent, or were about to be, without a known outcome.
        var inDoubt: Set<String> = []
        /// Those of them whose last request was cancelled, and may be carried out still.
        var unanswered: Set<String> = []
    }
    let state = Mutex(State())

    /// Creates a service. Makes no request.
    ///
    /// - Parameter random: returns 64 random bits.
    init(_ spec: DriveSpec, account: DriveAccount, clock: any Clock, random: @escaping @Sendable () -> UInt64) {
        (self.spec, self.account, self.clock, self.random) = (spec, account, clock, random)
        ids = DriveIDs(account.client)
        folders = DriveFolders(account.client, drive: spec.drive, ids: ids)
    }

    var client: DriveClient { account.client }

    var receiptList: (any ReceiptListing)? { DriveReceipts(service: self) }
    var localPlace: (any LocalPlace)? { nil }
    var takesFoundCopies: Bool { false }
    var storesLate: Bool { true }
    var catalogue: (any CopyCatalogue)? { self }
    var sharing: (any Sharing)? { DriveSharing(service: self) }
    var albums: (any AlbumKeeping)? { DriveAlbums(service: self) }

    /// Normalizes names to the form that Drive shows everywhere: UTF-8, NFC.
    func storable(_ target: FilePath) -> FilePath {
        FilePath(target.string.composed)
    }

    func proofReading() async throws(UploadError) -> ProofReading { .never }

    // MARK: - Destination

    func marker() async throws(UploadError) -> DestinationMarker? {
        if state.withLock(\.top) != nil {
            let top = try await checkedTop()
            guard let file = try await client.fileIfThere(top.markerFile), !file.isTrashed,
                file.parents == [top.folder],
                file.sha256.map({ $0.lowercased() == hexText(Array(SHA256.hash(data: top.marker.file))) }) != false
            else { return nil }
            return top.marker
        }
        let found: DriveTopSearch.Found
        do throws(UploadError) {
            found = try await search.find()
        } catch  where error.kind == .missing {
            // A folder that is not there is no error of a search, so this is the shared drive itself.
            var error = await explained(error)
            error.kind = .unavailable
            throw error
        }
        guard case .destination(let top) = found else { return nil }
        try await search.refuseNested(top.folder, besides: top.markerFile)
        state.withLock { $0.top = top }
        return top.marker
    }

    /// With the scope drive.file, a client sees only what it created itself for this account.
    func hiddenMarkerCause() async -> String? {
        guard let saved = try? await account.google.saved(), !DriveScope.all.isGranted(by: saved.scopes) else {
            return nil
        }
        let by =
            switch saved.way {
            case .user(let client, _): client.id
            case .serviceAccount(let key): key.email
            }
        let user = try? await client.about().user.emailAddress
        return "it is in Drive's trash, or of another account or another client of Google's; this sign-in, "
            + "\(terminalSafe(user ?? "")) with the client \(terminalSafe(by)), sees only what it has made"
    }

    func makeDestination(
        _ marker: DestinationMarker, creating: Bool
    ) async throws(UploadError) -> DestinationMarker {
        if let there = try await self.marker() { return there }
        let top: DriveTop
        do throws(UploadError) {
            top = try await search.make(marker)
        } catch {
            throw await explained(error)
        }
        state.withLock { $0.top = top }
        return top.marker
    }

    /// A file of Drive's has a name, so without one nothing is tried.
    func checkWriting(withName isNamed: Bool) async throws(UploadError) {
        if !isNamed { return }
        let top = try await checkedTop()
        do throws(UploadError) {
            try await search.probe(top.folder, DriveNote.common(top.marker))
        } catch {
            throw await explained(error)
        }
    }

    func unmakeDestination(_ marker: DestinationMarker) async {
        guard let top = state.withLock(\.top), top.marker == marker else { return }
        state.withLock { $0.top = nil }
        try? await trash(top.markerFile)
    }

    var search: DriveTopSearch {
        DriveTopSearch(spec: spec, client: client, ids: ids, clock: clock, note: account.note)
    }

    /// Adds to an error of making a destination what users most often do not know.
    private func explained(_ error: UploadError) async -> UploadError {
        var error = error
        let saved = try? await account.google.saved()
        if error.kind == .quota, case .serviceAccount(let key)? = saved?.way, key.subject == nil {
            error.cause +=
                "; a service account has no storage of its own: upload to a shared drive, drive://DRIVE-ID/FOLDER"
        }
        if error.kind == .missing, spec.drive != nil {
            error.cause += "; a shared drive needs the scope drive, and the account must be a member"
            error.remedy = .signIn(.client)
        }
        return error
    }

    /// The root folder, which must exist and not be in the trash.
    ///
    /// - Throws: `unavailable`.
    func checkedTop() async throws(UploadError) -> DriveTop {
        if state.withLock(\.top) == nil { _ = try await marker() }
        guard let top = state.withLock(\.top) else {
            throw UploadError(.unavailable, "has no \(DestinationMarker.fileName)")
        }
        guard let folder = try await client.fileIfThere(top.folder), folder.isFolder else {
            throw UploadError(.unavailable, "its folder no longer exists, or this client cannot see it")
        }
        if folder.isTrashed { throw UploadError(.unavailable, "its folder is in Drive's trash") }
        return top
    }

    /// Moves a file of this program to Drive's trash.
    func trash(_ id: String) async throws(UploadError) {
        try await translatingDriveErrors { () async throws(DriveError) in try await client.trash(id) }
    }

    // MARK: - Tickets

    func prepare(_ copies: [PlannedCopy]) async -> [Result<TicketedUpload, UploadError>] {
        let ids: [String]
        do throws(UploadError) {
            ids = try await self.ids.take(copies.count)
        } catch {
            return copies.map { _ in .failure(error) }
        }
        return zip(copies, ids).map { copy, id in
            Result { () throws(UploadError) in
                try CopyTarget.check(copy.target)
                state.withLock { $0.planned[id] = copy }
                return TicketedUpload(
                    target: CopyLocation(copy.target, id: id), ticket: id, modified: copy.modified)
            }
        }
    }

    /// The id under which a file is sent. Since files with that id are written to and the journal may have been edited,
    /// only ids of this destination are accepted.
    ///
    /// - Throws: `failed` if the ticket is not one of ours.
    func id(of upload: TicketedUpload) throws(UploadError) -> String {
        try CopyTarget.check(upload.target.path)
        guard upload.target.id == upload.ticket, upload.ticket.isPlainName(ofAtMost: 128) else {
            throw UploadError(.failed, "its ticket is not one of this destination")
        }
        return upload.ticket
    }

    func discard(_ upload: TicketedUpload, source: UploadSource?) async throws(UploadError) {
        // An upload without its last bytes is not a file, and Drive deletes it after a week.
        let (isInDoubt, isUnanswered) = state.withLock { state in
            state.pending[upload.ticket] = nil
            return (state.inDoubt.contains(upload.ticket), state.unanswered.contains(upload.ticket))
        }
        guard isInDoubt else { return }
        // If the file exists, the action stays under way, and the next run settles it by the id.
        if let file = try await client.fileIfThere(upload.ticket), !file.isTrashed {
            throw UploadError(.failed, "exists, but was not recorded")
        }
        if isUnanswered { throw UploadError(.failed, "may exist in a moment, since its last request was cut off") }
        state.withLock { _ = $0.inDoubt.remove(upload.ticket) }
    }
}

extension DriveService: ConditionReporting {
    var condition: (any ConditionReporting)? { self }

    /// A shared drive does not count against the user's quota.
    func condition() async throws(UploadError) -> DestinationCondition {
        let (about, clock) = try await translatingDriveErrors { () async throws(DriveError) in
            try await client.timedAbout()
        }
        let total = spec.drive == nil ? about.limit : nil
        return DestinationCondition(free: total.map { max($0 - about.usage, 0) }, total: total, clock: clock)
    }
}
