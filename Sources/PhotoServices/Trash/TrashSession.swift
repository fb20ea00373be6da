import Glibc
import PhotoModel
import PhotoPipeline
import SystemPackage

/// What one call has open: trash directories and directories of the library, each once.
struct TrashSession {
    /// One file's part of a trash.
    struct Entry {
        let ticket: TrashTicket
        let trash: OpenTrash
        /// What is said of the file.
        let info: [UInt8]

        /// Where the file is, or will be.
        var place: ParkedPlace { trash.place(of: ticket) }
        /// The file's part under the second name that its ticket gives it.
        var aside: Entry { Entry(ticket: ticket.aside, trash: trash, info: info) }
    }

    let user: UInt32
    var folders = LibraryFolders()
    private var open: [FilePath: OpenTrash] = [:]
    private var absent: Set<FilePath> = []
    private let held: Held<OpenTrash>?

    /// - Parameters:
    ///   - user: the user's number.
    ///   - held: trashes that are open already, which are the same under another path.
    init(user: UInt32, held: Held<OpenTrash>? = nil) {
        self.user = user
        self.held = held
    }

    /// Opens the trash of a ticket.
    ///
    /// - Parameters:
    ///   - removal: the file with its ticket.
    ///   - making: whether the trash is made where it is not there.
    /// - Returns: the file's part of it.
    /// - Throws: `missing`, `refused`, `unknownTicket`, `denied`, `full`, `failed`.
    mutating func entry(_ removal: TicketedRemoval, making: Bool) throws(TrashError) -> Entry {
        let ticket = try TrashTicket(removal.ticket)
        let info = try ticket.info(for: removal.path).bytes
        return Entry(ticket: ticket, trash: try trash(of: ticket, making: making), info: info)
    }

    /// Opens the trash of a ticket; nil where it is not there.
    ///
    /// - Throws: as above, but not `missing`.
    mutating func existing(_ removal: TicketedRemoval) throws(TrashError) -> Entry? {
        let ticket = try TrashTicket(removal.ticket)
        let info = try ticket.info(for: removal.path).bytes
        return try present(ticket).map { Entry(ticket: ticket, trash: $0, info: info) }
    }

    /// The same by the ticket alone.
    mutating func present(_ ticket: TrashTicket) throws(TrashError) -> OpenTrash? {
        if held?.of(ticket.text) == nil, absent.contains(ticket.directory) { return nil }
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
