package import PhotoModel
package import SystemPackage

/// A place that stores copies: a folder, a remote, a drive. One value is one destination.
///
/// A copy is made in steps, whose state can be determined after a crash: ``prepare(_:)`` issues a ticket, which the
/// caller records; ``send(_:as:resuming:checkpoint:progress:)`` transfers the bytes under the ticket; ``finish(_:)``
/// gives files their names, durable and verified. A file that has its name is always complete. ``discard(_:source:)``
/// removes what an unfinished ticket left. Nothing of anybody else's is ever overwritten or removed.
///
/// Calls come from several tasks at once, for different files. Long calls check the source's ``UploadSource/isStopped``
/// and throw `interrupted`.
package protocol UploadService: Sendable {
    /// The list of receipts that the destination itself keeps; nil if it keeps none.
    var receiptList: (any ReceiptListing)? { get }

    /// The directories that it occupies on this machine; nil if there are none.
    var localPlace: (any LocalPlace)? { get }

    /// Sharing of copies; nil if the destination cannot share.
    var sharing: (any Sharing)? { get }

    /// Albums of copies; nil if the destination keeps none.
    var albums: (any AlbumKeeping)? { get }

    /// Taking copies back; nil if the destination cannot.
    var retracting: (any Retracting)? { get }

    /// This program's copies as the destination itself knows them; nil if it keeps no such catalogue.
    var catalogue: (any CopyCatalogue)? { get }

    /// What the destination reports about itself, such as free space; nil if it reports nothing.
    var condition: (any ConditionReporting)? { get }

    /// Whether a file with equal bytes under a copy's name counts as the copy, whoever put it there. At a remote it may
    /// be a sync client's copy of the same photo, which disappears together with the photo.
    var takesFoundCopies: Bool { get }

    /// Whether what was sent may be stored only after a call has failed: what stands before a server may answer for it,
    /// or break off, and pass on what it has got. It comes as the target where that has an id, else under the ticket as
    /// its name beside the target.
    var storesLate: Bool { get }

    /// Reads the destination's marker. Every other call requires it.
    ///
    /// - Returns: the marker; nil where the place exists and is no destination yet.
    /// - Throws: `unavailable` where the place is not there or does not answer; `missing` where it may be made.
    func marker() async throws(UploadError) -> DestinationMarker?

    /// Ends the calls that wait for the destination, which does not answer any more or takes no photos, and makes later
    /// ones fail at once.
    ///
    /// - Parameter error: what they throw.
    func giveUp(_ error: UploadError)

    /// Returns why a marker may exist that this sign-in cannot see, such as another account's; nil if there is no such
    /// cause. A clause that can follow a colon.
    func hiddenMarkerCause() async -> String?

    /// Makes the place a destination by writing the marker, durably. An existing marker stays.
    ///
    /// - Parameter creating: whether to make the place itself if it does not exist.
    /// - Returns: the marker that is there now.
    /// - Throws: `unavailable`, `full`, `failed`.
    func makeDestination(_ marker: DestinationMarker, creating: Bool) async throws(UploadError) -> DestinationMarker

    /// Checks whether files can be written there. Called after the marker was read.
    ///
    /// - Parameter isNamed: whether to make a file with a temporary name and remove it, which a sync client may see;
    ///   otherwise nothing is ever seen there, and a destination that can tell nothing then passes.
    func checkWriting(withName isNamed: Bool) async throws(UploadError)

    /// Removes a marker that ``makeDestination(_:creating:)`` has just written, because the place turned out to be
    /// unsuitable. Any other marker stays, and so does one that cannot be removed.
    func unmakeDestination(_ marker: DestinationMarker) async

    /// The closest path to the given one that the destination stores unchanged. Some remotes accept no `:`, some no dot
    /// at the end of a name, and what such names become differs from program to program. Called after the marker was
    /// read.
    ///
    /// - Parameter target: a path below the top.
    /// - Returns: the path; the same one where every name is stored unchanged.
    func storable(_ target: FilePath) -> FilePath

    /// Issues tickets, by which unfinished copies are found again, and the remote's ids if it gives files ids. Changes
    /// nothing at the destination.
    ///
    /// - Parameter copies: the copies to be made; several at once, since a remote may give ids for all in one call.
    /// - Returns: for each, in order, what to record before it is sent; `refused` where there can be no file of that
    ///   name, and what ends runs.
    func prepare(_ copies: [PlannedCopy]) async -> [Result<TicketedUpload, UploadError>]

    /// Transfers the source's bytes to the destination, but not yet under their name.
    ///
    /// - Parameters:
    ///   - source: the source of the bytes, which may have been read before; read from its first byte to its end, in
    ///     order.
    ///   - token: the last token that an earlier call for this ticket has issued, to resume there; nil starts anew. A
    ///     token that the destination no longer knows starts anew too.
    ///   - checkpoint: called with each new token, after the bytes that it covers were read and transferred; it
    ///     replaces earlier tokens. Called with nil once the destination has said that it does not know the last one
    ///     any more. Only services that can resume issue tokens; what others leave is discarded.
    ///   - progress: called with the number of bytes transferred since the last call, including those of earlier calls.
    /// - Throws: any, and what `checkpoint` throws; `taken` where something of another's has the temporary name. The
    ///   ticket may be discarded or sent again then.
    func send(
        _ source: UploadSource, as upload: TicketedUpload, resuming token: ResumeToken?,
        checkpoint: @Sendable (ResumeToken?) throws(UploadError) -> Void, progress: @Sendable (Int64) -> Void
    ) async throws(UploadError) -> SentUpload

    /// Gives files their names, makes that durable and reads the files back; several at once, since they can share the
    /// waits. The results are in the order of `sent`.
    ///
    /// - Parameters:
    ///   - isUnwanted: whether somebody has meanwhile objected to a file. Called before each file gets its name; if it
    ///     is, the file gets none and fails with `objected`. Giving a name may take long: the caller asks afterwards.
    ///   - announce: called with files whose bytes are there and whose names were seen free, before they get these
    ///     names. Not called where ids tell whose files they are. What it throws is the files' error, and they get no
    ///     names.
    /// - Returns: for each file what has its name now, with the bytes that were sent; or an error: `taken` where
    ///   something else has the name (the ticket still exists then), `corrupted` where the bytes read back differ (the
    ///   file was removed).
    func finish(
        _ sent: [SentUpload], unless isUnwanted: @escaping @Sendable (SentUpload) -> Bool,
        announcing announce: @escaping @Sendable ([SentUpload]) throws(UploadError) -> Void
    ) async -> [Result<StoredFile, UploadError>]

    /// Takes back a copy that ``finish(_:unless:announcing:)`` has just given its name, because somebody objected
    /// meanwhile. Only what still has the bytes that were sent is taken back.
    ///
    /// - Parameters:
    ///   - stored: what finishing has returned.
    ///   - isLost: whether the library has lost its own file. Called when the copy is proved and before it is removed:
    ///     then the copy stays.
    /// - Throws: any; then the copy may still be there. ``UploadError/lastCopy`` where the library had lost its file.
    func takeBack(
        _ sent: SentUpload, storedAs stored: StoredFile, unless isLost: @escaping @Sendable () -> Bool
    ) async throws(UploadError) -> RemovalWay

    /// Examines what is stored at some targets, which can share the waits. Reads all of it, or asks for a checksum:
    /// ``StoredFile/evidence`` tells which. What comes from a cache or from stored metadata is no evidence, and such a
    /// copy is read.
    ///
    /// - Returns: for each target, in order, what is there, nil where there is nothing or no regular file;
    ///   `unavailable`, `failed`.
    func inspect(_ targets: [CopyLocation]) async -> [Result<StoredFile?, UploadError>]

    /// Opens what is stored at some targets again and returns its stamp without reading it: a cheap second check of
    /// copies whose bytes were read before.
    ///
    /// - Returns: for each target, in order, the stamp. If it equals the one from ``inspect(_:)``, the copy is the one
    ///   whose bytes were read then; `unavailable`, `failed`.
    func identify(_ targets: [CopyLocation]) async -> [Result<QuickCopyCheck, UploadError>]

    /// Whether anything of any kind has the names of some targets. Cheap: nothing is read.
    ///
    /// - Returns: for each target, in order, the size of what is there, nil where there is nothing; `failed`, and what
    ///   ends runs.
    func sizes(at targets: [CopyLocation]) async -> [Result<Int64?, UploadError>]

    /// How often a removal reads all bytes of a copy. A recently changed copy may be read once more.
    ///
    /// - Throws: `unavailable`, `failed`.
    func proofReading() async throws(UploadError) -> ProofReading

    /// Reads the bytes at a target, in order, for undo and for checks.
    ///
    /// - Parameter start: called before the first byte, and again where an earlier attempt failed in the middle: the
    ///   bytes so far do not count.
    /// - Throws: `missing` where no regular file is there, `unavailable`, `failed`, and what `start` and `each` throw.
    func fetch(
        _ target: CopyLocation, start: () throws(UploadError) -> Void,
        each: (UnsafeRawBufferPointer) throws(UploadError) -> Void
    ) async throws(UploadError)

    /// Removes what was sent under a ticket and never finished. What has the target's name is left alone, unless it is
    /// an unfinished copy of this very ticket, which shows in its bytes being the first of the source's.
    ///
    /// - Parameters:
    ///   - upload: target and ticket. It is no error if nothing of it exists.
    ///   - source: the file that was being sent; nil where it does not exist any more.
    /// - Throws: `taken` where what has the temporary name is neither what this process has written, nor begins
    ///   like the source, nor has the hash in the journal: it is another's, and stays, at the error's
    ///   ``UploadError/place``; also where an earlier run was about to move it to its name, and it can be seen nowhere.
    ///   `failed`, also where this run sent or named it and it can be seen nowhere, or where it may still be getting
    ///   its name; and what ends runs.
    func discard(_ upload: TicketedUpload, source: UploadSource?) async throws(UploadError)
}

/// How often all bytes of a copy are read to prove it, before its photo is removed and after the photo was parked.
package enum ProofReading: Int64, CaseIterable, Hashable, Sendable {
    /// The destination's own checksum proves it.
    case never = 0
    /// A second check recognises the copy that was read by its stamp.
    case once
    /// Only its bytes identify it.
    case twice
}

/// A copy that is to be made.
package struct PlannedCopy: Hashable, Sendable {
    /// Its path below the destination's top, without a leading slash.
    package let target: FilePath
    /// The size in bytes.
    package let size: Int64
    /// The modification time that it gets, in nanoseconds since 1970-01-01T00:00:00Z.
    package let modified: Int64
    /// The SHA-256 of the bytes, 32 of them; nil if the file has not been hashed.
    package let sha256: [UInt8]?
    /// Its part in its photo; nil if unknown.
    package let part: Part?

    /// A file's part in its photo, which a destination may note beside the copy.
    package struct Part: Hashable, Sendable {
        /// An id that all files of the photo share at this destination: 16 hexadecimal digits.
        package let group: String
        /// The file's role.
        package let role: Photo.Member.Role

        package init(group: String, role: Photo.Member.Role) {
            self.group = group
            self.role = role
        }
    }

    /// A copy to be made at a target.
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
    /// Where the copy is stored.
    package let target: CopyLocation
    /// The service finds an unfinished copy by it: text without line ends, at most 512 bytes, different for every copy.
    package let ticket: String
    /// The modification time that the copy gets, in nanoseconds since 1970-01-01T00:00:00Z.
    package let modified: Int64
    /// The SHA-256 of the file by the journal, which tells what a killed run left; nil where it is not known.
    package let sha256: [UInt8]?
    /// Whether the journal says that it was about to be moved to its target.
    package let isMoving: Bool

    /// A file with its ticket; without a hash if the journal has none.
    package init(
        target: CopyLocation, ticket: String, modified: Int64, sha256: [UInt8]? = nil, isMoving: Bool = false
    ) {
        self.target = target
        self.ticket = ticket
        self.modified = modified
        self.sha256 = sha256
        self.isMoving = isMoving
    }
}

/// A file whose bytes are at the destination but do not have their name yet.
package struct SentUpload: Hashable, Sendable {
    package let upload: TicketedUpload
    /// The hashes of the bytes sent, computed from the source.
    package let hashes: FileHashes
    /// The source's device and inode, which must differ from the copy's.
    package let source: FileIdentity

    /// A file that was sent.
    package init(upload: TicketedUpload, hashes: FileHashes, source: FileIdentity) {
        self.upload = upload
        self.hashes = hashes
        self.source = source
    }

    /// The number of bytes sent.
    package var size: Int64 { hashes.size }
}

/// Defaults for most services, and calls for one copy in terms of those for several.
extension UploadService {
    package var sharing: (any Sharing)? { nil }

    package var albums: (any AlbumKeeping)? { nil }

    package var retracting: (any Retracting)? { nil }

    package var catalogue: (any CopyCatalogue)? { nil }

    package var condition: (any ConditionReporting)? { nil }

    package var takesFoundCopies: Bool { true }

    package var storesLate: Bool { false }

    package func checkWriting(withName isNamed: Bool) async throws(UploadError) {}

    package func storable(_ target: FilePath) -> FilePath { target }

    package func prepare(_ copy: PlannedCopy) async throws(UploadError) -> TicketedUpload {
        try await prepare([copy])[0].get()
    }

    package func proofReading() async throws(UploadError) -> ProofReading { .twice }

    /// Finishes files to which nobody can object, without a journal.
    package func finish(_ sent: [SentUpload]) async -> [Result<StoredFile, UploadError>] {
        await finish(sent) { _ in false }
    }

    /// Finishes files without a journal.
    package func finish(
        _ sent: [SentUpload], unless isUnwanted: @escaping @Sendable (SentUpload) -> Bool
    ) async -> [Result<StoredFile, UploadError>] {
        await finish(sent, unless: isUnwanted) { _ in }
    }

    /// The size of what has a target's name; nil if nothing has.
    package func size(at target: CopyLocation) async throws(UploadError) -> Int64? {
        try await sizes(at: [target])[0].get()
    }

    package func inspect(_ target: CopyLocation) async throws(UploadError) -> StoredFile? {
        try await inspect([target])[0].get()
    }

    package func identify(_ target: CopyLocation) async throws(UploadError) -> QuickCopyCheck {
        try await identify([target])[0].get()
    }
}

extension UploadService {
    package func giveUp(_ error: UploadError) {}

    package func hiddenMarkerCause() async -> String? { nil }
}
