package import PhotoPipeline

/// A file that is permanently removed from the trash first gets a second name in it. That is recorded nowhere else, and
/// nothing has to be settled after a crash. The second name follows from the ticket, and every search for a ticket's
/// file looks there too. It has an info file as well, so that desktops and trash-cli see an ordinary trashed file.
extension FreeDesktopTrash {
    package func setAside(_ removals: [TicketedRemoval]) -> [TrashError?] {
        let (results, _) = rename(removals) { entry throws(TrashError) in
            try entry.place.file() == nil ? nil : (entry, entry.aside)
        }
        return zip(results, parked(removals.map(\.ticket))).map { result, parked in
            if case .success(nil) = parked { return result ?? TrashError(.missing, "is no longer where it was put") }
            return result
        }
    }

    package func setBack(_ removals: [TicketedRemoval]) -> [TrashError?] {
        var (results, renamed) = rename(removals) { entry throws(TrashError) in
            try entry.aside.place.file() == nil ? nil : (entry.aside, entry)
        }
        var pending = PendingSync()
        for (index, entry) in renamed {
            do throws(TrashError) {
                try pending.add(entry.place.folder, on: entry.place.mount, for: index)
            } catch {
                results[index] = error
            }
        }
        pending.wait(&results)
        for (index, entry) in renamed where results[index] == nil { _ = try? entry.removeInfos() }
        trashes.release(removals.map(\.ticket), where: results)
        return results
    }

    /// A file and its info files, before and after it is renamed.
    private typealias Names = (old: TrashSession.Entry, new: TrashSession.Entry)

    /// Renames files in the trash, each after its info file under the new name was made. The old info file stays until
    /// the rename is durable, which is the caller's task.
    ///
    /// - Parameter names: returns a file's name and its new name; nil if nothing has to be done.
    /// - Returns: for each file why it could not be renamed, and the renamed ones.
    private func rename(
        _ removals: [TicketedRemoval], _ names: (TrashSession.Entry) throws(TrashError) -> Names?
    ) -> (results: [TrashError?], renamed: [(index: Int, entry: TrashSession.Entry)]) {
        var results = [TrashError?](repeating: nil, count: removals.count)
        var session = session
        var begun: [(index: Int, entry: TrashSession.Entry, names: Names)] = []
        var pending = PendingSync()
        forEach(removals, &results) { index, removal throws(TrashError) in
            guard let entry = try session.existing(removal), let names = try names(entry) else { return }
            trashes.hold(entry.trash, for: removal.ticket)
            let info = try names.new.takeInfo(of: names.old)
            begun.append((index, entry, names))
            if let info { pending.add(info, on: entry.trash.mount, for: index) }
            try entry.addInfo(to: &pending, for: index)
        }
        pending.wait(&results)
        for (index, _, names) in begun where results[index] == nil {
            do throws(TrashError) {
                try names.new.place.take(names.old.place.name, from: names.old.place.folder)
            } catch {
                results[index] = error
            }
        }
        for (index, _, names) in begun where results[index] != nil { _ = try? names.new.removeInfo() }
        return (results, begun.filter { results[$0.index] == nil }.map { ($0.index, $0.entry) })
    }

    package func empty(_ groups: [[RemovalProof]]) -> [[TrashError?]] {
        var session = session
        var entries: [Int: TrashSession.Entry] = [:]
        var pending = PendingSync()
        var results = endGroups(groups) { index, proof throws(TrashError) in
            let entry = try session.entry(proof.removal, making: false)
            // A file that is not found in a trash that was renamed is not gone: somebody may have saved it with the
            // trash.
            try entry.trash.checkPath(entry.ticket, user: user)
            try pending.add(entry.place.folder, on: entry.place.mount, for: index)
            try entry.addInfo(to: &pending, for: index)
            entries[index] = entry
            return (entry.aside.place, proof)
        } end: {
            ParkedPlace.unlink($0)
        }
        // The info file of a file that is still there, because another of its group keeps it, stays.
        for (index, entry) in entries where results[index] == nil {
            do throws(TrashError) {
                _ = try entry.removeInfos()
            } catch {
                results[index] = error
            }
        }
        pending.wait(&results)
        trashes.release(groups.flatMap(\.self).map(\.removal.ticket), where: results)
        return split(results, like: groups)
    }

    package func tidy(_ removals: [TicketedRemoval]) -> [Result<Bool, TrashError>] {
        var session = session
        return removals.map { removal in
            Result { () throws(TrashError) in try session.entry(removal, making: false).removeInfos() }
        }
    }
}
