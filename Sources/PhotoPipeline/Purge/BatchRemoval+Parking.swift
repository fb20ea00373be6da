import PhotoIndex
import PhotoModel
import SystemPackage

/// Steps 3 and 4: rename every file, and check what was parked.
extension BatchRemoval {
    /// Parks every file, and checks that what is parked is what was hashed.
    func park(_ groups: inout [GroupToRemove]) {
        for index in groups.openPlaces() where !isStopped(&groups[index]) {
            for (member, file) in groups[index].members.map(\.file).enumerated() {
                do throws(TrashError) {
                    try file?.checkUntouched()
                } catch {
                    groups[index].end(error, at: member)
                }
            }
        }
        let places = groups.openPlaces()
        var results = trash.park(places.flatMap { groups[$0].removals })[...]
        for index in places {
            let count = groups[index].members.count
            for (member, error) in results.prefix(count).enumerated() {
                groups[index].members[member].isParked = error == nil
                if let error { groups[index].end(error, at: member) }
            }
            results = results.dropFirst(count)
        }
        look(at: &groups)
    }

    private func look(at groups: inout [GroupToRemove]) {
        let files = groups.openPlaces().flatMap { place in
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
}
