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

    package func prepare(_ path: FilePath, run: Int64, number: Int) throws(TrashError) -> String {
        let home = try HomeTrash(variables: variables)
        var folders = LibraryFolders()
        let parent = try folders.parent(of: path)
        guard parent.folder.folder.isWritable else {
            throw TrashError(.denied, "nothing may be removed from its directory")
        }
        let choice = try TrashChoice(for: parent.folder, home: home, user: user)
        let date = LocalTime.now(clock)
        for again in 0..<1000 {
            let name = TrashName.inTrash(parent.name, run: run, number: number, again: again)
            let ticket = TrashTicket(kind: choice.kind, date: date, directory: choice.directory, name: name)
            if try isFree(ticket) { return ticket.text }
        }
        throw TrashError(.taken, "every name that it could get in the trash is taken")
    }

    package func parked(_ ticket: String) throws(TrashError) -> ParkedFile? {
        let ticket = try TrashTicket(ticket)
        return try opened(ticket)?.place(of: ticket).file()
    }

    package func open(_ ticket: String) throws(TrashError) -> FileDescriptor {
        let ticket = try TrashTicket(ticket)
        guard let trash = try opened(ticket) else { throw TrashError(.missing, "is not in the trash") }
        return try trash.place(of: ticket).open()
    }

    private func isFree(_ ticket: TrashTicket) throws(TrashError) -> Bool {
        guard let trash = try opened(ticket) else { return true }
        do throws(Errno) {
            if try trash.info.status(ticket.infoName) != nil { return false }
            return try trash.files.status(ticket.name) == nil
        } catch {
            throw TrashError(error, doing: "the trash \(ticket.directory) cannot be used")
        }
    }

    /// Opens the trash of a ticket; nil where it, or a part of it, is not there.
    ///
    /// - Throws: `refused` where it may not be used; `denied`, `failed`.
    private func opened(_ ticket: TrashTicket) throws(TrashError) -> OpenTrash? {
        do throws(TrashError) {
            return try OpenTrash(ticket, user: user, making: false)
        } catch {
            if error.kind == .missing { return nil }
            throw error
        }
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
}
