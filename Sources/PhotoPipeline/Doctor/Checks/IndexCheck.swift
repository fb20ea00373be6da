import PhotoIndex
import PhotoModel

/// Checks that the index can be used and is undamaged.
struct IndexCheck: DoctorCheck {
    /// The time for reading it, in nanoseconds: somebody waits.
    private static let patience: Int64 = 1_500_000_000

    func lines(_ context: CheckContext) -> [CheckLine] {
        let path = CheckLine.Subject.path(context.settings.index)
        do throws(PipelineError) {
            let index = try context.index.get()
            let bytes = try translatingIndexErrors { try index.size().bytes }
            let photos = try translatingIndexErrors { try index.photosByVerdict() }.values.reduce(0, +)
            let (clock, begin) = (context.environment.clock, context.environment.clock.uptime)
            let (faults, isComplete) = try translatingIndexErrors {
                try index.checkIntegrity { clock.uptime - begin > Self.patience }
            }
            if let first = faults.first {
                let others = faults.count > 1 ? ", and \((faults.count - 1).grouped) more" : ""
                return [
                    CheckLine(
                        .index, path, .problem, "is damaged: \(terminalSafe(first))\(others)", remedy: .checkIndex)
                ]
            }
            let contents = "\(photos.counting("photo")), \(bytes.byteSize)"
            if isComplete { return [CheckLine(.index, path, .ok, "\(contents), intact")] }
            return [
                CheckLine(
                    .index, path, .ok, "\(contents), nothing wrong in what could be read in 1.5 s",
                    remedy: .checkIndex)
            ]
        } catch {
            return [CheckLine(.index, path, error.kind == .noIndex ? lost(error, context) : error)]
        }
    }

    /// The error of a missing index, with what brings it back if it was lost.
    private func lost(_ error: PipelineError, _ context: CheckContext) -> PipelineError {
        let ways = RecoveryOptions(
            of: context.settings.index, owner: context.environment.owner,
            configured: context.settings.places.configured, hasConfiguredRoots: false,
            kinds: context.environment.destinationKinds
        ).find()
        var error = error
        error.message += "; if it was lost, a backup or the destinations' receipts bring it back"
        if let way = ways.first(where: { $0.kind == .backup || !context.settings.places.configured.isEmpty }) {
            error.remedy = way.steps.first
        }
        return error
    }
}
