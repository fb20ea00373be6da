import PhotoFiles
import PhotoIndex
package import PhotoModel
package import SystemPackage

/// Explains photos. Reads the index and the files, and writes nothing. What is read of a directory serves all photos in
/// it that are explained one after another.
package struct WhyWork: ~Copyable {
    /// So many photos are asked for together.
    private static let batch = 256

    /// What the index knows of files.
    private struct Knowledge {
        var photos: [FilePath: Photo] = [:]
        var groups: [FilePath: KnownGroup] = [:]
        var inferences: [FilePath: InferenceTrail] = [:]
        var sent: [FilePath: SentPhoto] = [:]
    }

    private let index: PhotoIndex?
    private let files: LibraryFiles
    private let rules: JudgingRules
    private let purge: PurgeSettings
    private let clock: any Clock
    /// Whether anything is decided on photos, and anything known of cameras' clocks. On most libraries nothing is.
    private let hasDecisions: Bool
    private let hasOffsets: Bool
    private var inspection: Inspection
    private var partners = PartnersOnDisk()
    // Nil without an index.
    private var look: PartnerLook?

    /// - Parameter path: the index; there may be none.
    package init(
        index path: FilePath, owner: String, rules: JudgingRules, purge: PurgeSettings, clock: any Clock
    ) throws {
        let index: PhotoIndex?
        let files: LibraryFiles
        do throws(IndexError) {
            let current = try PhotoIndex.current(at: path, owner: owner, rules: rules)
            let known = try (current.libraryFiles(), current.hasDecisions(), current.cameraOffsets())
            (files, hasDecisions, hasOffsets) = (known.0, known.1, !known.2.isEmpty)
            index = current
        } catch {
            guard case .missing = error else { throw error }
            (index, files) = (nil, LibraryFiles())
            (hasDecisions, hasOffsets) = (false, false)
        }
        self.index = index
        self.files = files
        self.rules = rules
        self.purge = purge
        self.clock = clock
        inspection = Inspection(clock: clock)
        look = index.map { PartnerLook(index: $0, files: files, clock: clock, excludes: rules.excludes) }
    }

    /// Everything about a photo.
    ///
    /// - Parameter path: the file, absolute.
    package mutating func explain(_ path: FilePath) throws -> Result<Why, Inspection.Refusal> {
        let resolved = resolvedToLastName(path)
        return try explained(resolved, known(at: [resolved]))
    }

    /// Everything about photos. The index is asked for some hundred at a time.
    ///
    /// - Parameters:
    ///   - paths: the files, absolute.
    ///   - each: receives each explanation, or why there is none, in order; returns whether to go on.
    package mutating func explain(
        _ paths: [FilePath], each: (Result<Why, Inspection.Refusal>) throws -> Bool
    ) throws {
        for batch in paths.chunks(of: Self.batch) {
            let resolved = resolvedToLastName(Array(batch))
            let all = try known(at: resolved)
            for path in resolved {
                let why = try explained(path, all)
                guard try each(why) else { return }
            }
        }
    }

    private func known(at paths: [FilePath]) throws(IndexError) -> Knowledge {
        var all = Knowledge()
        guard let index else { return all }
        all.photos = try index.photos(at: paths)
        for (path, group) in zip(paths, try index.groups(ofFilesAt: paths, .removal)) { all.groups[path] = group }
        all.inferences = try index.inferenceTrails(at: paths)
        all.sent = try index.sentPhotos(at: paths)
        return all
    }

    private mutating func explained(
        _ resolved: FilePath, _ all: Knowledge
    ) throws(IndexError) -> Result<Why, Inspection.Refusal> {
        let known = all.photos[resolved]
        if let known, let group = all.groups[resolved] {
            let state = files.state(of: group, now: clock.now)
            if isUnchanged(resolved, in: state) {
                return .success(try why(known, .indexed, state, inspection.otherCorrections(of: known), all))
            }
        }
        switch (known, inspection.read(resolved)) {
        case (nil, .failure(let refusal)): return .failure(try withRemoval(of: resolved, refusal))
        case (let known?, .failure(let refusal)) where refusal.finding.kind == .missing:
            var finding = refusal.finding
            finding.detail = "is in the index but no longer on the disk; scan again to remove it"
            _ = known
            return .failure(Inspection.Refusal(finding: finding))
        case (_?, .failure(let refusal)): return .failure(refusal)
        case (let known, .success(var found)):
            found.marked = known?.marked
            found.held = known?.held
            let standing = known == nil ? Why.ScanState.notIndexed : .changedSinceScan
            return .success(try why(found, standing, nil, inspection.otherCorrections(of: found), all))
        }
    }

    /// Adds which purge removed a missing file, if one did.
    private func withRemoval(
        of path: FilePath, _ refusal: Inspection.Refusal
    ) throws(IndexError) -> Inspection.Refusal {
        guard refusal.finding.kind == .missing, let index,
            let run = try index.removingRun(of: path)
        else { return refusal }
        return Inspection.Refusal(finding: Finding(path: refusal.finding.path, removedBy: run))
    }

    /// Whether a file of a group is the one that the index knows.
    private func isUnchanged(_ path: FilePath, in state: GroupState) -> Bool {
        zip(state.group.members, state.files).contains { member, file in
            member.path == path
                && file.fingerprint?.isSame(as: member.fingerprint, withInode: member.keepsInodes) == true
        }
    }

    private mutating func why(
        _ known: Photo, _ standing: Why.ScanState, _ state: GroupState?,
        _ others: [(path: FilePath, said: OverruledFacts)], _ all: Knowledge
    ) throws(IndexError) -> Why {
        var photo = known
        if standing != .indexed { try addWords(to: &photo) }
        let path = photo.path
        let isGroup = standing == .indexed && photo.members.count > 1
        let members = isGroup ? try index?.group(ofFileAt: path, .facts)?.facts.compactMap(\.self) ?? [] : []
        let triage = rules.triage
        let alone = [photo.facts] + others.compactMap { $0.said.coordinate.map(PhotoFacts.init(correctedTo:)) }
        let explanation = triage.explain(members: members.count > 1 ? members : alone)
        photo.facts.captureTime = rules.triage.captureTime(of: photo.facts)
        // An XMP file's time that is passed over corrects none.
        if let own = photo.facts.overruled.captureTime, own.wall == photo.facts.captureTime?.wall {
            photo.facts.overruled.captureTime = nil
        }
        let mark = photo.marked.map { Judgement(verdict: $0 == .work ? .work : .personal, reason: .marked) }
        photo.judgement = mark ?? Self.judgement(explanation)
        let partner = standing == .indexed ? newPartner(of: photo) : nil
        let inference = standing == .indexed ? all.inferences[path] : nil
        let keeps = keeps(photo, standing, state, partner: partner)
        var why = Why(
            photo: photo, standing: standing, explanation: explanation, keeps: keeps.reasons, partner: partner?.path)
        why.unsentSidecars = keeps.unsentSidecars
        why.inference = inference
        if photo.judgement?.reason == .noPosition {
            why.uninferred = try uninferred(known, standing, members.isEmpty ? [known.facts] : members)
        }
        why.otherCorrections = others
        if standing == .indexed, hasOffsets {
            why.cameraOffset = try index?.cameraOffset(for: known)
        }
        if hasDecisions {
            why.heldFrom = try index?.destinationsHeldFrom(path, sha256: photo.sha256) ?? []
        }
        let copies = Self.copies(all.sent[path])
        if standing == .indexed { why.copiesBeside = copies.filter { $0.path != path } }
        let counted = standing == .indexed ? photo.sha256 : nil
        why.earlierCopies = copies.filter { $0.path == path && $0.sha256 != counted }
        let photos = photo.members.filter { $0.role != .sidecar }.map(\.path)
        let files = members.filter { $0.saidBy == nil }
        if files.count > 1, photos.count == files.count {
            let verdicts = zip(triage.judgements(ofMembers: files), GroupTies(of: files).bonds)
            why.members = zip(photos, verdicts).map { Why.Member(path: $0, judgement: $1.0, bond: $1.1) }
        }
        return why
    }

    /// Why no position was inferred for a photo's group, of which no file has one.
    private func uninferred(
        _ known: Photo, _ standing: Why.ScanState, _ files: [PhotoFacts]
    ) throws(IndexError) -> Why.Uninferred {
        let named = files.map { rules.triage.counting($0) }.filter { !$0.camera.text.isEmpty }
        if named.isEmpty { return .noCamera }
        guard let facts = named.first(where: { $0.captureTime?.isComparable == true }) else { return .noTime }
        if rules.triage.inference == nil { return .off }
        guard standing == .indexed, let index else { return .notScanned }
        var photo = known
        photo.facts = facts
        let moment = facts.captureTime?.utc ?? rules.triage.unambiguousMoment(of: facts)
        let offset = try index.cameraOffset(for: photo)
        if moment != nil || offset != nil { return .notFound }
        return try index.tracks().isEmpty ? .notFound : .noOffset(facts.camera.text)
    }

    /// The copies of the files of a photo's group that count, also of bytes that they had before.
    private static func copies(_ sent: SentPhoto?) -> [Why.Copy] {
        (sent?.copies ?? [])
            .filter { $0.receipt.failedAt == nil }
            .map { copy in
                Why.Copy(
                    path: copy.path, destination: copy.receipt.destination.name,
                    target: copy.receipt.receipt.target.path, sha256: copy.receipt.receipt.sha256)
            }
    }

    /// Everything that keeps a photo from being removed, according to the index, the settings and the files beside it.
    /// The copies are only checked by a removal.
    private func keeps(
        _ photo: Photo, _ standing: Why.ScanState, _ known: GroupState?, partner: PartnerLook.Partner?
    ) -> (reasons: [Action.Reason], unsentSidecars: [FilePath]) {
        var state = known ?? self.state(ofScanned: photo)
        state.purge = purge
        state.includesInferred = purge.includesInferred
        state.taken = rules.triage.captureTime(of: state.group.leader)
        state.membersDiffer = partner?.isUnreadable == false
        state.isCompanyUnreadable = partner?.isUnreadable == true
        let reasons = GroupRule.objections(to: state, for: .remove)
        return (standing == .notIndexed ? reasons.filter { $0 != .changedSinceScan } : reasons, state.unsentSidecars)
    }

    /// A file that the index does not know, or not in this state, as a group of its own: nothing of it is anywhere.
    private func state(ofScanned photo: Photo) -> GroupState {
        let judgement = photo.judgement ?? Judgement(verdict: .unsure, reason: .noPosition)
        let member = KnownGroup.Member(
            path: photo.path, role: .still,
            fingerprint: Fingerprint(size: photo.bytes, modified: photo.modified, changed: 0, inode: 0),
            keepsInodes: false)
        var group = KnownGroup(group: 0, judgement: judgement, leader: photo.facts, members: [member])
        group.isHeld = photo.held != nil
        return GroupState(group, files: [.gone], now: clock.now)
    }

    /// A file beside a photo that would belong to its group and does not.
    private mutating func newPartner(of photo: Photo) -> PartnerLook.Partner? {
        let photos = photo.members.filter { $0.role != .sidecar }.map(\.path)
        return look?.newPartner(
            of: photos.isEmpty ? [photo.path] : photos, photo.members.filter { $0.role == .sidecar }.map(\.path),
            contentIdentifier: photo.facts.contentIdentifier)
    }

    /// The verdict of the rules. Outside all fences it includes the nearest one, however far.
    private static func judgement(_ explanation: VerdictExplanation) -> Judgement {
        var judgement = explanation.judgement
        guard judgement.reason == .outsideFences, judgement.fence == nil, let nearest = explanation.fences.first else {
            return judgement
        }
        (judgement.fence, judgement.distance) = (nearest.fence.name, nearest.distance)
        return judgement
    }

    /// Adds the decisions that a scan would find for a file that the index does not know in its current state. Those on
    /// the photo's other files in its directory count too; among them, a personal mark counts before one as work.
    private mutating func addWords(to photo: inout Photo) throws(IndexError) {
        guard let index else { return }
        (photo.sha256, photo.marked, photo.held) = try Self.words(on: photo.path, photo.bytes, index)
        guard hasDecisions else { return }
        for path in partners.paths(of: photo.path) {
            guard let file = try? FileStatus(at: path) else { continue }
            let (_, mark, hold) = try Self.words(on: path, file.fingerprint.size, index)
            if mark == .personal || photo.marked == nil { photo.marked = mark }
            photo.held = photo.held ?? hold
        }
    }

    private static func words(
        on path: FilePath, _ size: Int64, _ index: PhotoIndex
    ) throws(IndexError) -> (sha256: [UInt8]?, mark: Mark?, hold: String?) {
        var sha256: [UInt8]?
        if try index.hasDecision(size: size) {
            var hasher = FileHasher()
            sha256 = try? hasher.hash(followingLinks: path).sha256
        }
        let words = try index.words(path: path, sha256: sha256)
        return (sha256, words.mark, words.hold)
    }
}

/// A path with links resolved except in its last name, as the index has it; unchanged if it leads nowhere.
func resolvedToLastName(_ path: FilePath) -> FilePath {
    resolvedToLastName([path])[0]
}

/// The same of many paths. Links in a directory are resolved once for all files in it.
func resolvedToLastName(_ paths: [FilePath]) -> [FilePath] {
    var directories: [FilePath: FilePath?] = [:]
    return paths.map { path in
        let path = path.lexicallyNormalized()
        guard let name = path.lastComponent else { return path }
        let directory = path.removingLastComponent()
        let resolved = directories[directory] ?? (try? SmallFile.resolvingLinks(directory))
        directories.updateValue(resolved, forKey: directory)
        return resolved?.appending(name) ?? path
    }
}
