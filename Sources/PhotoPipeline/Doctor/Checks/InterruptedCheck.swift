import PhotoFiles
import PhotoIndex
import PhotoModel
import SystemPackage

/// Checks whether killed runs have left unfinished work.
struct InterruptedCheck: DoctorCheck {
    func lines(_ context: CheckContext) -> [CheckLine] {
        guard let status = context.status else { return [] }
        let (uploads, removals, undos) = (
            status.interruptedUploads, status.interruptedPurges, status.interruptedUndos
        )
        let retractions = status.interruptedRetractions
        if status.interruptedRuns == 0, uploads + removals + undos + retractions == 0 {
            return [CheckLine(.interrupted, .whole, .ok, "none")]
        }
        let counts = [
            (status.interruptedRuns, "killed run"), (uploads, "upload"), (removals, "removal"), (undos, "undo"),
            (retractions, "retraction"),
        ]
        let found = counts.filter { $0.0 > 0 }.map { $0.0.counting($0.1) }.joined(separator: ", ")
        // An upload settles what goes to its own destination.
        let destination = (try? context.readable?.underWay(.upload))?.first?.destination?.name
        let upload = destination.map { Remedy.upload(to: $0, makingDestination: false) } ?? .uploadAll
        return [
            CheckLine(
                .interrupted, .whole, .warning, "\(found) to settle",
                remedy: uploads > 0 && removals + undos + retractions == 0 ? upload : .scan())
        ]
    }
}

/// Checks whether files are parked by a killed removal.
struct ParkedCheck: DoctorCheck {
    func lines(_ context: CheckContext) -> [CheckLine] {
        guard let index = context.readable else { return [] }
        do {
            let parked = try Library(of: index).parked(in: context.environment)
            if parked.isEmpty { return [CheckLine(.parked, .whole, .ok, "none")] }
            return parked.map { photo in
                CheckLine(
                    .parked, .path(photo.path), photo.obstacle == nil ? .warning : .problem,
                    "was parked by a killed removal" + (photo.place.map { ", as \(terminalSafe($0.bytes))" } ?? "")
                        + (photo.obstacle.map { "; \($0.detail)" } ?? ""),
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
            return [CheckLine(.staged, .whole, .ok, "none")]
        }
        let age = context.age(of: oldest)
        return [
            CheckLine(
                .staged, .whole, age > Self.patience ? .warning : .ok,
                "\(status.staged.photos.counting("photo")) staged, the first \(age.brief) ago", remedy: .listStaged)
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
                return [CheckLine(.cap, .whole, .ok, "what can be purged now is below the limit of seven days")]
            }
            let allowed = broken.limit(of: cap.largest)
            let removed = cap.removed > 0 ? ", \(cap.removed.grouped) already removed" : ""
            return [
                CheckLine(
                    .cap, .whole, .warning,
                    "\(waiting.counting("photo")) can be purged, but the limit is \(allowed.grouped) in seven days, "
                        + "over all runs\(removed): every purge of all is refused; a dry run says what may go now",
                    remedy: .showPurge)
            ]
        } catch {
            return [CheckLine(.cap, .whole, error)]
        }
    }
}

/// Checks whether killed commands have left unfinished files: of the program's own beside the index, the fences and the
/// configuration, and at destinations what the status lists.
struct LeftoverCheck: DoctorCheck {
    func lines(_ context: CheckContext) -> [CheckLine] {
        let index = context.settings.index
        let owned = [
            index, index.removingLastComponent().appending("act.lock"), context.settings.fences,
            context.settings.configuration,
        ]
        let found = Set(owned.flatMap(leftovers)).sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
        let copies = context.status?.leftovers ?? []
        if found.isEmpty, copies.isEmpty { return [CheckLine(.leftovers, .whole, .ok, "none")] }
        return copies.map(Self.line)
            + found.map { path in
                let size = (try? FileStatus(at: path).fingerprint.size) ?? 0
                return CheckLine(
                    .leftovers, .path(path), .warning, "a killed command left it unfinished (\(size.byteSize))",
                    remedy: .command("rm -- \(shellQuoted(path.bytes))"))
            }
    }

    private static func line(_ copy: Leftover) -> CheckLine {
        let name = copy.destination.name
        return CheckLine(
            .leftovers, .name(name), .warning, "\(terminalSafe(copy.path.bytes)) \(copy.detail)",
            remedy: copy.isTemporary ? .checkDestination(name) : nil)
    }

    private func leftovers(of path: FilePath) -> [FilePath] {
        let directory = path.removingLastComponent()
        guard let own = path.lastComponent?.path, let all = try? names(in: directory) else { return [] }
        return all.map { FilePath(bytes: $0) }.filter { NewFile.isTemporary($0, for: own) }.map(directory.pushing)
    }
}
