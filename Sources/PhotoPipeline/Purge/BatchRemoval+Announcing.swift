import PhotoFiles
import PhotoIndex
import PhotoModel
import SystemPackage

/// Step 2: record the intents.
extension BatchRemoval {
    /// Chooses the names to park under, and records the intents durably. The same transaction judges each group once
    /// more.
    func announce(_ groups: inout [GroupToRemove]) throws {
        chooseNames(&groups)
        for places in groups.openPlaces().chunks(of: PhotoIndex.actionsOfACommit) {
            let intents = try index.intend(
                places.map { groups[$0].action }, run: run.number, basis: try run.context.judging.basis(),
                leavingOut: settings.staying)
            for (place, intent) in zip(places, intents) { groups[place].note(intent) }
        }
    }

    private func chooseNames(_ groups: inout [GroupToRemove]) {
        let places = groups.openPlaces().filter { !isStopped(&groups[$0]) }
        let paths = places.flatMap { groups[$0].action.members.map(\.path) }
        var tickets = trash.prepare(paths, run: run.number, firstNumber: run.files.take(paths.count))[...]
        for index in places {
            for member in groups[index].members.indices {
                switch tickets.popFirst() {
                case .success(let ticket)?: groups[index].action.members[member].ticket = ticket
                case .failure(let error)?: groups[index].end(error, at: member)
                case nil: groups[index].end(TrashError(.failed, "has no name to be parked under"), at: member)
                }
            }
        }
    }

    /// Leaves groups that would be separated from a file that the last scan did not see: before they are parked, and
    /// once more while they are, since reading the copies takes long. A directory that was renamed meanwhile is found
    /// when the removal is finished.
    func leaveThoseWithNewPartners(_ groups: inout [GroupToRemove], areParked: Bool = false) {
        let places = groups.openPlaces()
        let photos = places.flatMap { groups[$0].action.members.filter { $0.role != .sidecar }.map(\.path) }
        var look = PartnerLook(
            index: index, files: files, clock: environment.clock,
            excludes: (try? run.context.judging.current())?.excludes ?? [], parked: areParked ? photos : [],
            isOneMoment: true)
        for place in places {
            guard let partner = look.newPartner(of: groups[place]), !areParked || SmallFile.exists(partner.path) else {
                continue
            }
            groups[place].end(.skipped, partner.reason, partner.words)
        }
    }
}
