import PhotoIndex
import PhotoModel
import SystemPackage

/// Plans an album: its photos are those of the first run, and those that were added since. A selection that is asked
/// again may mean others, and a photo would come before people's eyes that nobody has looked at.
struct AlbumPlanning {
    /// The album as an earlier run has recorded it; nil if this is the first.
    let known: Album?
    private let folder: FilePath
    private let row: Int64
    private let isClean: Bool
    private let destination: OpenDestination
    private let index: PhotoIndex
    private let keeping: any AlbumKeeping

    /// Nil for an order without an album.
    ///
    /// - Throws: `PipelineError`, `unshareable` where the destination keeps no albums; `IndexError`.
    init?(of order: ShareOrder, at destination: OpenDestination, in index: PhotoIndex) throws {
        guard let name = order.album, let row = destination.destination?.id else { return nil }
        guard let keeping = destination.service.once.albums else {
            throw PipelineError(.unshareable, "\(destination.named.described) keeps no albums; nothing was shared")
        }
        let folder = destination.service.once.storable(AlbumFolder.path(of: name))
        // Swift compares strings by canonical equivalence: whichever normal form is typed, the name is the same.
        known = try index.albums(ofDestination: row).first { $0.folder.path.string == folder.string }
        if order.isAdding, known == nil {
            throw PipelineError(
                .unknown, "\(destination.named.described) has no album '\(terminalSafe(name))' to add photos to")
        }
        if let known, order.isCleaning, !known.isClean {
            throw PipelineError(
                .unshareable, "The album '\(terminalSafe(name))' has copies as they are, not clean ones")
        }
        isClean = known?.isClean ?? order.isCleaning
        self.folder = known?.folder.path ?? folder
        (self.row, self.destination, self.index, self.keeping) = (row, destination, index, keeping)
    }

    /// Plans the photos of an album that an earlier run has recorded, and of what the order adds to it. Each of them is
    /// planned, or kept: then it is not shared.
    ///
    /// - Parameter planning: plans what the order chooses; from now on the photos of the album.
    func plan(by planning: inout SharePlanning) throws -> SharePlan {
        planning.order.isCleaning = isClean
        guard let album = known else { return try planning.plan() }
        let isAdding = planning.order.isAdding
        let chosen = isAdding || !planning.order.subject.isEverything ? try planning.plan() : SharePlan()
        var contents = Dictionary(album.copies.map { ($0.path, $0.sha256) }) { first, _ in first }
        let others = chosen.groups.filter { group in
            group.members.contains { $0.target != nil && contents[$0.path] == nil }
        }
        let new = others.flatMap(\.members).filter { $0.target != nil && contents[$0.path] == nil }
        let added = isAdding ? new : []
        for member in added { contents[member.path] = member.sha256 }
        let removed = try index.removedPhotos(of: album)
        let gone = Set(removed.flatMap(\.action.members).map(\.path))
        let paths = (album.copies.map(\.path) + added.map(\.path)).filter { !gone.contains($0) }
        planning.order.subject = .files(paths, typed: paths)
        var plan = try planning.plan()
        var found: Set<FilePath> = []
        for place in plan.groups.indices.reversed() {
            let members = plan.groups[place].members.filter { $0.target != nil }
            if let other = members.first(where: { contents[$0.path] != $0.sha256 }) {
                let why: Action.Reason = contents[other.path] == nil ? .membersDiffer : .changedSincePlan
                plan.kept.append(kept(other.path, why))
                plan.remove(place)
            }
            found.formUnion(members.map(\.path))
        }
        let told = Set(plan.kept.compactMap(\.path))
        for path in paths where !found.contains(path) && !told.contains(path) {
            plan.kept.append(kept(path, .membersDiffer))
        }
        for photo in removed { try add(photo, to: &plan) }
        for place in plan.kept.indices { plan.kept[place].album = album.name }
        plan.isWhole = plan.kept.isEmpty
        if isAdding {
            plan.added = added
            plan.kept += chosen.kept.filter { kept in kept.path.map { contents[$0] == nil } ?? true }
            plan.summary = chosen.summary
            let unclean = plan.unclean.compactMap(\.path)
            plan.unclean += chosen.unclean.filter { one in one.path.map { !unclean.contains($0) } ?? true }
        } else {
            plan.summary.notInAlbum = others.count
        }
        return plan
    }

    /// Adds a photo of the album that a purge removed: its copy stays as long as it is work.
    private func add(_ photo: RemovedPhoto, to plan: inout SharePlan) throws {
        for member in photo.action.members {
            let receipts = try index.receipts(sha256: member.sha256 ?? [], destination: row)
            guard photo.isWork, let receipt = receipts.first else {
                plan.kept.append(
                    photo.isWork ? kept(member.path, .notUploaded) : kept(member.path, .notWork, verdict: nil))
                continue
            }
            plan.groups.append(photo.action)
            plan.receipts.append([receipt])
            plan.contents.append([RecordedContent(receipt)])
        }
    }

    private func kept(_ path: FilePath, _ why: Action.Reason, verdict: Verdict? = .work) -> ShareResult {
        ShareResult(path: path, destination: destination.name, state: .refused, why: why, verdict: verdict)
    }

    /// The album to carry out, which is recorded if it is new, and so is what the plan adds.
    ///
    /// - Parameter now: nanoseconds since 1970-01-01T00:00:00Z.
    /// - Throws: `PipelineError` where the destination fails, or `locked` where somebody has taken photos out of the
    ///   album since it was planned; `IndexError`.
    func open(for plan: SharePlan, at now: Int64) async throws -> OpenAlbum {
        if let known {
            guard try index.albums(ofDestination: row).contains(known) else {
                throw PipelineError(.locked, "Another command has changed the album meanwhile; give this one once more")
            }
            let new = copies(of: plan, besides: known.copies)
            let album = new.isEmpty ? known : try index.addCopies(new, toAlbum: known.id)
            return OpenAlbum(album: album, keeping: keeping, isNew: false)
        }
        let located = try await destination.ask { _ throws(UploadError) in try await keeping.locate([folder]) }
        let album = try index.addAlbum(
            located[0], destination: row, of: copies(of: plan, besides: []), isClean: isClean, at: now)
        return OpenAlbum(album: album, keeping: keeping, isNew: true)
    }

    /// A plan with where its files are in the album, or would be.
    func located(_ plan: SharePlan) -> SharePlan {
        let known = known?.copies ?? []
        let all = (known + copies(of: plan, besides: known)).map { ($0.path, $0.location) }
        let targets = Dictionary(all) { first, _ in first }
        var plan = plan
        for group in plan.groups.indices {
            for place in plan.groups[group].members.indices where plan.groups[group].members[place].target != nil {
                plan.groups[group].members[place].target = targets[plan.groups[group].members[place].path]
            }
        }
        return plan
    }

    /// The copies to be made of a plan's files, under names of their own.
    private func copies(of plan: SharePlan, besides known: [Album.Copy]) -> [Album.Copy] {
        var taken = Set(known.map { $0.location.path.string.lowercased() })
        let there = Set(known.map(\.path))
        var copies: [Album.Copy] = []
        let all = plan.groups.map { $0.members.filter { $0.target != nil && !there.contains($0.path) } }
        for members in all where !members.isEmpty {
            let targets = GroupTargets(
                template: .nameOnly,
                subject: FolderTemplate.Subject(fence: nil, time: nil, make: nil, model: nil, user: ""),
                names: members.map { $0.target?.path.lastComponent?.bytes ?? [] })
            for number in 1... {
                let paths = targets.targets(number).map { destination.service.once.storable(folder.pushing($0)) }
                let keys = paths.map { $0.string.lowercased() }
                if keys.contains(where: taken.contains) { continue }
                taken.formUnion(keys)
                copies += zip(members, paths).map { member, path in
                    Album.Copy(
                        path: member.path, sha256: member.sha256 ?? [], size: member.fingerprint.size, target: path)
                }
                break
            }
        }
        return copies
    }
}

extension ShareOrder {
    /// The grants of those who see the album, for an order that names nobody.
    ///
    /// - Parameter now: nanoseconds since 1970-01-01T00:00:00Z.
    /// - Returns: the grants of the order, or those.
    /// - Throws: `PipelineError`, `unshareable` where nobody sees it for sure; `IndexError`.
    func grants(ofAlbumAt destination: Int64?, in index: PhotoIndex, at now: Int64) throws -> [ShareGrant] {
        if !grants.isEmpty { return grants }
        let shares = try index.shares(at: now).filter {
            $0.destination.id == destination && $0.album?.name == album && !$0.hasExpired
        }
        // What was asked for without an answer has no end in the index, and would lose the one that it may have.
        guard !shares.isEmpty, shares.allSatisfy(\.isConfirmed) else {
            throw PipelineError(.unshareable, "Nobody sees the album for sure; say who is to see it")
        }
        var grants: [ShareGrant] = []
        for share in shares where !grants.contains(where: { $0.audience == share.grant.audience }) {
            grants.append(share.grant)
        }
        return grants
    }
}
