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
    func known() throws -> KnownDestination? {
        let all = try index.destinations()
        let places = [named.spec.text, named.spec.resolved.text]
        return all.first { $0.name == named.name } ?? all.first { places.contains($0.spec) }
    }

    /// The index's destination with a marker, whatever path leads there; nil if it was removed.
    func known(by marker: DestinationMarker) throws -> KnownDestination? {
        try index.destinations().first { $0.marker == marker }
    }

    /// Checks that the place is a destination that the index knows.
    func recognize(_ known: KnownDestination) async throws {
        let found: DestinationMarker?
        do {
            found = try await service.call { service throws(UploadError) in try await service.marker() }
        } catch {
            var error = error
            error.mayBeUnmounted = try await mayBeUnmounted(error)
            throw PipelineError(error, at: named)
        }
        guard found == known.marker else {
            if let old = oldPlace(of: known) { throw PipelineError.movedOrOther(named, known: old) }
            throw await PipelineError.notItself(named, marker: found, insteadOf: known.marker, at: service)
        }
        try await checkPlace(known.marker)
    }

    /// The index's row of a destination that was recognized here by its marker. Where the index has it at another
    /// place, it has moved, and is at this one from now on.
    ///
    /// - Returns: the row, and the old place if this one was written.
    /// - Throws: `PipelineError`: `destination` where the marker is still at the old place as well: then one of the two
    ///   is a copy; and where the old place does not answer or has no such marker, since it may be there all the same.
    ///   Copies are fetched from it nevertheless.
    func taken(
        _ known: KnownDestination, isDryRun: Bool
    ) async throws -> (row: KnownDestination, movedFrom: DestinationSpec?) {
        guard !isToFetch, let old = oldPlace(of: known) else { return (known, nil) }
        if try await marker(at: old, of: known) == known.marker {
            throw PipelineError(
                .destination,
                "\(named.described) has the marker of the destination '\(terminalSafe(known.name))' "
                    + "(\(terminalSafe(old.shown))), which is there as well: one of them is a copy. Nothing was done",
                remedy: .listDestinations)
        }
        if isDryRun { return (known, nil) }
        let name = known.name == old.shown ? named.name : known.name
        let row = try index.addDestination(name: name, spec: named.spec.resolved.text, marker: known.marker)
        return (row, old)
    }

    /// The marker at the place where the index has a destination; nil if that is gone. A place that answers without the
    /// marker is not: a disk that is not mounted leaves an empty directory, and a marker can be damaged.
    private func marker(
        at old: DestinationSpec, of known: KnownDestination
    ) async throws(PipelineError) -> DestinationMarker? {
        let why: String
        do throws(UploadError) {
            let service = try environment.destinationKinds.service(
                for: old, settings: environment.destinationSettings)
            let found = try await service.marker()
            if found == known.marker { return found }
            why = await service.hiddenMarkerCause() ?? "it is there without that marker; is it mounted?"
        } catch {
            if error.kind == .missing { return nil }
            if let path = old.directory, Self.isGone(path) { return nil }
            why = terminalSafe(error.detail)
        }
        throw PipelineError(
            .destination,
            "\(named.described) has the marker of '\(terminalSafe(known.name))', which the index has at "
                + "\(terminalSafe(old.shown)), and whether that one is still there cannot be found out: \(why). "
                + "Nothing was done. Try again when it answers; if it is gone for good, remove it, and then name this "
                + "place again",
            remedy: .removeDestination(known.name))
    }

    /// Whether a directory is gone from the one above it, which has others. An empty one may be a mount point of a disk
    /// that is not mounted.
    private static func isGone(_ path: FilePath) -> Bool {
        do {
            return try FileStatus(ifAnyAt: path) == nil && !names(in: path.removingLastComponent()).isEmpty
        } catch {
            return false
        }
    }

    /// The place where the index has a destination, if that is not the same as this one by another path.
    private func oldPlace(of known: KnownDestination) -> DestinationSpec? {
        guard let old = try? environment.destinationKinds.spec(parsing: known.spec),
            old.resolved != named.spec.resolved
        else { return nil }
        let tops = [old, named.spec].map { spec in spec.directory.flatMap { ExistingDirectory($0).identity } }
        return tops[0] != nil && tops[0] == tops[1] ? nil : old
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
    /// - Parameter creation: whether the place may become a destination. If its folder may be made, one that does not
    ///   exist counts as one without a marker; if it never may, no error says how to make it.
    /// - Returns: the marker; nil where the place has none.
    func marker(for creation: DestinationCreation) async throws(PipelineError) -> DestinationMarker? {
        let mayBeMissing = creation == .create
        let remedy: Remedy? = creation == .never ? nil : named.making(true)
        do {
            return try await service.call { service throws(UploadError) in try await service.marker() }
        } catch {
            if error.kind == .missing {
                if mayBeMissing { return nil }
                throw PipelineError(
                    .destination, "\(named.described) does not exist", remedy: remedy)
            }
            if let path = named.spec.directory, !SmallFile.exists(path) {
                if mayBeMissing { return nil }
                throw PipelineError(
                    .destination, "No such directory; is it mounted?", path: path, remedy: remedy)
            }
            throw PipelineError(error, at: named)
        }
    }

    func add(_ marker: DestinationMarker) throws -> KnownDestination {
        try index.addDestination(name: named.name, spec: named.spec.text, marker: marker)
    }
}

func translatingServiceErrors<Answer>(
    _ named: Destination, _ question: () throws(UploadError) -> Answer
) throws(PipelineError) -> Answer {
    do {
        return try question()
    } catch {
        throw PipelineError(error, at: named)
    }
}

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
    func making(_ isToBeMade: Bool) -> Remedy {
        hasName
            ? .upload(to: name, makingDestination: true)
            : .addDestination(name: nil, place: Array(spec.shown.utf8), makingDirectory: isToBeMade)
    }
}

extension PipelineError {
    /// The place has another marker than the destination, or none.
    ///
    /// - Parameter own: the destination's own, which a person may write there again; nil where it is not known.
    static func notItself(
        _ named: Destination, marker: DestinationMarker?, insteadOf own: DestinationMarker?, at service: PatientService
    ) async -> PipelineError {
        if marker == nil, let cause = await service.once.hiddenMarkerCause() {
            return PipelineError(
                .destination, "\(named.described) has no marker that can be seen: \(cause). Nothing was done",
                remedy: .signIn(.client))
        }
        if marker == nil, let own { return lostMarker(named, own) }
        let what = marker == nil ? "has lost its marker" : "has the marker of another destination"
        return PipelineError(
            .destination, "\(named.described) \(what); is it mounted? Nothing was done", remedy: .listDestinations)
    }

    /// The place has no marker any more. Only a person can tell whether the copies are there, so only a person writes
    /// it again.
    private static func lostMarker(_ named: Destination, _ own: DestinationMarker) -> PipelineError {
        let file = DestinationMarker.fileName
        let way =
            if let directory = named.spec.directory {
                "put its marker back: echo \(own.text) > \(shellQuoted(directory.appending(file).bytes))"
            } else {
                "put its marker back, a file \(file) at its top with the line \(own.text)"
            }
        return PipelineError(
            .destination,
            "\(named.described) has lost its marker; is it mounted? Nothing was done. If your copies are there, "
                + "\(terminalSafe(way))",
            remedy: named.spec.directory.map { Remedy.command("ls -la \(shellQuoted($0.bytes))") })
    }

    /// The place was another directory a moment ago.
    static func notItself(_ named: Destination) -> PipelineError {
        PipelineError(
            .destination, "\(named.described) is not the same directory as before; is it mounted?",
            remedy: .listDestinations)
    }

    /// The place is no destination, and nobody asked to make it one.
    static func noDestination(_ named: Destination) -> PipelineError {
        PipelineError(
            .destination, "\(named.described) is not a destination yet",
            remedy: named.making(false))
    }

    /// The place has no marker where a destination is wanted that exists already. No remedy makes a new one: its
    /// receipts would not be those of the old.
    static func noMarker(_ named: Destination, remedy: Remedy? = nil) -> PipelineError {
        PipelineError(
            .destination,
            "\(named.described) has no marker: it is not a destination yet, is not mounted, or has lost the file "
                + DestinationMarker.fileName, remedy: remedy)
    }

    /// The index has the destination at another place, and its marker is not here.
    static func movedOrOther(_ named: Destination, known old: DestinationSpec) -> PipelineError {
        PipelineError(
            .configuration,
            "The destination '\(terminalSafe(named.name))' is \(terminalSafe(named.spec.shown)) here and "
                + "\(terminalSafe(old.shown)) in the index, and its marker is not here. If it was moved here, is it "
                + "mounted? Else give one of them another name, or remove the index's",
            path: named.definition?.path, line: named.definition?.line, remedy: .removeDestination(named.name))
    }

    /// The destination is at a place where none may be.
    static func refused(
        _ named: Destination, _ kind: Kind = .overlap, how: String, remedy: Remedy?
    ) -> PipelineError {
        PipelineError(kind, "\(named.described) \(how); choose another directory. Nothing was done", remedy: remedy)
    }
}
