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
        /// The directory of what is said.
        var infoPath: FilePath { ticket.directory.appending("info") }
    }

    let user: UInt32
    var folders = LibraryFolders()
    private var open: [FilePath: OpenTrash] = [:]
    private var absent: Set<FilePath> = []

    init(user: UInt32) { self.user = user }

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
        if absent.contains(ticket.directory) { return nil }
        do throws(TrashError) {
            return try trash(of: ticket, making: false)
        } catch {
            guard error.kind == .missing else { throw error }
            absent.insert(ticket.directory)
            return nil
        }
    }

    private mutating func trash(of ticket: TrashTicket, making: Bool) throws(TrashError) -> OpenTrash {
        if let known = open[ticket.directory] { return known }
        let trash = try OpenTrash(ticket, user: user, making: making)
        open[ticket.directory] = trash
        return trash
    }
}

extension TrashSession.Entry {
    /// What is said of a file with the longest of paths, every byte of it encoded.
    private static let mostBytes = 16 * 1024

    /// Writes what is said of the file, under a name that nobody has. It is not on the disk yet.
    ///
    /// - Throws: `taken`, `denied`, `full`, `failed`.
    func writeInfo() throws(TrashError) -> OpenFile {
        let file: OpenFile
        do throws(Errno) {
            file = try trash.info.open(ticket.infoName, O_WRONLY | O_CREAT | O_EXCL, mode: 0o600)
        } catch .fileExists {
            throw TrashError(.taken, "the name that it was to get in the trash is taken")
        } catch {
            throw TrashError(error, doing: "the trash \(ticket.directory) cannot be written to")
        }
        let result: Result<Void, Errno> = unsafe info.withUnsafeBytes { bytes in
            do throws(Errno) { return .success(try unsafe file.write(bytes, at: 0)) } catch { return .failure(error) }
        }
        if case .failure(let error) = result {
            try? trash.info.remove(ticket.infoName)
            throw TrashError(error, doing: "the trash \(ticket.directory) cannot be written to")
        }
        return file
    }

    /// Takes away what is said of the file, if it was written for this ticket, to its end or not; the file may have had
    /// another path then, before its root was renamed. What fails here leaves a few bytes behind, and no file is worse
    /// off.
    ///
    /// - Returns: whether there was something.
    /// - Throws: `denied`, `failed`.
    func removeInfo() throws(TrashError) -> Bool {
        do throws(Errno) {
            guard let status = try trash.info.status(ticket.infoName), ParkedFile(status).isRegular else {
                return false
            }
            let file = try trash.info.open(ticket.infoName, O_RDONLY | O_NONBLOCK)
            var bytes = [UInt8](repeating: 0, count: max(info.count, Self.mostBytes) + 1)
            let read: Result<Int, Errno> = unsafe bytes.withUnsafeMutableBytes { buffer in
                do throws(Errno) {
                    return .success(try unsafe file.read(into: buffer, at: 0))
                } catch {
                    return .failure(error)
                }
            }
            let said = bytes[..<(try read.get())]
            let isOfTicket = TrashInfo(parsing: Array(said))?.deleted == ticket.date
            guard isOfTicket || info.starts(with: said) else { return false }
            try trash.info.remove(ticket.infoName)
            return true
        } catch {
            throw TrashError(error, doing: "what the trash \(ticket.directory) says of it cannot be removed")
        }
    }
}
