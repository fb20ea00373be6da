import Glibc
import PhotoFiles
import PhotoModel
package import PhotoPipeline
package import SystemPackage

/// Removes files permanently. Until the end, a file is parked beside its own name, under a name that scans skip.
///
/// A ticket's text is `permanent DIRECTORY NAME INODE`, the first two percent-encoded. The inode is the directory's,
/// and distinguishes it from one made in its place; it is left out if the directory did not exist.
package struct PermanentRemoval: TrashService, ParkingBeside {
    private let held = HeldDirectories<HeldFolder>()

    package var contents: (any TrashContents)? { nil }
    package var beside: (any ParkingBeside)? { self }

    package init() {}

    package func prepare(_ paths: [FilePath], run: Int64, firstNumber: Int) -> [Result<String, TrashError>] {
        var folders = LibraryFolders()
        return paths.enumerated().map { index, path in
            Result { () throws(TrashError) in
                let number = firstNumber + index
                guard let folder = try folders.present(of: path) else {
                    let name = TrashName.parked(nil, run: run, number: number)
                    return Self.ticket(path.removingLastComponent(), name, inode: nil)
                }
                return try Self.ticket(for: path, in: folder, run: run, number: number)
            }
        }
    }

    package func ticket(ofParked path: FilePath) -> String? {
        guard let name = path.lastComponent?.path, ParkedFileName(name) != nil else { return nil }
        return Self.ticket(path.removingLastComponent(), name, inode: nil)
    }

    package func park(_ removals: [TicketedRemoval]) -> [TrashError?] {
        var results = [TrashError?](repeating: nil, count: removals.count)
        var folders = LibraryFolders()
        forEach(removals, &results) { _, removal throws(TrashError) in
            let (parent, own) = try folders.parent(of: removal.path)
            let folder = HeldFolder(parent)
            let place = folder.place(try Self.name(removal.ticket, in: parent.path))
            // Before the rename: on a network a call may succeed and still report an error.
            held.hold(folder, for: removal.ticket)
            do throws(TrashError) {
                try place.take(own, from: folder.folder)
            } catch  where error.kind == .refused {
                // Nobody asked for a trash.
                throw TrashError(.failed, error.detail)
            }
        }
        return results
    }

    package func parked(_ tickets: [String]) -> [Result<ParkedFile?, TrashError>] {
        var folders = LibraryFolders()
        return tickets.map { ticket in
            Result { () throws(TrashError) in
                do throws(TrashError) {
                    return try place(ticket, &folders).file()
                } catch {
                    if error.kind == .missing { return nil }
                    throw error
                }
            }
        }
    }

    package func open(_ ticket: String) throws(TrashError) -> FileDescriptor {
        var folders = LibraryFolders()
        return try place(ticket, &folders).open()
    }

    package func standings(of removals: [TicketedRemoval]) -> [Result<RemovalStanding, TrashError>] {
        var folders = LibraryFolders()
        return removals.map { removal in
            Result { () throws(TrashError) in
                let parts = try Self.parts(removal.ticket)
                guard let reached = try folders.own(of: removal.path) else { return .lost }
                let folder = HeldFolder(reached)
                if try folder.place(parts.name).file() != nil { return .parked }
                if try folder.place(folders.name(of: removal.path)).file() != nil { return .home }
                guard let inode = parts.inode, try inode == folder.inode() else { return .lost }
                return .gone
            }
        }
    }

    package func place(of ticket: String) throws(TrashError) -> FilePath {
        let parts = try Self.parts(ticket)
        return parts.directory.appending(parts.name.components)
    }

    package func moved(_ removal: TicketedRemoval, to directory: FilePath) throws(TrashError) -> TicketedRemoval {
        guard let own = removal.path.lastComponent else { throw TrashError(.failed, "is not the path of a file") }
        return TicketedRemoval(
            path: directory.appending(own),
            ticket: Self.ticket(directory, try Self.parts(removal.ticket).name, inode: nil))
    }

    package func putBack(_ removals: [TicketedRemoval]) -> [TrashError?] {
        var results = [TrashError?](repeating: nil, count: removals.count)
        var folders = LibraryFolders()
        var pending = PendingSync()
        forEach(removals, &results) { index, removal throws(TrashError) in
            let (folder, own) = try home(of: removal, &folders)
            let place = folder.place(try Self.name(removal.ticket, in: folder.path))
            if try place.file() != nil {
                try place.restore(to: folder, own) { () throws(TrashError) in
                    if folder.holdsNewFile { try folder.checkPath(or: .failed) }
                }
            } else if try folder.place(own).file() == nil {
                throw TrashError(.missing, "is gone")
            }
            try pending.add(folder.folder, on: folder.mount, for: index)
        }
        pending.wait(&results)
        held.release(removals.map(\.ticket), where: results)
        return results
    }

    /// The directory in which a file gets its own name, and that name.
    private func home(
        of removal: TicketedRemoval, _ folders: inout LibraryFolders
    ) throws(TrashError) -> (folder: HeldFolder, own: FilePath) {
        guard let folder = held.of(removal.ticket), let own = removal.path.lastComponent else {
            let (parent, own) = try folders.parent(of: removal.path)
            return (HeldFolder(parent), own)
        }
        // A fetched file belongs at the path for which it was requested; a parked file belongs in the directory that it
        // was in.
        if folder.holdsNewFile { try folder.checkPath(or: .failed) }
        return (folder, own.path)
    }

    package func receive(
        _ removal: TicketedRemoval, permissions: FilePermissions
    ) throws(TrashError) -> FileDescriptor {
        let name = try Self.name(removal.ticket, in: removal.path.removingLastComponent())
        var folders = LibraryFolders()
        let folder = try folders.parent(of: removal.path, making: (0o777, nil)).folder
        do throws(Errno) {
            let flags = O_RDWR | O_CREAT | O_EXCL
            let mode = permissions.rawValue & 0o777
            let file = FileDescriptor(rawValue: try folder.folder.openDescriptor(name, flags: flags, mode: mode))
            held.hold(HeldFolder(folder, holdsNewFile: true), for: removal.ticket)
            return file
        } catch .fileExists {
            throw TrashError(.taken, "the name that it was to get in \(folder.path) is taken")
        } catch {
            throw TrashError(error, doing: "cannot be written")
        }
    }

    package func finish(_ groups: [[RemovalProof]]) -> [[TrashError?]] {
        var folders = LibraryFolders()
        var pending = PendingSync()
        var results = endGroups(groups) { index, proof throws(TrashError) in
            let ticket = proof.removal.ticket
            // What applied to a photo at its old path need not apply at its new one.
            if let folder = held.of(ticket), !folder.holdsNewFile { try folder.checkPath() }
            let place = try place(ticket, &folders)
            // A file whose removal cannot be made durable is not removed.
            try pending.add(place.folder, on: place.mount, for: index)
            return (place, proof)
        } end: {
            ParkedPlace.unlink($0)
        }
        pending.wait(&results)
        held.release(groups.flatMap(\.self).map(\.removal.ticket), where: results)
        return split(results, like: groups)
    }

    private static func ticket(
        for path: FilePath, in folder: ReachedFolder, run: Int64, number: Int
    ) throws(TrashError) -> String {
        guard folder.folder.isWritable else {
            throw TrashError(.denied, "this user cannot remove files from its directory")
        }
        // A fetched file does not exist yet, and is incomplete before it is there.
        let held = HeldFolder(folder)
        let name = path.lastComponent?.path
        let own = try name.flatMap { name throws(TrashError) in try held.place(name).file() == nil ? nil : name }
        for again in 0..<1000 {
            let place = held.place(TrashName.parked(own, run: run, number: number, again: again))
            if try place.file() == nil {
                return ticket(place.path, place.name, inode: try held.inode())
            }
        }
        throw TrashError(.taken, "every name that it could get is taken")
    }

    private static func ticket(_ directory: FilePath, _ name: FilePath, inode: UInt64?) -> String {
        let parts =
            [directory, name].map { PercentEncoding.encode($0.bytes) } + [inode.map(String.init)].compactMap(\.self)
        return (["permanent"] + parts).joined(separator: " ")
    }

    private struct Parts {
        let directory: FilePath
        let name: FilePath
        let inode: UInt64?
    }

    private static func parts(_ ticket: String) throws(TrashError) -> Parts {
        let unknown = TrashError(.unknownTicket, "its ticket is none of a permanent removal")
        let parts = ticketParts(ticket)
        guard 3...4 ~= parts.count, parts[0].elementsEqual("permanent".utf8) else { throw unknown }
        let (directory, name) = (try FilePath(ticketPart: parts[1]), try FilePath(ticketPart: parts[2]))
        let inode = parts.count == 4 ? UInt64(String(decoding: parts[3], as: UTF8.self)) : nil
        guard directory.isAbsolute, name.components.count == 1, name.bytes.starts(with: OwnName.prefix.utf8),
            parts.count == 3 || inode != nil
        else { throw unknown }
        return Parts(directory: directory, name: name, inode: inode)
    }

    /// The ticket's name, which is for a file of this directory.
    private static func name(_ ticket: String, in directory: FilePath) throws(TrashError) -> FilePath {
        let parts = try parts(ticket)
        guard parts.directory == directory else {
            throw TrashError(.unknownTicket, "its ticket is for another directory")
        }
        return parts.name
    }

    private func place(_ ticket: String, _ folders: inout LibraryFolders) throws(TrashError) -> ParkedPlace {
        let parts = try Self.parts(ticket)
        if let folder = held.of(ticket) { return folder.place(parts.name) }
        return HeldFolder(try folders.folder(parts.directory)).place(parts.name)
    }
}
