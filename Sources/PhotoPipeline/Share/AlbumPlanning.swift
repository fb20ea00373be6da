import PhotoIndex
import PhotoModel
import SystemPackage

/// Plans an album: its photos are those of the first run, whatever is chosen later.
struct AlbumPlanning {
    /// The album as an earlier run has recorded it; nil if this is the first.
    let known: Album?
    private let folder: FilePath
    private let row: Int64
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
        known = try index.albums(ofDestination: row).first { $0.folder.path == folder }
        (self.folder, self.row, self.destination, self.index, self.keeping) = (folder, row, destination, index, keeping)
    }

    /// Plans the photos of an album that an earlier run has recorded. Each of them is planned, or kept: then it is not
    /// shared.
    ///
    /// - Parameter planning: plans what the order chooses; from now on the photos of the album.
    /// - Returns: the plan.
    /// - Throws: `IndexError`.
    func plan(by planning: inout SharePlanning) throws -> SharePlan {
        guard let album = known else { return try planning.plan() }
        let paths = album.copies.map(\.path)
        var notInAlbum = 0
        if !planning.order.subject.isEverything {
            let chosen = try planning.plan().groups
            notInAlbum = chosen.count { !$0.members.allSatisfy { paths.contains($0.path) } }
        }
        planning.order.subject = .files(paths, typed: paths)
        var plan = try planning.plan()
        plan.summary.notInAlbum = notInAlbum
        let contents = Dictionary(album.copies.map { ($0.path, $0.sha256) }) { first, _ in first }
        var found: Set<FilePath> = []
        for place in plan.groups.indices.reversed() {
            let members = plan.groups[place].members
            if let other = members.first(where: { contents[$0.path] != $0.sha256 }) {
                let why: Action.Reason = contents[other.path] == nil ? .membersDiffer : .changedSincePlan
                plan.kept.append(kept(other.path, why))
                plan.groups.remove(at: place)
                plan.receipts.remove(at: place)
            }
            found.formUnion(members.map(\.path))
        }
        let told = Set(plan.kept.compactMap(\.path))
        for path in paths where !found.contains(path) && !told.contains(path) {
            plan.kept.append(kept(path, .membersDiffer))
        }
        return plan
    }

    private func kept(_ path: FilePath, _ why: Action.Reason) -> ShareResult {
        ShareResult(path: path, destination: destination.name, state: .refused, why: why, verdict: .work)
    }

    /// The album to carry out, which is recorded if it is new.
    ///
    /// - Parameters:
    ///   - plan: the photos of a new one.
    ///   - now: nanoseconds since 1970-01-01T00:00:00Z.
    /// - Returns: the album.
    /// - Throws: `PipelineError` where the destination fails, `IndexError`.
    func open(for plan: SharePlan, at now: Int64) async throws -> OpenAlbum {
        if let known { return OpenAlbum(album: known, keeping: keeping) }
        let located = try await destination.ask { _ throws(UploadError) in try await keeping.locate([folder]) }
        let album = try index.addAlbum(located[0], destination: row, of: copies(of: plan), at: now)
        return OpenAlbum(album: album, keeping: keeping)
    }

    /// The copies to be made of a plan's files, under names of their own.
    private func copies(of plan: SharePlan) -> [Album.Copy] {
        var taken: Set<String> = []
        var copies: [Album.Copy] = []
        for group in plan.groups {
            let targets = GroupTargets(
                template: .nameOnly,
                subject: FolderTemplate.Subject(fence: nil, time: nil, make: nil, model: nil, user: ""),
                names: group.members.map { $0.target?.path.lastComponent?.bytes ?? [] })
            for number in 1... {
                let paths = targets.targets(number).map { destination.service.once.storable(folder.pushing($0)) }
                // Swift compares strings by canonical equivalence.
                let keys = paths.map { $0.string.lowercased() }
                if keys.contains(where: taken.contains) { continue }
                taken.formUnion(keys)
                copies += zip(group.members, paths).map { member, path in
                    Album.Copy(
                        path: member.path, sha256: member.sha256 ?? [], size: member.fingerprint.size, target: path)
                }
                break
            }
        }
        return copies
    }
}
