import PhotoIndex
import PhotoModel
package import SystemPackage

/// Checks the copies of receipts at destinations by reading every byte, and records the results.
///
/// It takes the database's write lock briefly for each batch, not the lock of long runs.
package struct VerifyWork {
    /// Where the receipts come from.
    package enum Origin: Sendable {
        case index
        /// A list. Nothing is written then, and no index is needed.
        case list(ReceiptList)
    }

    /// The most receipts that share a commit.
    private static let mostReceipts = 256
    /// The number of bytes at which a batch is full, which limits what is checked again after a kill.
    private static let mostBytes: Int64 = 512 << 20

    let path: FilePath
    let origin: Origin
    let request: VerifyRequest
    let environment: Environment

    package init(path: FilePath, origin: Origin, request: VerifyRequest, environment: Environment) {
        self.path = path
        self.origin = origin
        self.request = request
        self.environment = environment
    }

    /// Verifies.
    ///
    /// - Parameter show: called for each receipt, in the order of the destinations and targets.
    /// - Throws: `IndexError`; where no destination could be asked, why the first could not. What `show` throws.
    package func run(
        progress: any ProgressReporter, show: (ReceiptCheck) throws -> Void
    ) async throws -> VerifySummary {
        let began = (uptime: environment.clock.uptime, now: environment.clock.now)
        var summary = VerifySummary()
        let targets = try await targets(&summary)
        let unreached = targets.compactMap(\.error)
        if let error = unreached.first, unreached.count == targets.count { throw error.error }
        summary.unreached = unreached
        let counter = ByteProgress(
            total: targets.reduce(0) { $0 + $1.bytes }, reporter: progress, name: "Verifying")
        defer { counter.end() }
        let writer = try writer()
        for target in targets {
            try await verify(target, writer, counter, &summary, show)
        }
        summary.signal = environment.interruption.signal
        summary.seconds = Double(environment.clock.uptime - began.uptime) / 1e9
        if let writer, !summary.byState.isEmpty { try note(summary, since: began.now, in: writer) }
        return summary
    }

    private func writer() throws -> PhotoIndex? {
        guard case .index = origin, !request.isDryRun else { return nil }
        return try PhotoIndex.open(forWritingAt: path, owner: environment.owner)
    }

    private func targets(_ summary: inout VerifySummary) async throws -> [VerifyTarget] {
        switch origin {
        case .index:
            let index = try PhotoIndex.open(forReadingAt: path, owner: environment.owner)
            return try await VerifyTargets(index: index, request: request, environment: environment).ofIndex()
        case .list(let list):
            summary.unreadable = list.unreadable
            let index = try indexOrNone()
            return try await VerifyTargets(index: index, request: request, environment: environment).of(list)
        }
    }

    /// The index if there is one: a list can be checked without an index, or with one that is damaged.
    private func indexOrNone() throws -> PhotoIndex {
        do {
            return try PhotoIndex.open(forReadingAt: path, owner: environment.owner)
        } catch {
            guard [.noIndex, .unusableIndex].contains(PipelineError(error).kind) else { throw error }
            return try PhotoIndex.inMemory(owner: environment.owner)
        }
    }

    private func verify(
        _ target: VerifyTarget, _ writer: PhotoIndex?, _ progress: ByteProgress, _ summary: inout VerifySummary,
        _ show: (ReceiptCheck) throws -> Void
    ) async throws {
        var destination = try? target.destination.get()
        var detail = target.error?.error.message
        var rest = target.checks[...]
        let list = try destination.flatMap { try self.list(of: $0, in: writer) }
        while !rest.isEmpty {
            var batch = Array(rest.batch(atMost: Self.mostReceipts, Self.mostBytes) { $0.receipt.size })
            rest = rest.dropFirst(batch.count)
            if let open = destination {
                let check = CopyCheck(destination: open, parallel: request.parallel, environment: environment)
                let (checks, ending) = await check.check(batch) { progress.add($0) }
                batch = checks
                if let ending {
                    summary.unreached.append((open.name, ending))
                    (destination, detail) = (nil, ending.message)
                }
            } else {
                for index in batch.indices {
                    batch[index].conclude(.unreachable, detail: detail, at: 0)
                    batch[index].isOfDestination = true
                }
                progress.add(batch.reduce(0) { $0 + $1.receipt.size })
            }
            for place in batch.indices where batch[place].state == .missing && batch[place].accepted != nil {
                batch[place].state = .accepted
            }
            if let writer { try write(batch, in: writer) }
            try await writeDown(ended(batch), in: list)
            for check in batch {
                summary.count(check)
                if check.state == nil { summary.left += 1 } else { try show(check) }
            }
        }
        if let failure = list?.progress.failure {
            summary.listFailures.append("\(terminalSafe(target.name)): \(failure)")
        }
    }

    /// The destination's own list, which says too what was accepted as missing; nil where nothing may be.
    private func list(of open: OpenDestination, in writer: PhotoIndex?) throws -> DestinationReceipts? {
        guard let writer, request.accepting != nil, let destination = open.destination else { return nil }
        let progress = try ListProgress(ofDestination: destination.id, in: writer)
        return DestinationReceipts(index: writer, destination: destination, open: open, progress: progress)
    }

    private func writeDown(_ ended: [EndedReceipt], in list: DestinationReceipts?) async throws {
        guard let list, !ended.isEmpty else { return }
        try list.note(try await list.add([], ended: ended))
        try await list.close()
    }

    private func ended(_ batch: [ReceiptCheck]) -> [EndedReceipt] {
        batch.filter { $0.state == .accepted }.map {
            EndedReceipt($0.receipt, ended: environment.clock.now, isHeld: $0.accepted?.isHeld == true)
        }
    }

    private func write(_ batch: [ReceiptCheck], in index: PhotoIndex) throws {
        let asked: [(id: Int64, isThere: Bool)] = batch.compactMap { check in
            guard let row = check.row else { return nil }
            switch check.state {
            case .ok: return (row, true)
            case .missing, .changed: return (row, false)
            case .accepted, .unreachable, nil: return nil
            }
        }
        let checksums = batch.compactMap { check in check.newChecksum.flatMap { new in check.row.map { ($0, new) } } }
        let accepted: [(id: Int64, isHeld: Bool, group: Int64)] = batch.compactMap { check in
            guard check.state == .accepted, let row = check.row, let copy = check.accepted else { return nil }
            return (row, copy.isHeld, copy.group)
        }
        if !asked.isEmpty { try index.setChecked(asked, at: environment.clock.now) }
        if !checksums.isEmpty { try index.setChecksums(checksums) }
        if !accepted.isEmpty { try index.end(accepted, at: environment.clock.now) }
    }

    /// Recorded at the end, since a killed run leaves nothing to settle.
    private func note(_ summary: VerifySummary, since began: Int64, in index: PhotoIndex) throws {
        let run = try index.beginRun("verify", at: began)
        try index.endRun(
            run, at: environment.clock.now, isComplete: summary.signal == nil && summary.unreached.isEmpty,
            counts: [
                "ok": summary.count(.ok), "missing": summary.count(.missing), "accepted": summary.count(.accepted),
                "changed": summary.count(.changed),
                "unreachable": summary.count(.unreachable),
            ])
    }
}
