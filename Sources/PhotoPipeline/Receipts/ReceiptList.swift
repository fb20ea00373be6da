import FoundationEssentials
package import PhotoModel
import SystemPackage

/// Receipts as `receipts export` prints them, or as a destination keeps them.
package struct ReceiptList: Sendable {
    /// The receipts that count: of several for one target the one that was checked last. By marker, in the order of the
    /// targets' bytes.
    package private(set) var receipts: [DestinationMarker: [Receipt]] = [:]
    /// What lines call their destinations.
    package private(set) var names: [DestinationMarker: String] = [:]
    /// How many lines are no receipts.
    package private(set) var unreadable = 0

    /// Reads lines. A `summary` at the end is passed over, and so is what is known to have failed.
    ///
    /// - Parameter bytes: JSON objects, one a line.
    package init(_ bytes: [UInt8]) {
        var latest: [Place: Receipt] = [:]
        let decoder = JSONDecoder()
        for line in bytes.split(whereSeparator: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }) {
            let data = Data(line)
            guard let entry = try? decoder.decode(ReceiptLine.self, from: data), let (receipt, marker) = entry.contents
            else {
                let isSummary = (try? decoder.decode(AnyLine.self, from: data))?.type == "summary"
                if !isSummary { unreadable += 1 }
                continue
            }
            if entry.failedAt != nil { continue }
            if let name = entry.destination { names[marker] = name }
            let place = Place(marker: marker, target: receipt.target)
            if let known = latest[place], known.checked > receipt.checked { continue }
            latest[place] = receipt
        }
        receipts = Dictionary(grouping: latest, by: { $0.key.marker }).mapValues { some in
            some.map(\.value).sorted { $0.target.path.bytes.lexicographicallyPrecedes($1.target.path.bytes) }
        }
    }

    /// What every line has, be it a receipt or not.
    private struct AnyLine: Decodable {
        var type: String
    }

    /// Whether a file that begins so is a list of receipts, and not another program's: it is empty, has a line of that
    /// type, or was cut within its first.
    package static func isList(_ beginning: [UInt8]) -> Bool {
        let decoder = JSONDecoder()
        let lines = beginning.split(separator: UInt8(ascii: "\n"))
        if lines.contains(where: { (try? decoder.decode(AnyLine.self, from: Data($0)))?.type == "receipt" }) {
            return true
        }
        guard let first = lines.first else { return true }
        // The names of members are in the order of the alphabet.
        return lines.count == 1 && zip(first, Array(#"{"checkedAt":""#.utf8)).allSatisfy(==)
    }

    private struct Place: Hashable {
        let marker: DestinationMarker
        let target: CopyLocation
    }
}
