package import PhotoModel
package import PhotoPipeline
import Synchronization
package import SystemPackage
import Testing

/// A destination in memory that records its calls, can be told to fail them, to hold one open, to store other bytes
/// and to lose files.
///
/// It answers what it was told to answer: a test that is asked for a marker or for surroundings and has set none is
/// told so by an issue.
package final class FakeUploadService: UploadService {
    /// Something at the destination.
    package enum Entry: Hashable, Sendable {
        case file([UInt8], modified: Int64)
        /// A directory, a link: something that is no regular file.
        case other
    }

    struct State {
        var marker: DestinationMarker??
        var surroundings: [FileIdentity]?
        private(set) var entries: [FilePath: Entry] = [:]
        private(set) var stamps: [FilePath: CopyStamp] = [:]
        private var changes: Int64 = 0
        /// No other destination has files with this number.
        private let device = UInt64.random(in: 1 << 32...UInt64.max)
        var hasStamps = true
        var hasTimes = true
        var proofReading: ProofReading?
        var parts: [String: [UInt8]] = [:]
        var receipts: [UInt8] = []
        /// Whether its list is kept in memory until it is closed, and has a part a run, as a remote's.
        var keepsLines = false
        var keptLines: [UInt8] = []
        var listParts: [String: [UInt8]] = [:]
        var localDirectories: [FilePath] = []
        /// What it tells of itself; nil where it tells nothing.
        var condition: DestinationCondition?
        var storable: [FilePath: FilePath] = [:]
        var calls: [UploadCall] = []
        var questions: [[FilePath]] = []
        var tickets = 0
        var isGone = false
        var failures: [Failure] = []
        var altered: Set<FilePath> = []
        var identities: [FilePath: FileIdentity] = [:]
        /// Whether it says which files it has, as a folder does.
        var hasIdentities = true
        /// What it says of contents; of all others it reads every byte.
        var evidence: [FilePath: ContentEvidence] = [:]
        var heldSends: [FilePath: HeldCall] = [:]
        var heldSizes: [FilePath: HeldCall] = [:]
        var heldLooks: [FilePath: HeldCall] = [:]
        var heldShares: [FilePath: HeldCall] = [:]
        /// How many bytes are sent from one token to the next; nil where it makes none.
        var tokenDistance: Int?
        /// What the tokens that count stand for.
        var tokens: [ResumeToken: (ticket: String, size: Int)] = [:]
        /// Every token that it has made.
        var madeTokens: [ResumeToken] = []
        /// What it can do when it shows copies to others; nil where it cannot show them.
        var abilities: SharingAbilities?
        /// Whom each place is shown to.
        var shares: [SharedPlace: Set<ShareGrant>] = [:]
        /// Whether what is shown stays so, whoever asks for its end.
        var keepsSharing = false
        /// The bytes of contents that came, each time that they came.
        var arrived: Int64 = 0

        /// The bytes of an upload that need not come again.
        mutating func beginning(of upload: TicketedUpload, _ token: ResumeToken?) -> [UInt8] {
            guard let known = token.flatMap({ tokens[$0] }), known.ticket == upload.ticket,
                let part = parts[upload.ticket], part.count >= known.size
            else { return [] }
            return Array(part[..<known.size])
        }

        /// Keeps what came of an upload; gives the token for that, where it makes tokens and something is new.
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

        /// Puts something there, which is another file than any before it.
        mutating func set(_ entry: Entry?, at target: FilePath) {
            changes += 1
            entries[target] = entry
            stamps[target] = nil
            guard case .file(let bytes, let modified)? = entry else { return }
            stamps[target] = CopyStamp(
                identity: FileIdentity(device: device, inode: UInt64(changes)), size: Int64(bytes.count),
                modified: modified, changed: changes)
        }

        /// What a look says of a target.
        func stored(at target: FilePath) -> StoredFile? {
            guard case .file(let bytes, _)? = entries[target] else { return nil }
            let identity = identities[target] ?? stamps[target]?.identity
            return StoredFile(
                of: bytes, evidence: evidence[target], identity: hasIdentities ? identity : nil,
                stamp: hasStamps ? stamps[target] : nil, changed: hasTimes ? stamps[target]?.changed : nil)
        }
    }

    struct Failure {
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

    /// A destination that was told nothing: what it is asked first is an issue.
    package init() {
        state = Mutex(State())
    }

    /// A destination with a marker, or, where that is nil, a place that is no destination yet.
    package convenience init(marker: DestinationMarker?, surroundings: [FileIdentity] = []) {
        self.init()
        state.withLock {
            $0.marker = .some(marker)
            $0.surroundings = surroundings
        }
    }

    /// Everything that was called, in order.
    package var calls: [UploadCall] { state.withLock { $0.calls } }

    /// What each question about copies was about, in order: looks, stamps and sizes. Each is a call for each of them,
    /// too.
    package var questions: [[FilePath]] { state.withLock { $0.questions } }

    /// What lies at the destination.
    package var entries: [FilePath: Entry] { state.withLock { $0.entries } }

    /// The bytes that were sent and have no name yet, by ticket.
    package var parts: [String: [UInt8]] { state.withLock { $0.parts } }

    /// Every token that it has made, the oldest first.
    package var madeTokens: [ResumeToken] { state.withLock { $0.madeTokens } }

    /// How many bytes of contents came, each counted as often as it came.
    package var arrived: Int64 { state.withLock { $0.arrived } }

    /// The bytes at a target; nil where no file is there.
    package func bytes(at target: FilePath) -> [UInt8]? {
        guard case .file(let bytes, _)? = entries[target] else { return nil }
        return bytes
    }
}

extension FakeUploadService {
    /// Puts something there, as another program would; nil takes away what is there.
    package func place(_ entry: Entry?, at target: FilePath) {
        state.withLock { $0.set(entry, at: target) }
    }

    /// Sets whether copies are known by stamps, as on a disk of the machine's own, or only by being read, as on a
    /// share; and whether it tells the time of their last change, which a share does and a remote does not.
    package func setStamps(_ hasStamps: Bool, times: Bool = true) {
        state.withLock { ($0.hasStamps, $0.hasTimes) = (hasStamps, times) }
    }

    /// Sets how often it says that a removal reads its copies; without that once where they have stamps, else twice.
    package func setProofReading(_ reading: ProofReading) {
        state.withLock { $0.proofReading = reading }
    }

    /// Says which file lies at a target; without that each is a file of its own.
    package func setIdentity(_ identity: FileIdentity, at target: FilePath) {
        state.withLock { $0.identities[target] = identity }
    }

    /// Sets whether it says which files it has, as a folder does and a remote does not.
    package func setIdentities(_ hasIdentities: Bool) {
        state.withLock { $0.hasIdentities = hasIdentities }
    }

    /// Has it say this of the content at a target, whatever lies there.
    package func say(_ evidence: ContentEvidence, at target: FilePath) {
        state.withLock { $0.evidence[target] = evidence }
    }

    /// Sets what the marker is from now on; nil makes it a place that is no destination.
    package func setMarker(_ marker: DestinationMarker?) {
        state.withLock { $0.marker = .some(marker) }
    }

    /// Sets the list of receipts.
    package func setReceipts(_ bytes: [UInt8]) {
        state.withLock { $0.receipts = bytes }
    }

    /// Has its list of receipts be in parts, as a remote's: what is added is kept until the list is closed.
    package func setParts(_ parts: [String: [UInt8]] = [:]) {
        state.withLock { ($0.keepsLines, $0.listParts) = (true, parts) }
    }

    /// The parts of its list of receipts.
    package var listParts: [String: [UInt8]] { state.withLock(\.listParts) }

    /// Has it keep a target under another name only.
    package func setStorable(_ other: FilePath, for target: FilePath) {
        state.withLock { $0.storable[target] = other }
    }

    package var takesFoundCopies: Bool { state.withLock { !$0.keepsLines } }

    package func storable(_ target: FilePath) -> FilePath {
        state.withLock { $0.storable[target] ?? target }
    }

    /// Has it go on with uploads that were cut off, from its last token; it makes one after each so many bytes.
    package func setTokens(every bytes: Int) {
        state.withLock { $0.tokenDistance = bytes }
    }

    /// Sets what it tells of itself.
    package func setCondition(_ condition: DestinationCondition?) {
        state.withLock { $0.condition = condition }
    }

    /// Sets in which directories of this machine copies come to lie by other roads.
    package func setLocalDirectories(_ localDirectories: [FilePath]) {
        state.withLock { $0.localDirectories = localDirectories }
    }

    /// Has every call fail as if the place were not there, or lets it come back.
    package func setGone(_ isGone: Bool) {
        state.withLock { $0.isGone = isGone }
    }

    /// Has a call fail.
    ///
    /// - Parameters:
    ///   - call: which one.
    ///   - target: of which target; nil for any. Calls that are about none look for nil.
    ///   - error: how.
    ///   - times: how often, before it works.
    ///   - bytes: how many bytes a failing `send` brings over first.
    package func fail(
        _ call: UploadCall.Name, of target: FilePath? = nil, with error: UploadError, times: Int = 1,
        after bytes: Int = 0
    ) {
        state.withLock {
            $0.failures.append(Failure(call: call, target: target, error: error, times: times, kept: bytes))
        }
    }

    /// Has other bytes stored than are sent to a target. Finishing notices.
    package func alter(_ target: FilePath) {
        state.withLock { _ = $0.altered.insert(target) }
    }

    /// Holds the next `send` of a target open, after its first block.
    package func holdSend(of target: FilePath) -> HeldCall {
        let held = HeldCall()
        state.withLock { $0.heldSends[target] = held }
        return held
    }

    /// Holds the next look at a target open.
    package func holdLook(of target: FilePath) -> HeldCall {
        let held = HeldCall()
        state.withLock { $0.heldLooks[target] = held }
        return held
    }

    /// Holds the next look at the size of a target open.
    package func holdSize(of target: FilePath) -> HeldCall {
        let held = HeldCall()
        state.withLock { $0.heldSizes[target] = held }
        return held
    }
}

extension FakeUploadService {
    /// Records a call, and fails it where it was told to, where the place is gone, or where it has no marker.
    func enter(_ call: UploadCall, _ name: UploadCall.Name, _ target: FilePath? = nil) throws(UploadError) {
        try record(call, name, target)
        switch state.withLock({ $0.marker }) {
        case nil: throw Self.untold("a marker")
        case .some(nil): throw UploadError(.unavailable, "has no marker")
        case .some(.some): return
        }
    }

    /// The same without a look for the marker.
    func record(_ call: UploadCall, _ name: UploadCall.Name, _ target: FilePath? = nil) throws(UploadError) {
        let isGone = state.withLock { state in
            state.calls.append(call)
            return state.isGone
        }
        if isGone { throw UploadError(.unavailable, "is not there") }
        // A failing send brings bytes over first, and a finish has an answer for each file.
        if name != .send, name != .finish, let failure = failure(of: name, target) { throw failure.error }
    }

    /// The failure that is due; it counts as having come.
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
