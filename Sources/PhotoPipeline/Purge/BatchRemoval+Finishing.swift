import PhotoIndex
import PhotoModel
import SystemPackage

/// Step 6: remove what is proved, and put back the rest.
extension BatchRemoval {
    /// Finishes the groups that are proved, parked and checked again.
    func finish(_ groups: inout [GroupToRemove]) {
        let places = groups.openPlaces().filter { groups[$0].members.allSatisfy { $0.proof != nil } }
        let results = trash.finish(places.map { groups[$0].members.compactMap(\.proof) })
        for (index, answers) in zip(places, results) {
            if let (member, error) = answers.enumerated().first(where: { $0.element != nil }), let error {
                groups[index].end(error, at: member)
                // A part may have been removed permanently; settling finishes the rest.
                groups[index].hasLeftovers = settings.way == .permanent && !isWhole(groups[index])
            } else {
                groups[index].action.state = .done
            }
        }
    }

    /// Whether every file of a group is still parked.
    private func isWhole(_ group: GroupToRemove) -> Bool {
        trash.parked(group.removals.map(\.ticket)).allSatisfy { (try? $0.get()) ?? nil != nil }
    }

    /// Puts back the parked files of groups that ended early.
    func putBack(_ groups: inout [GroupToRemove]) {
        let places = groups.indices.filter {
            groups[$0].isAnnounced && groups[$0].action.state != .done && !groups[$0].hasLeftovers
        }
        var results = trash.putBack(places.flatMap { groups[$0].removals })[...]
        for index in places {
            let errors = zip(groups[index].members, results.prefix(groups[index].members.count))
            // A file that somebody else took before it was parked is not for this run to restore.
            groups[index].hasLeftovers = errors.contains { member, error in
                error.map { member.isParked || $0.kind != .missing } ?? false
            }
            results = results.dropFirst(groups[index].members.count)
            for (member, file) in groups[index].members.map(\.file).enumerated() {
                guard let now = file?.fingerprintNow() else { continue }
                groups[index].action.members[member].fingerprint = now
            }
        }
        for index in groups.indices { groups[index].members = groups[index].members.map { _ in FileToRemove() } }
    }
}
