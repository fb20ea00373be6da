import PhotoFiles
import PhotoIndex
import PhotoModel
import SystemPackage

/// Checks that the index can be used and is undamaged.
struct IndexCheck: DoctorCheck {
    /// The time for reading it, in nanoseconds: somebody waits.
    private static let patience: Int64 = 1_500_000_000

    func lines(_ context: CheckContext) -> [CheckLine] {
        let path = CheckLine.Subject.path(context.settings.index)
        do throws(IndexError) {
            let index = try context.index.get()
            let bytes = try index.size().bytes
            let photos = try index.photosByVerdict().values.reduce(0, +)
            let (clock, begin) = (context.environment.clock, context.environment.clock.uptime)
            let (faults, isComplete) = try index.checkIntegrity { clock.uptime - begin > Self.patience }
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
            let error = PipelineError(error)
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

/// Checks that the index is on a reliable disk and can be written.
struct IndexDiskCheck: DoctorCheck {
    /// The space that a night's log and a vacuum need.
    private static let leastRoom: Int64 = 256 << 20

    func lines(_ context: CheckContext) -> [CheckLine] {
        guard let index = context.readable else { return [] }
        let place = (try? PhotoIndex.place(of: index.path)) ?? index.path
        let directory = place.removingLastComponent()
        let subject = CheckLine.Subject.path(directory)
        for path in [place, directory] {
            if let error = writingError(at: path) {
                return [
                    CheckLine(
                        .indexDisk, .path(path), .problem, "cannot be written to: \(error.description)",
                        remedy: .command("ls -ld \(shellQuoted(path.bytes))"))
                ]
            }
        }
        let kind = MountTable().kinds(of: directory).first
        let type = kind?.type ?? "unknown"
        switch DiskPlace(type: kind?.type, isServed: kind?.isServed ?? false) {
        case .network:
            return [
                CheckLine(
                    .indexDisk, subject, .problem,
                    "is on a file system of type \(terminalSafe(type)), which can damage an index; keep it on a disk "
                        + "of this machine",
                    remedy: .useAnotherIndex)
            ]
        case .memory:
            return [
                CheckLine(
                    .indexDisk, subject, .warning, "is in memory (tmpfs): the next reboot deletes the index",
                    remedy: .useAnotherIndex)
            ]
        case .local: break
        }
        let free = freeBytes(at: directory)
        let needed = max(Self.leastRoom, ((try? index.size().bytes) ?? 0) / 2)
        if let free, free < needed {
            return [
                CheckLine(
                    .indexDisk, subject, .problem, "only \(free.byteSize) free; a full disk stops every run",
                    remedy: .command("df \(shellQuoted(directory.bytes))"))
            ]
        }
        let room = free.map { ", \($0.byteSize) free" } ?? ""
        return [CheckLine(.indexDisk, subject, .ok, "\(terminalSafe(type))\(room)")]
    }
}

/// Checks that the index has a recent backup. Marks and holds exist nowhere else.
struct BackupCheck: DoctorCheck {
    private static let oldest = Duration.seconds(30 * 86_400)

    func lines(_ context: CheckContext) -> [CheckLine] {
        guard let index = context.readable else { return [] }
        let subject = CheckLine.Subject.path(index.path)
        guard let (path, modified) = KnownBackups(of: index.path).latest(owner: context.environment.owner)
        else {
            return [
                CheckLine(
                    .backup, subject, .warning, "no backup is known; marks and holds are stored nowhere else",
                    remedy: .backUpIndex)
            ]
        }
        let age = context.age(of: modified)
        let isOld = age > Self.oldest
        return [
            CheckLine(
                .backup, subject, isOld ? .warning : .ok,
                "backed up \(age.brief) ago to \(terminalSafe(path.bytes))", remedy: isOld ? .backUpIndex : nil)
        ]
    }
}

/// Checks that the clock was not set back.
struct ClockCheck: DoctorCheck {
    /// Unadjusted clocks differ by less than an hour.
    private static let leastJump = Duration.seconds(3_600)

    func lines(_ context: CheckContext) -> [CheckLine] {
        guard let index = context.readable else { return [] }
        let now = context.environment.clock.now
        let behind = (try? index.latestMoment(atLeast: now)).map { Duration.nanoseconds($0) - .nanoseconds(now) }
        guard let behind, behind > Self.leastJump else {
            return [CheckLine(.clock, .whole, .ok, "is later than the last run")]
        }
        return [
            CheckLine(
                .clock, .whole, .problem,
                "is \(behind.brief) behind the last run: was it set back?",
                remedy: .command("timedatectl"))
        ]
    }
}
