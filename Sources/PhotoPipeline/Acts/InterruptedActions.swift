import PhotoIndex
import PhotoModel

/// Settles what killed runs had under way: removals first, then undos, then uploads. Every run that acts does so, with the
/// lock and before its own work.
///
/// What has an intent and no outcome is looked at and finished or put back. What cannot be settled now is left as it is, for
/// the next run.
struct InterruptedActions {
    let index: PhotoIndex
    let destinations: OpenDestinations
    let environment: Environment
    /// The command that settles them, whose run they are noted under.
    let command: String
    /// Whether a person says that what is in no directory of the library is gone.
    var acceptsMissing = false
    let note: (String) -> Void

    /// Ends the runs that were killed, and settles what they had under way, in runs of its own; does nothing where there
    /// is nothing.
    ///
    /// - Parameter withUploads: whether uploads, too, which lie at destinations: only who sends goes there.
    /// - Returns: how many actions are left for the next run.
    /// - Throws: `IndexError`; `PipelineError` where the configuration gives a name to two places.
    func settle(withUploads: Bool) async throws -> Int {
        _ = try index.endInterruptedRuns(at: environment.clock.now)
        var left = try await settle(try index.underWay(.purge), "interrupted removal") { run, actions in
            try await InterruptedPurges(
                index: index, destinations: destinations, environment: environment, run: run,
                acceptsMissing: acceptsMissing
            ).settle(actions)
        }
        left += try await settle(try index.underWay(.undo), "interrupted undo") { run, actions in
            try await InterruptedUndos(
                index: index, destinations: destinations, environment: environment, run: run, note: note
            ).settle(actions)
        }
        return withUploads ? try await left + settleUploads() : left
    }

    private func settleUploads() async throws -> Int {
        let actions = try index.underWay(.upload)
        if actions.isEmpty { return 0 }
        var left = 0
        for known in try destinations.known() {
            let some = actions.filter { $0.destination?.id == known.id }
            if some.isEmpty { continue }
            guard case .success(let open) = await destinations.open(known), let destination = open.destination else {
                note(
                    "\(some.count.counting("upload")) to \(terminalSafe(known.name)) left interrupted: it cannot be reached"
                )
                left += some.count
                continue
            }
            let place = " to \(terminalSafe(destination.name))"
            left += try await settle(some, "interrupted upload", place) { run, actions in
                let uploads = InterruptedUploads(
                    index: index, files: try index.libraryFiles(), environment: environment, run: run,
                    destination: destination, service: open.service)
                return (try await uploads.settle(actions), [])
            }
        }
        return left
    }

    /// Settles some actions in a run of its own.
    private func settle(
        _ actions: [Action], _ name: String, _ place: String = "",
        by work: (_ run: Int64, [Action]) async throws -> (settled: Int, left: [String])
    ) async throws -> Int {
        if actions.isEmpty { return 0 }
        let run = try index.beginRun(command, at: environment.clock.now)
        let (settled, left) = try await work(run, actions)
        try index.endRun(
            run, at: environment.clock.now, isComplete: settled == actions.count, counts: ["settled": settled])
        note("Settled \(settled) of \(actions.count.counting(name))\(place)")
        for words in left { note("left as it is: \(words)") }
        return actions.count - settled
    }
}
