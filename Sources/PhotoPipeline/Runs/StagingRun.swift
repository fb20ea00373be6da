import PhotoIndex
import PhotoModel

/// Puts planned actions aside for `apply`, in a run of its own.
struct StagingRun {
    /// So many share a commit at most.
    private static let actionsOfACommit = 1_000

    let index: PhotoIndex
    let command: String
    let clock: any Clock
    let show: (Action, String?) throws -> Void

    /// Stages actions; what is staged already is not staged twice. Writes nothing where there is nothing to stage.
    ///
    /// - Parameters:
    ///   - actions: what is planned.
    ///   - summary: gets what it came to.
    /// - Throws: `IndexError`, and what `show` throws.
    func stage(_ actions: [Action], into summary: inout ActionSummary) throws {
        if actions.isEmpty { return }
        let run = try index.beginRun(command, at: clock.now)
        summary.run = run
        for chunk in actions.chunks(of: Self.actionsOfACommit) {
            var some = Array(chunk)
            for (place, id) in try index.stage(some, run: run, at: clock.now).enumerated() {
                guard let id else {
                    summary.upToDate += 1
                    continue
                }
                some[place].id = id
                some[place].state = .staged
                summary.count(some[place])
                try show(some[place], nil)
            }
        }
        let staged = summary.count(.staged)
        try index.endRun(run, at: clock.now, isComplete: true, counts: ["staged": staged])
    }
}
