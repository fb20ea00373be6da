import PhotoFiles
import PhotoModel
import PhotoPipeline
import SystemPackage

/// A trash directory whose parts are open.
struct OpenTrash {
    /// The directory `files`, with the trashed files.
    let files: DirectoryHandle
    /// The directory `info`; nil if it does not exist, so that there are no info files.
    let info: DirectoryHandle?
    let mount: MountIdentity

    /// Opens the trash of a ticket, and checks that it may still be used.
    ///
    /// - Parameter making: whether missing parts are made, accessible to the user only.
    /// - Throws: `missing` where it does not exist, or has no directory `files`, so that no file can be in it;
    ///   `refused` where a part is a link, or fails the specification's checks; `denied`, `full`, `failed`.
    init(_ ticket: TrashTicket, user: UInt32, making: Bool) throws(TrashError) {
        do throws(Errno) {
            let trash = try Self.directory(ticket, user: user, making: making)
            // First, since a trash without a directory `files` is not there at all, whatever has the other's name.
            info = try Self.info(of: trash, making: making)
            files = try Self.part("files", of: trash, making: making)
            mount = try files.mount()
        } catch .notDirectory {
            throw Self.hasOtherParts(ticket.directory)
        } catch {
            throw TrashError(error, doing: "the trash \(ticket.directory) cannot be used")
        }
    }

    /// Why a trash is not used in which something else has the name of a directory.
    static func hasOtherParts(_ directory: FilePath) -> TrashError {
        TrashError(
            .refused, "the trash \(directory) has a symbolic link or a file where a directory was",
            remedy: .command("ls -l \(shellQuoted(directory.bytes))"))
    }

    /// Checks that it is still where a ticket says.
    ///
    /// - Throws: `changed` where it, or a directory above it, was renamed; `refused`, `denied`, `failed`.
    func checkPath(_ ticket: TrashTicket, user: UInt32) throws(TrashError) {
        let isSame: Bool
        do throws(TrashError) {
            isSame = try OpenTrash(ticket, user: user, making: false).identity() == identity()
        } catch {
            guard error.kind == .missing else { throw error }
            isSame = false
        }
        if !isSame { throw TrashError(.changed, "the trash \(ticket.directory) was renamed or unmounted meanwhile") }
    }

    func identity() throws(TrashError) -> FileIdentity {
        do throws(Errno) {
            return try files.identity()
        } catch {
            throw TrashError(error, doing: "the trash cannot be looked at")
        }
    }

    /// Where a ticket's file is, or will be.
    func place(of ticket: TrashTicket) -> ParkedPlace {
        ParkedPlace(folder: files, path: ticket.directory.appending("files"), mount: mount, name: ticket.name)
    }

    /// The place of a ticket's file: where it was put, unless it was set aside and nothing else has that name.
    ///
    /// - Throws: `denied`, `failed`.
    func place(holding ticket: TrashTicket) throws(TrashError) -> ParkedPlace {
        let (own, aside) = (place(of: ticket), place(of: ticket.aside))
        if try own.file() != nil { return own }
        return try aside.file() == nil ? own : aside
    }

    private static func info(of trash: DirectoryHandle, making: Bool) throws(Errno) -> DirectoryHandle? {
        do throws(Errno) {
            return try part("info", of: trash, making: making)
        } catch .noSuchFileOrDirectory {
            return nil
        }
    }

    /// The directory `info`, for writing.
    ///
    /// - Throws: ENOENT.
    func writableInfo() throws(Errno) -> DirectoryHandle {
        guard let info else { throw .noSuchFileOrDirectory }
        return info
    }

    private static func directory(_ ticket: TrashTicket, user: UInt32, making: Bool) throws(Errno) -> DirectoryHandle {
        if ticket.kind == .home {
            return try ReachedFolder(ticket.directory, making: making ? (0o700, nil) : nil).folder
        }
        var above = try ReachedFolder(ticket.top).folder
        if ticket.kind == .shared {
            above = try above.directory(".Trash")
            guard try TrashChoice.isShared(above.status()) else { throw .permissionDenied }
        }
        let name = ticket.directory.lastComponent?.path ?? FilePath()
        let trash = try part(name, of: above, making: making)
        guard try TrashChoice.isOwn(trash.status(), user: user) else { throw .permissionDenied }
        return trash
    }

    private static func part(_ name: FilePath, of folder: DirectoryHandle, making: Bool) throws(Errno)
        -> DirectoryHandle
    {
        if making, try folder.makeDirectory(name, mode: 0o700) { try folder.reading().sync() }
        return try folder.directory(name)
    }
}
