import PhotoIntake
import PhotoModel
package import SystemPackage

/// Something that calls the program by itself.
package struct ScheduledRun: Hashable, Sendable {
    /// What calls.
    package enum Caller: Hashable, Sendable {
        /// A timer of systemd's.
        case systemd
        /// A line of cron's.
        case cron
    }

    /// What calls.
    package let caller: Caller
    /// The timer, or the table that the line is in; the user's own table has a path that says so.
    package let place: FilePath
    /// The command, as it stands there.
    package let command: String
}

/// Looks for what calls the program: timers of systemd that are started with the system or the user, and cron's tables.
struct ScheduledRuns {
    /// What is said for the user's own table, which has no path that its user can read.
    static let ownTable: FilePath = "crontab"
    private static let systemUnits = ["/etc/systemd/system", "/etc/systemd/user"].map { FilePath($0) }
    private static let tables: [FilePath] = ["/etc/crontab"]
    private static let tableDirectories: [FilePath] = ["/etc/cron.d", "/etc/cron.daily", "/etc/cron.hourly"]

    private let environment: Environment

    init(_ environment: Environment) {
        self.environment = environment
    }

    /// All that are found, timers first.
    func find() async -> [ScheduledRun] {
        let own = BaseDirectory.configuration.all(environment.variables).map { $0.appending("systemd/user") }
        let timers = (own + Self.systemUnits).flatMap(timers)
        let table = await environment.userCrontab().map { lines(Array($0.utf8), of: Self.ownTable) } ?? []
        let files = Self.tables + Self.tableDirectories.flatMap(Self.files)
        let system = files.flatMap { path in lines(((try? SmallFile.read(path)) ?? nil) ?? [], of: path) }
        var seen: Set<ScheduledRun> = []
        return (timers + table + system).filter { seen.insert($0).inserted }
    }

    /// The timers that are enabled below a directory of units and whose service calls the program.
    private func timers(_ units: FilePath) -> [ScheduledRun] {
        let enabled = units.appending("timers.target.wants")
        return Self.files(enabled).filter { $0.extension == "timer" }.compactMap { timer in
            guard let command = command(of: timer) else { return nil }
            return ScheduledRun(caller: .systemd, place: timer, command: command)
        }
    }

    /// What the service of a timer runs, where that is this program. The service stands beside the timer that the link
    /// leads to; what a user has put in its place (`NAME.service.d`) beside where units are the user's own.
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

    /// The lines of a table of cron's that call the program.
    private func lines(_ table: [UInt8], of path: FilePath) -> [ScheduledRun] {
        String(decoding: table, as: UTF8.self).split(separator: "\n").compactMap { line in
            let line = line.drop { $0 == " " || $0 == "\t" }
            guard line.first != "#", line.contains(#/workphotos\b.*\b(run|scan|upload|purge|apply)\b/#) else {
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
