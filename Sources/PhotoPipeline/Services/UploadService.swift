package import PhotoModel
package import SystemPackage

/// A place where copies go: a folder, a remote, a drive. One value is one destination.
///
/// A copy is made in steps, each of which can be looked at again after a crash: ``prepare(_:)`` gives out a ticket, the
/// caller writes it down; ``send(_:as:resuming:checkpoint:progress:)`` brings the bytes over under the ticket;
/// ``finish(_:)`` puts files under their names, durable and verified. What has come to lie under its name is whole,
/// always. ``discard(_:at:)`` takes away what a ticket left that was never finished. Nothing that anybody else put
/// there is ever overwritten or removed.
///
/// Calls come from several tasks at once, for different files. Calls that take long look at the source's
/// ``UploadSource/isStopped`` and throw `interrupted`.
package protocol UploadService: Sendable {
    /// The list of receipts that the destination keeps of itself; nil where it keeps none.
    var receiptList: (any ReceiptListing)? { get }

    /// Where it lies on this machine; nil where it does not.
    var localPlace: (any LocalPlace)? { get }

    /// What shows copies to others; nil where the destination is nothing that others can see.
    var sharing: (any Sharing)? { get }

    /// The copies that this program has left there, as the destination itself knows them; nil where it knows no such
    /// thing.
    var catalogue: (any CopyCatalogue)? { get }

    /// What the destination tells of itself, such as the room that is left; nil where it tells nothing.
    var condition: (any ConditionTelling)? { get }

    /// Whether a file of equal bytes that lies under a copy's name counts as the copy, whoever put it there. At a
    /// remote it may be a sync client's copy of the very photo, and goes when that goes.
    var takesFoundCopies: Bool { get }

    /// Reads the destination's marker. Everything else asks for it first.
    ///
    /// - Returns: the marker; nil where the place is there and is no destination yet.
    /// - Throws: `unavailable` where the place is not there or does not answer; `missing` where it may be made.
    func marker() async throws(UploadError) -> DestinationMarker?

    /// Why a marker may be there that cannot be seen, such as another account's; nil where there is none that is not
    /// seen. A clause, fit to follow a colon.
    func hiddenMarkerCause() async -> String?

    /// Makes the place a destination by writing the marker, durably. A marker that is there stays.
    ///
    /// - Parameters:
    ///   - marker: what to write.
    ///   - creating: whether the place itself may be made where it is not there.
    /// - Returns: the marker that is there now.
    /// - Throws: `unavailable`, `full`, `failed`.
    func makeDestination(_ marker: DestinationMarker, creating: Bool) async throws(UploadError) -> DestinationMarker

    /// Takes away a marker that ``makeDestination(_:creating:)`` has written a moment ago, where the place turned out
    /// to be none for a destination. Any other stays, and so does one that cannot be taken away.
    func unmakeDestination(_ marker: DestinationMarker) async

    /// The path nearest to one that the destination keeps as it is: some remotes take no `:`, some no dot at a name's
    /// end, and what such a name becomes there differs from program to program. Asked for after the marker.
    ///
    /// - Parameter target: a path below the top.
    /// - Returns: the path; the same one where every name is kept.
    func storable(_ target: FilePath) -> FilePath

    /// Gives out tickets, by which unfinished copies are found again, and the remote's ids where it gives each file
    /// one. Changes nothing at the destination.
    ///
    /// - Parameter copies: what is to be sent, several at once, since a remote may give ids for all in one call.
    /// - Returns: for each, in their order, what is to be written down before it is sent; `refused` where there can be
    ///   no file of that name, and what ends runs.
    func prepare(_ copies: [PlannedCopy]) async -> [Result<TicketedUpload, UploadError>]

    /// Brings the source's bytes to the destination, not yet under their name.
    ///
    /// - Parameters:
    ///   - source: where the bytes come from; read to its end, once and in order.
    ///   - upload: target and ticket.
    ///   - token: the last one that an earlier call for this ticket has given out, to go on from there; nil starts
    ///     anew. One that the destination does not know any more starts anew too.
    ///   - checkpoint: called with each new token, after the bytes that it stands for were read and went over; the
    ///     tokens before do not count any more. Only services that can go on make tokens; what others leave is
    ///     discarded.
    ///   - progress: told how many more bytes are over there than the last time, those of earlier calls too.
    /// - Returns: what is needed to finish it.
    /// - Throws: any but `taken`, and what `checkpoint` throws. The ticket may be discarded or sent again then.
    func send(
        _ source: UploadSource, as upload: TicketedUpload, resuming token: ResumeToken?,
        checkpoint: @Sendable (ResumeToken) throws(UploadError) -> Void, progress: @Sendable (Int64) -> Void
    ) async throws(UploadError) -> SentUpload

    /// Puts files under their names, makes that durable and reads them back; several at once, since they can share the
    /// waiting. Each has an answer of its own, in the order of `sent`.
    ///
    /// - Parameters:
    ///   - sent: the files.
    ///   - isUnwanted: whether somebody said meanwhile that a file is not to be sent. Asked before each try, and where
    ///     the last bytes go only now before each file: it gets no name then, and fails with `objected`.
    /// - Returns: for each file what lies under its name now, whose bytes are those that were sent; or why it does not
    ///   lie there: `taken` where something else does (the ticket is still there then), `corrupted` where other bytes
    ///   came out than went in (they were taken away again).
    func finish(
        _ sent: [SentUpload], unless isUnwanted: @escaping @Sendable (SentUpload) -> Bool
    ) async -> [Result<StoredFile, UploadError>]

    /// Looks at what lies at some targets, which can share the waiting, and reads all of it, or asks for a checksum;
    /// ``StoredFile/evidence`` says which. What only a cache or kept metadata tells is no evidence, and such a copy is
    /// read.
    ///
    /// - Returns: for each target, in their order, what is there, nil where that is nothing, or no regular file;
    ///   `unavailable`, `failed`.
    func inspect(_ targets: [CopyLocation]) async -> [Result<StoredFile?, UploadError>]

    /// Opens what lies at some targets anew and says by what it is known, without reading it: a cheap second look at
    /// copies whose bytes were read a while ago.
    ///
    /// - Returns: for each target, in their order, the stamp; a copy that has the one that ``inspect(_:)`` gave is the
    ///   one whose bytes were read then; `unavailable`, `failed`.
    func identify(_ targets: [CopyLocation]) async -> [Result<CopyGlance, UploadError>]

    /// Whether anything has the names of some targets, of whatever kind. Cheap: nothing is read.
    ///
    /// - Returns: for each target, in their order, the size of what is there, nil where that is nothing; `failed`, and
    ///   what ends runs.
    func sizes(at targets: [CopyLocation]) async -> [Result<Int64?, UploadError>]

    /// How often a removal reads all bytes of a copy. A copy that changed a moment ago may be read once more.
    ///
    /// - Throws: `unavailable`, `failed`.
    func proofReading() async throws(UploadError) -> ProofReading

    /// Gives the bytes at a target back, in order, for undo and for checks.
    ///
    /// - Parameters:
    ///   - target: where the file is.
    ///   - start: called before the first byte, and again where an earlier try failed in the middle: what came so far
    ///     does not count.
    ///   - each: gets the bytes.
    /// - Throws: `missing` where no regular file is there, `unavailable`, `failed`, and what `start` and `each` throw.
    func fetch(
        _ target: CopyLocation, start: () throws(UploadError) -> Void,
        each: (UnsafeRawBufferPointer) throws(UploadError) -> Void
    ) async throws(UploadError)

    /// Takes away what was sent under a ticket and never finished. What lies under the target's name is left alone,
    /// unless it is an unfinished copy that this very ticket left there, which is told by its bytes being the first of
    /// the source's.
    ///
    /// - Parameters:
    ///   - upload: target and ticket. That nothing of it is there is fine.
    ///   - source: the file that was being sent; nil where it is not there any more.
    /// - Throws: `failed`, and what ends runs.
    func discard(_ upload: TicketedUpload, source: UploadSource?) async throws(UploadError)
}

/// How often all bytes of a copy are read to prove it, before its photo goes and when it has left its name.
package enum ProofReading: Int64, CaseIterable, Hashable, Sendable {
    /// The destination's own checksum proves it.
    case never = 0
    /// A second look knows by the copy's stamp that it is what was read.
    case once
    /// Nothing but its bytes says what it is.
    case twice
}

/// A copy that is to be made.
package struct PlannedCopy: Hashable, Sendable {
    /// Its path below the destination's top, without a slash at its start.
    package let target: FilePath
    /// Bytes.
    package let size: Int64
    /// The mtime that it gets, nanoseconds since 1970-01-01T00:00:00Z.
    package let modified: Int64
    /// The SHA-256 of the bytes, 32 of them; nil where nobody has hashed them yet.
    package let sha256: [UInt8]?
    /// What it is of its photo; nil where nobody says.
    package let part: Part?

    /// What a file is of a photo, as a destination may note it beside the copy.
    package struct Part: Hashable, Sendable {
        /// What all files of the photo share at this destination: 16 hexadecimal digits.
        package let group: String
        /// What the file is.
        package let role: Photo.Member.Role

        package init(group: String, role: Photo.Member.Role) {
            self.group = group
            self.role = role
        }
    }

    /// Says what is to be copied where to.
    package init(target: FilePath, size: Int64, modified: Int64, sha256: [UInt8]? = nil, part: Part? = nil) {
        self.target = target
        self.size = size
        self.modified = modified
        self.sha256 = sha256
        self.part = part
    }
}

/// A file that is to be copied, with its ticket.
package struct TicketedUpload: Hashable, Sendable {
    /// Where it goes.
    package let target: CopyLocation
    /// By what the service finds an unfinished copy: text without line ends, at most 512 bytes, different for every
    /// copy.
    package let ticket: String
    /// The mtime that the copy gets, nanoseconds since 1970-01-01T00:00:00Z.
    package let modified: Int64

    package init(target: CopyLocation, ticket: String, modified: Int64) {
        self.target = target
        self.ticket = ticket
        self.modified = modified
    }
}

/// A file whose bytes are at the destination and do not have their name yet.
package struct SentUpload: Hashable, Sendable {
    /// What was sent.
    package let upload: TicketedUpload
    /// The hashes of the bytes that went over, from the source.
    package let hashes: FileHashes
    /// The source's device and inode, which the copy's must differ from.
    package let source: FileIdentity

    /// Says what went over.
    package init(upload: TicketedUpload, hashes: FileHashes, source: FileIdentity) {
        self.upload = upload
        self.hashes = hashes
        self.source = source
    }

    /// How many bytes went over.
    package var size: Int64 { hashes.size }
}

/// What most services have, and the calls for one copy, which are those for several.
extension UploadService {
    package var sharing: (any Sharing)? { nil }

    package var catalogue: (any CopyCatalogue)? { nil }

    package var condition: (any ConditionTelling)? { nil }

    package var takesFoundCopies: Bool { true }

    package func storable(_ target: FilePath) -> FilePath { target }

    package func prepare(_ copy: PlannedCopy) async throws(UploadError) -> TicketedUpload {
        try await prepare([copy])[0].get()
    }

    package func proofReading() async throws(UploadError) -> ProofReading { .twice }

    /// Puts files under their names to which nobody can object.
    package func finish(_ sent: [SentUpload]) async -> [Result<StoredFile, UploadError>] {
        await finish(sent) { _ in false }
    }

    /// The size of what has a target's name; nil where nothing has.
    package func size(at target: CopyLocation) async throws(UploadError) -> Int64? {
        try await sizes(at: [target])[0].get()
    }

    package func inspect(_ target: CopyLocation) async throws(UploadError) -> StoredFile? {
        try await inspect([target])[0].get()
    }

    package func identify(_ target: CopyLocation) async throws(UploadError) -> CopyGlance {
        try await identify([target])[0].get()
    }
}

extension UploadService {
    package func hiddenMarkerCause() async -> String? { nil }
}
