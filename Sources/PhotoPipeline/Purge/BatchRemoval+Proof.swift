import PhotoIndex
import PhotoModel
import SystemPackage

/// Step 1: prove what has to be true before any file is touched.
extension BatchRemoval {
    /// Opens and hashes every file, and reads the copies.
    func prove(_ groups: inout [GroupToRemove]) async {
        for index in groups.indices where !isStopped(&groups[index]) {
            for member in groups[index].members.indices where groups[index].isOpen {
                do throws(TrashError) {
                    try openFile(member, of: &groups[index])
                } catch {
                    groups[index].end(error, at: member)
                }
            }
        }
        await findCopies(of: &groups)
        for index in groups.openPlaces() { endWithoutCopies(&groups[index]) }
    }

    /// Opens a file, which must be the planned one and have the bytes that the receipts are for.
    private func openFile(_ index: Int, of group: inout GroupToRemove) throws(TrashError) {
        let member = group.action.members[index]
        let file = try ProvenFile(
            member.path, in: files, isForGood: settings.way == .permanent, interruption: environment.interruption)
        guard file.fingerprint == member.fingerprint, file.sha256 == member.sha256 else {
            throw TrashError(.changed, "is not what the last scan saw")
        }
        group.action.members[index].permissions = file.permissions
        group.members[index].file = file
    }

    /// Checks the copies of all files at one destination after the other, until each group has enough.
    private func findCopies(of groups: inout [GroupToRemove]) async {
        for turn in 0..<(groups.map(\.receipts.count).max() ?? 0) {
            let places = groups.openPlaces().filter {
                groups[$0].copies.count < settings.require && turn < groups[$0].receipts.count
            }
            let asked = Dictionary(grouping: places) { groups[$0].receipts[turn].destination }
            for (row, places) in asked.sorted(by: { $0.key < $1.key }) {
                guard let destination = destinations[row] else { continue }
                let reading = CopyReading(destination: destination, environment: environment)
                let wanted = places.map { index in
                    (
                        copies: groups[index].receipts[turn], files: groups[index].members.compactMap(\.file),
                        counted: groups[index].copies
                    )
                }
                let answers = await reading.read(wanted) { if turn == 0 { run.progress.add($0) } }
                for (index, answer) in zip(places, answers) { groups[index].take(answer) }
            }
        }
    }

    private func endWithoutCopies(_ group: inout GroupToRemove) {
        if group.copies.count >= settings.require { return noteWhereCopiesAre(&group) }
        guard let error = group.unreadable else {
            return group.end(.skipped, .notVerified, group.lostWords)
        }
        let (state, why) = Action.Kind.purge.outcome(of: error)
        group.end(state, why, error.detail)
    }

    /// Sets the action's targets to the copies that were found first.
    private func noteWhereCopiesAre(_ group: inout GroupToRemove) {
        guard let found = group.copies.first, let destination = destinations[found.destination] else { return }
        group.action.destination = DestinationName(id: found.destination, name: destination.name)
        for (index, receipt) in found.receipts.enumerated() { group.action.members[index].target = receipt.target }
    }
}

extension GroupToRemove {
    /// Records what a destination answered about the copies.
    fileprivate mutating func take(_ answer: Result<CopyReading.Answer, UploadError>) {
        switch answer {
        case .success(.found(let found)):
            copies.append(found)
        case .success(.lost(let receipt, let words)):
            lostWords = words
            if let receipt { lost.append(receipt) }
        case .failure(let error):
            unreadable = error
            // After a signal, no other destination is asked.
            guard error.kind == .interrupted else { return }
            end(error)
        }
    }
}
