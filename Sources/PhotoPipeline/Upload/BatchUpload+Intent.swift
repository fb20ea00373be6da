import PhotoFiles
import PhotoIndex
import PhotoModel
import SystemPackage

extension BatchUpload {
    /// Whether a file that cannot be opened is not known to be gone or another one.
    private func mayBeSame(_ member: Action.Member) -> Bool {
        do {
            return try files.status(of: member.path).fingerprint == member.fingerprint
        } catch {
            return !error.isOfOtherPath
        }
    }

    /// Opens the members, which have to be the files that were planned, as those have to be that are not sent.
    ///
    /// - Parameters:
    ///   - group: the group.
    ///   - personal: the sizes of contents that are marked personal: what a file of such a size is, that nobody hashed,
    ///     the intent says.
    /// - Throws: what keeps a file from being read.
    func open(_ group: inout UploadAct.Group, personal: Set<Int64>) throws(UploadError) {
        for file in group.details.bystanders where (try? files.status(of: file.path))?.fingerprint != file.fingerprint {
            return group.end(.skipped, .changedSinceScan)
        }
        for place in group.members.indices {
            let member = group.action.members[place]
            let source: UploadSource
            do throws(UploadError) {
                source = try UploadSource(member.path, in: files, interruption: environment.interruption)
            } catch {
                if mayBeSame(member) { throw error }
                return group.end(.skipped, .changedSinceScan)
            }
            guard source.fingerprint == member.fingerprint else { return group.end(.skipped, .changedSinceScan) }
            group.members[place].source = source
            if member.sha256 == nil, member.role != .sidecar, personal.contains(source.fingerprint.size) {
                group.action.members[place].sha256 = try source.hashes().sha256
            }
        }
    }

    /// Finds what is at the destination already, and names for the others.
    func choosePlaces(for group: inout UploadAct.Group, by finder: PlaceFinder) async throws(UploadError) {
        guard group.isOpen else { return }
        try await finder.find(&group)
        for member in group.members { if let receipt = member.receipt { progress.add(receipt.size) } }
    }

    /// Goes on with what earlier runs have left of the groups' files, and has the service prepare the rest of what is
    /// to be sent, of all groups at once.
    func prepare(_ groups: inout [UploadAct.Group], _ ending: inout UploadError?) async {
        for group in groups.openPlaces() {
            for place in groups[group].members.indices { await goOn(place, of: &groups[group]) }
        }
        let places = groups.indices.filter { groups[$0].isOpen }.flatMap { group in
            groups[group].members.indices.filter { groups[group].members[$0].isToPrepare }.map { (group, $0) }
        }
        let copies = places.compactMap { groups[$0.0].action.plannedCopy(of: $0.1) }
        if copies.isEmpty { return }
        for (place, result) in zip(places, await service.prepare(copies)) {
            switch result {
            case .success(let upload): groups[place.0].note(upload, of: place.1)
            case .failure(let error):
                groups[place.0].end(error)
                if error.endsRun { ending = ending ?? error }
            }
        }
    }

    /// Takes up the session of a file that goes where it went before; others of the file are abandoned.
    private func goOn(_ place: Int, of group: inout UploadAct.Group) async {
        let member = group.action.members[place]
        for known in sessions.left(of: member) {
            let isSame = known.isOf(member.path, member.fingerprint) && known.target.path == member.target?.path
            if isSame, group.members[place].isToPrepare {
                group.note(known.upload, of: place)
            } else {
                // One that cannot be reached now is there for the next run.
                try? await sessions.abandon(known.upload, by: service, source: group.members[place].source)
            }
        }
    }

    /// Writes down what is about to be done, durably; judged once more in the same transaction.
    func announce(_ groups: inout [UploadAct.Group]) throws {
        let open = groups.indices.filter { groups[$0].isOpen }
        if open.isEmpty { return }
        let intents = try index.intend(
            open.map { groups[$0].action }, run: run, basis: basis, leavingOut: settings.unsentSidecars)
        for (place, intent) in zip(open, intents) { groups[place].note(intent) }
    }
}
