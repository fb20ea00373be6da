import Glibc
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
            // Before it is renamed: over a network a call may be carried out and fail.
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
            // Never parked, or back already: what is left of it would be shown as a file that is not there.
            if try place.file() != nil {
                let (home, own) = try home(of: removal, on: entry.trash.mount, &session)
                let isHeld = held.of(removal.ticket) != nil
                try place.restore(to: home, own) { () throws(TrashError) in
                    // What somebody asked to have back is for the path that they know.
                    if !isHeld { try home.checkPath(or: .failed) }
                }
                try pending.add(place.folder, on: place.mount, for: index)
                try pending.add(home.folder, on: place.mount, for: index)
            }
            back[index] = entry
        }
        pending.wait(&results)
        // Only a file that has its own name for sure loses what is said of it in the trash.
        // Where that fails it is left over: nobody would take it away later.
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

    /// The directory in which a file gets its own name, and that name: the one that it was taken from, wherever that is
    /// by now, unless it was removed.
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
        var pending = PendingSync()
        forEach(proofs, &results) { index, proof throws(TrashError) in
            let entry = try session.entry(proof.removal, making: false)
            try entry.place.check(proof)
            // The trash would bring it back to where it was; and it is none where nobody finds it.
            try held.of(proof.removal.ticket)?.checkPath()
            try entry.trash.checkPath(entry.ticket, user: user)
            try pending.add(entry.place.folder, on: entry.place.mount, for: index)
            // A directory that somebody removed since has no name in it to be made durable.
            guard let parent = try session.folders.present(of: proof.removal.path) else { return }
            try pending.add(parent.folder, on: entry.place.mount, for: index)
        }
        pending.wait(&results)
        release(proofs.map(\.removal.ticket), where: results)
        return split(results, like: groups)
    }
}
