package import PhotoIndex
import PhotoModel

/// Opens destinations: finds out that a place is the destination that it is taken for, and that it lies where one may:
/// outside of the library, of any trash and of other destinations, and on no mount that answers from a cache.
///
/// An unmounted directory is an ordinary, empty one, and a share may be the library itself by another road; so nothing
/// is sent anywhere before this.
package struct DestinationOpening: Sendable {
    private let isToFetch: Bool

    /// - Parameter isToFetch: whether copies are only brought back from there: what may be doubted of a place does not
    ///   matter for bytes that are hashed when they are here.
    package init(isToFetch: Bool = false) {
        self.isToFetch = isToFetch
    }

    /// Opens a destination, and has the index know it.
    ///
    /// A destination that the index knows has to have its marker. One that it does not know and that has a marker is
    /// taken over, and one without is made, as far as `creation` allows that.
    ///
    /// - Parameters:
    ///   - named: which.
    ///   - index: where destinations and roots are known; written to unless this is a dry run.
    ///   - creation: whether a marker may be written.
    ///   - isDryRun: whether nothing is written and nobody asked.
    ///   - environment: the world.
    /// - Returns: the destination.
    /// - Throws: `PipelineError`: `destination` where it is not there or is another, `overlap` and `cachedMount` where
    ///   it lies where none may, `signIn`, `quota`, `interrupted`, and where the index fails.
    package func open(
        _ named: NamedSpec, index: PhotoIndex, creation: DestinationCreation, isDryRun: Bool,
        in environment: Environment
    ) async throws(PipelineError) -> OpenDestination {
        let live = try translatingServiceErrors(named) { () throws(UploadError) in
            try environment.destinationKinds.service(for: named.spec, settings: environment.destinationSettings)
        }
        let service = RetryingService(service: live, pace: RetryPace(environment))
        let candidate = DestinationCandidate(
            named: named, service: service, index: index, environment: environment, isToFetch: isToFetch)
        var open = try await find(candidate, creation: creation, isDryRun: isDryRun, in: environment)
        open.directories = try await candidate.directories()
        return open
    }

    private func find(
        _ candidate: DestinationCandidate, creation: DestinationCreation, isDryRun: Bool,
        in environment: Environment
    ) async throws(PipelineError) -> OpenDestination {
        if let known = try candidate.known() {
            let destination = try await candidate.recognized(as: known)
            return OpenDestination(registration: .known(destination), service: candidate.service)
        }
        guard let marker = try await candidate.marker(mayBeMissing: creation == .create) else {
            return try await make(candidate, creation: creation, isDryRun: isDryRun, in: environment)
        }
        return try await adopt(candidate, marker, isDryRun: isDryRun)
    }

    /// Makes sure that a destination is still the one that was opened, in runs that take long.
    ///
    /// - Throws: `PipelineError`, `destination`, where it is not.
    package func checkAgain(_ open: OpenDestination) async throws(PipelineError) {
        let named = open.named
        let marker = try await translatingServiceErrors(named) { () async throws(UploadError) in
            try await open.service.marker()
        }
        if marker != open.marker { throw await .notItself(named, marker: marker, at: open.service) }
    }

    /// A place that has a marker which this index does not know by that name: its own by another road, or one that
    /// another index made.
    private func adopt(
        _ candidate: DestinationCandidate, _ marker: DestinationMarker, isDryRun: Bool
    ) async throws(PipelineError) -> OpenDestination {
        let named = candidate.named
        let same = try candidate.known(by: marker)
        try await candidate.checkPlace(marker, isNew: same == nil)
        if let same {
            let name = named.hasName ? named.name : same.name
            let destination = Destination(id: same.id, name: name, spec: named.spec, marker: marker)
            return OpenDestination(registration: .known(destination), service: candidate.service)
        }
        if isDryRun {
            return OpenDestination(registration: .new(named, marker: marker), service: candidate.service)
        }
        return OpenDestination(registration: .known(try candidate.add(marker)), service: candidate.service)
    }

    private func make(
        _ candidate: DestinationCandidate, creation: DestinationCreation, isDryRun: Bool,
        in environment: Environment
    ) async throws(PipelineError) -> OpenDestination {
        let named = candidate.named
        try await candidate.checkPlace(nil)
        if isDryRun { return OpenDestination(registration: .new(named, marker: nil), service: candidate.service) }
        switch creation {
        case .existing, .create: break
        case .never: throw .noDestination(named)
        case .ask: try await ask(named, in: environment)
        }
        let new = DestinationMarker(random: environment.random(), environment.random())
        let marker = try await translatingServiceErrors(named) { () async throws(UploadError) in
            try await candidate.service.makeDestination(new, creating: creation == .create)
        }
        do {
            // Others may have been quicker, and what was not there before has a place now.
            return try await adopt(candidate, marker, isDryRun: false)
        } catch {
            if marker == new { await candidate.service.unmakeDestination(new) }
            throw error
        }
    }

    private func ask(_ named: NamedSpec, in environment: Environment) async throws(PipelineError) {
        guard environment.confirmation.canAsk else { throw .noDestination(named) }
        let answer = await environment.confirmation.ask(
            "\(terminalSafe(named.spec.shown)) is no destination yet. Make it one? [y/N]")
        if environment.interruption.signal != nil { throw PipelineError(.interrupted, "Stopped; nothing was done") }
        guard let answer, ["y", "yes"].contains(answer.trimmed.lowercased()) else {
            throw PipelineError(.destination, "\(named.described) was not made one; nothing was done")
        }
    }
}

extension String {
    /// Without blanks at the ends.
    fileprivate var trimmed: Substring {
        let start = drop { $0.isWhitespace }
        return start.lastIndex { !$0.isWhitespace }.map { start[...$0] } ?? ""
    }
}
