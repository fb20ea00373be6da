import PhotoModel
import Synchronization
import SystemPackage

/// Wraps a destination's service and retries the calls that can be repeated when they fail with a transient error. All
/// calls of a run share one pace: if one is told to wait, all wait.
///
/// Repeatable are: the questions; sending, which reads the source from its start again and resumes at the last
/// checkpoint; fetching, which restarts its sink; finishing and discarding, which recognise what an earlier attempt has
/// done. Adding lines to a list is not repeatable.
struct RetryingService: UploadService {
    let service: any UploadService
    let pace: RetryPace

    var receiptList: (any ReceiptListing)? { service.receiptList.map { RetryingList(list: $0, pace: pace) } }
    var localPlace: (any LocalPlace)? { service.localPlace }
    var sharing: (any Sharing)? { service.sharing.map { RetryingSharing(sharing: $0, pace: pace) } }
    var retracting: (any Retracting)? {
        service.retracting.map { RetryingRetractions(retracting: $0, pace: pace) }
    }
    var catalogue: (any CopyCatalogue)? { service.catalogue.map { RetryingCatalogue(catalogue: $0, pace: pace) } }
    var condition: (any ConditionReporting)? { service.condition }
    var takesFoundCopies: Bool { service.takesFoundCopies }

    func marker() async throws(UploadError) -> DestinationMarker? {
        try await pace.run { () async throws(UploadError) in try await service.marker() }
    }

    func hiddenMarkerCause() async -> String? { await service.hiddenMarkerCause() }

    func makeDestination(
        _ marker: DestinationMarker, creating: Bool
    ) async throws(UploadError) -> DestinationMarker {
        try await pace.run { () async throws(UploadError) in
            try await service.makeDestination(marker, creating: creating)
        }
    }

    func checkWriting(withName isNamed: Bool) async throws(UploadError) {
        try await pace.run { () async throws(UploadError) in try await service.checkWriting(withName: isNamed) }
    }

    func unmakeDestination(_ marker: DestinationMarker) async {
        await service.unmakeDestination(marker)
    }

    func storable(_ target: FilePath) -> FilePath { service.storable(target) }

    func prepare(_ copies: [PlannedCopy]) async -> [Result<TicketedUpload, UploadError>] {
        await pace.run(copies) { await service.prepare($0) }
    }

    func send(
        _ source: UploadSource, as upload: TicketedUpload, resuming token: ResumeToken?,
        checkpoint: @Sendable (ResumeToken) throws(UploadError) -> Void, progress: @Sendable (Int64) -> Void
    ) async throws(UploadError) -> SentUpload {
        let last = Mutex(token)
        return try await pace.run { () async throws(UploadError) in
            source.rewind()
            let sent = Mutex<Int64>(0)
            do throws(UploadError) {
                return try await service.send(source, as: upload, resuming: last.withLock(\.self)) {
                    token throws(UploadError) in
                    last.withLock { $0 = token }
                    try checkpoint(token)
                } progress: { bytes in
                    sent.withLock { $0 += bytes }
                    progress(bytes)
                }
            } catch {
                progress(-sent.withLock { $0 })
                throw error
            }
        }
    }

    func finish(
        _ sent: [SentUpload], unless isUnwanted: @escaping @Sendable (SentUpload) -> Bool,
        announcing announce: @escaping @Sendable ([SentUpload]) throws(UploadError) -> Void
    ) async -> [Result<StoredFile, UploadError>] {
        await pace.run(sent) { await service.finish($0, unless: isUnwanted, announcing: announce) }
    }

    func takeBack(
        _ sent: SentUpload, storedAs stored: StoredFile
    ) async throws(UploadError) -> RemovalWay {
        try await pace.run { () async throws(UploadError) in try await service.takeBack(sent, storedAs: stored) }
    }

    func inspect(_ targets: [CopyLocation]) async -> [Result<StoredFile?, UploadError>] {
        await pace.run(targets) { await service.inspect($0) }
    }

    func identify(_ targets: [CopyLocation]) async -> [Result<CopyGlance, UploadError>] {
        await pace.run(targets) { await service.identify($0) }
    }

    func sizes(at targets: [CopyLocation]) async -> [Result<Int64?, UploadError>] {
        await pace.run(targets) { await service.sizes(at: $0) }
    }

    func proofReading() async throws(UploadError) -> ProofReading {
        try await pace.run { () async throws(UploadError) in try await service.proofReading() }
    }

    func fetch(
        _ target: CopyLocation, start: () throws(UploadError) -> Void,
        each: (UnsafeRawBufferPointer) throws(UploadError) -> Void
    ) async throws(UploadError) {
        try await pace.run { () async throws(UploadError) in
            try await unsafe service.fetch(target, start: start, each: each)
        }
    }

    func discard(_ upload: TicketedUpload, source: UploadSource?) async throws(UploadError) {
        try await pace.run { () async throws(UploadError) in try await service.discard(upload, source: source) }
    }
}

/// The destination's own list of receipts, with retries.
private struct RetryingList: ReceiptListing {
    let list: any ReceiptListing
    let pace: RetryPace

    func parts() async throws(UploadError) -> [ReceiptListPart] {
        try await pace.run { () async throws(UploadError) in try await list.parts() }
    }

    func lines(of part: String, from offset: Int64) async throws(UploadError) -> [UInt8] {
        try await pace.run { () async throws(UploadError) in try await list.lines(of: part, from: offset) }
    }

    func add(_ lines: [UInt8]) async throws(UploadError) -> AddedLines { try await list.add(lines) }

    func close() async throws(UploadError) -> ReceiptListPart? {
        try await pace.run { () async throws(UploadError) in try await list.close() }
    }
}

/// The destination's sharing, with retries. Asking twice makes one permission.
private struct RetryingSharing: Sharing {
    let sharing: any Sharing
    let pace: RetryPace

    func abilities() async throws(UploadError) -> SharingAbilities {
        try await pace.run { () async throws(UploadError) in try await sharing.abilities() }
    }

    func share(
        _ copy: CopyLocation, _ grant: ShareGrant, telling mail: ShareMail?, unless isUnwanted: @Sendable () -> Bool
    ) async throws(UploadError) -> GivenShare {
        var mayBeShared = false
        return try await pace.run { () async throws(UploadError) in
            do throws(UploadError) {
                return try await sharing.share(copy, grant, telling: mail, unless: isUnwanted)
            } catch {
                // That this try changed nothing says nothing of those before it.
                if mayBeShared, error.sharesNothing { throw UploadError(.failed, error.cause) }
                mayBeShared = true
                throw error
            }
        }
    }

    func stop(
        _ audience: ShareAudience, permission: String?, of copy: CopyLocation, besides others: Set<String>
    ) async throws(UploadError) {
        try await pace.run { () async throws(UploadError) in
            try await sharing.stop(audience, permission: permission, of: copy, besides: others)
        }
    }
}

/// Taking copies back, with retries. A copy that an earlier try took back is missing.
private struct RetryingRetractions: Retracting {
    let retracting: any Retracting
    let pace: RetryPace

    func prepare(
        _ copies: [CopyLocation], _ way: RemovalWay, run: Int64, firstNumber: Int
    ) async -> [Result<TicketedRetraction, TrashError>] {
        await retracting.prepare(copies, way, run: run, firstNumber: firstNumber)
    }

    func takeBack(
        _ copy: TicketedRetraction, of receipt: Receipt, unless isLost: @escaping @Sendable () -> Bool
    ) async throws(UploadError) {
        try await pace.run { () async throws(UploadError) in
            try await retracting.takeBack(copy, of: receipt, unless: isLost)
        }
    }

    func putBack(_ copy: TicketedRetraction) async throws(UploadError) {
        try await pace.run { () async throws(UploadError) in try await retracting.putBack(copy) }
    }
}

/// The destination's catalogue of copies, with retries.
private struct RetryingCatalogue: CopyCatalogue {
    let catalogue: any CopyCatalogue
    let pace: RetryPace

    func find(_ contents: [RecordedContent]) async throws(UploadError) -> [CopyLocation?] {
        try await pace.run { () async throws(UploadError) in try await catalogue.find(contents) }
    }

    func page(after token: String?) async throws(UploadError) -> CataloguePage {
        try await pace.run { () async throws(UploadError) in try await catalogue.page(after: token) }
    }
}

extension UploadError {
    /// Whether an attempt that ended with this error has shared nothing.
    var sharesNothing: Bool { [.refused, .missing, .objected].contains(kind) }

    /// The error once retrying has been given up.
    fileprivate var asItLasts: UploadError {
        guard let lasting else { return self }
        var error = self
        error.kind = lasting
        return error
    }
}

/// How often, and how fast, a failed call is repeated. The waits double from one second to 16 seconds. Each is
/// shortened at random to between half and all of it, so that clients that failed together do not return together. If
/// the destination asks for a longer wait, that counts.
///
/// A kind of call that was given up is tried only once from then on, until it succeeds: a destination that stays
/// unavailable costs these waits once, not with every file.
final class RetryPace: Sendable {
    /// The number of attempts, the first included.
    private static let tries = 6

    private let environment: Environment
    /// No call is made before this moment of the clock's uptime.
    private let notBefore = Mutex<Int64>(0)
    /// The kinds of calls that were given up and have not succeeded since.
    private let givenUp = Mutex<Set<String>>([])

    init(_ environment: Environment) {
        self.environment = environment
    }

    /// Makes a call, and repeats it while it fails with `transient`.
    ///
    /// - Parameters:
    ///   - kind: the kind of call; the calling function by default.
    ///   - call: makes the call.
    /// - Returns: what `call` returns.
    /// - Throws: what `call` throws last; `interrupted` where the user asked to stop during a wait.
    func run<Value>(
        of kind: String = #function, _ call: () async throws(UploadError) -> Value
    ) async throws(UploadError) -> Value {
        let answers = await run([()], of: kind) { _ in
            do throws(UploadError) {
                return [.success(try await call())]
            } catch {
                return [.failure(error)]
            }
        }
        return try answers[0].get()
    }

    /// Makes a call for several elements, and repeats it for those that fail with `transient`.
    ///
    /// - Parameters:
    ///   - elements: the elements.
    ///   - kind: the kind of call; the calling function by default.
    ///   - call: makes the call for some of the elements.
    /// - Returns: the last result of each element, in order.
    func run<Element, Value>(
        _ elements: [Element], of kind: String = #function,
        _ call: ([Element]) async -> [Result<Value, UploadError>]
    ) async -> [Result<Value, UploadError>] {
        var answers: [Result<Value, UploadError>] = []
        var open = Array(elements.indices)
        let tries = givenUp.withLock { $0.contains(kind) } ? 1 : Self.tries
        for attempt in 1...tries where !open.isEmpty {
            do throws(UploadError) {
                try await waitForTurn()
            } catch {
                for index in open where index < answers.count { answers[index] = .failure(error) }
                return answers.isEmpty ? elements.map { _ in .failure(error) } : answers
            }
            let some = await call(open.map { elements[$0] })
            if answers.isEmpty {
                answers = some
            } else {
                for (index, answer) in zip(open, some) { answers[index] = answer }
            }
            open = open.filter { index in
                guard case .failure(let error) = answers[index], error.kind == .transient else { return false }
                putOff(by: max(attempt < tries ? pause(after: attempt) : .zero, error.retryAfter ?? .zero))
                return true
            }
        }
        note(kind, isGivenUp: !open.isEmpty)
        for index in open { answers[index] = answers[index].mapError(\.asItLasts) }
        return answers
    }

    private func note(_ kind: String, isGivenUp: Bool) {
        givenUp.withLock { kinds in
            _ = isGivenUp ? kinds.update(with: kind) : kinds.remove(kind)
        }
    }

    /// The wait after an attempt, counted from 1.
    private func pause(after attempt: Int) -> Duration {
        let whole = (1 << (attempt - 1)) * 1_000
        return .milliseconds(whole / 2 + Int(environment.random() % UInt64(whole / 2 + 1)))
    }

    /// Delays all calls to the destination.
    private func putOff(by wait: Duration) {
        let end = environment.clock.uptime + Int64(wait / .nanoseconds(1))
        notBefore.withLock { $0 = max($0, end) }
    }

    private func waitForTurn() async throws(UploadError) {
        while true {
            let left = notBefore.withLock { $0 } - environment.clock.uptime
            if left <= 0 { return }
            if await !environment.pause(for: .nanoseconds(left)) { throw UploadError(.interrupted, "stopped") }
        }
    }
}
