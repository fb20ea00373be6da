import PhotoIndex
import PhotoModel
import SystemPackage

/// The first step: what has to be true before anything is touched.
extension BatchRemoval {
    /// Opens and hashes every file of a group, and has the copies read.
    func prove(_ group: inout RemovalInHand) async {
        if isStopped(&group) { return }
        do throws(TrashError) {
            for place in group.members.indices { try openFile(place, of: &group) }
        } catch {
            return group.end(error)
        }
        guard group.isOpen else { return }
        do throws(UploadError) {
            try await findCopies(of: &group)
        } catch {
            let (state, why) = Action.outcome(of: error)
            group.end(state, why, error.detail)
        }
        for member in group.action.members { progress.add(member.fingerprint.size) }
    }

    /// Opens a file, which has to be the one that was planned, with the bytes that the receipts are for.
    private func openFile(_ place: Int, of group: inout RemovalInHand) throws(TrashError) {
        let member = group.action.members[place]
        let file = try ProvenFile(member.path, interruption: environment.interruption)
        guard file.fingerprint == member.fingerprint, file.sha256 == member.sha256 else {
            throw TrashError(.changed, "is not what the last scan saw")
        }
        group.action.members[place].permissions = file.permissions
        group.members[place].file = file
    }

    /// Asks destinations for the copies of all files, one destination after the other, until there are enough.
    private func findCopies(of group: inout RemovalInHand) async throws(UploadError) {
        var failure: (any Error)?
        var detail: String?
        for copies in group.planned.copies where group.copies.count < settings.require {
            guard let destination = destinations[copies.destination] else { continue }
            do throws(UploadError) {
                switch try await CopyReading(destination: destination, environment: environment)
                    .read(copies, of: group.members.compactMap(\.file))
                {
                case .found(let found): group.copies.append(found)
                case .lost(let receipt, let words):
                    detail = words
                    if let receipt { group.lost.append(receipt) }
                }
            } catch {
                if error.kind == .interrupted { throw error }
                failure = error
            }
        }
        if group.copies.count >= settings.require { return noteWhereCopiesAre(&group) }
        if let error = failure as? UploadError { throw error }
        group.end(.skipped, .notVerified, detail)
    }

    /// The action says where the copies are that were found first.
    private func noteWhereCopiesAre(_ group: inout RemovalInHand) {
        guard let found = group.copies.first, let destination = destinations[found.destination] else { return }
        group.action.destination = DestinationName(id: found.destination, name: destination.name)
        for (place, receipt) in found.receipts.enumerated() { group.action.members[place].target = receipt.target }
    }
}
