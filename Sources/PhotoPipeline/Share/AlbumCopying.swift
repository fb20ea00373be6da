import PhotoIndex
import PhotoModel
import SystemPackage

struct OpenAlbum {
    let album: Album
    let keeping: any AlbumKeeping
    /// Whether this run has recorded it.
    let isNew: Bool
}

/// Makes the copies that an album lacks.
///
/// The order of the steps must not change: make the folder; look what is there; and for a batch of groups, check the
/// uploads, record the intents durably and judge once more in that transaction, take the last look, copy, look again,
/// and record what is proved. What an earlier run has begun is gone on with.
///
/// A copy in an album has no note of an upload, also where somebody moves it elsewhere: no search finds it, and no
/// removal counts on it.
struct AlbumCopying {
    /// The maximum number of groups per commit. Clean copies lie on the disk until they are sent.
    private var mostGroups: Int { album.isClean ? 1 : 32 }

    let carrying: ShareCarrying
    let album: Album
    let keeping: any AlbumKeeping
    /// Whether nothing of it was made yet.
    let isNew: Bool

    private var service: PatientService { carrying.destination.service }
    private var environment: Environment { carrying.environment }

    /// Completes the album.
    ///
    /// - Parameters:
    ///   - plan: the groups of its photos, with their uploads.
    ///   - summary: gets the results of what could not be copied.
    /// - Returns: the plan with the copies in the album instead of the uploads; nil if not all of them are there.
    /// - Throws: `IndexError`, `PipelineError` where the rules cannot be read, what `show` throws.
    func complete(_ plan: SharePlan, _ summary: inout ShareSummary) async throws -> SharePlan? {
        var plan = plan
        let isShared = try carrying.index.shares(at: environment.clock.now).contains { $0.album?.id == album.id }
        do throws(UploadError) {
            try await service.call { _ throws(UploadError) in try await keeping.make(album.folder, isShared: isShared) }
        } catch {
            if error.kind == .missing { try note(isGone: true) }
            // The folder is of another index.
            if error.kind == .taken, isNew { try carrying.index.forgetAlbum(album.id) }
            try tell(error, &summary)
            return nil
        }
        if album.isGone { try note(isGone: false) }
        guard try await locate(&plan, &summary) else { return nil }
        var isWhole = true
        var rest = plan.groups.indices.filter { place in plan.groups[place].members.contains { $0.ticket != nil } }[...]
        while !rest.isEmpty {
            if environment.interruption.signal != nil || summary.endedBy != nil {
                summary.left += rest.count
                return nil
            }
            let places = rest.prefix(mostGroups)
            rest = rest.dropFirst(mostGroups)
            let groups = places.map { plan.groups[$0] }
            let isDone = try await copy(groups, places.map { plan.receipts[$0] }, &summary)
            isWhole = isWhole && isDone
        }
        guard isWhole else { return nil }
        if album.isClean { try noteContents(in: &plan) }
        return try await hasOthers(besides: plan, &summary) ? nil : plan
    }

    /// Says in the plan what the clean copies consist of.
    private func noteContents(in plan: inout SharePlan) throws {
        let made = try carrying.index.albums(ofDestination: album.destination.id).first { $0.id == album.id }
        let known = (made?.copies ?? []).compactMap { copy in copy.made.map { (copy.path, $0) } }
        let contents = Dictionary(known) { first, _ in first }
        for group in plan.groups.indices {
            for member in plan.groups[group].members.indices {
                let content = contents[plan.groups[group].members[member].path]
                if let content { plan.contents[group][member] = content }
            }
        }
    }

    private func note(isGone: Bool) throws {
        try carrying.index.note(isGone: isGone, album: album.id, at: environment.clock.now)
    }

    /// Gives each file of the plan its place in the album, and a ticket where its copy has to be made.
    ///
    /// - Returns: false where something else is in the place of a copy.
    private func locate(_ plan: inout SharePlan, _ summary: inout ShareSummary) async throws -> Bool {
        let known = Dictionary(album.copies.map { ($0.path, $0) }) { first, _ in first }
        var missing: [(group: Int, member: Int)] = []
        var made: [(group: Int, member: Int, copy: Album.Copy)] = []
        for group in plan.groups.indices {
            for member in plan.groups[group].members.indices {
                guard let copy = known[plan.groups[group].members[member].path] else { continue }
                plan.groups[group].members[member].target = copy.location
                // What a killed run has begun only those know who make it.
                if copy.isProved { made.append((group, member, copy)) } else { missing.append((group, member)) }
            }
        }
        let looks = await service.call(for: made.map { $0.copy.location }) { _, copies in
            await keeping.inspect(copies, in: album.folder)
        }
        var isFine = true
        for (one, look) in zip(made, looks) {
            let content = one.copy.made ?? plan.contents[one.group][one.member]
            switch look.map({ CopyPolicy.compare($0, with: content) }) {
            case .success(.good): break
            case .success(.notThere):
                // One that was removed by hand has an id that Drive does not take again.
                plan.groups[one.group].members[one.member].target?.id = nil
                missing.append((one.group, one.member))
            case .success(let found):
                isFine = false
                let detail = found.words.map { "the copy in the album is \($0)" }
                try tell(plan.groups[one.group].members[one.member], .failed, .notVerified, detail, &summary)
            case .failure(let error):
                isFine = false
                carrying.note(error, &summary)
                try tell(plan.groups[one.group].members[one.member], .failed, error.shareReason, error.detail, &summary)
            }
        }
        guard isFine else { return false }
        let unlocated = missing.filter { plan.groups[$0.group].members[$0.member].target?.id == nil }
        do throws(UploadError) {
            let targets = unlocated.compactMap { plan.groups[$0.group].members[$0.member].target?.path }
            let new = try await service.call { _ throws(UploadError) in try await keeping.locate(targets) }
            for (one, location) in zip(unlocated, new) { plan.groups[one.group].members[one.member].target = location }
        } catch {
            try tell(error, &summary)
            return false
        }
        for one in missing { plan.groups[one.group].members[one.member].ticket = album.name }
        return true
    }

    /// Copies what some groups lack.
    ///
    /// - Returns: whether all of it is there.
    private func copy(
        _ groups: [Action], _ receipts: [[Receipt]], _ summary: inout ShareSummary
    ) async throws -> Bool {
        let ready =
            album.isClean ? try cleaned(groups, &summary) : try await uploaded(groups, receipts, &summary)
        let basis = try carrying.judging.basis()
        let contents = Dictionary(ready.flatMap { $0.copies }.map { ($0.target, $0.content) }) { first, _ in first }
        let objections = try carrying.index.intendCopies(
            of: ready.map { $0.group }, inAlbum: album.id, clean: album.isClean ? contents : [:],
            at: environment.clock.now, basis: basis)
        var begun: [(group: Action, copies: [CopyForAlbum])] = []
        for (one, objection) in zip(ready, objections) {
            if let objection {
                for member in one.group.members { try tell(member, .refused, objection, nil, &summary) }
            } else {
                begun.append(one)
            }
        }
        // Others may see the album already. A stop that comes later than this sees what is announced.
        if try carrying.isStopped(&summary) {
            summary.left += begun.count
            return false
        }
        let objection = try carrying.objecting(among: begun.map { $0.group })
        let moving = Set(album.copies.filter { $0.stage == .moving }.map(\.location))
        let copies = begun.flatMap { $0.copies }.map { copy in
            var copy = copy
            copy.isMoving = moving.contains(copy.target)
            return copy
        }
        let late = try noteLate(copies)
        var doubtful: Set<CopyLocation> = []
        let answers = await service.call(for: copies) { [keeping, album, index = carrying.index] _, copies in
            let answers = await keeping.copy(copies, into: album.folder) {
                objection($0) != nil
            } announcing: { copy throws(UploadError) in
                do throws(IndexError) {
                    try index.noteMoving(copy, inAlbum: album.id)
                } catch {
                    throw UploadError(.failed, "the index cannot be written: \(error)")
                }
            }
            for case (let copy, .failure(let error)) in zip(copies, answers) where error.leavesDoubt {
                doubtful.insert(copy.target)
            }
            return answers
        }
        var outcomes = Dictionary(zip(copies.map(\.target), answers)) { first, _ in first }
        // A copy takes time at the destination: what was marked meanwhile is taken out again.
        var stages: [CopyLocation: AlbumCopyStage] = [:]
        for copy in copies {
            stages[copy.target] = copy.isMoving ? .moving : .begun
            if (try? outcomes[copy.target]?.get()) != nil && objection(copy.target) != nil {
                outcomes[copy.target] = .failure(.objected)
                stages[copy.target] = .proved
            }
        }
        var proved: [CopyLocation] = []
        for member in begun.flatMap({ $0.group.members }) where member.ticket != nil {
            guard let copy = member.target, let outcome = outcomes[copy] else { continue }
            switch outcome {
            case .success: proved.append(copy)
            case .failure(let error):
                carrying.note(error, &summary)
                var stays: String?
                if [.objected, .corrupted].contains(error.kind), let content = contents[copy] {
                    stays = try await takeOut(copy, having: content, at: stages[copy] ?? .begun, &summary)
                }
                if error.kind == .objected {
                    try tell(member, .refused, objection(copy) ?? error.shareReason, stays, &summary)
                } else {
                    try tell(member, .failed, error.shareReason, stays ?? error.detail, &summary)
                }
            }
        }
        try carrying.index.noteProved(proved, inAlbum: album.id, at: environment.clock.now)
        let answered = late.filter { !doubtful.contains($0.key) }.flatMap(\.value)
        try carrying.index.forgetLeftovers(answered, atDestination: album.destination.id ?? 0)
        return begun.count == groups.count && proved.count == copies.count
    }

    /// Notes what the destination may store only after it has failed at a copy, or this run was killed: uploads look
    /// for it.
    ///
    /// - Returns: where that would be, by the copies of which no earlier run has left such a note.
    private func noteLate(_ copies: [CopyForAlbum]) throws(IndexError) -> [CopyLocation: [FilePath]] {
        let known = Set(try carrying.index.leftovers().map(\.path))
        var (contents, new): ([FilePath: RecordedContent], [CopyLocation: [FilePath]]) = ([:], [:])
        for copy in copies {
            let places = keeping.latePlaces(of: copy.target)
            for place in places { contents[place] = copy.content }
            if known.isDisjoint(with: places) { new[copy.target] = places }
        }
        try carrying.index.noteLeftovers(
            Array(contents.keys), atDestination: album.destination.id ?? 0, areAwaited: true, ofAlbums: contents,
            at: environment.clock.now)
        return new
    }

    /// Returns the groups whose uploads are sound, with the copies that they lack.
    private func uploaded(
        _ groups: [Action], _ receipts: [[Receipt]], _ summary: inout ShareSummary
    ) async throws -> [(group: Action, copies: [CopyForAlbum])] {
        let uploads = zip(groups, receipts).map { group, receipts in
            var group = group
            for (place, receipt) in zip(group.members.indices, receipts) {
                group.members[place].target = receipt.target
            }
            return group
        }
        let contents = receipts.map { $0.map { RecordedContent($0) } }
        let sound = Set(try await carrying.withSoundCopies(uploads, contents, &summary).map(\.group))
        return zip(groups, receipts).filter { sound.contains($0.0.group) }.map { group, receipts in
            let copies = zip(group.members, receipts).compactMap { member, receipt in
                member.ticket == nil ? nil : member.target.map { CopyForAlbum(of: receipt, at: $0) }
            }
            return (group, copies)
        }
    }

    /// Makes the clean copies that groups lack.
    ///
    /// - Returns: the groups all of whose copies could be made.
    private func cleaned(
        _ groups: [Action], _ summary: inout ShareSummary
    ) throws -> [(group: Action, copies: [CopyForAlbum])] {
        let cleaning = CleanCopying(
            files: try carrying.index.libraryFiles(), directory: carrying.directory, environment: environment)
        var ready: [(group: Action, copies: [CopyForAlbum])] = []
        for group in groups {
            var (copies, isReady) = ([CopyForAlbum](), true)
            for member in group.members where member.ticket != nil {
                guard let target = member.target else { continue }
                do {
                    copies.append(try cleaning.copy(of: member, at: target))
                } catch {
                    let failure = try ExportFailure(ofFiles: error)
                    isReady = false
                    let state: ShareResult.State = failure.state == .refused ? .refused : .failed
                    try tell(member, state, .sharingFailed, failure.why, &summary)
                }
            }
            if isReady { ready.append((group, copies)) }
        }
        return ready
    }

    /// Takes a copy out that nobody wants, or that is not what was to be copied. If that fails, it counts as there.
    ///
    /// - Returns: that it stays, and why; nil if it is gone.
    private func takeOut(
        _ copy: CopyLocation, having content: RecordedContent, at stage: AlbumCopyStage, _ summary: inout ShareSummary
    ) async throws -> String? {
        do throws(UploadError) {
            try await service.call { _ throws(UploadError) in
                try await keeping.takeOut(copy, of: album.folder, having: content, at: stage, orChanged: true)
            }
        } catch {
            carrying.note(error, &summary)
            return error.wordsOfStay
        }
        try carrying.index.noteTakenOut(
            [copy], ofAlbum: album.id, staysChosen: true, at: environment.clock.now)
        return nil
    }

    /// Whether something else is in the album, which others would see with it.
    private func hasOthers(besides plan: SharePlan, _ summary: inout ShareSummary) async throws -> Bool {
        let copies = plan.groups.flatMap(\.members).compactMap(\.target)
        let others: [String]
        do throws(UploadError) {
            others = try await service.call { _ throws(UploadError) in
                try await keeping.others(in: album.folder, besides: copies)
            }
        } catch {
            try tell(error, &summary)
            return true
        }
        guard let other = others.first else { return false }
        let count = others.count.counting("other file")
        let words = "has \(count) in it, which would be seen too, such as \(terminalSafe(other))"
        try tell(UploadError(.refused, words), &summary)
        return true
    }

    private func tell(
        _ member: Action.Member, _ state: ShareResult.State, _ why: Action.Reason, _ detail: String?,
        _ summary: inout ShareSummary
    ) throws {
        var result = ShareResult(
            path: member.path, destination: carrying.destination.name, copy: member.target, state: state, why: why,
            detail: detail, verdict: .work)
        result.album = album.name
        try summary.tell(result, carrying.show)
    }

    private func tell(_ error: UploadError, _ summary: inout ShareSummary) throws {
        carrying.note(error, &summary)
        var result = ShareResult(
            path: nil, destination: carrying.destination.name, copy: album.folder, state: .failed,
            why: error.shareReason, detail: error.detail)
        result.album = album.name
        try summary.tell(result, carrying.show)
    }
}
