import PhotoFiles
import PhotoModel
import SystemPackage

/// Something that runs the program on a schedule.
package struct ScheduledRun: Hashable, Sendable {
    /// The scheduler.
    package enum Caller: Hashable, Sendable {
        /// A systemd timer.
        case systemd
        /// A line of a crontab.
        case cron
    }

    package let caller: Caller
    /// The timer, or the crontab with the line; for the user's own crontab a path that says so.
    let place: FilePath
    /// The command, as it is written there.
    package let command: String

    /// The program that the command names by its path, if this user cannot execute it; nil otherwise, and for a name
    /// that the scheduler looks up.
    func missingProgram(_ variables: [String: String]) -> FilePath? {
        let words = command.split { " \t\"'".contains($0) }
        guard var text = words.first(where: { $0.split(separator: "/").last == "workphotos" }).map(String.init) else {
            return nil
        }
        for start in ["~/", "$HOME/", "${HOME}/", "%h/"] where text.hasPrefix(start) {
            // A system's crontab may run it as another user.
            guard let home = variables["HOME"], caller == .systemd || place == ScheduledRuns.ownTable else {
                return nil
            }
            text = "\(home)/\(text.dropFirst(start.count))"
        }
        let path = FilePath(text)
        return path.isAbsolute && !isExecutable(path) ? path : nil
    }
}

/// Searches for schedules that run the program: systemd timers of the system and the user, and crontabs.
struct ScheduledRuns {
    /// The path shown for the user's own crontab, which its user cannot read.
    static let ownTable: FilePath = "crontab"
    private static let systemUnits = ["/etc/systemd/system", "/etc/systemd/user"].map { FilePath($0) }
    private static let tables: [FilePath] = ["/etc/crontab"]
    private static let tableDirectories: [FilePath] = ["/etc/cron.d", "/etc/cron.daily", "/etc/cron.hourly"]

    /// The program with one of the commands that a schedule is for, perhaps after flags and their values.
    private static var call: Regex<Substring> {
        #/workphotos["']?\s+(?:-\S+\s+(?:[^-\s]\S*\s+)?)*(?:run|scan|upload|purge|apply)(?![^\s;&|>])/#
    }

    private let environment: Environment

    init(_ environment: Environment) {
        self.environment = environment
    }

    /// All schedules found, timers first.
    func find() async -> [ScheduledRun] {
        let own = BaseDirectory.configuration.all(environment.variables).map { $0.appending("systemd/user") }
        let timers = (own + Self.systemUnits).flatMap(timers)
        let table = await environment.userCrontab().map { lines(Array($0.utf8), of: Self.ownTable) } ?? []
        let files = Self.tables + Self.tableDirectories.flatMap(Self.files)
        let system = files.flatMap { path in lines(((try? SmallFile.read(path)) ?? nil) ?? [], of: path) }
        var seen: Set<ScheduledRun> = []
        return (timers + table + system).filter { seen.insert($0).inserted }
    }

    /// The enabled timers in a directory of units whose service runs the program.
    private func timers(_ units: FilePath) -> [ScheduledRun] {
        let enabled = units.appending("timers.target.wants")
        return Self.files(enabled).filter { $0.extension == "timer" }.compactMap { timer in
            guard let command = command(of: timer) else { return nil }
            return ScheduledRun(caller: .systemd, place: timer, command: command)
        }
    }

    /// The command of a timer's service, if it runs this program. The service is beside the file that the timer's link
    /// leads to; overrides (`NAME.service.d`) are in the directory of the user's own units.
    private func command(of timer: FilePath) -> String? {
        guard let stem = timer.stem else { return nil }
        let real = (try? SmallFile.resolvingLinks(timer)) ?? timer
        let service = FilePath("\(stem).service")
        let directories = [real.removingLastComponent(), timer.removingLastComponent().removingLastComponent()]
        let files = directories.flatMap { directory in
            [directory.appending(service.components)] + Self.files(directory.appending("\(stem).service.d"))
        }
        let texts = files.compactMap { (try? SmallFile.read($0)) ?? nil }.map { String(decoding: $0, as: UTF8.self) }
        let starts = texts.flatMap { $0.split(separator: "\n") }.filter { $0.hasPrefix("ExecStart=") }
            .map { $0.dropFirst("ExecStart=".count) }
        return starts.last { $0.contains("workphotos") }.map(String.init)
    }

    /// The lines of a crontab that run the program.
    private func lines(_ table: [UInt8], of path: FilePath) -> [ScheduledRun] {
        String(decoding: table, as: UTF8.self).split(separator: "\n").compactMap { line in
            let line = line.drop { $0 == " " || $0 == "\t" }
            guard line.first != "#", line.contains(Self.call) else {
                return nil
            }
            return ScheduledRun(caller: .cron, place: path, command: String(line))
        }
    }

    private static func files(_ directory: FilePath) -> [FilePath] {
        ((try? names(in: directory)) ?? []).map { directory.appending(bytes: $0) }
            .sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
    }
}
