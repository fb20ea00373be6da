import Glibc
import PhotoFiles
import PhotoModel
import PhotoPipeline
import SystemPackage

/// The trash directories and directories of the library that one call has open, each once.
struct TrashSession {
    /// One file's entry in a trash.
    struct Entry {
        let ticket: TrashTicket
        let trash: OpenTrash
        /// The contents of its info file.
        let info: [UInt8]

        /// Where the file is, or will be.
        var place: ParkedPlace { trash.place(of: ticket) }
        /// The file's entry under the second name that its ticket gives it.
        var aside: Entry { Entry(ticket: ticket.aside, trash: trash, info: info) }
    }

    let user: UInt32
    var folders = LibraryFolders()
    private var open: [FilePath: OpenTrash] = [:]
    private var absent: Set<FilePath> = []
    private let held: HeldDirectories<OpenTrash>?

    /// - Parameter held: trashes that are already open, which stay the same after a rename.
    init(user: UInt32, held: HeldDirectories<OpenTrash>? = nil) {
        self.user = user
        self.held = held
    }

    /// Opens the trash of a ticket.
    ///
    /// - Parameter making: whether to make the trash if it does not exist.
    /// - Throws: `missing`, `refused`, `unknownTicket`, `denied`, `full`, `failed`.
    mutating func entry(_ removal: TicketedRemoval, making: Bool) throws(TrashError) -> Entry {
        let ticket = try TrashTicket(removal.ticket)
        let info = try ticket.info(for: removal.path).bytes
        return Entry(ticket: ticket, trash: try trash(of: ticket, making: making), info: info)
    }

    /// Opens the trash of a ticket; nil if it does not exist.
    ///
    /// - Throws: as above, but not `missing`.
    mutating func existing(_ removal: TicketedRemoval) throws(TrashError) -> Entry? {
        let ticket = try TrashTicket(removal.ticket)
        let info = try ticket.info(for: removal.path).bytes
        return try present(ticket).map { Entry(ticket: ticket, trash: $0, info: info) }
    }

    /// The same by the ticket alone.
    mutating func present(_ ticket: TrashTicket) throws(TrashError) -> OpenTrash? {
        if absent.contains(ticket.directory), held?.of(ticket.text) == nil { return nil }
        do throws(TrashError) {
            return try trash(of: ticket, making: false)
        } catch {
            guard error.kind == .missing else { throw error }
            absent.insert(ticket.directory)
            return nil
        }
    }

    private mutating func trash(of ticket: TrashTicket, making: Bool) throws(TrashError) -> OpenTrash {
        if let held = held?.of(ticket.text) { return held }
        if let known = open[ticket.directory] { return known }
        let trash = try OpenTrash(ticket, user: user, making: making)
        open[ticket.directory] = trash
        return trash
    }
}

/// What one call finds out before it issues tickets: the home trash, and the trash of each directory. Changes nothing.
struct TrashPreparation {
    private let user: UInt32
    private let home: Result<HomeTrash, TrashError>
    private let date: WallTime
    private var folders = LibraryFolders()
    private var choices: [FilePath: TrashChoice] = [:]
    private var session: TrashSession

    /// - Parameters:
    ///   - variables: the environment, which gives the home trash.
    ///   - date: when the files are trashed, in local wall time.
    init(variables: [String: String], user: UInt32, date: WallTime) {
        self.user = user
        self.date = date
        home = Result { () throws(TrashError) in try HomeTrash(variables: variables, user: user) }
        session = TrashSession(user: user)
    }

    /// Chooses where a file will be parked.
    ///
    /// - Throws: `noHome`, `refused`, `missing`, `denied`, `taken`, `failed`.
    mutating func ticket(for path: FilePath, run: Int64, number: Int) throws(TrashError) -> TrashTicket {
        let home = try home.get()
        let parent = try folders.parent(of: path)
        let choice = try choice(for: parent.folder, home)
        for again in 0..<1000 {
            let name = TrashName.inTrash(parent.name, run: run, number: number, again: again)
            let ticket = TrashTicket(kind: choice.kind, date: date, directory: choice.directory, name: name)
            if try isFree(ticket) { return ticket }
        }
        throw TrashError(.taken, "every name that it could get in the trash is taken")
    }

    private mutating func choice(for folder: ReachedFolder, _ home: HomeTrash) throws(TrashError) -> TrashChoice {
        if let known = choices[folder.path] { return known }
        guard folder.folder.isWritable else {
            throw TrashError(.denied, "this user cannot remove files from its directory")
        }
        let choice = try TrashChoice(for: folder, home: home, user: user)
        choices[folder.path] = choice
        return choice
    }

    private mutating func isFree(_ ticket: TrashTicket) throws(TrashError) -> Bool {
        guard let trash = try session.present(ticket) else { return true }
        do throws(Errno) {
            if try trash.info?.status(ticket.infoName) != nil { return false }
            if try trash.files.status(ticket.name) != nil { return false }
            return try trash.files.status(ticket.aside.name) == nil
        } catch {
            throw TrashError(error, doing: "the trash \(ticket.directory) cannot be used")
        }
    }
}
