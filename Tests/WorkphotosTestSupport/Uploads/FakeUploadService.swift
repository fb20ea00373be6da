package import PhotoModel
package import PhotoPipeline
import Synchronization
package import SystemPackage
import Testing

/// A destination in memory that records its calls, and can be made to fail them, to hold one, to store wrong bytes and
/// to lose files.
///
/// It gives prepared answers: asking for a marker or for surroundings that the test has not set is an issue. What is in
/// its ``State`` are members of its own.
@dynamicMemberLookup
package final class FakeUploadService: UploadService {
    /// Something at the destination.
    package enum Entry: Hashable, Sendable {
        case file([UInt8], modified: Int64)
        /// A directory or a link: something other than a regular file.
        case other
    }

    package struct State: Sendable {
        var marker: DestinationMarker??
        var surroundings: [FileIdentity]?
        private(set) var entries: [FilePath: Entry] = [:]
        private(set) var stamps: [FilePath: CopyStamp] = [:]
        private var changes: Int64 = 0
        /// Unique to this destination's files.
        private let device = UInt64.random(in: 1 << 32...UInt64.max)
        var hasStamps = true
        var hasTimes = true
        var proofReading: ProofReading?
        /// The bytes of uploads without a name, by ticket.
        var parts: [String: [UInt8]] = [:]
        /// Its list of receipts.
        package var receipts: [UInt8] = []
        /// Whether its list is kept in memory until it is closed, with a part for each run, like a remote's.
        var keepsLines = false
        var keptLines: [UInt8] = []
        /// The parts of its list of receipts.
        package var listParts: [String: [UInt8]] = [:]
        var localDirectories: [FilePath] = []
        /// Its condition; nil if it reports none.
        var condition: DestinationCondition?
        var storable: [FilePath: FilePath] = [:]
        /// The calls so far.
        package var calls: [UploadCall] = []
        /// The targets of each question about copies: looks, stamps and sizes. Each target is also recorded as a call.
        package var questions: [[FilePath]] = []
        var tickets = 0
        /// Whether each copy has an id, as at Google Drive.
        package var givesIDs = false
        /// Whether every call fails as if the place were missing.
        package var isGone = false
        /// The error with which it was given up; nil if it was not.
        package var givenUp: UploadError?
        var failures: [Failure] = []
        /// The targets for which it stores wrong bytes. Finishing notices that.
        package var altered: Set<FilePath> = []
        /// The identities of files; by default each is a separate file.
        package var identities: [FilePath: FileIdentity] = [:]
        /// Whether it identifies its files, which a folder does and a remote does not.
        package var hasIdentities = true
        /// Whether what was sent may come later, under its temporary name, and what was copied into an album.
        var storesLate = false
        /// Its evidence for contents, whatever their bytes; it reads all bytes of the others.
        package var evidence: [FilePath: ContentEvidence] = [:]
        /// The calls that are held, by their targets.
        var held: [UploadCall.Name: [FilePath: HeldCall]] = [:]
        /// The number of bytes between two tokens; nil if it makes none, and does not resume uploads.
        package var tokenDistance: Int?
        /// The uploads of valid tokens.
        var tokens: [ResumeToken: (ticket: String, size: Int)] = [:]
        /// The tokens so far, oldest first.
        package var madeTokens: [ResumeToken] = []
        /// What its catalogue lists, each time that a list begins, in one page; the last one stays. Empty if it has no
        /// catalogue.
        package var listings: [CataloguePage] = []
        /// Its sharing abilities; nil for none.
        package var abilities: SharingAbilities?
        /// The audiences of each shared copy.
        var shares: [CopyLocation: Set<ShareGrant>] = [:]
        /// The copies in albums and their bytes, by the album's folder; nil if it keeps none.
        var albums: [CopyLocation: [CopyLocation: [UInt8]]]?
        /// Whether others see the folders of albums, as a person may let them by hand.
        package var showsAlbums = false
        /// The folders of albums that a person has put into the trash.
        var trashedAlbums: Set<FilePath> = []
        /// Whether shares persist even if they are ended.
        package var keepsSharing = false
        /// Why its trash cannot be used; nil if it can.
        package var trashError: TrashError?
        /// The number of received content bytes, counted each time.
        package var arrived: Int64 = 0

        /// The bytes of an upload that need not be sent again.
        mutating func beginning(of upload: TicketedUpload, _ token: ResumeToken?) -> [UInt8] {
            guard let known = token.flatMap({ tokens[$0] }), known.ticket == upload.ticket,
                let part = parts[upload.ticket], part.count >= known.size
            else { return [] }
            return Array(part[..<known.size])
        }

        /// Stores the received bytes of an upload. Returns a token for them, if it makes tokens and something is new.
        mutating func arrive(_ part: [UInt8], _ new: Int, of upload: TicketedUpload) -> ResumeToken? {
            parts[upload.ticket] = part
            arrived += Int64(new)
            if tokenDistance == nil || new == 0 { return nil }
            forgetTokens(of: upload.ticket)
            let digits = (0..<4).map { _ in String(UInt64.random(in: 1 << 60...UInt64.max), radix: 16) }
            let token = ResumeToken(Secret(Array(digits.joined().utf8)))
            tokens[token] = (upload.ticket, part.count)
            madeTokens.append(token)
            return token
        }

        mutating func forgetTokens(of ticket: String) {
            tokens = tokens.filter { $0.value.ticket != ticket }
        }

        /// Sets an entry, which is a new file each time.
        mutating func set(_ entry: Entry?, at target: FilePath) {
            changes += 1
            entries[target] = entry
            stamps[target] = nil
            guard case .file(let bytes, let modified)? = entry else { return }
            stamps[target] = CopyStamp(
                identity: FileIdentity(device: device, inode: UInt64(changes)), size: Int64(bytes.count),
                modified: modified, changed: Int64(device >> 4) + Int64(changes))
        }

        /// What a look at a target returns.
        func stored(at target: FilePath) -> StoredFile? {
            guard case .file(let bytes, _)? = entries[target] else { return nil }
            let identity = identities[target] ?? stamps[target]?.identity
            return StoredFile(
                of: bytes, evidence: evidence[target], identity: hasIdentities ? identity : nil,
                stamp: hasStamps ? stamps[target] : nil, changed: hasTimes ? stamps[target]?.changed : nil)
        }
    }

    struct Failure: Sendable {
        let call: UploadCall.Name
        let target: FilePath?
        let error: UploadError
        var times: Int
        let kept: Int
    }

    let state: Mutex<State>

    package var receiptList: (any ReceiptListing)? { self }
    package var localPlace: (any LocalPlace)? { self }
    package var condition: (any ConditionReporting)? { self }

    /// A destination without prepared answers: the first question is an issue.
    package init() {
        state = Mutex(State())
    }

    /// A destination with a marker; with nil, a place that is not a destination yet.
    package convenience init(marker: DestinationMarker?, surroundings: [FileIdentity] = []) {
        self.init()
        state.withLock {
            $0.marker = .some(marker)
            $0.surroundings = surroundings
        }
    }

    package var storesLate: Bool {
        get { state.withLock { $0.storesLate } }
        set { state.withLock { $0.storesLate = newValue } }
    }

    /// What it was told, and what has become of it.
    package subscript<Value: Sendable>(dynamicMember member: WritableKeyPath<State, Value>) -> Value {
        get { state.withLock { $0[keyPath: member] } }
        set { state.withLock { $0[keyPath: member] = newValue } }
    }

    /// The destination's contents.
    package var entries: [FilePath: Entry] { state.withLock { $0.entries } }

    package func giveUp(_ error: UploadError) { state.withLock { $0.givenUp = error } }

    /// The bytes of uploads without a name, by ticket.
    package var parts: [String: [UInt8]] { state.withLock { $0.parts } }

    /// The bytes at a target; nil if there is no file.
    package func bytes(at target: FilePath) -> [UInt8]? {
        guard case .file(let bytes, _)? = entries[target] else { return nil }
        return bytes
    }
}

extension FakeUploadService {
    /// Sets an entry, as another program would; nil removes it.
    package func place(_ entry: Entry?, at target: FilePath) {
        state.withLock { $0.set(entry, at: target) }
    }

    /// Sets whether copies are known by stamps, as on a local disk, or only by reading, as on a share; and whether it
    /// reports the time of their last change, which a share does and a remote does not.
    package func setStamps(_ hasStamps: Bool, times: Bool = true) {
        state.withLock { ($0.hasStamps, $0.hasTimes) = (hasStamps, times) }
    }

    /// Sets how often a removal reads its copies; by default once if they have stamps, else twice.
    package func setProofReading(_ reading: ProofReading) {
        state.withLock { $0.proofReading = reading }
    }

    /// Sets the marker; nil makes it a place that is no destination.
    package func setMarker(_ marker: DestinationMarker?) {
        state.withLock { $0.marker = .some(marker) }
    }

    /// Divides its list of receipts into parts, like a remote's: added lines are kept until the list is closed.
    package func setParts(_ parts: [String: [UInt8]] = [:]) {
        state.withLock { ($0.keepsLines, $0.listParts) = (true, parts) }
    }

    /// Makes it store a target only under another name.
    package func setStorable(_ other: FilePath, for target: FilePath) {
        state.withLock { $0.storable[target] = other }
    }

    package var takesFoundCopies: Bool { state.withLock { !$0.keepsLines } }

    package func storable(_ target: FilePath) -> FilePath {
        state.withLock { $0.storable[target] ?? target }
    }

    /// Makes it forget all tokens and what was sent for them, as servers do after a week.
    package func forgetTokens() {
        state.withLock { ($0.tokens, $0.parts) = ([:], [:]) }
    }

    /// Sets its condition.
    package func setCondition(_ condition: DestinationCondition?) {
        state.withLock { $0.condition = condition }
    }

    /// Sets the local directories where copies appear through other paths.
    package func setLocalDirectories(_ localDirectories: [FilePath]) {
        state.withLock { $0.localDirectories = localDirectories }
    }

    /// Makes a call fail.
    ///
    /// - Parameters:
    ///   - target: its target; nil for any, and for calls without one.
    ///   - times: how often, before it works.
    ///   - bytes: the number of bytes that a failing `send` transfers first.
    package func fail(
        _ call: UploadCall.Name, of target: FilePath? = nil, with error: UploadError, times: Int = 1,
        after bytes: Int = 0
    ) {
        state.withLock {
            $0.failures.append(Failure(call: call, target: target, error: error, times: times, kept: bytes))
        }
    }

    /// Holds the next call for a target: `look` and `size`; `discard`; `send` after its first block; `finish` once the
    /// target has its name; `copy` into an album after it was asked whether that is wanted, and `share` before it is
    /// asked.
    package func hold(_ call: UploadCall.Name, of target: FilePath) -> HeldCall {
        let held = HeldCall()
        state.withLock { $0.held[call, default: [:]][target] = held }
        return held
    }

    /// What holds a call for a target, once.
    func held(_ call: UploadCall.Name, _ target: FilePath) -> HeldCall? {
        state.withLock { $0.held[call]?.removeValue(forKey: target) }
    }
}

extension FakeUploadService {
    /// Records a call, and fails it if that was requested, if the place is missing, or if it has no marker.
    func enter(_ call: UploadCall, _ name: UploadCall.Name, _ target: FilePath? = nil) throws(UploadError) {
        try record(call, name, target)
        switch state.withLock({ $0.marker }) {
        case nil: throw Self.untold("a marker")
        case .some(nil): throw UploadError(.unavailable, "has no marker")
        case .some(.some): return
        }
    }

    /// The same without checking the marker.
    func record(_ call: UploadCall, _ name: UploadCall.Name, _ target: FilePath? = nil) throws(UploadError) {
        let isGone = state.withLock { state in
            state.calls.append(call)
            return state.isGone
        }
        if isGone { throw UploadError(.unavailable, "is not there") }
        // A failing send transfers bytes first, and a finish has an answer for each file.
        if name != .send, name != .finish, let failure = failure(of: name, target) { throw failure.error }
    }

    /// The next failure, which is counted.
    func failure(of name: UploadCall.Name, _ target: FilePath?) -> Failure? {
        state.withLock { state in
            let index = state.failures.firstIndex {
                $0.call == name && $0.times > 0 && ($0.target == nil || $0.target == target)
            }
            guard let index else { return nil }
            state.failures[index].times -= 1
            return state.failures[index]
        }
    }

    static func untold(_ what: String) -> UploadError {
        Issue.record("The test has not told the destination \(what)")
        return UploadError(.failed, "the test has not told it \(what)")
    }
}
