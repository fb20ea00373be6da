import PhotoIndex
package import PhotoModel
import Synchronization
import SystemPackage

/// The destinations of a run: each is opened when it is first asked for, and once.
final class OpenDestinations: Sendable {
    private let index: PhotoIndex
    private let places: DestinationPlaces
    private let environment: Environment
    private let opened = Mutex(Answers())

    /// What came of opening them, by row.
    private struct Answers {
        /// Of those whose receipts are relied on.
        var trusted: [Int64: Result<OpenDestination, PipelineError>] = [:]
        /// Of those that copies are only brought back from, for which one that can be relied on will do as well.
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

    /// At how many of them every file has to be that is removed.
    var require: Int { places.require }

    /// Those that the index knows and that are configured still.
    ///
    /// - Throws: `PipelineError` where the index fails.
    func known() throws(PipelineError) -> [KnownDestination] {
        try translatingIndexErrors { try index.destinations() }
    }

    /// All that have names.
    ///
    /// - Throws: `PipelineError` where the index fails, or the configuration gives a name to two places.
    func book() throws(PipelineError) -> DestinationBook {
        try DestinationBook(
            configured: places.configured, known: try known(), kinds: environment.destinationKinds)
    }

    /// Opens a destination by what it is called, as far as nobody has to be asked and nothing to be written.
    ///
    /// - Returns: the destination, which may be new to the index; or why it cannot be relied on now.
    func open(_ named: NamedSpec) async -> Result<OpenDestination, PipelineError> {
        await Result { () async throws(PipelineError) in
            try await open(named, creation: .never, isDryRun: true)
        }
    }

    /// Opens a destination that is sent to; see ``DestinationOpening/open(_:index:creation:isDryRun:in:)``.
    func open(
        _ named: NamedSpec, creation: DestinationCreation, isDryRun: Bool
    ) async throws(PipelineError) -> OpenDestination {
        let known = opened.withLock { opened in
            opened.trusted.values.lazy.compactMap { try? $0.get() }.first { $0.named == named }
        }
        if let known { return known }
        let open = try await DestinationOpening().open(
            named, index: index, creation: creation, isDryRun: isDryRun, in: environment)
        if let row = open.destination?.id { opened.withLock { $0.trusted[row] = .success(open) } }
        return open
    }

    /// Opens a destination whose receipts are relied on: it has to be the very one.
    ///
    /// - Parameters:
    ///   - row: which.
    ///   - isToFetch: whether copies are only brought back from there, which places will do for that are none to rely
    ///     on.
    /// - Returns: the destination, or why it cannot be relied on now.
    func open(_ row: KnownDestination, isToFetch: Bool = false) async -> Result<OpenDestination, PipelineError> {
        if let known = opened.withLock({ $0.answer(of: row.id, isToFetch: isToFetch) }) { return known }
        let result = await Result { () async throws(PipelineError) in
            let named = try book().named(row)
            let open = try await DestinationOpening(isToFetch: isToFetch).open(
                named, index: index, creation: .never, isDryRun: true, in: environment)
            // Another place by that name has other copies, or none.
            guard open.destination?.id == row.id else {
                throw await .notItself(named, marker: open.marker, at: open.service)
            }
            return open
        }
        opened.withLock { $0.note(result, of: row.id, isToFetch: isToFetch) }
        return result
    }

    /// The one that has a row, if it is open.
    subscript(row: Int64) -> OpenDestination? {
        opened.withLock { try? $0.trusted[row]?.get() }
    }
}

/// A destination that was found to be itself, and to lie outside of the library.
package struct OpenDestination: Sendable {
    /// Whether the index knows it.
    package enum Registration: Hashable, Sendable {
        /// It has a row.
        case known(Destination)
        /// It has none yet, since a dry run writes nothing; nor a marker, unless somebody else gave it this one.
        case new(NamedSpec, marker: DestinationMarker?)
    }

    /// Whether the index knows it.
    package let registration: Registration
    /// What sends there.
    package let service: any UploadService
    /// The directories of this machine that it is, or leads to.
    var directories: [FilePath] = []

    package init(registration: Registration, service: any UploadService) {
        self.registration = registration
        self.service = service
    }

    /// The destination; nil where it is new, which it is in dry runs only.
    package var destination: Destination? {
        if case .known(let destination) = registration { destination } else { nil }
    }

    /// Whether nothing was written of it, because of a dry run.
    package var isNew: Bool { destination == nil }

    /// Name and place.
    var named: NamedSpec {
        switch registration {
        case .known(let destination): NamedSpec(name: destination.name, spec: destination.spec)
        case .new(let named, _): named
        }
    }

    /// What users call it.
    package var name: String { named.name }

    /// Its marker; nil where it has none yet.
    var marker: DestinationMarker? {
        switch registration {
        case .known(let destination): destination.marker
        case .new(_, let marker): marker
        }
    }
}

/// Whether a place may be made a destination that is none yet.
package enum DestinationCreation: Hashable, Sendable {
    /// It may not.
    case never
    /// If a person says so, at the terminal.
    case ask
    /// It may, where it is there.
    case existing
    /// It may, and a folder that is not there is made.
    case create
}
