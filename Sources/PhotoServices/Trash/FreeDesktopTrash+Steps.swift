import Glibc
import PhotoModel
package import PhotoPipeline
package import SystemPackage

extension FreeDesktopTrash {
    package func park(_ removals: [TicketedRemoval]) -> [TrashError?] {
        var results = [TrashError?](repeating: nil, count: removals.count)
        var session = TrashSession(user: user)
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
            let parent = try session.folders.parent(of: removal.path)
            try begun[index]?.place.take(parent.name, from: parent.folder.folder)
        }
        for (index, entry) in begun where results[index] != nil { _ = try? entry.removeInfo() }
        return results
    }

    package func putBack(_ removals: [TicketedRemoval]) -> [TrashError?] {
        var results = [TrashError?](repeating: nil, count: removals.count)
        var session = TrashSession(user: user)
        var back: [Int: TrashSession.Entry] = [:]
        var pending = PendingSync()
        forEach(removals, &results) { index, removal throws(TrashError) in
            guard let entry = try session.existing(removal) else { return }
            let place = try entry.trash.place(holding: entry.ticket)
            if try place.file() == nil {
                // Never parked, or back already: what is left of it would be shown as a file that is not there.
                back[index] = entry
                return
            }
            let parent = try session.folders.parent(of: removal.path, making: (0o777, entry.trash.mount))
            try place.giveBack(to: parent.folder.folder, at: parent.folder.path, parent.name)
            back[index] = entry
            try pending.add(place.folder, at: place.path, on: place.mount, for: index)
            try pending.add(parent.folder.folder, at: parent.folder.path, on: place.mount, for: index)
        }
        pending.wait(&results)
        // Only a file that has its own name for sure loses what is said of it in the trash.
        for (index, entry) in back where results[index] == nil { _ = try? entry.removeInfos() }
        forEach(removals, &results) { _, removal throws(TrashError) in
            if try !session.folders.exists(removal.path) { throw TrashError(.missing, "is gone") }
        }
        return results
    }

    package func ticket(ofParked path: FilePath) -> String? { nil }

    package func receive(
        _ removal: TicketedRemoval, permissions: FilePermissions
    ) throws(TrashError) -> FileDescriptor {
        throw TrashError(.refused, "nothing is put into the trash but what was in the library")
    }

    package func finish(_ groups: [[RemovalProof]]) -> [[TrashError?]] {
        let proofs = groups.flatMap(\.self)
        var results = [TrashError?](repeating: nil, count: proofs.count)
        var session = TrashSession(user: user)
        var pending = PendingSync()
        forEach(proofs, &results) { index, proof throws(TrashError) in
            let entry = try session.entry(proof.removal, making: false)
            try entry.place.check(proof)
            try pending.add(entry.place.folder, at: entry.place.path, on: entry.place.mount, for: index)
            // A directory that somebody removed since has no name in it to be made durable.
            guard let parent = try session.folders.present(of: proof.removal.path) else { return }
            try pending.add(parent.folder, at: parent.path, on: entry.place.mount, for: index)
        }
        pending.wait(&results)
        return split(results, like: groups)
    }
}
