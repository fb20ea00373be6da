import PhotoIndex
import PhotoModel

/// Checks whether killed runs have left unfinished work.
struct InterruptedCheck: DoctorCheck {
    func lines(_ context: CheckContext) -> [CheckLine] {
        guard let status = context.status else { return [] }
        let (uploads, removals, undos) = (
            status.interruptedUploads, status.interruptedPurges, status.interruptedUndos
        )
        if status.interruptedRuns == 0, uploads + removals + undos == 0 {
            return [CheckLine(.interrupted, .whole, .ok, .nothing)]
        }
        return [
            CheckLine(
                .interrupted, .whole, .warning,
                .interrupted(
                    runs: status.interruptedRuns, uploads: uploads, removals: removals, undos: undos),
                remedy: uploads > 0 && removals + undos == 0 ? .uploadAll : .scan())
        ]
    }
}

/// Checks whether files are parked by a killed removal.
struct ParkedCheck: DoctorCheck {
    func lines(_ context: CheckContext) -> [CheckLine] {
        guard let index = context.readable else { return [] }
        do throws(PipelineError) {
            let parked = try Library(of: index).parked(in: context.environment)
            if parked.isEmpty { return [CheckLine(.parked, .whole, .ok, .nothing)] }
            return parked.map { photo in
                CheckLine(
                    .parked, .path(photo.path), photo.obstacle == nil ? .warning : .problem, .parked(photo),
                    remedy: photo.obstacle?.remedy ?? .scan())
            }
        } catch {
            return [CheckLine(.parked, .whole, error)]
        }
    }
}

/// Checks whether staged actions may have been forgotten.
struct StagedCheck: DoctorCheck {
    private static let patience = Duration.seconds(14 * 86_400)

    func lines(_ context: CheckContext) -> [CheckLine] {
        guard let status = context.status else { return [] }
        guard status.staged.groups > 0, let oldest = try? context.readable?.oldestStaged() else {
            return [CheckLine(.staged, .whole, .ok, .nothing)]
        }
        let age = context.age(of: oldest)
        return [
            CheckLine(
                .staged, .whole, age > Self.patience ? .warning : .ok,
                .staged(groups: status.staged.groups, age: age), remedy: .listStaged)
        ]
    }
}

/// Checks whether a cap stops the purge every time.
struct CapCheck: DoctorCheck {
    func lines(_ context: CheckContext) -> [CheckLine] {
        guard let index = context.readable, let status = context.status else { return [] }
        let waiting = status.reclaimable.photos
        let since = context.environment.clock.now.subtractingReportingOverflow(RemovalCap.span).partialValue
        do throws(IndexError) {
            let cap = try index.removalCaps(since: since).library
            guard let broken = cap.limit(brokenBy: waiting, context.settings.purge.maxDelete) else {
                return [CheckLine(.cap, .whole, .ok, .underCap)]
            }
            let allowed = broken.limit(of: cap.largest)
            return [
                CheckLine(
                    .cap, .whole, .warning, .overCap(photos: waiting, allowed: allowed, removed: cap.removed),
                    remedy: .purgeUpTo(waiting + cap.removed))
            ]
        } catch {
            return [CheckLine(.cap, .whole, PipelineError(error))]
        }
    }
}
