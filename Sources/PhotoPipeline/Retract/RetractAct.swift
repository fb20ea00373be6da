import PhotoFiles
import PhotoIndex
package import PhotoModel
package import SystemPackage

/// Takes copies of photos back from destinations.
package struct RetractAct: Sendable {
    /// The photos, by absolute paths; each stands for its group.
    package var files: [FilePath]
    /// The destinations, names or specs; empty for all that have copies.
    package var to: [String]
    /// Makes the path of a folder absolute.
    package var path: @Sendable (String) -> FilePath
    /// Whether copies go into their destination's trash or are removed for good.
    package var way: RemovalWay
    /// Whether the user confirmed in advance, which does not include copies that are the last ones.
    package var isConfirmed: Bool

    package init(
        files: [FilePath], to: [String], way: RemovalWay = .trash, isConfirmed: Bool,
        path: @escaping @Sendable (String) -> FilePath
    ) {
        self.files = files
        self.to = to
        self.way = way
        self.isConfirmed = isConfirmed
        self.path = path
    }
}

extension RetractAct: Act {
    var kind: Action.Kind { .retract }
    func uploadsToSettle(_ context: ActionContext) async throws -> UploadsToSettle { .all }
    var command: String { "retract" }
    var progressName: (doing: String, looking: String?) { ("Taking back", "Looking") }
    var goesByVerdicts: Bool { false }
    var batches: BatchLimits { BatchLimits(mostElements: PhotoIndex.actionsOfACommit, mostBytes: 64 << 20) }

    func checkBefore(in environment: Environment) throws(PipelineError) {
        try RemovalQuestion.requireAnswer(isConfirmed: isConfirmed, about: .retraction, in: environment)
    }

    /// Plans a group for each photo and destination. The library's files are hashed, and each destination is opened.
    /// Writes nothing except what destinations' own lists know and the index lacks, and the other way round.
    func plan(
        _ context: ActionContext, note: @escaping (ActionNote) -> Void, show: ((Action) throws -> Void)?
    ) async throws -> ActionPlan<GroupToRetract> {
        var planning = try RetractPlanning(self, context)
        return try await planning.plan()
    }

    func question(on plan: ActionPlan<GroupToRetract>, _ context: ActionContext) throws -> RemovalQuestion? {
        isConfirmed ? nil : RetractQuestion(plan: plan, way: way).question
    }

    func look(at group: inout GroupToRetract, _ context: ActionContext) async throws {
        guard let row = group.action.destination?.id, let destination = context.destinations[row] else { return }
        var groups = [group]
        _ = await RetractLook(destination: destination, context: context).look(at: &groups)
        group = groups[0]
        group.endIfGone()
    }

    func steps(for part: ActionPlan<GroupToRetract>.Part, _ run: RunContext) throws -> PartSteps<GroupToRetract> {
        guard let open = part.destination, let destination = open.destination,
            let retracting = open.service.once.retracting
        else { return PartSteps { BatchOutcome(groups: $0) } }
        let receipts = DestinationReceipts(
            index: run.index, destination: destination, open: open,
            progress: try ListProgress(ofDestination: destination.id, in: run.index))
        let batch = BatchRetraction(
            run: run, destination: open, receipts: receipts, retracting: retracting, way: way)
        return PartSteps(
            carryOut: batch.takeBack,
            end: {
                try await run.environment.threads.uncancelled { try await receipts.close() }
                return receipts.failure
            })
    }
}

/// Plans what is taken back.
private struct RetractPlanning {
    /// What was sent of a photo to one destination.
    private struct Chosen {
        let path: FilePath
        let group: Int64
        var copies: [SentPhoto.Copy]
    }

    private let act: RetractAct
    private let context: ActionContext
    private let names: [Destination]?
    private var plan = ActionPlan<GroupToRetract>()
    private var chosen: [Int64: [Chosen]] = [:]
    /// The receipts whose copies are planned: two files may be of one photo.
    private var planned: Set<Int64> = []
    /// The files of which something is taken back, or that are told of.
    private var told: Set<FilePath> = []
    /// Uploads that killed runs had under way and that are not settled.
    private let interrupted: [Action]

    init(_ act: RetractAct, _ context: ActionContext) throws {
        self.act = act
        self.context = context
        interrupted = try context.index.underWay(.upload)
        let book = try context.destinations.book()
        var names: [Destination] = []
        for text in act.to { names.append(try book.find(text, path: act.path)) }
        self.names = act.to.isEmpty ? nil : names
    }

    mutating func plan() async throws -> ActionPlan<GroupToRetract> {
        let known = try context.destinations.known()
        if !context.mode.onlyReads { for one in known where isMeant(one) { try await takeOverList(of: one) } }
        let files = act.files.map { resolvedToLastName($0) }
        for file in files { try add(file) }
        for one in known {
            guard let chosen = chosen[one.id] else { continue }
            switch await context.destinations.open(one) {
            case .success(let destination) where destination.service.once.retracting == nil:
                for group in await groups(of: chosen, at: destination) {
                    plan.keep(
                        group.action.ended(.failed, .removalFailed),
                        "no copies are taken back from there, since nothing tells its files from the library's; remove "
                            + "them there by hand, and then: workphotos verify --accept-missing")
                }
            case .success(let destination):
                let some = await groups(of: chosen, at: destination)
                try await add(some, at: destination)
            case .failure(let error):
                let some = groups(of: chosen) { $0.receipt.failedAt == nil }
                if some.isEmpty { continue }
                if chosen.count == 1 { throw error }
                plan.summary.end(
                    by: UploadError(
                        error.kind == .signIn ? .signIn : .unavailable, error.message, remedy: error.remedy))
                for group in some { plan.keep(group.action.ended(.failed, .unavailable), error.message) }
            }
        }
        for file in files where told.insert(file).inserted {
            try keepUnsent(file, group: context.index.sentPhoto(at: file)?.group)
        }
        return plan
    }

    /// Imports what the destination's own list knows and the index does not, such as one that was restored from a
    /// backup.
    private mutating func takeOverList(of known: KnownDestination) async throws {
        let environment = context.environment
        let named = try context.destinations.book().named(known)
        let service = try? environment.destinationKinds.service(
            for: named.spec, settings: environment.destinationSettings)
        guard service?.receiptList != nil, case .success(let open) = await context.destinations.open(known),
            let destination = open.destination
        else { return }
        let progress = ListProgress()
        let receipts = DestinationReceipts(
            index: context.index, destination: destination, open: open, progress: progress)
        do {
            _ = try await receipts.takeOver()
            if let failure = progress.failure {
                plan.summary.listFailures.insert("\(terminalSafe(known.name)): \(failure)")
            }
        } catch let error as PipelineError {
            plan.summary.listFailures.insert("\(terminalSafe(known.name)): \(error.message)")
        }
    }

    /// Adds the copies of a photo, by destination.
    private mutating func add(_ path: FilePath) throws {
        guard let found = try context.index.sentPhoto(at: path, hashes: hashes(ofGroupOf: path)) else { return }
        let sent = found.copies.filter { isMeant($0.receipt.destination) }
        let copies = sent.filter { planned.insert($0.receipt.id).inserted }
        if copies.isEmpty, !sent.isEmpty { told.insert(path) }
        for (destination, some) in Dictionary(grouping: copies, by: \.receipt.destination.id) {
            chosen[destination, default: []].append(Chosen(path: path, group: found.group, copies: some))
        }
    }

    /// The hashes of the files of a photo's group that no scan has hashed: an index that was rebuilt or restored may
    /// have receipts for them. A file that cannot be read is left out, and what has its name at a destination is the
    /// last copy.
    private func hashes(ofGroupOf path: FilePath) throws -> [FilePath: [UInt8]] {
        var hashes: [FilePath: [UInt8]] = [:]
        for file in try context.index.unhashedFiles(ofGroupOf: path) {
            hashes[file] =
                (try? ProvenFile(file, in: context.files, interruption: context.environment.interruption))?.sha256
        }
        return hashes
    }

    /// Reports that nothing was sent of a file, that nobody knows the file, or that nobody knows what became of an
    /// interrupted upload of it.
    private mutating func keepUnsent(_ path: FilePath, group: Int64?) {
        let none = Fingerprint(size: 0, modified: 0, changed: 0, inode: 0)
        let member = Action.Member(path: path, role: .still, fingerprint: none)
        let action = Action(kind: .retract, group: group ?? 0, members: [member])
        if let upload = interrupted.first(where: { $0.group == group || $0.members.contains { $0.path == path } }) {
            return plan.keep(
                action.ended(.skipped, .notVerified),
                "an interrupted upload to \(terminalSafe(upload.destination?.name ?? "a destination")) may have sent it, "
                    + "which is not settled yet: an upload to there settles it, or a retraction that is no dry run")
        }
        plan.keep(
            action.ended(group == nil ? .failed : .skipped, .notUploaded),
            group == nil ? "neither the index nor the journal knows it" : nil)
    }

    /// The groups of a destination. Copies that count no more, since somebody accepted or a check found that they are
    /// missing, are among them only if they came back.
    private mutating func groups(of chosen: [Chosen], at destination: OpenDestination) async -> [GroupToRetract] {
        let lapsed = chosen.flatMap(\.copies).map(\.receipt).filter { $0.failedAt != nil }
        var there: Set<Int64> = []
        let answers = await destination.service.call(for: lapsed.map(\.receipt.target)) { await $0.inspect($1) }
        for (receipt, answer) in zip(lapsed, answers) {
            guard case .success(let stored) = answer,
                case .good = CopyPolicy.compare(stored, with: RecordedContent(receipt.receipt))
            else { continue }
            there.insert(receipt.id)
        }
        return groups(of: chosen) { $0.receipt.failedAt == nil || there.contains($0.receipt.id) }
    }

    /// The groups with the wanted copies. Those that are the last ones are groups of their own where nobody is asked,
    /// so that they keep no others.
    private mutating func groups(
        of chosen: [Chosen], _ isWanted: (SentPhoto.Copy) -> Bool
    ) -> [GroupToRetract] {
        var groups: [GroupToRetract] = []
        for one in chosen {
            let copies = one.copies.filter(isWanted).map { (sent: $0, original: original(of: $0)) }
            let parts =
                act.isConfirmed
                ? [copies.filter { $0.original != nil }, copies.filter { $0.original == nil }] : [copies]
            for part in parts where !part.isEmpty {
                told.insert(one.path)
                groups.append(group(one, part))
            }
        }
        return groups
    }

    private func group(
        _ chosen: Chosen, _ copies: [(sent: SentPhoto.Copy, original: CopyToRetract.Original?)]
    ) -> GroupToRetract {
        let destination = copies[0].sent.receipt.destination
        let action = Action(
            kind: .retract, group: chosen.group,
            members: copies.map { copy, original in
                let receipt = copy.receipt.receipt
                var known = copy.fingerprint
                known.size = receipt.size
                return Action.Member(
                    path: copy.path, role: copy.role, fingerprint: original?.fingerprint ?? known,
                    target: receipt.target, sha256: receipt.sha256)
            }, destination: DestinationName(id: destination.id, name: destination.name))
        return GroupToRetract(
            action: action,
            members: copies.map { CopyToRetract(receipt: $0.sent.receipt.receipt, original: $0.original) })
    }

    private func isMeant(_ destination: KnownDestination) -> Bool {
        names.map { $0.contains { $0.name == destination.name || $0.spec.text == destination.spec } } ?? true
    }

    /// The library's file with the bytes of a copy, by reading it now.
    private func original(of copy: SentPhoto.Copy) -> CopyToRetract.Original? {
        let sha256 = copy.receipt.receipt.sha256
        let others = (try? context.index.paths(ofContent: sha256)) ?? []
        for path in [copy.path] + others.filter({ $0 != copy.path }) {
            let file = try? ProvenFile(path, in: context.files, interruption: context.environment.interruption)
            guard let file, file.sha256 == sha256 else { continue }
            return CopyToRetract.Original(path: path, fingerprint: file.fingerprint, identity: file.identity)
        }
        return nil
    }

    /// Adds the groups of a destination. Copies that are the last ones need an answer that nobody can give in advance.
    ///
    /// - Throws: `PipelineError` where there is no trash because there is no home, and `IndexError`.
    private mutating func add(
        _ groups: [GroupToRetract], at destination: OpenDestination
    ) async throws {
        guard let retracting = destination.service.once.retracting else { return }
        let groups = try withoutNeeded(groups)
        let targets = groups.flatMap { $0.members.map(\.receipt.target) }
        var answers = await retracting.prepare(targets, act.way, run: 0, firstNumber: 1)[...]
        var open: [GroupToRetract] = []
        for var group in groups {
            let obstacle = answers.prefix(group.members.count).lazy.compactMap(\.obstacle).first
            answers = answers.dropFirst(group.members.count)
            if let obstacle, obstacle.kind == .noHome { throw PipelineError(noHome: obstacle) }
            if let obstacle {
                group.end(retracting: obstacle)
                plan.keep(group.action, group.detail)
            } else if group.isLastCopy, act.isConfirmed {
                let stays = group.members.map { terminalSafe($0.receipt.target.path.bytes) }.joined(separator: ", ")
                plan.keep(
                    group.action.ended(.refused, .lastCopy),
                    "the library does not have these bytes; without --yes, the number can be typed at a terminal: \(stays)"
                )
            } else {
                open.append(group)
            }
        }
        plan.parts.append(ActionPlan.Part(destination: destination, groups: open))
    }

    /// The groups without the copies on which removals rest that are not undone, or sidecars of other photos. These
    /// stay and are told of.
    private mutating func withoutNeeded(_ groups: [GroupToRetract]) throws -> [GroupToRetract] {
        var groups = groups
        for place in groups.indices where groups[place].isLastCopy { groups[place].action.why = .lastCopy }
        let removals = try context.index.removals(restingOn: groups.map(\.action))
        let sidecars = try context.index.sidecars(restingOn: groups.map(\.action))
        return groups.indices.compactMap { number in
            let group = groups[number]
            let targets = group.members.map { terminalSafe($0.receipt.target.path.bytes) }
            let removed = zip(removals[number], targets).map { removal, target in
                removal.map {
                    "a removed photo's file rests on this copy, which stays: \(target); it was "
                        + "\(terminalSafe($0.path.bytes)), which comes back with: workphotos undo \($0.run)"
                }
            }
            let shared = targets.indices.map { place in
                sidecars[number][place].flatMap {
                    removed[place] == nil
                        ? "another photo's sidecar rests on this copy, which stays: \(targets[place]); it is "
                            + terminalSafe($0.bytes) : nil
                }
            }
            keep(group, removed, .refused)
            keep(group, shared, .skipped)
            let rest = group.members.indices.filter { removed[$0] == nil && shared[$0] == nil }
            return rest.isEmpty ? nil : group.with(rest)
        }
    }

    /// Keeps the copies of a group for which there are words.
    private mutating func keep(_ group: GroupToRetract, _ words: [String?], _ state: Action.State) {
        let places = words.indices.filter { words[$0] != nil }
        if places.isEmpty { return }
        plan.keep(
            group.with(places).action.ended(state, .lastCopy), words.compactMap(\.self).joined(separator: "; "))
    }
}

extension Result where Success == TicketedRetraction, Failure == TrashError {
    /// Why the copy cannot be taken back in this way; nil if it can, or is gone.
    fileprivate var obstacle: TrashError? {
        guard case .failure(let error) = self, error.kind != .missing else { return nil }
        return error
    }
}
