import PhotoIndex
import PhotoModel

/// Settles what killed runs left parked in the library or the trash, for every command that changes anything.
struct InterruptedRemovals {
    let index: PhotoIndex
    let places: DestinationPlaces
    let environment: Environment
    let command: String
    let note: (String) -> Void

    /// Settles them, in a run of its own; does nothing where there are none.
    ///
    /// - Throws: `IndexError`.
    func settle() async throws {
        let actions = try index.underWay(.purge)
        if actions.isEmpty { return }
        let run = try index.beginRun(command, at: environment.clock.now)
        let purges = InterruptedPurges(index: index, places: places, environment: environment, run: run)
        let (settled, left) = try await purges.settle(actions)
        try index.endRun(
            run, at: environment.clock.now, isComplete: left.isEmpty, counts: ["settled": settled])
        note("Settled \(settled) of \(actions.count.counting("interrupted removal"))")
        for words in left { note("left as it is: \(words)") }
    }
}
