import FoundationEssentials
import PhotoIndex
package import PhotoModel
package import SystemPackage

/// Receipts in the format of `receipts export` and of a destination's own list.
package struct ReceiptList: Sendable {
    /// The valid receipts: of several for one target, the one checked last. By marker, in the order of the targets'
    /// bytes.
    package private(set) var receipts: [DestinationMarker: [Receipt]] = [:]
    /// The receipts that have ended, and were not issued anew since: by marker, each once for its content and path,
    /// in the order of the targets' bytes.
    package private(set) var ended: [DestinationMarker: [EndedReceipt]] = [:]
    /// The files that stayed when photos were removed, and these photos, by marker.
    package private(set) var staying: [DestinationMarker: Set<TakeoutBindings.Binding>] = [:]
    /// The destinations' names in the lines.
    package private(set) var names: [DestinationMarker: String] = [:]
    /// The number of lines that are neither.
    package private(set) var unreadable = 0

    /// Parses lines. A `summary` at the end, and receipts that are known to have failed and have not ended, are
    /// skipped.
    ///
    /// - Parameter bytes: JSON objects, one per line.
    package init(_ bytes: [UInt8]) {
        var latest: [CopyKey: Receipt] = [:]
        var ended: [Copy: EndedReceipt] = [:]
        var received: [Copy: Int64] = [:]
        let decoder = JSONDecoder()
        for line in bytes.split(whereSeparator: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }) {
            let data = Data(line)
            guard let entry = try? decoder.decode(ReceiptLine.self, from: data), let (receipt, marker) = entry.contents
            else {
                if let stays = (try? decoder.decode(StayingLine.self, from: data))?.contents {
                    staying[stays.marker, default: []].insert(stays.binding)
                    continue
                }
                let isSummary = (try? decoder.decode(AnyLine.self, from: data))?.type == "summary"
                if !isSummary { unreadable += 1 }
                continue
            }
            let copy = Copy(marker: marker, path: receipt.target.path, sha256: receipt.sha256)
            if let end = entry.ended(receipt), ended[copy].map({ $0.ended < end.ended }) ?? true { ended[copy] = end }
            if entry.failedAt != nil { continue }
            if let name = entry.destination { names[marker] = name }
            received[copy] = max(received[copy] ?? .min, receipt.received)
            let key = CopyKey(marker: marker, target: receipt.target)
            if let known = latest[key], known.checked > receipt.checked { continue }
            latest[key] = receipt
        }
        for (copy, end) in ended {
            // What was sent again since then was marked as work before.
            if let again = received[copy], again > end.ended { continue }
            self.ended[copy.marker, default: []].append(end)
            let key = CopyKey(marker: copy.marker, target: end.receipt.target)
            guard let known = latest[key], known.sha256 == copy.sha256, known.checked <= end.ended else { continue }
            latest[key] = nil
        }
        for marker in self.ended.keys {
            self.ended[marker]?.sort {
                $0.receipt.target.path.bytes.lexicographicallyPrecedes($1.receipt.target.path.bytes)
            }
        }
        receipts = Dictionary(grouping: latest, by: { $0.key.marker }).mapValues { some in
            some.map(\.value).sorted { $0.target.path.bytes.lexicographicallyPrecedes($1.target.path.bytes) }
        }
    }

    /// The receipts that have ended, if it is the list of a place with this marker. What was taken back while the place
    /// had another marker counts as well, unless it was sent since: it must not come back because a marker was lost and
    /// made anew.
    package func ended(at marker: DestinationMarker) -> [EndedReceipt] {
        let (now, before) = (ended[marker] ?? [], ended.filter { $0.key != marker }.values.flatMap(\.self))
        if before.isEmpty { return now }
        func copy(_ receipt: Receipt) -> Copy {
            Copy(marker: marker, path: receipt.target.path, sha256: receipt.sha256)
        }
        let sent = Dictionary((receipts[marker] ?? []).map { (copy($0), $0.received) }) { max($0, $1) }
        return now + before.filter { $0.isHeld && (sent[copy($0.receipt)] ?? .min) <= $0.ended }
    }

    private struct AnyLine: Decodable {
        var type: String
    }

    /// Whether a file that begins with these bytes is a list of receipts and not another program's file: it is empty,
    /// has a line of its types, or was cut within its first line.
    package static func isList(_ beginning: [UInt8]) -> Bool {
        let decoder = JSONDecoder()
        let lines = beginning.split(separator: UInt8(ascii: "\n"))
        let types = ["receipt", "staying"]
        if lines.contains(where: { line in
            (try? decoder.decode(AnyLine.self, from: Data(line))).map { types.contains($0.type) } ?? false
        }) {
            return true
        }
        guard let first = lines.first else { return true }
        // Members are in alphabetical order.
        return lines.count == 1
            && [#"{"checkedAt":""#, #"{"file":""#].contains { zip(first, Array($0.utf8)).allSatisfy(==) }
    }

    private struct CopyKey: Hashable {
        let marker: DestinationMarker
        let target: CopyLocation
    }

    /// A copy as the index has one receipt for it: one that was sent again to its path has another id.
    private struct Copy: Hashable {
        let marker: DestinationMarker
        let path: FilePath
        let sha256: [UInt8]
    }
}

extension Library {
    /// Calls `body` with each receipt, by destination and target, until `body` returns false. No destination is asked.
    ///
    /// - Parameters:
    ///   - name: the only destination to include, a name or a spec; nil for all.
    ///   - all: whether to include receipts that do not count: those that failed, or whose destination was removed.
    ///   - path: makes the path of a folder absolute.
    ///   - body: returns whether to go on.
    /// - Throws: what `body` throws; `PipelineError`, `unknown`, where the name is none; `IndexError`.
    package func receipts(
        of name: String?, all: Bool, configured: [Destination], kinds: DestinationKinds,
        path: (String) -> FilePath,
        _ body: (ReceiptCheck) throws -> Bool
    ) throws {
        let row = try name.map { try known($0, configured: configured, kinds: kinds, path: path) }
        try index.receipts(destination: row?.id) { stored in
            let counts = stored.failedAt == nil && stored.destination.removedAt == nil
            guard counts || all else { return true }
            return try body(
                ReceiptCheck(
                    row: stored.id, destination: stored.destination.name, marker: stored.destination.marker,
                    receipt: stored.receipt, failedAt: stored.failedAt))
        }
    }

    private func known(
        _ text: String, configured: [Destination], kinds: DestinationKinds,
        path: (String) -> FilePath
    ) throws -> KnownDestination {
        let known = try index.destinations()
        let named = try DestinationBook(configured: configured, known: known, kinds: kinds).find(text, path: path)
        if let row = named.known { return row }
        throw PipelineError(
            .unknown, "Nothing was ever sent to \(terminalSafe(named.name))", remedy: .listDestinations)
    }
}
