package import PhotoModel
import SystemPackage

/// Checks the copies for which a destination has receipts.
struct CopyCheck: Sendable {
    let destination: OpenDestination
    let parallel: Int
    let environment: Environment

    /// Checks each copy by reading all its bytes, several at a time.
    ///
    /// A copy counts as missing or changed only if the destination is still the same afterwards: if it was unmounted
    /// meanwhile, nothing is there.
    ///
    /// - Parameter progress: called with the bytes of each checked copy.
    /// - Returns: the receipts with their results, in order; without a result if a signal came first. And the error
    ///   after which the destination cannot be asked any more.
    func check(
        _ checks: [ReceiptCheck], progress: (Int64) -> Void
    ) async -> (checks: [ReceiptCheck], ending: PipelineError?) {
        let before = checks
        var checks = checks
        var ending: UploadError?
        let limits: BatchLimits
        do throws(PipelineError) {
            limits = try environment.fitted(.looks(parallel, of: checks.count), filesOfElement: 1)
        } catch {
            return (checks, error)
        }
        await withTaskGroup(of: (places: ArraySlice<Int>, answers: [Result<StoredFile?, UploadError>]).self) { tasks in
            var left = Array(checks.indices)[...]
            func start() {
                guard ending == nil, environment.interruption.signal == nil else { return }
                let places = left.batch(atMost: limits.mostElements, limits.mostBytes) { checks[$0].receipt.size }
                if places.isEmpty { return }
                left = left.dropFirst(places.count)
                let targets = places.map { checks[$0].receipt.target }
                tasks.addTask {
                    (places, await destination.service.call(for: targets) { await $0.inspect($1) })
                }
            }
            for _ in 0..<limits.workers { start() }
            while let (places, answers) = await tasks.next() {
                for (index, answer) in zip(places, answers) {
                    let (settled, checksum) = await settled(answer, checks[index].receipt)
                    checks[index].newChecksum = checksum
                    note(settled, in: &checks[index], &ending)
                }
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

    /// Reads a copy of which the destination has only a checksum of a kind that the receipt does not have.
    ///
    /// - Returns: the answer, by the bytes if they were read; and the destination's checksum where the bytes are the
    ///   receipt's and have it, so that it proves them from now on.
    private func settled(
        _ answer: Result<StoredFile?, UploadError>, _ receipt: Receipt
    ) async -> (Result<StoredFile?, UploadError>, Checksum?) {
        guard case .success(let stored?) = answer, let checksum = stored.evidence.checksum,
            case .unproven(.otherKind) = CopyPolicy.compare(stored, with: RecordedContent(receipt))
        else { return (answer, nil) }
        do throws(UploadError) {
            let read = try await destination.service.hashes(of: receipt.target, with: checksum.kind)
            // What was read is what the destination has a checksum of.
            guard read.value(of: checksum.kind) == checksum.value else { return (answer, nil) }
            let found = StoredFile(read: read)
            guard case .good = CopyPolicy.compare(found, with: RecordedContent(receipt)) else {
                return (.success(found), nil)
            }
            return (.success(found), checksum)
        } catch {
            return (.failure(error), nil)
        }
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

    /// Why the destination can no longer be trusted; called only if that matters.
    private func error(after checks: [ReceiptCheck]) async -> PipelineError? {
        guard checks.contains(where: { $0.state == .missing || $0.state == .changed }) else { return nil }
        do throws(PipelineError) {
            try await DestinationOpening().checkAgain(destination)
            return nil
        } catch {
            return error
        }
    }

    /// Withdraws the results for missing copies, and marks all others as unreachable.
    private func giveUp(_ checks: inout [ReceiptCheck], _ before: [ReceiptCheck], because detail: String) {
        for index in checks.indices where checks[index].state != .ok {
            checks[index] = before[index]
            checks[index].conclude(.unreachable, detail: detail, at: 0)
            checks[index].isOfDestination = true
        }
    }
}

extension ReceiptCheck.State {
    /// The state of a copy by its receipt alone, since the file that was sent may be long gone. It is only reported,
    /// and justifies no removal.
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

/// What is held from a destination once somebody has accepted that a copy is missing there.
struct AcceptedCopy: Hashable, Sendable {
    /// Whether its content, which that of a sidecar is not: many photos may have the same.
    let isHeld: Bool
    /// The row of its group, whose photos are held; 0 if there is none.
    let group: Int64
}

/// A receipt, and the result of checking its copy.
package struct ReceiptCheck: Sendable {
    /// The result of a check. The raw values are the contract's `state`.
    package enum State: String, CaseIterable, Hashable, Sendable {
        /// The same bytes are there; all of them were read.
        case ok
        /// No file is there.
        case missing
        /// No file is there, and a person accepts that.
        case accepted
        /// Other bytes are there.
        case changed
        /// The copy could not be checked.
        case unreachable
    }

    /// The receipt's row in the index; nil for one from a list.
    var row: Int64?
    package var destination: String
    package var marker: DestinationMarker
    /// What was verified, with the time of the last successful check.
    package var receipt: Receipt
    /// When its copy was found missing or changed, in nanoseconds since 1970-01-01T00:00:00Z; nil if it is good.
    package var failedAt: Int64?
    /// The result; nil if it was not checked.
    package var state: State?
    /// Why it could not be checked, in words.
    package var detail: String?
    /// The destination's checksum, if it is of another kind than the receipt's and was found to be that of its bytes.
    var newChecksum: Checksum?
    /// If its copy may be missing: what is held from the destination then. Nil if it may not.
    var accepted: AcceptedCopy?
    /// Whether it could not be checked because the whole destination could not be asked.
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

    mutating func conclude(_ state: State, detail: String? = nil, at now: Int64) {
        self.state = state
        self.detail = detail
        switch state {
        case .ok: (receipt.checked, failedAt) = (now, nil)
        case .missing, .accepted, .changed: failedAt = failedAt ?? now
        case .unreachable: break
        }
    }
}

/// The result of checking copies.
package struct VerifySummary: Sendable {
    /// Receipts by their results.
    package var byState: [ReceiptCheck.State: Int] = [:]
    /// The size of the good copies, in bytes.
    package var bytes: Int64 = 0
    /// Lines of a list that are not receipts.
    package var unreadable = 0
    /// Receipts that were not checked because the run ended.
    package var left = 0
    package var seconds = 0.0
    /// The signal that ended it; nil if none did.
    package var signal: InterruptionSignal?
    /// Why destinations' own lists of receipts are incomplete, with the destinations' names.
    package var listFailures: [String] = []
    /// Destinations that could not be asked, and why.
    package var unreached: [(destination: String, error: PipelineError)] = []

    /// The number of receipts with a state.
    package func count(_ state: ReceiptCheck.State) -> Int { byState[state] ?? 0 }

    mutating func count(_ check: ReceiptCheck) {
        guard let state = check.state else { return }
        byState[state, default: 0] += 1
        if state == .ok { bytes += check.receipt.size }
    }
}
