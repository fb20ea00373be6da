import Glibc
import PhotoModel
package import PhotoPipeline
package import SystemPackage

/// The trash by the FreeDesktop specification 1.0, which desktops and trash-cli show, bring back from and empty: the home
/// trash for files on its mount, else the one of the file system.
package struct FreeDesktopTrash: TrashService {
    private let variables: [String: String]
    private let clock: any Clock
    let user = geteuid()

    /// A trash of which nothing was opened yet.
    ///
    /// - Parameters:
    ///   - variables: the environment.
    ///   - clock: the time; files are dated by the machine's own time zone.
    package init(variables: [String: String], clock: any Clock) {
        self.variables = variables
        self.clock = clock
    }

    package func prepare(_ paths: [FilePath], run: Int64, firstNumber: Int) -> [Result<String, TrashError>] {
        var preparation = TrashPreparation(variables: variables, user: user, date: LocalTime.now(clock))
        return paths.enumerated().map { index, path in
            Result { () throws(TrashError) in
                try preparation.ticket(for: path, run: run, number: firstNumber + index).text
            }
        }
    }

    package func trashed(from directories: [FilePath]) throws(TrashError) -> [TrashedFile] {
        try TrashSearch(home: HomeTrash(variables: variables, user: user), user: user).files(from: directories)
    }

    package func parked(_ tickets: [String]) -> [Result<ParkedFile?, TrashError>] {
        var session = TrashSession(user: user)
        return tickets.map { ticket in
            Result { () throws(TrashError) in
                let ticket = try TrashTicket(ticket)
                return try session.present(ticket)?.place(holding: ticket).file()
            }
        }
    }

    package func open(_ ticket: String) throws(TrashError) -> FileDescriptor {
        let ticket = try TrashTicket(ticket)
        var session = TrashSession(user: user)
        guard let trash = try session.present(ticket) else { throw TrashError(.missing, "is not in the trash") }
        return try trash.place(holding: ticket).open()
    }
}

/// The time on the clock on the wall.
enum LocalTime {
    /// Now, to the second.
    static func now(_ clock: any Clock) -> WallTime {
        var seconds = time_t(clock.now / 1_000_000_000)
        var parts = unsafe tm()
        tzset()
        unsafe localtime_r(&seconds, &parts)
        let time = unsafe WallTime(
            year: Int(parts.tm_year) + 1900, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday),
            hour: Int(parts.tm_hour), minute: Int(parts.tm_min), second: min(Int(parts.tm_sec), 59))
        return time ?? WallTime(microseconds: 0)
    }

    /// The moment at which that clock showed a time, nanoseconds since 1970-01-01T00:00:00Z; of two such moments one.
    static func moment(_ time: WallTime) -> Int64 {
        var seconds = time_t(time.microseconds / 1_000_000)
        var parts = unsafe tm()
        unsafe gmtime_r(&seconds, &parts)
        // Whether it was summer time nobody wrote down.
        unsafe parts.tm_isdst = -1
        return Int64(unsafe mktime(&parts)) * 1_000_000_000
    }
}
