import PhotoIndex
import PhotoModel

/// Some groups that leave the trash for good together, after their proofs.
///
/// The order is that of every removal for good (SAFETY.md, "Removing"): set aside, look, ask again, remove. A destination
/// may be the trash by another road, which has other numbers for the same files; only files that have another name show
/// that the copy of each was the file itself.
///
/// The journal is told nothing before it is over. The name that a file has meanwhile follows from its ticket, so that the
/// next emptying, `status` and undo find it wherever a kill has left it, described in the trash like any other; and to
/// empty it on somebody asks anew, and every proof is made anew.
struct BatchEmptying {
    let trash: any TrashService
    let environment: Environment

    /// Removes the groups that are proved, each with all of its files or not at all, as far as the disk lets it.
    func remove(_ groups: inout [GroupInTrash]) async {
        setAside(&groups)
        look(at: &groups)
        await askAgain(&groups)
        finish(&groups)
        setBack(&groups)
    }

    private func open(_ groups: [GroupInTrash]) -> [Int] { groups.indices.filter { groups[$0].isOpen } }

    private func setAside(_ groups: inout [GroupInTrash]) {
        for place in open(groups) where environment.interruption.signal != nil {
            groups[place].end(.skipped, .interrupted)
        }
        let files = open(groups).flatMap { place in groups[place].removals.map { (place: place, removal: $0) } }
        for (file, error) in zip(files, trash.setAside(files.map(\.removal))) {
            if let error { Self.end(&groups[file.place], file.removal, error) }
        }
    }

    private func look(at groups: inout [GroupInTrash]) {
        let files = open(groups).flatMap { place in
            zip(groups[place].proven, groups[place].removals).map { (place: place, file: $0, removal: $1) }
        }
        let proofs = ProvenFile.proofs(of: files.map { (file: $0.file, removal: $0.removal) }, in: trash)
        for (file, result) in zip(files, proofs) {
            switch result {
            case .success(let proof): groups[file.place].proofs.append(proof)
            case .failure(let error): Self.end(&groups[file.place], file.removal, error)
            }
        }
    }

    /// Asks for every copy again, and whether the destinations are still themselves.
    private func askAgain(_ groups: inout [GroupInTrash]) async {
        let rows = Set(open(groups).flatMap { groups[$0].copies.map(\.copy.row) })
        for row in rows.sorted() {
            let asked = open(groups).flatMap { place in
                let copies = groups[place].copies.filter { $0.copy.row == row }
                return copies.isEmpty ? [] : [(place: place, copies: copies)]
            }
            guard let destination = asked.first?.copies.first?.copy.destination else { continue }
            let found = asked.map { _, copies in
                FoundCopies(destination: row, receipts: copies.map(\.copy.receipt), copies: copies.map(\.stored))
            }
            let reading = CopyReading(destination: destination, environment: environment)
            for (place, answer) in zip(asked.map(\.place), await reading.askAgain(found)) {
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

    /// Removes what is proved, set aside and asked for again. What somebody else has removed meanwhile is gone as well.
    private func finish(_ groups: inout [GroupInTrash]) {
        let places = open(groups).filter { groups[$0].proofs.count == groups[$0].action.members.count }
        let files = places.flatMap { place in groups[place].proofs.map { (place: place, proof: $0) } }
        for (file, error) in zip(files, trash.empty(files.map(\.proof))) {
            guard let error, error.kind != .missing else { continue }
            groups[file.place].end(.failed, .removalFailed, Self.text(file.proof.removal, error))
        }
        for place in places where groups[place].isOpen { groups[place].finish() }
    }

    /// Gives what stays its name in the trash again. What cannot have it is in the trash all the same.
    private func setBack(_ groups: inout [GroupInTrash]) {
        let staying = groups.indices.filter { groups[$0].action.state != .done && !groups[$0].proven.isEmpty }
        let files = staying.flatMap { place in groups[place].removals.map { (place: place, removal: $0) } }
        for (file, error) in zip(files, trash.setBack(files.map(\.removal))) {
            if let error { groups[file.place].add(Self.text(file.removal, error)) }
        }
    }

    /// Has a group stay that has lost a file, or of which one is another by now; or at which the trash fails.
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
