import PhotoIndex
import PhotoModel
import SystemPackage

/// The list of receipts that a destination itself keeps, in addition to the index.
struct DestinationReceipts {
    let index: PhotoIndex
    let destination: KnownDestination
    /// The same, open.
    let open: OpenDestination
    /// How much of the list is known, including what other batches of the run add.
    let progress: ListProgress
    /// The most copies whose sizes are requested in one call.
    private static let mostAtOnce = 1_000

    private var service: PatientService { open.service }

    /// Why the list is incomplete, with the destination's name; nil if it is complete.
    var failure: String? { progress.failure.map { "\(terminalSafe(destination.name)): \($0)" } }

    /// Imports the receipts that are new in the list into the index, which have ended, and the files that stayed when
    /// photos were removed; and has the list completed where it was read as a whole. An imported receipt is only
    /// a hint where a copy may be: whoever needs the copy checks it.
    ///
    /// Lists grow at their ends, so what was read before is not read again. Invalid lines are skipped.
    ///
    /// - Returns: false where the file with the list's name is not a list.
    /// - Throws: `PipelineError` where the destination fails, `IndexError`.
    func takeOver() async throws -> Bool {
        guard let list = service.once.receiptList else { return true }
        let known = try index.listed(ofDestination: destination.id)
        let news = try await news(in: list, after: known)
        let lines = ReceiptList(news.lines)
        let receipts = lines.receipts[destination.marker] ?? []
        let ended = lines.ended(at: destination.marker)
        if !receipts.isEmpty { try await takeOver(receipts) }
        try index.end(ended, destination: destination.id)
        let staying = lines.staying[destination.marker] ?? []
        try index.add(staying)
        let isList = !news.isWhole || ReceiptList.isList(news.lines)
        if news.isWhole, isList {
            try await complete(receipts, ended, staying, known: news.known)
        } else if news.known != known {
            try index.setListed(news.known, ofDestination: destination.id)
        }
        return isList
    }

    /// The receipts that have ended by what is new in the list. Writes nothing.
    ///
    /// - Throws: `PipelineError` where the destination fails, `IndexError`.
    func newEnds() async throws -> [EndedReceipt] {
        guard let list = service.once.receiptList else { return [] }
        let news = try await news(in: list, after: try index.listed(ofDestination: destination.id))
        return ReceiptList(news.lines).ended(at: destination.marker)
    }

    private func takeOver(_ listed: [Receipt]) async throws {
        let new = try listed.filter { receipt in
            try !index.receipts(sha256: receipt.sha256, destination: destination.id)
                .contains { $0.target == receipt.target }
        }
        let there = try await Self.lying(new, at: open)
        if !there.isEmpty { _ = try index.addReceipts(there, destination: destination.id) }
    }

    /// The receipts whose target has a file of the right size. Nothing is read: this drops outdated lines, and does not
    /// replace a check of the copy.
    static func lying(
        _ receipts: [Receipt], at open: OpenDestination
    ) async throws(PipelineError) -> [Receipt] {
        try await translatingServiceErrors(open.named) { () async throws(UploadError) in
            var there: [Receipt] = []
            for some in receipts.chunks(of: Self.mostAtOnce) {
                let sizes = await open.service.call(for: some.map(\.target)) { await $0.sizes(at: $1) }
                for (receipt, size) in zip(some, sizes) {
                    let found = CopyPolicy.compare(.ofSize(try size.get()), with: RecordedContent(receipt))
                    if found.mayBeGood { there.append(receipt) }
                }
            }
            return there
        }
    }

    /// Adds receipts to the list, which have ended, and files that stayed when photos were removed.
    ///
    /// A failure does not end anything, since the index holds the proof: the next run reads the list from its start and
    /// adds what is missing. The same happens if a run is killed before it closes the list.
    ///
    /// - Returns: where the lines are; nil where they were not written, or their place is unknown.
    @discardableResult
    func add(
        _ receipts: [Receipt], ended: [EndedReceipt] = [], staying: Set<TakeoutBindings.Binding> = []
    ) async throws -> AddedReceiptLines? {
        guard let list = service.once.receiptList else { return nil }
        let receipts = try receipts.filter(isListed)
        if receipts.isEmpty, ended.isEmpty, staying.isEmpty { return nil }
        let lines =
            receipts.map { ReceiptLine($0, marker: destination.marker) }
            + ended.map { ReceiptLine($0, marker: destination.marker) }
        let kept = staying.map { StayingLine($0, marker: destination.marker).bytes }
        let added: AddedReceiptLines
        do throws(UploadError) {
            added = try await list.add((lines.map(\.bytes) + kept).flatMap(\.self))
        } catch {
            try stop(error)
            return nil
        }
        if added == .kept {
            progress.keepLines()
            try index.setListed([:], ofDestination: destination.id)
        }
        return added
    }

    /// Whether a receipt belongs into the list. A catalogue has the copies itself; the list beside it says of which
    /// contents copies have ended, and which of these were sent again.
    private func isListed(_ receipt: Receipt) throws -> Bool {
        try service.once.catalogue == nil || index.hasEndedReceipt(sha256: receipt.sha256, destination: destination.id)
    }

    /// Records how much of the list is known, once the index has the receipts of the added lines.
    func note(_ added: AddedReceiptLines?) throws {
        guard case .written(let part, let lines)? = added, let known = progress.add(lines, to: part) else { return }
        try index.setListed(known, ofDestination: destination.id)
    }

    /// Has the service write the lines that it kept in memory. Without any it is not asked: it may be away.
    func close() async throws {
        guard progress.areLinesKept, let list = service.once.receiptList else { return }
        let part: ReceiptListPart?
        do throws(UploadError) {
            part = try await service.call { _ throws(UploadError) in try await list.close() }
        } catch {
            return try stop(error)
        }
        if let part, let known = progress.add(part) { try index.setListed(known, ofDestination: destination.id) }
    }

    private func stop(_ error: UploadError) throws {
        progress.stop(error.detail)
        try index.setListed([:], ofDestination: destination.id)
    }

    /// Adds to a list that was read from its start what only the index has: receipts, that some have ended, and files
    /// that stayed when photos were removed. The list counts as known only after that.
    private func complete(
        _ listed: [Receipt], _ listedEnds: [EndedReceipt], _ staying: Set<TakeoutBindings.Binding>,
        known: [String: Int64]
    ) async throws {
        let entries = Set(listed.map(Entry.init))
        let ends = Dictionary(listedEnds.map { (Entry($0.receipt), $0.ended) }) { max($0, $1) }
        var missing: [Receipt] = []
        var ended: [EndedReceipt] = []
        try index.receipts(destination: destination.id) { stored in
            let entry = Entry(stored.receipt)
            if stored.failedAt == nil, service.once.catalogue == nil, !entries.contains(entry) {
                missing.append(stored.receipt)
            }
            if let end = stored.endedAt, ends[entry].map({ $0 < end }) ?? true {
                ended.append(EndedReceipt(stored.receipt, ended: end, isHeld: stored.isHeld))
            }
            return true
        }
        let unlisted = try index.takeoutBindings().all.subtracting(staying)
        if missing.isEmpty, ended.isEmpty, unlisted.isEmpty {
            if try index.listed(ofDestination: destination.id) == known { return }
            return try index.setListed(known, ofDestination: destination.id)
        }
        let completion = DestinationReceipts(
            index: index, destination: destination, open: open, progress: ListProgress(known: known))
        let added = try await completion.add(missing, ended: ended, staying: unlisted)
        if added == .kept {
            try await completion.close()
        } else if completion.progress.failure == nil {
            try index.setListed(known, ofDestination: destination.id)
            try completion.note(added)
        }
        if let failure = completion.progress.failure { progress.stop(failure) }
    }

    /// What identifies a receipt.
    private struct Entry: Hashable {
        let sha256: [UInt8]
        let target: CopyLocation

        init(_ receipt: Receipt) {
            (sha256, target) = (receipt.sha256, receipt.target)
        }
    }
}

// MARK: - Reading

extension DestinationReceipts {
    /// The part of a list that was not known before.
    fileprivate struct NewReceipts {
        var lines: [UInt8] = []
        /// How much of each part is known after it.
        var known: [String: Int64] = [:]
        /// Whether it is the whole list.
        var isWhole = false
    }

    /// All lines of a list, empty where there is none, and how much of each part is known then.
    ///
    /// - Throws: where the destination fails.
    static func all(
        at open: OpenDestination
    ) async throws(PipelineError) -> (lines: [UInt8], known: [String: Int64]) {
        try await translatingServiceErrors(open.named) { () async throws(UploadError) in
            guard let list = open.service.once.receiptList else { return ([], [:]) }
            let parts = try await open.service.call { _ throws(UploadError) in try await list.parts() }
            let all = try await whole(list, parts, by: open.service)
            return (all.lines, all.known)
        }
    }

    /// The lines of a list that are not known yet; all lines if some were removed or the list was replaced.
    private func news(in list: any ReceiptListing, after known: [String: Int64]) async throws -> NewReceipts {
        do {
            let parts = try await service.call { _ throws(UploadError) in try await list.parts() }
            guard !known.isEmpty, let news = try await Self.grown(list, parts, known, by: service) else {
                return try await Self.whole(list, parts, by: service)
            }
            return news
        } catch {
            throw PipelineError(.destination, "The list of receipts cannot be read: \(error.detail)")
        }
    }

    private static func whole(
        _ list: any ReceiptListing, _ parts: [ReceiptListPart], by service: PatientService
    ) async throws(UploadError) -> NewReceipts {
        var news = NewReceipts(isWhole: true)
        for part in parts {
            let lines = try await lines(of: part, from: 0, list, by: service)
            news.add(lines, of: part.name, after: 0)
        }
        return news
    }

    /// - Returns: nil where a known part is gone or was replaced, which shows in its being shorter, or having no line
    ///   end where reading stopped.
    private static func grown(
        _ list: any ReceiptListing, _ parts: [ReceiptListPart], _ known: [String: Int64],
        by service: PatientService
    ) async throws(UploadError) -> NewReceipts? {
        if !Set(known.keys).isSubset(of: parts.map(\.name)) { return nil }
        var news = NewReceipts()
        for part in parts {
            guard let before = known[part.name], before > 0 else {
                news.add(try await lines(of: part, from: 0, list, by: service), of: part.name, after: 0)
                continue
            }
            if !part.grows {
                news.known[part.name] = before
                continue
            }
            let rest = try await lines(of: part, from: before - 1, list, by: service)
            guard rest.first == UInt8(ascii: "\n") else { return nil }
            news.add(Array(rest.dropFirst()), of: part.name, after: before)
        }
        return news
    }

    private static func lines(
        of part: ReceiptListPart, from offset: Int64, _ list: any ReceiptListing, by service: PatientService
    ) async throws(UploadError) -> [UInt8] {
        try await service.call { _ throws(UploadError) in try await list.lines(of: part.name, from: offset) }
    }
}

extension DestinationReceipts.NewReceipts {
    /// Adds lines of a part. An incomplete last line is read again the next time.
    fileprivate mutating func add(_ new: [UInt8], of part: String, after start: Int64) {
        lines += new
        let ended = new.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        known[part] = start + Int64(ended)
    }
}
