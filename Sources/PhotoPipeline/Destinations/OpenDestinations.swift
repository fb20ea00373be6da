package import PhotoIndex
import PhotoModel
import Synchronization
import SystemPackage

/// The destinations of a run. Each is opened once, on first use.
final class OpenDestinations: Sendable {
    private let index: PhotoIndex
    private let places: DestinationPlaces
    private let environment: Environment
    private let opened = Mutex(Answers())

    private struct Answers {
        /// Destinations whose receipts are relied on.
        var trusted: [Int64: Result<OpenDestination, PipelineError>] = [:]
        /// Destinations from which copies are only fetched. A trusted one serves for that too.
        var toFetch: [Int64: Result<OpenDestination, PipelineError>] = [:]

        func answer(of row: Int64, isToFetch: Bool) -> Result<OpenDestination, PipelineError>? {
            if isToFetch, case .failure? = trusted[row] { return toFetch[row] }
            return trusted[row] ?? (isToFetch ? toFetch[row] : nil)
        }

        mutating func note(_ answer: Result<OpenDestination, PipelineError>, of row: Int64, isToFetch: Bool) {
            if isToFetch { toFetch[row] = answer } else { trusted[row] = answer }
        }
    }

    init(index: PhotoIndex, places: DestinationPlaces, environment: Environment) {
        self.index = index
        self.places = places
        self.environment = environment
    }

    /// At how many destinations a file must be before it is removed.
    var require: Int { places.require }

    /// The destinations that the index knows and that are still configured.
    func known() throws -> [KnownDestination] {
        try index.destinations()
    }

    func book() throws -> DestinationBook {
        try DestinationBook(
            configured: places.configured, known: try known(), kinds: environment.destinationKinds)
    }

    /// Opens a destination by name, if that requires no question and no writing.
    ///
    /// - Returns: the destination, which may be new to the index; or why it cannot be relied on now.
    func open(_ named: Destination) async -> Result<OpenDestination, PipelineError> {
        await Result { () async throws(PipelineError) in
            try await open(named, creation: .never, isDryRun: true)
        }
    }

    /// Opens a destination for sending; see ``DestinationOpening/open(_:index:creation:isDryRun:in:)``.
    func open(
        _ named: Destination, creation: DestinationCreation, isDryRun: Bool
    ) async throws(PipelineError) -> OpenDestination {
        let known = opened.withLock { opened in
            opened.trusted.values.lazy.compactMap { try? $0.get() }.first { $0.named.isSame(as: named) }
        }
        if let known { return known }
        let open = try await DestinationOpening().open(
            named, index: index, creation: creation, isDryRun: isDryRun, in: environment)
        if let row = open.destination?.id { opened.withLock { $0.trusted[row] = .success(open) } }
        return open
    }

    /// Opens a destination whose receipts are relied on, which must be the very one that issued them.
    ///
    /// - Parameter isToFetch: whether copies are only fetched. Places that are good enough for that are not necessarily
    ///   trusted.
    /// - Returns: the destination, or why it cannot be relied on now.
    func open(_ row: KnownDestination, isToFetch: Bool = false) async -> Result<OpenDestination, PipelineError> {
        if let known = opened.withLock({ $0.answer(of: row.id, isToFetch: isToFetch) }) { return known }
        let result = await Result {
            let named = try book().named(row)
            let open = try await DestinationOpening(isToFetch: isToFetch).open(
                named, index: index, creation: .never, isDryRun: true, in: environment)
            // Another place with that name has other copies, or none.
            guard open.destination?.id == row.id else {
                throw await PipelineError.notItself(named, marker: open.marker, insteadOf: nil, at: open.service)
            }
            return open
        }.mapError { PipelineError(of: $0) }
        opened.withLock { $0.note(result, of: row.id, isToFetch: isToFetch) }
        return result
    }

    /// The open destination with a row; nil if it is not open.
    subscript(row: Int64) -> OpenDestination? {
        opened.withLock { try? $0.trusted[row]?.get() }
    }
}

/// A destination that was found to be the expected one, and to be outside the library.
package struct OpenDestination: Sendable {
    /// The name and place.
    package let named: Destination
    /// What the index knows of it, under the name of this run; nil if it is new, which happens only in dry runs.
    package let destination: KnownDestination?
    /// Its marker; nil if it is new and nobody else wrote one.
    let marker: DestinationMarker?
    package let service: PatientService
    /// The directories of this machine that it is, or leads to.
    var directories: [FilePath] = []
    /// The place where the index had it, if opening it has written this one instead.
    private(set) var movedFrom: DestinationSpec?

    /// A destination with a row.
    init(
        _ known: KnownDestination, at named: Destination, service: PatientService, movedFrom: DestinationSpec? = nil
    ) {
        var known = known
        self.movedFrom = movedFrom
        known.name = named.name
        (self.named, destination, marker, self.service) = (named, known, known.marker, service)
    }

    /// A place without a row, because a dry run writes none; and without a marker, unless somebody else wrote one.
    init(new named: Destination, marker: DestinationMarker?, service: PatientService) {
        (self.named, destination, self.marker, self.service) = (named, nil, marker, service)
    }

    /// Whether it has not been recorded, because of a dry run.
    package var isNew: Bool { destination == nil }

    /// The destination's name.
    package var name: String { named.name }

    /// Asks the service with patience, for what concerns the destination as a whole.
    ///
    /// - Parameter kind: the kind of question; the calling function by default.
    func ask<Answer>(
        of kind: String = #function, _ question: (any UploadService) async throws(UploadError) -> Answer
    ) async throws(PipelineError) -> Answer {
        try await translatingServiceErrors(named) { () async throws(UploadError) in
            try await service.call(of: kind, question)
        }
    }
}

/// Whether a place may be made a destination.
package enum DestinationCreation: Hashable, Sendable {
    /// No.
    case never
    /// Only if a person agrees at the terminal.
    case ask
    /// Yes, if the place exists.
    case existing
    /// Yes, and a folder that does not exist is made.
    case create
}
