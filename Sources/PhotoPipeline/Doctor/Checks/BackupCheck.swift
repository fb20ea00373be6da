import PhotoIndex
import PhotoModel

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
