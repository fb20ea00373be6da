import PhotoIndex
import PhotoModel
import SystemPackage

/// Finds the copies for which destinations have receipts.
struct CopyFinder: Sendable {
    /// A copy, not yet checked, at a destination that is open.
    struct Copy: Sendable {
        let destination: OpenDestination
        /// The destination's row.
        let row: Int64
        let receipt: Receipt

        /// The message for a copy with other bytes.
        var isOtherWords: String {
            let place = "\(terminalSafe(destination.name)): \(terminalSafe(receipt.target.path.bytes))"
            return "it is not in the trash, and the copy at \(place) is not what was sent"
        }
    }

    struct Found: Sendable {
        var copies: [Copy] = []
        /// Why a destination that has a copy by its receipts is unreachable; nil if all are reachable.
        var unreached: String?

        /// The rows of the destinations that have copies, in the order in which they are asked.
        var rows: [Int64] {
            copies.reduce(into: []) { rows, copy in if rows.last != copy.row { rows.append(copy.row) } }
        }
    }

    let index: PhotoIndex
    let destinations: OpenDestinations
    private let known: [KnownDestination]
    private let isToFetch: Bool

    /// - Parameter isToFetch: whether copies are only fetched, so that nothing relies on their staying in place.
    /// - Throws: `IndexError`; `PipelineError` where the configuration gives a name to two places.
    init(index: PhotoIndex, destinations: OpenDestinations, isToFetch: Bool) throws {
        self.isToFetch = isToFetch
        self.index = index
        self.destinations = destinations
        known = try destinations.known()
        _ = try destinations.book()
    }

    /// Finds the copies of a file's content at all configured destinations.
    ///
    /// - Parameters:
    ///   - member: the file, with its hash; without a hash it has no copy.
    ///   - first: the destination to ask before the others, and there the target of the file before others.
    func copies(of member: Action.Member, first: DestinationName?) async throws -> Found {
        var found = Found()
        guard let sha256 = member.sha256 else { return found }
        for row in known.filter({ $0.id == first?.id }) + known.filter({ $0.id != first?.id }) {
            let receipts = try receipts(sha256, at: row, first: member.target)
            if receipts.isEmpty { continue }
            switch await destinations.open(row, isToFetch: isToFetch) {
            case .success(let destination):
                found.copies += receipts.map { Copy(destination: destination, row: row.id, receipt: $0) }
            case .failure(let error):
                found.unreached = found.unreached ?? error.message
            }
        }
        return found
    }

    private func receipts(
        _ sha256: [UInt8], at row: KnownDestination, first: CopyLocation?
    ) throws -> [Receipt] {
        let all = try index.receipts(sha256: sha256, destination: row.id)
        return all.filter { $0.target == first } + all.filter { $0.target != first }
    }
}
