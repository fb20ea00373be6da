import PhotoIndex
import PhotoModel
import SystemPackage

/// From the intent to the end.
extension BatchRemoval {
    /// Chooses names, and writes down what is about to be done, durably; judged once more in the same transaction.
    func announce(_ groups: inout [PurgeAct.Group]) throws {
        chooseNames(&groups)
        for places in open(groups).chunks(of: PhotoIndex.actionsOfACommit) {
            let intents = try index.intend(
                places.map { groups[$0].action }, run: run.number, basis: try run.context.judging.basis(),
                leavingOut: [])
            for (place, intent) in zip(places, intents) { groups[place].note(intent) }
        }
    }

    private func chooseNames(_ groups: inout [PurgeAct.Group]) {
        let places = open(groups).filter { !isStopped(&groups[$0]) }
        let paths = places.flatMap { groups[$0].action.members.map(\.path) }
        var tickets = trash.prepare(paths, run: run.number, firstNumber: run.files.take(paths.count))[...]
        for place in places {
            for member in groups[place].members.indices {
                switch tickets.popFirst() {
                case .success(let ticket)?: groups[place].action.members[member].ticket = ticket
                case .failure(let error)?: groups[place].end(error, at: member)
                case nil: groups[place].end(TrashError(.failed, "has no name to be parked under"), at: member)
                }
            }
        }
    }

    /// Leaves a group that has company which the last scan did not see: it would be parted from it.
    func leaveThoseWithNewPartners(_ groups: inout [PurgeAct.Group]) {
        var look = PartnerLook(index: index, files: files, now: environment.clock.now)
        for place in open(groups) {
            let members = groups[place].action.members
            let partner = look.newPartner(
                of: members.filter { $0.role != .sidecar }.map(\.path),
                members.filter { $0.role == .sidecar }.map(\.path),
                contentIdentifier: groups[place].details.contentIdentifier)
            guard let partner else { continue }
            groups[place].end(.skipped, partner.isUnreadable ? .companyUnreadable : .membersDiffer, partner.words)
        }
    }

    /// Parks every file, and looks whether what is parked is what was hashed.
    func park(_ groups: inout [PurgeAct.Group]) {
        for place in open(groups) where !isStopped(&groups[place]) {
            for (member, file) in groups[place].members.map(\.file).enumerated() {
                do throws(TrashError) {
                    try file?.checkUntouched()
                } catch {
                    groups[place].end(error, at: member)
                }
            }
        }
        let places = open(groups)
        var results = trash.park(places.flatMap { groups[$0].removals })[...]
        for place in places {
            let count = groups[place].members.count
            for (member, error) in results.prefix(count).enumerated() {
                groups[place].members[member].isParked = error == nil
                if let error { groups[place].end(error, at: member) }
            }
            results = results.dropFirst(count)
        }
        look(at: &groups)
    }

    private func look(at groups: inout [PurgeAct.Group]) {
        let files = open(groups).flatMap { place in
            zip(groups[place].members, groups[place].removals).enumerated().compactMap { member, pair in
                pair.0.file.map { (place: place, member: member, file: $0, removal: pair.1) }
            }
        }
        let proofs = ProvenFile.proofs(of: files.map { (file: $0.file, removal: $0.removal) }, in: trash)
        for (one, result) in zip(files, proofs) {
            switch result {
            case .success(let proof): groups[one.place].members[one.member].proof = proof
            case .failure(let error): groups[one.place].end(error, at: one.member)
            }
        }
    }

    /// Asks for every copy again, and whether the destinations are still themselves.
    func askAgain(_ groups: inout [PurgeAct.Group]) async {
        for row in Set(open(groups).flatMap { groups[$0].details.copies.map(\.destination) }).sorted() {
            let asked = open(groups).flatMap { place in
                groups[place].details.copies.filter { $0.destination == row }.map { (place: place, copies: $0) }
            }
            for (place, answer) in zip(asked.map(\.place), await answers(row, asked.map(\.copies))) {
                switch answer {
                case .success(nil): break
                case .success(let words?): groups[place].end(.refused, .destinationChanged, words)
                case .failure(let error):
                    groups[place].end(
                        error.kind == .interrupted ? .skipped : .refused, .destinationChanged, error.detail)
                }
            }
        }
    }

    private func answers(_ row: Int64, _ copies: [FoundCopies]) async -> [Result<String?, UploadError>] {
        guard let destination = destinations[row] else {
            return copies.map { _ in .failure(UploadError(.unavailable, "is not open")) }
        }
        return await CopyReading(destination: destination, environment: environment).askAgain(copies)
    }

    /// Hears what people said since the intent: to read copies takes long.
    ///
    /// - Returns: why they could not be heard; nothing goes then.
    func hear(_ groups: inout [PurgeAct.Group]) -> (any Error)? {
        let places = open(groups)
        if places.isEmpty { return nil }
        do {
            let objections = try index.objections(
                to: places.map { groups[$0].action }, basis: try run.context.judging.basis())
            for case (let place, let why?) in zip(places, objections) { groups[place].end(.skipped, why) }
            return nil
        } catch {
            for place in places { groups[place].end(.skipped, .interrupted) }
            return error
        }
    }

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
