import PhotoIndex
import PhotoModel
import Synchronization
import SystemPackage

/// Determines the targets of a group's files: where they already are, or free names.
struct PlaceFinder {
    /// The number of names tried before a group is given up. Needing more means that something is wrong.
    private static let mostNames = 1_000

    private let batch: BatchUpload
    private let now: Int64
    /// The sizes of contents that the destination has by receipts. Files of other sizes need not be read.
    private let knownSizes: Set<Int64>
    /// What was found under the groups' first names when these were reserved.
    private var firstLooks: [FilePath: Result<Int64?, UploadError>] = [:]
    /// The receipts of the groups' contents at the destination, by SHA-256.
    private var receipts: [[UInt8]: [Receipt]] = [:]
    /// The copies in the destination's catalogue, by their SHA-256.
    private var catalogued: [[UInt8]: CopyLocation] = [:]

    /// Asks the index once for what the groups of a batch have in common.
    init(_ batch: BatchUpload, for groups: [GroupToSend]) throws {
        self.batch = batch
        now = batch.environment.clock.now
        let sizes = Set(groups.flatMap(\.action.members).map(\.fingerprint.size))
        knownSizes = try batch.index.sizesWithReceipt(among: sizes, destination: batch.destination.id)
    }

    /// Reserves the groups' first names, and asks the destination once what is stored under all of them. A group is
    /// deferred if another group of the run is about to take one of its names.
    ///
    /// The answer counts only for names that were reserved before: until then another batch may take them.
    mutating func reserveFirst(_ groups: inout [GroupToSend]) async {
        for index in groups.openPlaces() { reserve(1, for: &groups[index]) }
        let targets = groups.flatMap(\.reserved)
        if targets.isEmpty { return }
        let looks = await batch.service.call(for: targets.map { CopyLocation($0) }) { await $0.sizes(at: $1) }
        firstLooks = Dictionary(zip(targets, looks)) { first, _ in first }
    }

    /// Asks once for copies of the groups' contents: the index for those with a receipt, and the destination's
    /// catalogue, if it has one, for all that were sent from this machine or another. Such a destination needs one copy
    /// of equal bytes: a group with bytes that another group of the run is sending is deferred, and finds them later.
    mutating func searchCopies(for groups: inout [GroupToSend], _ ending: inout UploadError?) async {
        if ending != nil { return }
        hash(&groups)
        if batch.service.once.catalogue != nil {
            for index in groups.openPlaces() { reserveContents(of: &groups[index]) }
        }
        let contents = Array(Set(groups.openPlaces().flatMap { self.contents(of: groups[$0]) }))
        if contents.isEmpty { return }
        do throws(UploadError) {
            receipts = try receipts(of: contents)
            guard let catalogue = batch.service.once.catalogue else { return }
            let copies = try await batch.service.call { _ throws(UploadError) in try await catalogue.find(contents) }
            for (content, found) in zip(contents, copies) {
                if let sha256 = content.sha256, let found { catalogued[sha256] = found }
            }
        } catch {
            for index in groups.openPlaces() { groups[index].stop(error, isItsOwn: !error.endsRun) }
            if error.endsRun { ending = error }
        }
    }

    /// Hashes the groups' files, in addition to the reading when they are sent. If the destination has no catalogue,
    /// only those that have the size of a copy with a receipt.
    private func hash(_ groups: inout [GroupToSend]) {
        for index in groups.openPlaces() {
            do throws(UploadError) {
                for member in groups[index].members.indices {
                    guard let source = groups[index].members[member].source, mayBeThere(source) else { continue }
                    groups[index].note(try source.hashes(), of: member)
                }
            } catch {
                groups[index].stop(error)
            }
        }
    }

    private func mayBeThere(_ source: UploadSource) -> Bool {
        batch.service.once.catalogue != nil || knownSizes.contains(source.fingerprint.size)
    }

    /// The contents of a group's files that were hashed.
    private func contents(of group: GroupToSend, sidecars: Bool = true) -> [RecordedContent] {
        zip(group.action.members, group.members).compactMap { member, file in
            guard sidecars || member.role != .sidecar, let source = file.source, mayBeThere(source),
                let sha256 = member.sha256
            else { return nil }
            return RecordedContent(size: source.fingerprint.size, sha256: sha256)
        }
    }

    /// Reserves the contents of a group, or defers the group. Sidecars are small and often equal: it is cheaper to send
    /// them again than to wait.
    private func reserveContents(of group: inout GroupToSend) {
        let contents = Set(contents(of: group, sidecars: false))
        if batch.reservations.take(contents) {
            group.contents = contents
        } else {
            postpone(&group)
        }
    }

    /// Defers a group. It keeps no reservations, which would keep others, and itself in the next round, waiting.
    private func postpone(_ group: inout GroupToSend) {
        batch.reservations.release(group.reserved)
        batch.reservations.release(group.contents)
        (group.reserved, group.contents) = ([], [])
        group.isDeferred = true
    }

    private func receipts(of contents: [RecordedContent]) throws(UploadError) -> [[UInt8]: [Receipt]] {
        do throws(IndexError) {
            return try batch.index.receipts(of: contents.compactMap(\.sha256), destination: batch.destination.id)
        } catch {
            throw UploadError(.failed, "the index cannot be asked for receipts: \(error)")
        }
    }

    /// Reserves the names with a suffix number, or defers the group.
    private func reserve(_ number: Int, for group: inout GroupToSend) {
        let targets = group.targets.targets(number).map(batch.service.once.storable)
        if batch.reservations.take(targets) {
            group.reserved = targets
        } else {
            postpone(&group)
        }
    }

    /// Gives each member of a group whose first names are reserved a target, and a receipt if it is already there. If
    /// other names are needed and another group of the run is about to take one of them, the group is deferred.
    ///
    /// - Throws: `UploadError`; `failed` where all names are taken.
    func find(_ group: inout GroupToSend) async throws(UploadError) {
        for index in group.members.indices {
            try await findByReceipt(index, &group)
            if group.members[index].receipt == nil { try await findInCatalogue(index, &group) }
        }
        for number in 1...Self.mostNames {
            if number > 1 { reserve(number, for: &group) }
            if group.isDeferred { return }
            let targets = group.reserved
            if try await fits(&group, targets, isFirst: number == 1) {
                return noteEarlierVersions(in: &group, number)
            }
            batch.reservations.release(targets)
            group.reserved = []
            if !group.isOpen { return }
        }
        throw UploadError(.refused, "\(Self.mostNames) names like this one are taken")
    }

    /// Looks for a content that the destination has by a receipt, from this machine or another. If it is still there,
    /// nothing is sent.
    private func findByReceipt(_ index: Int, _ group: inout GroupToSend) async throws(UploadError) {
        guard let sha256 = group.action.members[index].sha256, let source = group.members[index].source else { return }
        for receipt in receipts[sha256] ?? [] {
            let stored = try await inspect(receipt.target)
            guard case .good(let copy) = try source.verify(stored, sentBy: .us) else { continue }
            try refuseLibrary(behind: receipt.target.path, copy)
            return group.receive(index, copy, target: receipt.target, at: now)
        }
    }

    /// Looks for a content in the destination's catalogue. If a copy exists, whoever sent it, nothing is sent.
    private func findInCatalogue(_ index: Int, _ group: inout GroupToSend) async throws(UploadError) {
        guard let sha256 = group.action.members[index].sha256, let target = catalogued[sha256],
            let source = group.members[index].source
        else { return }
        let stored = try await inspect(target)
        guard case .good(let copy) = try source.verify(stored, sentBy: .us) else { return }
        group.receive(index, copy, target: target, at: now)
    }

    /// Whether the target of each member that is not there yet is free or has equal bytes.
    private func fits(
        _ group: inout GroupToSend, _ targets: [FilePath], isFirst: Bool
    ) async throws(UploadError) -> Bool {
        var there: [(place: Int, copy: VerifiedCopy)] = []
        for (place, path) in targets.enumerated() where group.members[place].receipt == nil {
            let target = CopyLocation(path)
            guard let source = group.members[place].source else { return false }
            guard let size = try await size(at: target, isFirst: isFirst) else { continue }
            guard size == source.fingerprint.size, batch.service.once.takesFoundCopies else { return false }
            switch try source.verify(try await inspect(target), sentBy: .anybody) {
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

    /// Notes sidecars that need another name although their photo is there under its own: each is a new version of one
    /// that was sent, which stays.
    private func noteEarlierVersions(in group: inout GroupToSend, _ number: Int) {
        guard number > 1, let leader = group.members.first?.receipt?.target.path else { return }
        guard leader == group.targets.targets().first.map(batch.service.once.storable) else { return }
        let earlier = group.targets.targets(number - 1).map(batch.service.once.storable)
        for index in group.members.indices where group.members[index].receipt == nil {
            guard group.action.members[index].role == .sidecar else { continue }
            group.action.members[index].earlier = CopyLocation(earlier[index])
        }
    }

    /// The size of what has a name; nil if nothing has.
    private func size(at target: CopyLocation, isFirst: Bool) async throws(UploadError) -> Int64? {
        if isFirst, let look = firstLooks[target.path] { return try look.get() }
        return try await batch.service.call { service throws(UploadError) in try await service.size(at: target) }
    }

    private func inspect(_ target: CopyLocation) async throws(UploadError) -> StoredFile? {
        try await batch.service.call { service throws(UploadError) in try await service.inspect(target) }
    }

    /// Throws if a copy that nobody has just sent is a photo of the library itself, reached by another path.
    private func refuseLibrary(behind target: FilePath, _ copy: VerifiedCopy) throws(UploadError) {
        let found: FilePath?
        do throws(IndexError) {
            found = try batch.aliases.directory(behind: target, size: copy.stored.size)
        } catch {
            throw UploadError(.failed, "the index cannot be asked where the copy is: \(error)")
        }
        guard let found else { return }
        throw UploadError(
            .overlap,
            "the destination is the library under another path: its marker shows in \(terminalSafe(found.bytes)), and "
                + "its copies are the photos themselves")
    }
}

/// The names that groups under way are going to take, and the contents that they are sending, so that no two groups of
/// a run have the same ones.
///
/// Names are compared as the strictest destinations do: ignoring case and the normalisation form of accents.
final class TargetReservations: Sendable {
    private let taken = Mutex<Set<String>>([])
    private let contents = Mutex<Set<RecordedContent>>([])

    /// Reserves all names, or none if another group has one of them.
    ///
    /// - Returns: whether they were reserved.
    func take(_ targets: [FilePath]) -> Bool {
        let keys = targets.map(Self.key)
        return taken.withLock { taken in
            if keys.contains(where: taken.contains) { return false }
            taken.formUnion(keys)
            return true
        }
    }

    /// Releases names that exist at the destination by now or are no longer wanted.
    func release(_ targets: [FilePath]) {
        let keys = targets.map(Self.key)
        taken.withLock { $0.subtract(keys) }
    }

    /// Reserves all contents, or none if another group is sending one of them.
    ///
    /// - Returns: whether they were reserved.
    func take(_ contents: Set<RecordedContent>) -> Bool {
        self.contents.withLock { taken in
            if !taken.isDisjoint(with: contents) { return false }
            taken.formUnion(contents)
            return true
        }
    }

    /// Releases contents that are at the destination by now, or will not be.
    func release(_ contents: Set<RecordedContent>) {
        self.contents.withLock { $0.subtract(contents) }
    }

    /// Swift compares strings by canonical equivalence.
    private static func key(_ target: FilePath) -> String {
        target.string.lowercased()
    }
}
