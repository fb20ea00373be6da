import Glibc
import PhotoFiles
import PhotoModel
package import PhotoPipeline
import SystemPackage

extension FreeDesktopTrash {
    package func park(_ removals: [TicketedRemoval]) -> [TrashError?] {
        var results = [TrashError?](repeating: nil, count: removals.count)
        var session = session
        var begun: [Int: TrashSession.Entry] = [:]
        var pending = PendingSync()
        forEach(removals, &results) { index, removal throws(TrashError) in
            let entry = try session.entry(removal, making: true)
            let info = try entry.writeInfo()
            begun[index] = entry
            pending.add(info, on: entry.trash.mount, for: index)
            try entry.addInfo(to: &pending, for: index)
        }
        pending.wait(&results)
        forEach(removals, &results) { index, removal throws(TrashError) in
            let (parent, own) = try session.folders.parent(of: removal.path)
            guard let entry = begun[index] else { return }
            // Before the rename: on a network a call may succeed and still report an error.
            held.hold(HeldFolder(parent), for: removal.ticket)
            trashes.hold(entry.trash, for: removal.ticket)
            try entry.place.take(own, from: parent.folder)
        }
        for (index, entry) in begun where results[index] != nil { _ = try? entry.removeInfo() }
        return results
    }

    package func putBack(_ removals: [TicketedRemoval]) -> [TrashError?] {
        var results = [TrashError?](repeating: nil, count: removals.count)
        var session = session
        var back: [Int: TrashSession.Entry] = [:]
        var pending = PendingSync()
        forEach(removals, &results) { index, removal throws(TrashError) in
            guard let entry = try session.existing(removal) else { return }
            let place = try entry.trash.place(holding: entry.ticket)
            // Never parked, or already back: a remaining info file would be shown as a file that does not exist.
            if try place.file() != nil {
                let (home, own) = try home(of: removal, on: entry.trash.mount, &session)
                let isHeld = held.of(removal.ticket) != nil
                try place.restore(to: home, own) { () throws(TrashError) in
                    // An undo has to restore the file at the path that the user knows.
                    if !isHeld { try home.checkPath(or: .failed) }
                }
                try pending.add(place.folder, on: place.mount, for: index)
                try pending.add(home.folder, on: place.mount, for: index)
            }
            back[index] = entry
        }
        pending.wait(&results)
        // The info file is removed only once the file certainly has its own name. If that fails it counts as a
        // leftover, since nothing else would remove it.
        for (index, entry) in back where results[index] == nil {
            do throws(TrashError) {
                _ = try entry.removeInfos()
            } catch {
                results[index] = error
            }
        }
        forEach(removals, &results) { _, removal throws(TrashError) in
            if try !isHome(removal, &session) { throw TrashError(.missing, "is gone") }
        }
        release(removals.map(\.ticket), where: results)
        return results
    }

    func release(_ tickets: [String], where results: [TrashError?]) {
        held.release(tickets, where: results)
        trashes.release(tickets, where: results)
    }

    /// The directory in which a file gets its own name, and the name. It is the directory that the file was taken from,
    /// even if that was renamed; if it was removed, the one that has its path now.
    private func home(
        of removal: TicketedRemoval, on mount: MountIdentity, _ session: inout TrashSession
    ) throws(TrashError) -> (folder: HeldFolder, own: FilePath) {
        if let folder = held.of(removal.ticket), let own = removal.path.lastComponent, try !folder.isRemoved {
            return (folder, own.path)
        }
        let (parent, own) = try session.folders.parent(of: removal.path, making: (0o777, mount))
        return (HeldFolder(parent), own)
    }

    private func isHome(_ removal: TicketedRemoval, _ session: inout TrashSession) throws(TrashError) -> Bool {
        if let folder = held.of(removal.ticket), let own = removal.path.lastComponent,
            try folder.place(own.path).file() != nil
        {
            return true
        }
        return try session.folders.exists(removal.path)
    }

    package func finish(_ groups: [[RemovalProof]]) -> [[TrashError?]] {
        let proofs = groups.flatMap(\.self)
        var results = [TrashError?](repeating: nil, count: proofs.count)
        var session = session
        var checked: [FilePath: FileIdentity] = [:]
        var pending = PendingSync()
        forEach(proofs, &results) { index, proof throws(TrashError) in
            let entry = try session.entry(proof.removal, making: false)
            try entry.place.check(proof)
            // The trash would restore it to its old path; and it is no trash if nobody finds it.
            try held.of(proof.removal.ticket)?.checkPath(in: &session.folders)
            let trash = try entry.trash.identity()
            if checked[entry.ticket.directory] != trash {
                try entry.trash.checkPath(entry.ticket, user: user)
                checked[entry.ticket.directory] = trash
            }
            try pending.add(entry.place.folder, on: entry.place.mount, for: index)
            // A directory that was removed since contains no name to be made durable.
            guard let parent = try session.folders.present(of: proof.removal.path) else { return }
            try pending.add(parent.folder, on: entry.place.mount, for: index)
        }
        pending.wait(&results)
        release(proofs.map(\.removal.ticket), where: results)
        return split(results, like: groups)
    }
}
