import Crypto
import GoogleDrive
import PhotoModel
import PhotoPipeline
import Synchronization
import SystemPackage

/// Sends to a folder of Google Drive.
///
/// Each file has an id of Drive's, which the journal has before the file is made: whatever comes back of a request, one
/// asks by the id what became of it, and nothing is made twice. A file is sent as a resumable upload, of which the last
/// bytes go when it is finished: only then is there a file. So nobody sees a copy that somebody objected to while it
/// was sent, and nothing has to be taken away. What proves a copy is the checksum that Drive computed of its bytes.
///
/// Names are for people: several files of a folder may have the same, and a copy is known by its id alone.
final class DriveService: UploadService {
    let spec: DriveSpec
    let account: DriveAccount
    let clock: any Clock
    let ids: DriveIDs
    let folders: DriveFolders
    private let random: @Sendable () -> UInt64

    struct State {
        var top: DriveTop?
        /// What was said of copies when they were prepared, by id.
        var planned: [String: PlannedCopy] = [:]
        /// What waits for its last bytes, by id.
        var pending: [String: DriveUpload] = [:]
        /// Ids whose last bytes were sent, or were to be, and of which nobody knows that they are there whole.
        var inDoubt: Set<String> = []
        /// Uploads that Drive has said are over.
        var over: Set<UploadSession> = []
    }
    let state = Mutex(State())

    /// A service that has asked nobody yet.
    ///
    /// - Parameters:
    ///   - spec: the folder.
    ///   - account: whose Drive.
    ///   - clock: the time.
    ///   - random: gives 64 random bits.
    init(_ spec: DriveSpec, account: DriveAccount, clock: any Clock, random: @escaping @Sendable () -> UInt64) {
        (self.spec, self.account, self.clock, self.random) = (spec, account, clock, random)
        ids = DriveIDs(account.client)
        folders = DriveFolders(account.client, drive: spec.drive, ids: ids)
    }

    var client: DriveClient { account.client }

    var receiptList: (any ReceiptListing)? { nil }
    var localPlace: (any LocalPlace)? { nil }
    var takesFoundCopies: Bool { false }
    var catalogue: (any CopyCatalogue)? { self }
    var sharing: (any Sharing)? { DriveSharing(service: self) }

    /// Names as Drive shows them everywhere: UTF-8, and each character composed where it can be (NFC).
    func storable(_ target: FilePath) -> FilePath {
        FilePath(target.string.composed)
    }

    func proofReading() async throws(UploadError) -> ProofReading { .never }

    // MARK: - Being itself

    func marker() async throws(UploadError) -> DestinationMarker? {
        if state.withLock(\.top) != nil {
            let top = try await checkedTop()
            guard let file = try await client.fileIfThere(top.markerFile), !file.isTrashed,
                file.parents == [top.folder],
                file.sha256.map({ $0.lowercased() == hexText(Array(SHA256.hash(data: top.marker.file))) }) != false
            else { return nil }
            return top.marker
        }
        guard case .destination(let top) = try await search.find() else { return nil }
        try await search.refuseNested(top.folder, besides: top.markerFile)
        state.withLock { $0.top = top }
        return top.marker
    }

    /// With the scope drive.file a client sees what it has made itself for this account, and nothing else.
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

    func unmakeDestination(_ marker: DestinationMarker) async {
        guard let top = state.withLock(\.top), top.marker == marker else { return }
        state.withLock { $0.top = nil }
        try? await trash(top.markerFile)
    }

    private var search: DriveTopSearch { DriveTopSearch(spec: spec, client: client, ids: ids, note: account.note) }

    /// An error of making a destination, with what users most often did not know.
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

    /// The top folder, which is there and not in the trash.
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

    /// Puts a file of this program's into Drive's trash.
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

    /// The id under which a file is sent. What has that id is written to, and the journal may have been edited: no
    /// ticket leads to anything else.
    ///
    /// - Throws: `failed` where the ticket is none of ours.
    func id(of upload: TicketedUpload) throws(UploadError) -> String {
        try CopyTarget.check(upload.target.path)
        guard upload.target.id == upload.ticket, upload.ticket.isPlainName(ofAtMost: 128) else {
            throw UploadError(.failed, "its ticket is not one of this destination")
        }
        return upload.ticket
    }

    func discard(_ upload: TicketedUpload, source: UploadSource?) async throws(UploadError) {
        // An upload that lacks its last bytes is no file, and Drive forgets it after a week.
        let isInDoubt = state.withLock { state in
            state.pending[upload.ticket] = nil
            return state.inDoubt.contains(upload.ticket)
        }
        guard isInDoubt else { return }
        // Where there is a file, the action stays under way, and the next run finds by the id what it is.
        if let file = try await client.fileIfThere(upload.ticket), !file.isTrashed {
            throw UploadError(.failed, "exists, but was not recorded")
        }
        state.withLock { _ = $0.inDoubt.remove(upload.ticket) }
    }
}
