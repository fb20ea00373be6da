package import PhotoModel
import SystemPackage

/// Asks a destination for the copies that it gave receipts for.
struct CopyCheck: Sendable {
    let destination: OpenDestination
    let parallel: Int
    let environment: Environment

    /// Asks for each copy and has all of its bytes read, some at a time.
    ///
    /// What is missing or changed is believed only where the destination is still itself afterwards: where it was
    /// unmounted meanwhile, nothing is there.
    ///
    /// - Parameters:
    ///   - checks: the receipts.
    ///   - progress: told the bytes of each copy that was asked for.
    /// - Returns: the receipts with what came of them, in their order; without it where a wish to stop came first. And
    ///   the error after which the destination cannot be asked for anything more.
    func check(
        _ checks: [ReceiptCheck], progress: (Int64) -> Void
    ) async -> (checks: [ReceiptCheck], ending: PipelineError?) {
        let before = checks
        var checks = checks
        var ending: UploadError?
        let limits = BatchLimits.looks(parallel, of: checks.count)
        await withTaskGroup(of: (places: ArraySlice<Int>, answers: [Result<StoredFile?, UploadError>]).self) { tasks in
            var left = Array(checks.indices)[...]
            func start() {
                guard ending == nil, environment.interruption.signal == nil else { return }
                let places = left.batch(atMost: limits.mostElements, limits.mostBytes) { checks[$0].receipt.size }
                if places.isEmpty { return }
                left = left.dropFirst(places.count)
                let targets = places.map { checks[$0].receipt.target }
                tasks.addTask { (places, await destination.service.inspect(targets)) }
            }
            for _ in 0..<limits.workers { start() }
            while let (places, answers) = await tasks.next() {
                for (place, answer) in zip(places, answers) { note(answer, in: &checks[place], &ending) }
                progress(places.reduce(0) { $0 + checks[$1].receipt.size })
                start()
            }
        }
        if let ending {
            giveUp(&checks, before, because: ending.detail)
            return (checks, PipelineError(ending, at: destination.named))
        }
        if let error = await error(after: checks) {
            giveUp(&checks, before, because: "the destination is no longer the same one")
            return (checks, error)
        }
        return (checks, nil)
    }

    private func note(
        _ answer: Result<StoredFile?, UploadError>, in check: inout ReceiptCheck, _ ending: inout UploadError?
    ) {
        let now = environment.clock.now
        switch answer {
        case .success(let stored):
            let found = CopyPolicy.compare(stored, with: RecordedContent(check.receipt))
            let state = ReceiptCheck.State(found)
            check.conclude(state, detail: state == .unreachable ? found.words : nil, at: now)
        case .failure(let error) where error.kind == .interrupted: break
        case .failure(let error) where error.kind == .missing: check.conclude(.missing, at: now)
        case .failure(let error):
            check.conclude(.unreachable, detail: error.detail, at: now)
            if error.endsRun { ending = ending ?? error }
        }
    }

    /// Why the destination is not to be believed any more; asked only where that matters.
    private func error(after checks: [ReceiptCheck]) async -> PipelineError? {
        guard checks.contains(where: { $0.state == .missing || $0.state == .changed }) else { return nil }
        do throws(PipelineError) {
            try await DestinationOpening().checkAgain(destination)
            return nil
        } catch {
            return error
        }
    }

    /// Takes back what was said of missing copies, and says of all others that nobody could tell.
    private func giveUp(_ checks: inout [ReceiptCheck], _ before: [ReceiptCheck], because detail: String) {
        for place in checks.indices where checks[place].state != .ok {
            checks[place] = before[place]
            checks[place].conclude(.unreachable, detail: detail, at: 0)
            checks[place].isOfDestination = true
        }
    }
}

extension ReceiptCheck.State {
    /// What a copy is by its receipt alone: the file that was sent may be gone long ago. That is to tell of, and
    /// removes nothing.
    init(_ verification: CopyVerification<StoredFile>) {
        self =
            switch verification {
            case .good: .ok
            case .notThere: .missing
            case .otherBytes, .otherSize: .changed
            case .itself, .anotherCopy, .unproven: .unreachable
            }
    }
}

/// A receipt, and what asking for its copy came to.
package struct ReceiptCheck: Sendable {
    /// What the destination said. The raw values are the contract's `state`.
    package enum State: String, CaseIterable, Hashable, Sendable {
        /// The very bytes are there; all of them were read.
        case ok
        /// No file is there.
        case missing
        /// Other bytes are there.
        case changed
        /// Nobody could tell.
        case unreachable
    }

    /// The receipt's row in the index; nil for one of a list.
    var row: Int64?
    /// What the destination is called.
    package var destination: String
    /// By what it is known again.
    package var marker: DestinationMarker
    /// What was verified, with the time of the last check that found it.
    package var receipt: Receipt
    /// When its copy was found missing or changed, nanoseconds since 1970-01-01T00:00:00Z; nil where it is fine.
    package var failedAt: Int64?
    /// What the destination said; nil where nobody asked.
    package var state: State?
    /// Why nobody could tell, in words.
    package var detail: String?
    /// Whether nobody could tell because the whole destination could not be asked.
    package var isOfDestination = false

    init(
        row: Int64? = nil, destination: String, marker: DestinationMarker, receipt: Receipt, failedAt: Int64? = nil
    ) {
        self.row = row
        self.destination = destination
        self.marker = marker
        self.receipt = receipt
        self.failedAt = failedAt
    }

    /// Notes what the destination said.
    mutating func conclude(_ state: State, detail: String? = nil, at now: Int64) {
        self.state = state
        self.detail = detail
        switch state {
        case .ok: (receipt.checked, failedAt) = (now, nil)
        case .missing, .changed: failedAt = failedAt ?? now
        case .unreachable: break
        }
    }
}

/// What asking for copies came to.
package struct VerifySummary: Sendable {
    /// Receipts by what came of them.
    package var byState: [ReceiptCheck.State: Int] = [:]
    /// The bytes of the copies that are fine.
    package var bytes: Int64 = 0
    /// Lines of a list that are no receipts.
    package var unreadable = 0
    /// Receipts that were not come to.
    package var left = 0
    /// How long it took.
    package var seconds = 0.0
    /// The wish that ended it; nil where none did.
    package var signal: InterruptionSignal?
    /// Destinations that could not be asked, each with why, in words.
    package var unreached: [(destination: String, error: PipelineError)] = []

    package init() {}

    /// How many receipts have a state.
    package func count(_ state: ReceiptCheck.State) -> Int { byState[state] ?? 0 }

    mutating func count(_ check: ReceiptCheck) {
        guard let state = check.state else { return }
        byState[state, default: 0] += 1
        if state == .ok { bytes += check.receipt.size }
    }
}
