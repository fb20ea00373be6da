import PhotoIndex
import PhotoModel

/// The destinations whose receipts are relied on, each opened once and only where somebody asks for it. Writes nothing.
struct CopyDestinations {
    /// Those that are configured, by row.
    let known: [Int64: KnownDestination]
    private let book: DestinationBook
    private let index: PhotoIndex
    private let environment: Environment
    private var opened: [Int64: Result<OpenDestination, PipelineError>] = [:]

    /// - Throws: `PipelineError` where the index fails, or the configuration names a destination twice.
    init(index: PhotoIndex, places: DestinationPlaces, environment: Environment) throws(PipelineError) {
        let all = try fromIndex { try index.destinations() }
        book = try DestinationBook(configured: places.configured, known: all)
        known = Dictionary(uniqueKeysWithValues: all.map { ($0.id, $0) })
        self.index = index
        self.environment = environment
    }

    /// What users call a destination.
    var names: [Int64: String] {
        known.mapValues { known in (try? book.named(known).name) ?? known.name }
    }

    /// Opens a destination, which has to be itself and to lie outside of the library.
    ///
    /// - Parameter row: its row.
    /// - Returns: the destination, or why it cannot be relied on now.
    mutating func open(_ row: Int64) async -> Result<OpenDestination, PipelineError> {
        if let known = opened[row] { return known }
        let result = await openAnew(row)
        opened[row] = result
        return result
    }

    private func openAnew(_ row: Int64) async -> Result<OpenDestination, PipelineError> {
        guard let destination = known[row] else {
            return .failure(PipelineError(.destination, "A destination is configured no longer"))
        }
        do throws(PipelineError) {
            let named = try book.named(destination)
            let open = try await DestinationOpening().open(
                named, index: index, creation: .never, isDryRun: true, in: environment)
            guard open.destination?.id == row else { throw .notItself(named, marker: open.marker) }
            return .success(open)
        } catch {
            return .failure(error)
        }
    }
}
