import PhotoIndex
import PhotoModel
import SystemPackage

/// Finds the copies that destinations have given receipts for. A destination is opened when it is asked for the first
/// time, and once.
struct CopyFinder {
    /// A copy at a destination that is itself. Nobody has looked at it.
    struct Copy {
        let destination: OpenDestination
        /// The destination's row.
        let row: Int64
        let receipt: Receipt

        /// What there is to say where its bytes are others.
        var isOtherWords: String {
            let place = "\(terminalSafe(destination.name)): \(terminalSafe(receipt.target.bytes))"
            return "it is not in the trash, and the copy at \(place) is not what was sent"
        }
    }

    /// The copies of a content.
    struct Found {
        var copies: [Copy] = []
        /// Why a destination that has a copy by its receipts cannot be asked; nil where all can.
        var unreached: String?
    }

    private let index: PhotoIndex
    private let places: DestinationPlaces
    private let environment: Environment
    private var known: [KnownDestination]?
    private var opened: [Int64: Result<OpenDestination, PipelineError>] = [:]

    init(index: PhotoIndex, places: DestinationPlaces, environment: Environment) {
        self.index = index
        self.places = places
        self.environment = environment
    }

    /// Finds the copies of a file's content at all configured destinations.
    ///
    /// - Parameters:
    ///   - member: the file, with its hash; it has no copy where nobody knows that.
    ///   - first: the destination that is asked before the others, the target of the file before its others.
    /// - Returns: the copies.
    /// - Throws: `PipelineError`: what befalls the index, and a configuration that gives a name to two places.
    mutating func copies(of member: Action.Member, first: DestinationName?) async throws(PipelineError) -> Found {
        var found = Found()
        guard let sha256 = member.sha256 else { return found }
        for row in try rows(first: first?.id) {
            let receipts = try receipts(sha256, at: row, first: member.target)
            if receipts.isEmpty { continue }
            switch try await open(row) {
            case .success(let destination):
                found.copies += receipts.map { Copy(destination: destination, row: row.id, receipt: $0) }
            case .failure(let error):
                found.unreached = found.unreached ?? error.message
            }
        }
        return found
    }

    private mutating func rows(first: Int64?) throws(PipelineError) -> [KnownDestination] {
        let all: [KnownDestination]
        if let known {
            all = known
        } else {
            let index = index
            all = try fromIndex { try index.destinations() }
            known = all
        }
        return all.filter { $0.id == first } + all.filter { $0.id != first }
    }

    private func receipts(
        _ sha256: [UInt8], at row: KnownDestination, first: FilePath?
    ) throws(PipelineError) -> [Receipt] {
        let all = try fromIndex { try index.receipts(sha256: sha256, destination: row.id) }
        return all.filter { $0.target == first } + all.filter { $0.target != first }
    }

    private mutating func open(
        _ row: KnownDestination
    ) async throws(PipelineError) -> Result<OpenDestination, PipelineError> {
        if let open = opened[row.id] { return open }
        let book = try DestinationBook(configured: places.configured, known: known ?? [])
        let named = try book.named(row)
        let result: Result<OpenDestination, PipelineError>
        do throws(PipelineError) {
            let open = try await DestinationOpening().open(
                named, index: index, creation: .never, isDryRun: true, in: environment)
            // Another place by that name has other copies, or none.
            if open.marker != row.marker { throw .notItself(named, marker: open.marker) }
            result = .success(open)
        } catch {
            result = .failure(error)
        }
        opened[row.id] = result
        return result
    }
}
