import PhotoIndex
import PhotoModel
import SystemPackage

/// The last step: what is proved goes, and all else goes back.
extension BatchRemoval {
    /// Ends what is proved, parked and asked for again.
    func finish(_ groups: inout [PurgeAct.Group]) {
        let places = open(groups).filter { groups[$0].members.allSatisfy { $0.proof != nil } }
        let results = trash.finish(places.map { groups[$0].members.compactMap(\.proof) })
        for (place, answers) in zip(places, results) {
            if let (member, error) = answers.enumerated().first(where: { $0.element != nil }), let error {
                groups[place].end(error, at: member)
                // Part of it may have been removed for good: whoever settles it finishes that.
                groups[place].hasLeftovers = settings.way == .permanent && !isWhole(groups[place])
            } else {
                groups[place].action.state = .done
            }
        }
    }

    /// Whether every file of a group is parked yet.
    private func isWhole(_ group: PurgeAct.Group) -> Bool {
        trash.parked(group.removals.map(\.ticket)).allSatisfy { (try? $0.get()) ?? nil != nil }
    }

    /// Puts back what is parked of the groups that ended early.
    func putBack(_ groups: inout [PurgeAct.Group]) {
        let places = groups.indices.filter {
            groups[$0].isAnnounced && groups[$0].action.state != .done && !groups[$0].hasLeftovers
        }
        var results = trash.putBack(places.flatMap { groups[$0].removals })[...]
        for place in places {
            let errors = zip(groups[place].members, results.prefix(groups[place].members.count))
            // A file that somebody else took away before it was parked is not this run's to bring back.
            groups[place].hasLeftovers = errors.contains { member, error in
                error.map { member.isParked || $0.kind != .missing } ?? false
            }
            results = results.dropFirst(groups[place].members.count)
            for (member, file) in groups[place].members.map(\.file).enumerated() {
                guard let now = file?.fingerprintNow() else { continue }
                groups[place].action.members[member].fingerprint = now
            }
        }
        for place in groups.indices { groups[place].members = groups[place].members.map { _ in FileToRemove() } }
    }
}
