import PhotoFiles
import PhotoIndex
import PhotoIntake
package import PhotoModel
package import SystemPackage

/// A person's decision on files: they are hashed at once, the decision is kept by content, and their verdicts are
/// judged again.
///
/// It takes the database's write lock briefly, not the lock of long runs, so that marking a photo does not wait for a
/// scan.
package struct DecisionOnFiles {
    /// So many files are recorded together. They share one reading of the rules and one wait for the disk, and are
    /// written within a fraction of a second.
    private static let batch = 2048
    private let index: PhotoIndex
    private let rules: () throws -> JudgingRules
    private let environment: Environment
    private let progress: any ProgressReporter
    private let report: (Finding) -> Void

    /// - Parameters:
    ///   - path: the index; made where there is none.
    ///   - isDryRun: whether it all happens on a copy in memory.
    ///   - rules: returns the current rules; called again if somebody changes them meanwhile.
    ///   - progress: where the number of files that are done is shown.
    ///   - report: called for each file that cannot be hashed.
    /// - Throws: `IndexError`, and what `rules` throws.
    package init(
        index path: FilePath, isDryRun: Bool, rules: @escaping () throws -> JudgingRules, environment: Environment,
        progress: any ProgressReporter, report: @escaping (Finding) -> Void
    ) throws {
        index = try writeIndex(at: path, owner: environment.owner, isDryRun: isDryRun)
        self.rules = rules
        self.environment = environment
        self.progress = progress
        self.report = report
    }

    /// Judges the index by the current rules, unless its verdicts follow them.
    ///
    /// - Throws: `IndexError`, and what the rules throw.
    package func judgeAnew() throws {
        let rules = try rules()
        _ = try index.judgeAnew(by: rules)
    }

    /// A number that is another one whenever anybody else has changed the index. Very cheap.
    package func changesByOthers() throws -> Int64 {
        try index.changesByOthers()
    }

    /// Hashes files, but for photos that the index knows the bytes of and that are unchanged. A file that a removal
    /// under way has parked is found by the path that it had, and so is a photo that a purge removed: others may see
    /// its copies.
    ///
    /// - Parameter paths: the files, absolute. Links in the path are followed; a file that is a link is refused.
    /// - Returns: those that could be hashed, fewer after a signal.
    package func hash(_ paths: [FilePath]) -> [HashedFile] {
        progress.begin("Reading", counting: .things)
        defer { progress.end() }
        return hash(paths) { progress.update(done: $0, total: paths.count) }
    }

    private func hash(_ paths: [FilePath], each: (Int) -> Void) -> [HashedFile] {
        var hasher = FileHasher()
        var files: [HashedFile] = []
        let resolved = resolvedToLastName(paths)
        // Where the index does not answer, all are read.
        let known = (try? index.hashedPhotos(at: resolved)) ?? [:]
        for (number, path) in paths.enumerated() where environment.interruption.signal == nil {
            each(number)
            if let file = known[resolved[number]].flatMap(Self.unchanged) {
                files.append(file)
                continue
            }
            do throws(ReadFailure) {
                files.append(try hash(resolved[number], &hasher))
            } catch {
                if let file = removed(error, at: resolved[number]) {
                    files.append(file)
                } else {
                    report(finding(error, at: path))
                }
            }
        }
        return files
    }

    /// What a decision on files would reverse, and how many photos it would reach, copies too. Nothing is written.
    package func effect(
        of decision: UserDecision, on files: [HashedFile]
    ) throws -> (reverses: OverruledDecisions, photos: Int) {
        progress.begin("Reading copies", counting: .things)
        defer { progress.end() }
        var (reverses, photos) = (OverruledDecisions(), Set(files.map(\.path)))
        // In one transaction: it is taken back, and what was decided on a copy before would be decided again.
        try recordBatch(decision, files, for: nil, isPreview: true) { outcome, _ in
            reverses.add(outcome.reverses)
            photos.formUnion(outcome.copies)
        }
        return (reverses, photos.count)
    }

    /// Records a decision on files, as a change that can be undone.
    ///
    /// - Parameters:
    ///   - paths: the files, as for ``hash(_:)``.
    ///   - hashed: the same files, if they were hashed already; otherwise some are hashed and recorded at a time.
    ///   - command: the words of the command, to name the change.
    ///   - show: receives the decision's effect on each file.
    /// - Returns: the number of files on which it was recorded, fewer after a signal.
    /// - Throws: `IndexError`, and what `show` throws.
    package func record(
        _ decision: UserDecision, of paths: [FilePath], hashed: [HashedFile]?, by command: String,
        show: (DecisionOutcome, HashedContent) throws -> Void
    ) throws -> Int {
        if paths.isEmpty { return 0 }
        let change = try index.beginDecisionChange(command, at: environment.clock.now)
        progress.begin("Recording", counting: .things)
        defer { progress.end() }
        var count = 0
        // The contents on which this decides anew.
        var decided: Set<HashedContent> = []
        let named = Set(hashed?.map(\.path) ?? resolvedToLastName(paths))
        let files = hashed?.chunks(of: Self.batch).map { Array($0) }
        let parts = paths.chunks(of: Self.batch).map { Array($0) }
        for part in 0..<(files?.count ?? parts.count) where environment.interruption.signal == nil {
            let before = part * Self.batch
            let batch = files?[part] ?? hash(parts[part]) { progress.update(done: before + $0, total: paths.count) }
            progress.update(done: before, total: paths.count)
            if batch.isEmpty { continue }
            count += try recordBatch(decision, batch, besides: named, for: change, isPreview: false) {
                outcome, content in
                var outcome = outcome
                if outcome.decidesContent { decided.insert(content) }
                // The decision on an equal file among these has changed this one already.
                outcome.isChanged = outcome.isChanged || decided.contains(content)
                try show(outcome, content)
            }
        }
        try index.forgetOldDecisionChanges()
        return count
    }

    /// The last change of marks or holds that was not undone; nil if there is none.
    package func lastChange() throws -> DecisionChange? {
        try index.lastDecisionChange()
    }

    /// Undoes a change of marks or holds where its result still stands.
    ///
    /// - Parameter isPreview: whether nothing is written.
    package func undo(_ change: DecisionChange, isPreview: Bool = false) throws -> UndoneDecisions {
        try index.changing(by: rules) { rules in
            try index.undo(change, basis: rules.basis, isPreview: isPreview) { rules.triage.judge(members: $0) }
        }
    }

    /// The file, if it is as it was when its bytes were read.
    private static func unchanged(_ file: HashedFile) -> HashedFile? {
        guard let status = try? FileStatus(at: file.path), status.isRegular,
            status.fingerprint.isSame(as: file.fingerprint, withInode: true)
        else { return nil }
        return file
    }

    /// Hashes the file at an absolute path with links resolved except in the last name.
    private func hash(_ path: FilePath, _ hasher: inout FileHasher) throws(ReadFailure) -> HashedFile {
        do throws(ReadFailure) {
            return try hasher.hash(path, in: LibraryFiles())
        } catch {
            guard error.kind == .missing, let places = try? ParkedPlaces(index: index, environment: environment) else {
                throw error
            }
            if let file = places.hash(path, &hasher) { return file }
            // It may have got its own name back meanwhile.
            return try hasher.hash(path, in: LibraryFiles())
        }
    }

    /// Why a file cannot be read, and which purge removed it, if one did.
    private func finding(_ failure: ReadFailure, at path: FilePath) -> Finding {
        guard failure.kind == .missing, let run = try? index.removingRun(of: resolvedToLastName(path)) else {
            return Finding(path: path, kind: failure.kind, detail: failure.detail)
        }
        return Finding(path: path, removedBy: run)
    }

    /// A photo that cannot be read because a purge removed it; nil for others.
    private func removed(_ failure: ReadFailure, at path: FilePath) -> HashedFile? {
        guard failure.kind == .missing else { return nil }
        return (try? index.hashedPhotos(at: [path], areRemoved: true))?[path]
    }

    @discardableResult
    private func recordBatch(
        _ decision: UserDecision, _ files: [HashedFile], besides named: Set<FilePath> = [], for change: Int64?,
        isPreview: Bool,
        _ show: (DecisionOutcome, HashedContent) throws -> Void
    ) throws -> Int {
        var hasher = FileHasher()
        var copies: [Int64: HashedFile?] = [:]
        var beside: [FilePath: [HashedFile]] = [:]
        let named = named.union(files.map(\.path))
        if decision.keeps {
            try hashPartners(of: files, besides: named, &hasher, into: &copies)
            beside = try filesBeside(files, besides: named, &hasher, copies)
        }
        return try index.changing(by: rules) { rules in
            let result = try index.record(
                decision, of: files, copies: copies, beside: beside, besides: named, basis: rules.basis,
                for: change, isPreview: isPreview
            ) { rules.triage.judge(members: $0) }
            switch result {
            case .recorded(let outcomes):
                var fences = NeverFencesOnDisk(rules, clock: environment.clock)
                var decided: Set<[UInt8]> = []
                for (outcome, file) in zip(outcomes, files) {
                    var outcome = outcome
                    if !outcome.isCurrent, (try? FileStatus(at: file.path)) == nil {
                        outcome.removedBy = try index.removingRun(of: file.path)
                    }
                    if outcome.decidesContent { decided.insert(file.sha256) }
                    // The decision on an equal file has changed this one already, which may have others beside it.
                    let isChanged = outcome.isChanged || decided.contains(file.sha256)
                    if decision == .mark(.work), isChanged, outcome.reverses.isEmpty, fences.keep(file.path) {
                        outcome.reverses.neverFences = 1
                    }
                    try show(outcome, HashedContent(sha256: file.sha256, bytes: file.fingerprint.size))
                }
                return outcomes.count
            case .unhashed(let unknown):
                try hash(unknown, &hasher, into: &copies) { done in
                    if isPreview { progress.update(done: done, total: unknown.count) }
                }
                if decision.keeps {
                    try hashPartners(of: files, besides: named, &hasher, into: &copies)
                }
                return nil
            case .judgedOtherwise: return nil
            }
        }
    }

    /// Hashes the other files, of the photos and of their copies, that the index knows and nobody has hashed.
    private func hashPartners(
        of files: [HashedFile], besides named: Set<FilePath>, _ hasher: inout FileHasher,
        into hashed: inout [Int64: HashedFile?]
    ) throws {
        let contents = Set(files.map(\.sha256))
        let copies = hashed.values.compactMap(\.self).filter { contents.contains($0.sha256) }
        let partners = try index.unhashedPartners(of: (files + copies).map(\.path), withCopiesOf: contents)
        let unhashed = partners.filter { !named.contains($0.path) && hashed[$0.row] == nil }
        try hash(unhashed, &hasher, into: &hashed)
    }

    /// The other files beside photos, by these, as they are now: perhaps no scan has seen them, or they were changed
    /// since.
    private func filesBeside(
        _ files: [HashedFile], besides named: Set<FilePath>, _ hasher: inout FileHasher,
        _ hashed: [Int64: HashedFile?]
    ) throws -> [FilePath: [HashedFile]] {
        var partners = PartnersOnDisk()
        var found = Dictionary(hashed.values.compactMap(\.self).map { ($0.path, $0) }) { first, _ in first }
        let paths = files.map { file in partners.paths(of: file.path).filter { !named.contains($0) } }
        let known = (try? index.hashedPhotos(at: paths.flatMap(\.self))) ?? [:]
        var beside: [FilePath: [HashedFile]] = [:]
        for (file, paths) in zip(files, paths) {
            for path in paths {
                let unchanged = found[path] ?? known[path].flatMap(Self.unchanged)
                guard let partner = try? unchanged ?? hasher.hash(path, in: LibraryFiles()) else { continue }
                found[path] = partner
                beside[file.path, default: []].append(partner)
            }
        }
        return beside
    }

    private func hash(
        _ files: [PossibleCopy], _ hasher: inout FileHasher, into hashed: inout [Int64: HashedFile?],
        each: (Int) -> Void = { _ in }
    ) throws {
        let library = try index.libraryFiles()
        for (number, file) in files.enumerated() {
            each(number)
            hashed.updateValue(try? hasher.hash(file.path, in: library), forKey: file.row)
        }
    }
}

/// A file's content, as a hash.
package struct HashedContent: Hashable, Sendable {
    /// SHA-256, 32 bytes.
    package let sha256: [UInt8]
    /// The number of bytes.
    package let bytes: Int64
}
