package import PhotoIndex
import PhotoModel

/// Opens destinations: checks that a place is the expected destination, and that it is outside the library, any trash
/// and other destinations, and on no mount that answers from a cache.
///
/// An unmounted directory is an ordinary, empty one, and a share may be the library itself, reached by another path; so
/// nothing is sent anywhere before these checks. Numbers of files, the mount table and markers are compared, since each
/// of them misses some of the ways to reach one place by two paths.
package struct DestinationOpening: Sendable {
    private let isToFetch: Bool

    /// - Parameter isToFetch: whether copies are only fetched from it. Doubts about a place do not matter for bytes
    ///   that are hashed on arrival.
    package init(isToFetch: Bool = false) {
        self.isToFetch = isToFetch
    }

    /// Opens a destination, and adds it to the index if necessary.
    ///
    /// A destination that the index knows must have its marker. If the marker is at another place than before and the
    /// old place is gone, the destination has moved there. A place that answers without the marker may be a directory
    /// on which nothing is mounted. An unknown place with a marker is added, and one without a marker gets one, if
    /// `creation` allows that.
    ///
    /// - Parameters:
    ///   - index: knows destinations and roots; written to unless this is a dry run.
    ///   - isDryRun: whether nothing is written and nobody asked.
    /// - Throws: `destination` where it is missing or another one, `overlap` and `cachedMount` where it is at a place
    ///   where none may be, `signIn`, `quota`, `interrupted`, and where the index fails.
    package func open(
        _ named: Destination, index: PhotoIndex, creation: DestinationCreation, isDryRun: Bool,
        in environment: Environment
    ) async throws(PipelineError) -> OpenDestination {
        let live = try translatingServiceErrors(named) { () throws(UploadError) in
            try environment.destinationKinds.service(for: named.spec, settings: environment.destinationSettings)
        }
        let service = PatientService(live, in: environment)
        let candidate = DestinationCandidate(
            named: named, service: service, index: index, environment: environment, isToFetch: isToFetch)
        do {
            return try await environment.untilSignal {
                var open = try await find(candidate, creation: creation, isDryRun: isDryRun, in: environment)
                open.directories = try await candidate.directories()
                return open
            }
        } catch {
            throw PipelineError(of: error)
        }
    }

    private func find(
        _ candidate: DestinationCandidate, creation: DestinationCreation, isDryRun: Bool,
        in environment: Environment
    ) async throws -> OpenDestination {
        if let known = try candidate.known() {
            try await candidate.recognize(known)
            let (row, old) = try await candidate.taken(known, isDryRun: isDryRun)
            return OpenDestination(row, at: candidate.named, service: candidate.service, movedFrom: old)
        }
        guard let marker = try await candidate.marker(for: creation) else {
            return try await make(candidate, creation: creation, isDryRun: isDryRun, in: environment)
        }
        return try await adopt(candidate, marker, isDryRun: isDryRun)
    }

    /// Checks that a destination is still the one that was opened, for long runs.
    ///
    /// - Throws: `destination`, where it is not.
    package func checkAgain(_ open: OpenDestination) async throws(PipelineError) {
        let marker = try await open.ask { service throws(UploadError) in try await service.marker() }
        if marker != open.marker {
            throw await .notItself(open.named, marker: marker, insteadOf: open.marker, at: open.service)
        }
    }

    /// Adds a place with a marker that this index does not know by that name: its own destination reached by another
    /// path, or one that another index made.
    private func adopt(
        _ candidate: DestinationCandidate, _ marker: DestinationMarker, isDryRun: Bool
    ) async throws -> OpenDestination {
        let named = candidate.named
        let same = try candidate.known(by: marker)
        try await candidate.checkPlace(marker, isNew: same == nil)
        if let same {
            let place = named.hasName ? named : Destination(name: same.name, spec: named.spec)
            let (row, old) = try await candidate.taken(same, isDryRun: isDryRun)
            return OpenDestination(row, at: place, service: candidate.service, movedFrom: old)
        }
        if isDryRun { return OpenDestination(new: named, marker: marker, service: candidate.service) }
        return OpenDestination(try candidate.add(marker), at: named, service: candidate.service)
    }

    private func make(
        _ candidate: DestinationCandidate, creation: DestinationCreation, isDryRun: Bool,
        in environment: Environment
    ) async throws -> OpenDestination {
        let named = candidate.named
        try await candidate.checkPlace(nil)
        if isDryRun { return OpenDestination(new: named, marker: nil, service: candidate.service) }
        switch creation {
        case .existing, .create: break
        case .never: throw PipelineError.noMarker(named)
        case .ask: try await ask(named, in: environment)
        }
        let new = DestinationMarker(random: environment.random(), environment.random())
        let marker = try await translatingServiceErrors(named) { () async throws(UploadError) in
            try await candidate.service.call { service throws(UploadError) in
                try await service.makeDestination(new, creating: creation == .create)
            }
        }
        do {
            // Another program may have made it first; and now the place exists, so where it is can be checked.
            return try await adopt(candidate, marker, isDryRun: false)
        } catch {
            if marker == new { await candidate.service.once.unmakeDestination(new) }
            throw error
        }
    }

    private func ask(_ named: Destination, in environment: Environment) async throws(PipelineError) {
        guard environment.confirmation.canAsk else { throw .noDestination(named) }
        let answer = await environment.confirmation.ask(
            "\(terminalSafe(named.spec.shown)) is not a destination yet. Make it one? [y/N]")
        if environment.interruption.signal != nil { throw .stopped }
        guard let answer, ["y", "yes"].contains(answer.trimmed.lowercased()) else {
            throw PipelineError(.destination, "\(named.described) was not made one; nothing was done")
        }
    }
}

extension String {
    /// The text without blanks at the ends.
    fileprivate var trimmed: Substring {
        let start = drop { $0.isWhitespace }
        return start.lastIndex { !$0.isWhitespace }.map { start[...$0] } ?? ""
    }
}
