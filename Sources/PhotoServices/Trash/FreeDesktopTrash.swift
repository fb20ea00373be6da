import Glibc
package import PhotoModel
package import PhotoPipeline
package import SystemPackage

/// The trash of the FreeDesktop specification 1.0, which desktops and trash-cli show, restore from and empty: the home
/// trash for files on its mount, otherwise the one of the file system.
package struct FreeDesktopTrash: TrashService, TrashContents {
    package var contents: (any TrashContents)? { self }
    package var beside: (any ParkingBeside)? { nil }

    private let variables: [String: String]
    private let clock: any Clock
    let user = geteuid()
    /// The directories of the library from which files were taken.
    let held = HeldDirectories<HeldFolder>()
    /// The trashes that contain files.
    let trashes = HeldDirectories<OpenTrash>()

    /// A trash of which nothing is open yet.
    ///
    /// - Parameter clock: the time; files are dated in the machine's own time zone.
    package init(variables: [String: String], clock: any Clock) {
        self.variables = variables
        self.clock = clock
    }

    /// A session for one call, which uses the held trashes.
    var session: TrashSession { TrashSession(user: user, held: trashes) }

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
        var session = session
        return tickets.map { ticket in
            Result { () throws(TrashError) in
                let ticket = try TrashTicket(ticket)
                return try session.present(ticket)?.place(holding: ticket).file()
            }
        }
    }

    package func standings(of removals: [TicketedRemoval]) -> [Result<RemovalStanding, TrashError>] {
        var session = session
        return removals.map { removal in
            Result { () throws(TrashError) in
                let ticket = try TrashTicket(removal.ticket)
                let trash = try session.present(ticket)
                if try trash?.place(holding: ticket).file() != nil { return .parked }
                let folder = try session.folders.own(of: removal.path)
                let own = try session.folders.name(of: removal.path)
                if let folder, try HeldFolder(folder).place(own).file() != nil { return .home }
                if trash == nil { return .away(ticket.directory) }
                return folder == nil ? .lost : .gone
            }
        }
    }

    package func place(of ticket: String) throws(TrashError) -> FilePath {
        let ticket = try TrashTicket(ticket)
        return ticket.directory.appending("files").appending(ticket.name.components)
    }

    package func moved(_ removal: TicketedRemoval, to directory: FilePath) throws(TrashError) -> TicketedRemoval {
        guard let own = removal.path.lastComponent else { throw TrashError(.failed, "is not the path of a file") }
        return TicketedRemoval(path: directory.appending(own), ticket: removal.ticket)
    }

    package func open(_ ticket: String) throws(TrashError) -> FileDescriptor {
        let ticket = try TrashTicket(ticket)
        var session = session
        guard let trash = try session.present(ticket) else { throw TrashError(.missing, "is not in the trash") }
        return try trash.place(holding: ticket).open()
    }
}

enum LocalTime {
    /// The current time, to the second.
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

    /// The moment of a wall time, in nanoseconds since 1970-01-01T00:00:00Z; one of the two if it is ambiguous.
    static func moment(_ time: WallTime) -> Int64 {
        var seconds = time_t(time.microseconds / 1_000_000)
        var parts = unsafe tm()
        unsafe gmtime_r(&seconds, &parts)
        // It was not recorded whether it was summer time.
        unsafe parts.tm_isdst = -1
        return Int64(unsafe mktime(&parts)) * 1_000_000_000
    }
}

/// The live services for the ways to remove files.
package enum TrashServices {
    /// The service for a way.
    ///
    /// - Parameters:
    ///   - variables: the environment, which gives the home directory.
    ///   - clock: the time that dates trashed files.
    /// - Returns: the service; nothing is opened yet.
    package static func service(
        _ way: RemovalWay, variables: [String: String], clock: any Clock
    ) -> any TrashService {
        switch way {
        case .trash: FreeDesktopTrash(variables: variables, clock: clock)
        case .permanent: PermanentRemoval()
        }
    }
}
