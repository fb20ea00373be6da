import PhotoFiles
import PhotoIndex
import PhotoModel
import SystemPackage

/// A place that is or may become a destination, before it has been checked.
struct DestinationCandidate {
    let named: Destination
    let service: PatientService
    let index: PhotoIndex
    let environment: Environment
    /// Whether copies are only fetched from it.
    let isToFetch: Bool

    /// The index's destination with this name, or at this place.
    func known() throws(PipelineError) -> KnownDestination? {
        let all = try translatingIndexErrors { try index.destinations() }
        let places = [named.spec.text, named.spec.resolved.text]
        return all.first { $0.name == named.name } ?? all.first { places.contains($0.spec) }
    }

    /// The index's destination with a marker, whatever path leads there; nil if it was removed.
    func known(by marker: DestinationMarker) throws(PipelineError) -> KnownDestination? {
        try translatingIndexErrors { try index.destinations() }.first { $0.marker == marker }
    }

    /// Checks that the place is a destination that the index knows.
    func recognize(_ known: KnownDestination) async throws(PipelineError) {
        let found: DestinationMarker?
        do {
            found = try await service.call { service throws(UploadError) in try await service.marker() }
        } catch {
            var error = error
            error.mayBeUnmounted = try await mayBeUnmounted(error)
            throw PipelineError(error, at: named)
        }
        guard found == known.marker else { throw await .notItself(named, marker: found, at: service) }
        try await checkPlace(known.marker)
    }

    /// Whether a missing mount may be the cause of an error even if the service does not say so: the place is a
    /// directory of this machine, or leads to one and is empty.
    private func mayBeUnmounted(_ error: UploadError) async throws(PipelineError) -> Bool {
        if error.mayBeUnmounted { return true }
        guard PipelineError.kind(of: error) == .destination else { return false }
        if named.spec.directory != nil { return true }
        return error.kind == .missing ? try await !directories().isEmpty : false
    }

    /// The place's marker.
    ///
    /// - Parameter mayBeMissing: whether a folder that does not exist counts as one without a marker.
    /// - Returns: the marker; nil where the place has none.
    /// - Throws: `PipelineError`.
    func marker(mayBeMissing: Bool) async throws(PipelineError) -> DestinationMarker? {
        do {
            return try await service.call { service throws(UploadError) in try await service.marker() }
        } catch {
            if error.kind == .missing {
                if mayBeMissing { return nil }
                throw PipelineError(
                    .destination, "\(named.described) does not exist",
                    remedy: named.making(true))
            }
            if let path = named.spec.directory, !SmallFile.exists(path) {
                if mayBeMissing { return nil }
                throw PipelineError(
                    .destination, "No such directory; is it mounted?", path: path,
                    remedy: named.making(true))
            }
            throw PipelineError(error, at: named)
        }
    }

    /// Adds the destination to the index.
    func add(_ marker: DestinationMarker) throws(PipelineError) -> KnownDestination {
        try translatingIndexErrors {
            try index.addDestination(name: named.name, spec: named.spec.text, marker: marker)
        }
    }
}

/// Calls a service and converts its errors.
func translatingServiceErrors<Answer>(
    _ named: Destination, _ question: () throws(UploadError) -> Answer
) throws(PipelineError) -> Answer {
    do {
        return try question()
    } catch {
        throw PipelineError(error, at: named)
    }
}

/// Calls a service and converts its errors.
func translatingServiceErrors<Answer>(
    _ named: Destination, _ question: () async throws(UploadError) -> Answer
) async throws(PipelineError) -> Answer {
    do {
        return try await question()
    } catch {
        throw PipelineError(error, at: named)
    }
}

extension Destination {
    /// The remedy that makes the place a destination. A named destination that the index does not know is the
    /// configuration's, where nothing can be added.
    ///
    /// - Parameter isToBeMade: whether its directory has to be made too.
    /// - Returns: the remedy.
    func making(_ isToBeMade: Bool) -> Remedy {
        hasName
            ? .upload(to: name, makingDestination: true)
            : .addDestination(name: nil, place: Array(spec.shown.utf8), makingDirectory: isToBeMade)
    }
}

extension PipelineError {
    /// The place has another marker than the destination, or none.
    static func notItself(
        _ named: Destination, marker: DestinationMarker?, at service: PatientService
    ) async -> PipelineError {
        if marker == nil, let cause = await service.once.hiddenMarkerCause() {
            return PipelineError(
                .destination, "\(named.described) has no marker that can be seen: \(cause). Nothing was done",
                remedy: .signIn(.client))
        }
        let what = marker == nil ? "has lost its marker" : "has the marker of another destination"
        return PipelineError(.destination, "\(named.described) \(what); is it mounted? Nothing was done")
    }

    /// The place was another directory a moment ago.
    static func notItself(_ named: Destination) -> PipelineError {
        PipelineError(.destination, "\(named.described) is not the same directory as before; is it mounted?")
    }

    /// The place is no destination, and nobody asked to make it one.
    static func noDestination(_ named: Destination) -> PipelineError {
        PipelineError(
            .destination, "\(named.described) is not a destination yet",
            remedy: named.making(false))
    }

    /// The destination is at a place where none may be.
    static func refused(
        _ named: Destination, _ kind: Kind = .overlap, how: String, remedy: Remedy?
    ) -> PipelineError {
        PipelineError(kind, "\(named.described) \(how); choose another directory. Nothing was done", remedy: remedy)
    }
}
