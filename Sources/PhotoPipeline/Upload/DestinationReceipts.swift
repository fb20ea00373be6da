import PhotoIndex
import PhotoModel
import SystemPackage

/// The list of receipts that a destination keeps of itself.
struct DestinationReceipts {
    let index: PhotoIndex
    let destination: Destination
    let service: any UploadService
    /// What other batches of the run add meanwhile; nil where there are none.
    var progress: ListProgress?

    /// Brings the receipts that are new in the list into the index. A receipt is a hint by which a copy is found:
    /// whoever needs the copy asks for it itself.
    ///
    /// Lists grow at their end, so what was read once is not read again; lines that mean nothing are passed over.
    ///
    /// - Returns: whether what has the list's name is one.
    /// - Throws: `PipelineError` where the destination fails, `IndexError`.
    func takeOver() async throws -> Bool {
        let known = try index.listedBytes(ofDestination: destination.id)
        let (start, lines) = try await lines(after: known)
        let receipts = ReceiptList(lines).receipts[destination.marker] ?? []
        if !receipts.isEmpty { try await takeOver(receipts) }
        let ended = lines.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        if start + Int64(ended) != known {
            try index.setListedBytes(start + Int64(ended), ofDestination: destination.id)
        }
        if start > 0 { return true }
        guard ReceiptList.isList(lines) else { return false }
        try await complete(receipts)
        return true
    }

    private func takeOver(_ listed: [Receipt]) async throws {
        let new = try listed.filter { receipt in
            try !index.receipts(sha256: receipt.sha256, destination: destination.id)
                .contains { $0.target == receipt.target }
        }
        let there = try await Self.lying(new, at: NamedSpec(name: destination.name, spec: destination.spec), service)
        if !there.isEmpty { _ = try index.addReceipts(there, destination: destination.id) }
    }

    /// Those of a list's receipts whose target has a file of their size. Nothing is read: this leaves out lines that have
    /// grown stale, and does not take the place of a look at the copy.
    static func lying(
        _ receipts: [Receipt], at named: NamedSpec, _ service: any UploadService
    ) async throws(PipelineError) -> [Receipt] {
        try await asking(named) { () async throws(UploadError) in
            var there: [Receipt] = []
            for receipt in receipts {
                let size = try await service.size(at: receipt.target)
                if CopyPolicy.compare(.ofSize(size), with: RecordedContent(receipt)).mayBeGood { there.append(receipt) }
            }
            return there
        }
    }

    /// Adds receipts to the list. Nothing ends where it does not take them, since the index is the proof: then it is read
    /// from its start the next time, and gets what it lacks.
    ///
    /// - Returns: where they stand in the list; nil where nobody can tell.
    @discardableResult
    func add(_ receipts: [Receipt]) async throws -> Range<Int64>? {
        if receipts.isEmpty { return nil }
        do throws(UploadError) {
            return try await service.addReceipts(receipts.flatMap { ReceiptLine($0, marker: destination.marker).bytes })
        } catch {
            progress?.stop(error.detail)
            try index.setListedBytes(0, ofDestination: destination.id)
            return nil
        }
    }

    /// Adds to a list that was read from its start what the index has besides.
    private func complete(_ listed: [Receipt]) async throws {
        let known = Set(listed.map { Entry(sha256: $0.sha256, target: $0.target) })
        var missing: [Receipt] = []
        try index.receipts(destination: destination.id) { stored in
            let entry = Entry(sha256: stored.receipt.sha256, target: stored.receipt.target)
            if stored.failedAt == nil, !known.contains(entry) { missing.append(stored.receipt) }
            return true
        }
        try await add(missing)
    }

    /// What two receipts are the same by.
    private struct Entry: Hashable {
        let sha256: [UInt8]
        let target: CopyLocation
    }

    /// What the list has after so many bytes, which end with a line; all of it where it was cut or made anew since, which
    /// is told by its being shorter, or having no line's end there.
    private func lines(after known: Int64) async throws -> (start: Int64, [UInt8]) {
        if known > 0 {
            let rest = try await bytes(from: known - 1)
            if rest.first == UInt8(ascii: "\n") { return (known, Array(rest.dropFirst())) }
        }
        return (0, try await bytes(from: 0))
    }

    private func bytes(from offset: Int64) async throws -> [UInt8] {
        do {
            return try await service.receipts(from: offset)
        } catch {
            throw PipelineError(.destination, "The list of receipts cannot be read: \(error.detail)")
        }
    }
}
