import PhotoIndex
import PhotoModel

/// Settles what killed runs had under way in the library: removals first, then undos. Every command that changes library
/// or index does so, with the lock and before its own work.
struct InterruptedRemovals {
    let index: PhotoIndex
    let places: DestinationPlaces
    let environment: Environment
    /// The command that settles them, whose run they are noted under.
    let command: String
    let note: (String) -> Void

    /// Ends the runs that were killed, and settles what they had under way, in runs of its own; does nothing where there
    /// is nothing.
    ///
    /// - Returns: how many of them could not be settled now and are left for the next run.
    /// - Throws: `IndexError`; `PipelineError` where the configuration gives a name to two places.
    func settle() async throws -> Int {
        _ = try index.endInterruptedRuns(at: environment.clock.now)
        let purges = try await settlePurges()
        let undos = try await InterruptedUndos(
            index: index, environment: environment, places: places, command: command
        ).settle(note: note)
        return purges + undos
    }

    private func settlePurges() async throws -> Int {
        let actions = try index.underWay(.purge)
        if actions.isEmpty { return 0 }
        let run = try index.beginRun(command, at: environment.clock.now)
        let purges = InterruptedPurges(index: index, places: places, environment: environment, run: run)
        let (settled, left) = try await purges.settle(actions)
        try index.endRun(
            run, at: environment.clock.now, isComplete: left.isEmpty, counts: ["settled": settled])
        note("Settled \(settled) of \(actions.count.counting("interrupted removal"))")
        for words in left { note("left as it is: \(words)") }
        return left.count
    }
}
