import PhotoFiles
import PhotoIndex
import PhotoModel
import SystemPackage

extension BatchUpload {
    /// Whether a file that cannot be opened may still be the planned one, that is, is not known to be gone or replaced.
    private func mayBeSame(_ member: Action.Member) -> Bool {
        do {
            return try files.status(of: member.path).fingerprint == member.fingerprint
        } catch {
            return !error.isOfOtherPath
        }
    }

    /// Opens the members and checks that they are the planned files. The files that are not sent are checked too.
    ///
    /// - Parameters:
    ///   - group: the group.
    ///   - unwanted: the sizes of contents that are marked personal or held from the destination. A file of such a size
    ///     whose hash is unknown is hashed, so that the intent can be judged by its content.
    /// - Throws: what keeps a file from being read.
    func open(_ group: inout GroupToSend, unwanted: Set<Int64>) throws(UploadError) {
        for file in group.bystanders where (try? files.status(of: file.path))?.fingerprint != file.fingerprint {
            return group.end(.skipped, .changedSinceScan)
        }
        for index in group.members.indices {
            let member = group.action.members[index]
            let source: UploadSource
            do throws(UploadError) {
                source = try UploadSource(member.path, in: files, interruption: environment.interruption) {
                    [progress] in progress.addRead($0)
                }
            } catch {
                if mayBeSame(member) { throw error }
                return group.end(.skipped, .changedSinceScan)
            }
            guard source.fingerprint == member.fingerprint else { return group.end(.skipped, .changedSinceScan) }
            group.members[index].source = source
            if member.sha256 == nil, member.role != .sidecar, unwanted.contains(source.fingerprint.size) {
                group.note(try source.hashes(), of: index)
            }
        }
    }

    /// Finds what is already at the destination, and names for the rest.
    func choosePlaces(for group: inout GroupToSend, by finder: PlaceFinder) async throws(UploadError) {
        guard group.isOpen else { return }
        try await finder.find(&group)
        if group.isDeferred { return }
        for member in group.members { if let receipt = member.receipt { progress.add(receipt.size) } }
    }

    /// Resumes what earlier runs left of the groups' files, and has the service prepare the rest, for all groups at
    /// once.
    func prepare(_ groups: inout [GroupToSend], _ ending: inout UploadError?) async {
        for group in groups.openPlaces() {
            for place in groups[group].members.indices { await goOn(place, of: &groups[group]) }
        }
        let places = groups.openPlaces().flatMap { group in
            groups[group].members.indices.filter { groups[group].members[$0].isToPrepare }.map { (group, $0) }
        }
        let copies = places.compactMap { groups[$0.0].action.plannedCopy(of: $0.1) }
        if copies.isEmpty { return }
        for (place, result) in zip(places, await service.call(for: copies) { await $0.prepare($1) }) {
            switch result {
            case .success(let upload): groups[place.0].note(upload, of: place.1)
            case .failure(let error):
                groups[place.0].stop(error, isItsOwn: !error.endsRun || ending == nil)
                if error.endsRun { ending = ending ?? error }
            }
        }
    }

    /// Resumes the session of a file if it goes to the same target; other sessions of the file are abandoned.
    private func goOn(_ index: Int, of group: inout GroupToSend) async {
        let member = group.action.members[index]
        for known in sessions.left(of: member) {
            let isSame = known.isOf(member.path, member.fingerprint) && known.target.path == member.target?.path
            if isSame, group.members[index].isToPrepare {
                group.note(known.upload, of: index)
            } else {
                // A session that cannot be abandoned now is kept for the next run.
                _ = try? await sessions.abandon(known.upload, by: service, source: group.members[index].source)
            }
        }
    }

    /// Records the intents durably. The same transaction judges each group once more, by the current rules.
    func announce(_ groups: inout [GroupToSend]) throws {
        let open = groups.openPlaces()
        if open.isEmpty { return }
        let moment = try look.moment()
        let intents = try index.intend(
            open.map { groups[$0].action }, run: run.number, basis: moment.basis,
            leavingOut: settings.unsentSidecars)
        for (place, intent) in zip(open, intents) { groups[place].note(intent) }
        let begun = open.filter { groups[$0].isAnnounced }.compactMap { groups[$0].action.members.first?.path }
        try look.note(begun, askedAfter: moment)
    }
}
