import PhotoIndex
import PhotoModel
import SystemPackage

/// Finds out where the files of a group go: where they lie already, or names that nobody has.
struct PlaceFinder {
    /// So many names are tried before a group is given up; more mean that something is wrong.
    private static let mostNames = 1_000

    let index: PhotoIndex
    let destination: Int64
    let service: any UploadService
    let reservations: TargetReservations
    let roads: LibraryRoads
    let now: Int64

    /// Gives each member a target, and those that are there a receipt. Names of the others are reserved; where
    /// another group of the run is about to take one, this one is deferred.
    ///
    /// - Throws: `UploadError`; `failed` where all names are taken.
    func find(_ group: inout UploadAct.Group) async throws(UploadError) {
        for place in group.members.indices { try await findByReceipt(place, &group) }
        for number in 1...Self.mostNames {
            let targets = group.details.targets.targets(number).map(service.storable)
            guard reservations.take(targets) else {
                group.details.isDeferred = true
                return
            }
            group.details.reserved = targets
            if try await fits(&group, targets) { return }
            reservations.giveBack(targets)
            group.details.reserved = []
            if !group.isOpen { return }
        }
        throw UploadError(.refused, "\(Self.mostNames) names like this one are taken")
    }

    /// A content that this destination has by a receipt, from this machine or another, lies there still: nothing is to be
    /// sent. Files of other sizes than receipts have are not read.
    private func findByReceipt(_ place: Int, _ group: inout UploadAct.Group) async throws(UploadError) {
        guard let source = group.members[place].source else { return }
        for receipt in try receipts(of: source) {
            let stored = try await service.inspect(receipt.target)
            guard case .good(let copy) = try source.verify(stored, sentBy: .us) else { continue }
            try refuseLibrary(behind: receipt.target.path, copy)
            return group.receive(place, copy, target: receipt.target, at: now)
        }
    }

    private func receipts(of source: UploadSource) throws(UploadError) -> [Receipt] {
        do {
            guard try index.hasReceipt(ofSize: source.fingerprint.size, destination: destination) else { return [] }
            return try index.receipts(sha256: try source.hashes().sha256, destination: destination)
        } catch let error as UploadError {
            throw error
        } catch {
            throw UploadError(.failed, "the index cannot be asked for receipts: \(error)")
        }
    }

    /// Whether each member that is not there yet has its target free, or lies at it with equal bytes.
    private func fits(_ group: inout UploadAct.Group, _ targets: [FilePath]) async throws(UploadError) -> Bool {
        var there: [(place: Int, copy: VerifiedCopy)] = []
        for (place, path) in targets.enumerated() where group.members[place].receipt == nil {
            let target = CopyLocation(path)
            guard let source = group.members[place].source else { return false }
            let size = try await service.size(at: target)
            guard let size else { continue }
            guard size == source.fingerprint.size, service.takesFoundCopies else { return false }
            switch try source.verify(try await service.inspect(target), sentBy: .anybody) {
            case .good(let copy):
                try refuseLibrary(behind: path, copy)
                there.append((place, copy))
            case .itself:
                group.end(.refused, .destinationChanged, "the destination has the library's own file there")
                return false
            case .otherBytes, .otherSize, .notThere, .anotherCopy, .unproven: return false
            }
        }
        for (place, copy) in there { group.receive(place, copy, target: CopyLocation(targets[place]), at: now) }
        for place in targets.indices where group.members[place].receipt == nil {
            group.action.members[place].target = CopyLocation(targets[place])
        }
        return true
    }

    /// Refuses a copy that nobody sent now, where it is a photo of the library itself by another road.
    private func refuseLibrary(behind target: FilePath, _ copy: VerifiedCopy) throws(UploadError) {
        let found: FilePath?
        do throws(IndexError) {
            found = try roads.directory(behind: target, size: copy.stored.size)
        } catch {
            throw UploadError(.failed, "the index cannot be asked where the copy is: \(error)")
        }
        guard let found else { return }
        throw UploadError(
            .overlap,
            "the destination is, by another road, the library: its marker shows in \(terminalSafe(found.bytes)), and "
                + "its copies are the photos themselves")
    }
}
