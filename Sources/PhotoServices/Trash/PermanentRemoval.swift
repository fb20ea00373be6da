import Glibc
import PhotoModel
package import PhotoPipeline
package import SystemPackage

/// Removes files for good. Until it is sure, a file waits beside its own name, under one that scans leave out.
///
/// A ticket's text is `permanent DIRECTORY NAME`, percent-encoded.
package struct PermanentRemoval: TrashService {
    package init() {}

    package func prepare(_ paths: [FilePath], run: Int64, firstNumber: Int) -> [Result<String, TrashError>] {
        var folders = LibraryFolders()
        return paths.enumerated().map { index, path in
            Result { () throws(TrashError) in
                let number = firstNumber + index
                guard let folder = try folders.present(of: path) else {
                    return Self.ticket(path.removingLastComponent(), TrashName.parked(nil, run: run, number: number))
                }
                return try Self.ticket(for: path, in: folder, run: run, number: number)
            }
        }
    }

    package func ticket(ofParked path: FilePath) -> String? {
        guard let name = path.lastComponent?.path, ParkedFileName(name) != nil else { return nil }
        return Self.ticket(path.removingLastComponent(), name)
    }

    package func park(_ removals: [TicketedRemoval]) -> [TrashError?] {
        var results = [TrashError?](repeating: nil, count: removals.count)
        var folders = LibraryFolders()
        forEach(removals, &results) { _, removal throws(TrashError) in
            let parent = try folders.parent(of: removal.path)
            let place = Self.place(try Self.name(removal.ticket, in: parent.folder.path), in: parent.folder)
            try place.take(parent.name, from: parent.folder.folder)
        }
        return results
    }

    package func parked(_ tickets: [String]) -> [Result<ParkedFile?, TrashError>] {
        var folders = LibraryFolders()
        return tickets.map { ticket in
            Result { () throws(TrashError) in
                do throws(TrashError) {
                    return try Self.place(ticket, &folders).file()
                } catch {
                    if error.kind == .missing { return nil }
                    throw error
                }
            }
        }
    }

    package func trashed(from directories: [FilePath]) throws(TrashError) -> [TrashedFile] { [] }

    package func open(_ ticket: String) throws(TrashError) -> FileDescriptor {
        var folders = LibraryFolders()
        return try Self.place(ticket, &folders).open()
    }

    package func putBack(_ removals: [TicketedRemoval]) -> [TrashError?] {
        var results = [TrashError?](repeating: nil, count: removals.count)
        var folders = LibraryFolders()
        var pending = PendingSync()
        forEach(removals, &results) { index, removal throws(TrashError) in
            let parent = try folders.parent(of: removal.path)
            let place = Self.place(try Self.name(removal.ticket, in: parent.folder.path), in: parent.folder)
            if try place.file() != nil {
                try place.giveBack(to: parent.folder.folder, at: parent.folder.path, parent.name)
            } else if try !folders.exists(removal.path) {
                throw TrashError(.missing, "is gone")
            }
            try pending.add(place.folder, at: place.path, on: place.mount, for: index)
        }
        pending.wait(&results)
        return results
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
            return FileDescriptor(rawValue: try folder.folder.openDescriptor(name, flags, mode: mode))
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
            let place = try Self.place(proof.removal.ticket, &folders)
            // What cannot be made durable is not removed.
            try pending.add(place.folder, at: place.path, on: place.mount, for: index)
            return (place, proof)
        } end: {
            ParkedPlace.unlink($0)
        }
        pending.wait(&results)
        return split(results, like: groups)
    }

    package func setAside(_ removals: [TicketedRemoval]) -> [TrashError?] {
        removals.map { _ in TrashError(.missing, "was removed for good") }
    }

    package func setBack(_ removals: [TicketedRemoval]) -> [TrashError?] { removals.map { _ in nil } }

    package func empty(_ groups: [[RemovalProof]]) -> [[TrashError?]] {
        groups.map { $0.map { _ in TrashError(.missing, "was removed for good") } }
    }

    package func tidy(_ removals: [TicketedRemoval]) -> [Result<Bool, TrashError>] {
        removals.map { _ in .success(false) }
    }

    private static func ticket(
        for path: FilePath, in folder: ReachedFolder, run: Int64, number: Int
    ) throws(TrashError) -> String {
        guard folder.folder.isWritable else {
            throw TrashError(.denied, "nothing may be removed from its directory")
        }
        // What is fetched is not there yet, and is no whole file before it is.
        let name = path.lastComponent?.path
        let own = try name.flatMap { name throws(TrashError) in try place(name, in: folder).file() == nil ? nil : name }
        for again in 0..<1000 {
            let place = place(TrashName.parked(own, run: run, number: number, again: again), in: folder)
            if try place.file() == nil { return ticket(place.path, place.name) }
        }
        throw TrashError(.taken, "every name that it could get is taken")
    }

    private static func place(_ name: FilePath, in folder: ReachedFolder) -> ParkedPlace {
        ParkedPlace(folder: folder.folder, path: folder.path, mount: folder.mount, name: name)
    }

    private static func ticket(_ directory: FilePath, _ name: FilePath) -> String {
        "permanent \(PercentEncoding.encode(directory.bytes)) \(PercentEncoding.encode(name.bytes))"
    }

    private static func parts(_ ticket: String) throws(TrashError) -> (directory: FilePath, name: FilePath) {
        let parts = ticketParts(ticket)
        guard parts.count == 3, parts[0].elementsEqual("permanent".utf8) else {
            throw TrashError(.unknownTicket, "its ticket is none of a permanent removal")
        }
        let (directory, name) = (try FilePath(ticketPart: parts[1]), try FilePath(ticketPart: parts[2]))
        guard directory.isAbsolute, name.components.count == 1, name.bytes.starts(with: ".workphotos-".utf8) else {
            throw TrashError(.unknownTicket, "its ticket is none of a permanent removal")
        }
        return (directory, name)
    }

    /// The ticket's name, which is for a file of this directory.
    private static func name(_ ticket: String, in directory: FilePath) throws(TrashError) -> FilePath {
        let parts = try parts(ticket)
        guard parts.directory == directory else {
            throw TrashError(.unknownTicket, "its ticket is for another directory")
        }
        return parts.name
    }

    private static func place(
        _ ticket: String, _ folders: inout LibraryFolders
    ) throws(TrashError) -> ParkedPlace {
        let parts = try parts(ticket)
        return place(parts.name, in: try folders.folder(parts.directory))
    }
}
