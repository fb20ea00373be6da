import PhotoIndex
import PhotoModel

/// Whether the index has a copy that is not too old. Marks and holds are nowhere else.
struct BackupCheck: DoctorCheck {
    private static let oldest = Duration.seconds(30 * 86_400)

    func lines(_ context: CheckContext) -> [CheckLine] {
        guard let index = context.readable else { return [] }
        let subject = CheckLine.Subject.path(index.path)
        guard let (path, modified) = KnownBackups(of: index.path).latest(owner: context.environment.owner)
        else {
            return [CheckLine(.backup, subject, .warning, .noBackup, remedy: .backUpIndex)]
        }
        let age = context.age(of: modified)
        let isOld = age > Self.oldest
        return [
            CheckLine(
                .backup, subject, isOld ? .warning : .ok, .backup(path, age: age), remedy: isOld ? .backUpIndex : nil)
        ]
    }
}

/// Whether the clock is where it was left.
struct ClockCheck: DoctorCheck {
    /// By less than an hour clocks differ that nobody has set.
    private static let leastJump: Int64 = 3_600 * 1_000_000_000

    func lines(_ context: CheckContext) -> [CheckLine] {
        guard let index = context.readable else { return [] }
        let now = context.environment.clock.now
        guard let latest = try? index.latestMoment(atLeast: now), latest - now > Self.leastJump else {
            return [CheckLine(.clock, .whole, .ok, .clockRight)]
        }
        return [
            CheckLine(
                .clock, .whole, .problem, .clockBehind(.nanoseconds(latest - now)), remedy: .command("timedatectl"))
        ]
    }
}
