import PhotoIndex
import PhotoModel

/// Permanently removes groups from the trash together, after their proofs.
///
/// The order of the steps is that of every permanent removal (``BatchRemoval``): set aside, check, ask again,
/// remove. A destination may be the trash itself, reached by another path with other numbers for the same files; only
/// renaming the files reveals that a copy was the file itself.
///
/// The journal records nothing until the end. A file's temporary name follows from its ticket, so the next emptying,
/// `status` and undo find it wherever a kill has left it, described in the trash like any other; and continuing to
/// empty asks again and makes every proof again.
struct BatchEmptying {
    let run: RunContext
    let proof: TrashProof
    let contents: any TrashContents
    /// Returns `[purge]` as it is when it is called.
    let settingsNow: @Sendable () throws -> PurgeSettings

    private var trash: any TrashService { proof.trash }
    private var environment: Environment { run.environment }

    /// Removes the groups, each with all its files or not at all, as far as the disk allows.
    ///
    /// - Throws: `PipelineError`, `IndexError`, what reading the settings throws; nothing is removed then.
    func remove(_ planned: [GroupInTrash]) async throws -> [GroupInTrash] {
        var groups = planned
        for place in groups.indices {
            try await proof.prove(&groups[place])
            run.progress.add(groups[place].action.bytes)
        }
        setAside(&groups)
        look(at: &groups)
        await askAgain(&groups)
        let failure = applySettings(to: &groups)
        finish(&groups)
        setBack(&groups)
        let emptied = groups.filter { $0.action.state == .done }.compactMap(\.number)
        if !emptied.isEmpty { try run.index.noteEmptied(emptied, at: environment.clock.now) }
        if let failure { throw failure }
        return groups
    }

    private func setAside(_ groups: inout [GroupInTrash]) {
        groups.endWhereStopped(by: environment.interruption)
        let files = groups.openPlaces().flatMap { place in groups[place].removals.map { (place: place, removal: $0) } }
        for (file, error) in zip(files, contents.setAside(files.map(\.removal))) {
            if let error { Self.end(&groups[file.place], file.removal, error) }
        }
    }

    private func look(at groups: inout [GroupInTrash]) {
        let files = groups.openPlaces().flatMap { place in
            zip(groups[place].members, groups[place].removals).enumerated().compactMap { member, pair in
                pair.0.file.map { (place: place, member: member, file: $0, removal: pair.1) }
            }
        }
        let proofs = ProvenFile.proofs(of: files.map { (file: $0.file, removal: $0.removal) }, in: trash)
        for (file, result) in zip(files, proofs) {
            switch result {
            case .success(let proof): groups[file.place].members[file.member].proof = proof
            case .failure(let error): Self.end(&groups[file.place], file.removal, error)
            }
        }
    }

    /// Checks every copy again, and that the destinations are still the same.
    private func askAgain(_ groups: inout [GroupInTrash]) async {
        let rows = Set(groups.openPlaces().flatMap { groups[$0].copies.map(\.found.destination) })
        for row in rows.sorted() {
            let asked = groups.openPlaces().flatMap { place in
                groups[place].copies.filter { $0.found.destination == row }.map { (place: place, there: $0) }
            }
            guard let destination = asked.first?.there.destination else { continue }
            let reading = CopyReading(destination: destination, environment: environment)
            let answers = await reading.askAgain(asked.map(\.there.found))
            for (place, answer) in zip(asked.map(\.place), answers) {
                switch answer {
                case .success(nil): break
                case .success(let words?): groups[place].end(.refused, .destinationChanged, words)
                case .failure(let error) where error.kind == .interrupted:
                    groups[place].end(.skipped, .interrupted, error.detail)
                case .failure(let error): groups[place].end(.refused, .destinationChanged, error.detail)
                }
            }
        }
    }

    /// Applies `[purge]` as it is now: it may have been edited since the command began.
    ///
    /// - Returns: why it could not be read; then no group is removed.
    private func applySettings(to groups: inout [GroupInTrash]) -> (any Error)? {
        let places = groups.openPlaces()
        if places.isEmpty { return nil }
        do {
            let settings = try settingsNow()
            for place in places {
                if groups[place].action.members.contains(where: { settings.keeps($0.path) }) {
                    groups[place].end(.skipped, .kept)
                } else if groups[place].copies.count < settings.require {
                    groups[place].end(.skipped, .notVerified, "[purge] require was raised meanwhile")
                }
            }
            return nil
        } catch {
            for place in places { groups[place].end(.skipped, .interrupted) }
            return error
        }
    }

    /// Removes what is proved, set aside and checked again. What somebody else has removed meanwhile counts as removed.
    private func finish(_ groups: inout [GroupInTrash]) {
        let places = groups.openPlaces().filter { groups[$0].members.allSatisfy { $0.proof != nil } }
        for (index, answers) in zip(places, contents.empty(places.map { groups[$0].members.compactMap(\.proof) })) {
            for (removal, error) in zip(groups[index].removals, answers) {
                guard let error, error.kind != .missing else { continue }
                let (state, why): (Action.State, Action.Reason) =
                    error.kind == .interrupted ? (.skipped, .interrupted) : (.failed, .removalFailed)
                groups[index].end(state, why, Self.text(removal, error))
            }
        }
        for index in places where groups[index].isOpen { groups[index].action.state = .done }
    }

    /// Gives files that stay their names in the trash again. A file that cannot have its name is still in the trash.
    private func setBack(_ groups: inout [GroupInTrash]) {
        let staying = groups.indices.filter { place in
            groups[place].action.state != .done && groups[place].members.contains { $0.file != nil }
        }
        let files = staying.flatMap { place in groups[place].removals.map { (place: place, removal: $0) } }
        for (file, error) in zip(files, contents.setBack(files.map(\.removal))) {
            if let error { groups[file.place].add(Self.text(file.removal, error)) }
        }
    }

    /// Keeps a group of which a file is missing or has changed, or for which the trash fails.
    private static func end(_ group: inout GroupInTrash, _ removal: TicketedRemoval, _ error: TrashError) {
        switch error.kind {
        case .missing, .changed: group.end(.skipped, .notVerified, text(removal, error))
        default: group.end(.failed, .removalFailed, text(removal, error))
        }
    }

    private static func text(_ removal: TicketedRemoval, _ error: TrashError) -> String {
        "\(terminalSafe(removal.path.bytes)): \(error.detail)"
    }
}
